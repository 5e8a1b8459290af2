import Foundation
import StreamMap
import Testing

@testable import TestSupport

/// The fuzzer's seed corpus: the fixtures and some random lines, after the bytes that select a mapping.
@Suite("Seed corpus for the fuzzer")
struct EngineSeedTests {
  private static let folder =
    ProcessInfo.processInfo.environment["STREAMMAP_SEEDS"].map { URL(fileURLWithPath: $0) }
    ?? FileManager.default.temporaryDirectory.appendingPathComponent("streammap-seeds-\(UUID().uuidString)")

  private static let isKept = ProcessInfo.processInfo.environment["STREAMMAP_SEEDS"] != nil

  /// `STREAMMAP_SEEDS` names the output folder, with the folders `records`, `kernels` and `documents`.
  @Test("writes the seeds")
  func write() throws {
    var texts = Fixture.all.map(\.bytes).filter { $0.count < 2_000 }
    let fixtures = texts.count
    var generator = LineGenerator(seed: SeededRandom.seed)
    while texts.count < fixtures + 400 {
      let text = generator.sample().text
      if text.count < 4_000 { texts.append(text) }
    }
    // FuzzTarget+Records.swift, and Kernels/main.c of Tests/Fuzz, define these bytes. The limits are large.
    let records = texts.enumerated().map { index, text in
      [UInt8(index % 256), 4, UInt8(generator.random.below(256)), UInt8(generator.random.below(256))] + text
    }
    let kernels = texts.enumerated().map { index, text in
      [
        UInt8(index % 4), 11, 7, 7, 7, 0, UInt8(generator.random.below(256)),
        UInt8(generator.random.below(256)),
      ]
        + text
    }
    defer { if !Self.isKept { try? FileManager.default.removeItem(at: Self.folder) } }
    for (name, seeds) in [("records", records), ("kernels", kernels), ("documents", texts)] {
      let folder = Self.folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (index, seed) in seeds.enumerated() {
        try Data(seed).write(to: folder.appendingPathComponent("seed-\(index)"))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count >= texts.count)
    }
  }
}
