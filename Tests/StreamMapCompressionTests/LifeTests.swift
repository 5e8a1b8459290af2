import TestSupport
import Foundation
import Testing

@testable import StreamMap

/// The decompression thread: when it starts, how far it runs ahead, and that it ends.
@Suite("Concurrent decompression")
struct LifeTests {
  /// Waits until the system has removed a joined thread.
  static func isGone(_ thread: Int) -> Bool {
    for _ in 0..<1_000 {
      if !FileManager.default.fileExists(atPath: "/proc/self/task/\(thread)") { return true }
      usleep(1_000)
    }
    return false
  }

  @Test("uses a custom decompressor, and reports its later failure", .feature("44"))
  func custom() {
    #expect(Outcome([0xFE, 65, 66], Copier.decompression(3)).bytes == Array("AAABBB".utf8))
    #expect(Outcome([65, 0xFE], Copier.decompression(3)).bytes == [65, 0xFE])
    let outcome = Outcome([0xFE, 65, 0xFD], Copier.decompression(2))
    #expect(outcome.bytes == [65, 65])
    #expect(outcome.kind == .io && outcome.offset == 99)
    #expect(outcome.message?.contains("copy, compressed byte 99: a byte that it does not like") == true)
  }

  @Test("reports a decompressor that cannot be created")
  func notMade() {
    let broken = Decompression("broken", magicNumbers: [[1]]) { () throws(DecompressionFailure) in
      throw .damaged("it is not there", offset: 0)
    }
    let outcome = Outcome([1, 2, 3], broken)
    #expect(outcome.kind == .io && outcome.bytes.isEmpty)
  }

  @Test("starts a thread only for compressed input, when read")
  func start() throws {
    let threads = Seen()
    let decompression = Copier.decompression(1, threads: threads)
    #expect(Outcome(Texts.line, decompression).bytes == Texts.line)
    let source = ByteSource(ByteSource([0xFE, 65]), decompressing: decompression)
    #expect(threads.all.isEmpty)
    #expect(Outcome(source).bytes == [65])
    #expect(threads.all.count == 1)
    #expect(threads.all != [currentThread()])
  }

  @Test("stopping early ends the thread while the ring is full")
  func earlyEnd() throws {
    let threads = Seen()
    let given = Seen()
    let input = [0xFE] + [UInt8](repeating: 10, count: 10) + Texts.lines(100_000)
    var lines = JSONLines(.bytes(input), as: try Numbered.mapping())
    lines.decompression = Copier.decompression(1, threads: threads, given: given)
    var ids: [Int?] = []
    for result in lines.results {
      ids.append(try result.get().id)
      if ids.count == 3 { break }
    }
    #expect(ids == [0, 1, 2])
    try #require(threads.all.count == 1)
    #expect(Self.isGone(threads.all[0]))
    #expect(given.all.reduce(0, +) < input.count - 1)
  }

  @Test("stopping early ends thread and descriptor while input is idle")
  func idleInput() throws {
    func descriptors() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
    var ends: [Int32] = [-1, -1]
    let before = try descriptors()
    let threads = Seen()
    for _ in 0..<100 {
      try #require(unsafe Foundation.pipe(&ends) == 0)
      let bytes = [0xFE] + Texts.lines(2)
      _ = unsafe bytes.withUnsafeBytes { unsafe write(ends[1], $0.baseAddress, $0.count) }
      var lines = JSONLines(.descriptor(ends[0]), as: try Numbered.mapping())
      lines.decompression = Copier.decompression(1, threads: threads)
      // This would wait forever for the thread, which waits for the pipe.
      for result in lines.results {
        #expect(try result.get().id == 0)
        break
      }
      close(ends[0])
      close(ends[1])
    }
    try #require(threads.all.count == 100)
    #expect(threads.all.allSatisfy(Self.isGone))
    // Other tests open descriptors, too.
    #expect(try descriptors() < before + 100)
  }

  @Test("a thrown record error ends the thread")
  func error() throws {
    let threads = Seen()
    var lines = JSONLines(
      .bytes([0xFE] + Array("x\n".utf8) + Texts.lines(100_000)), as: try Numbered.mapping())
    lines.decompression = Copier.decompression(1, threads: threads)
    #expect(throws: MappingError.self) { try lines.forEach { _, _ in } }
    #expect(threads.all.allSatisfy(Self.isGone))
  }

  @Test("cancelling the task ends the thread")
  func cancellation() async throws {
    let threads = Seen()
    var lines = JSONLines(.bytes([0xFE] + Texts.lines(100_000)), as: try Numbered.mapping())
    lines.decompression = Copier.decompression(1, threads: threads)
    let task = Task { [lines] in
      var count = 0
      let error = await #expect(throws: MappingError.self) {
        for try await _ in lines.async {
          count += 1
          if count == 10 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
        }
      }
      #expect(error?.kind == .cancelled)
      return count
    }
    #expect(await task.value == 10)
    #expect(threads.all.allSatisfy(Self.isGone))
  }

  @Test("decompresses at most a few blocks ahead")
  func bound() throws {
    let given = Seen()
    // A gigabyte if it were decompressed completely.
    let input = [0xFE] + [UInt8](repeating: 32, count: 1_000)
    let source = ByteSource(ByteSource(input), decompressing: Copier.decompression(1_000_000, given: given))
    var block = [UInt8](repeating: 0, count: 1_000)
    let count = try source.read(into: &block)
    #expect(count == 1_000)
    usleep(50_000)
    #expect(given.all.reduce(0, +) <= BlockRing.blockCount * BlockRing.blockSize)
  }
}
