import Foundation
import Testing

@testable import TestSupport

/// The kept corpus of the fuzzer, through what the fuzzer does with it. Each line of a file of `Tests/Fuzz/Corpus` is an
/// input in base64. `Scripts/fuzz --keep` writes them.
@Suite("The fuzzer's kept corpus")
struct CorpusReplayTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fuzz/Corpus")

  @Test("every input gives the same by both ways", arguments: FuzzTarget.allCases)
  func replay(_ target: FuzzTarget) throws {
    let text = try String(contentsOf: Self.folder.appending(path: target.rawValue), encoding: .utf8)
    let lines = text.split(separator: "\n")
    // In debug mode, every fourth input.
    let step = Effort.pick(4, 1, 1)
    for index in stride(from: 0, to: lines.count, by: step) {
      let input = try #require(Data(base64Encoded: String(lines[index])), "line \(index + 1) is not base64")
      if let difference = target.difference(Array(input)) {
        Issue.record("\(target.rawValue), line \(index + 1): \(difference)")
      }
    }
    #expect(lines.count > 40)
  }
}
