import Foundation
import Testing

@testable import StreamMapCommand

@Suite struct OutputWriterTests {
  /// A write(2) that follows the script, and then behaves normally.
  private final class Script {
    var steps: [Result<Int, SystemCode>]
    var written: [UInt8] = []

    init(_ steps: [Result<Int, SystemCode>]) { self.steps = steps }

    func write(_ bytes: Span<UInt8>) -> Result<Int, SystemCode> {
      let step = steps.isEmpty ? .success(bytes.count) : steps.removeFirst()
      guard case .success(let count) = step else { return step }
      for index in 0..<min(count, bytes.count) { written.append(bytes[index]) }
      return .success(min(count, bytes.count))
    }
  }

  @Test func shortAndInterruptedWritesLoseAndRepeatNothing() throws {
    let script = Script([
      .success(1), .failure(.interrupted), .success(3), .success(0), .failure(.interrupted), .success(2),
    ])
    let writer = OutputWriter(descriptor: -1, name: "x", capacity: 8, call: script.write)
    for number in 0..<50 { try writer.append("\(number);") }
    try writer.flush()
    #expect(String(decoding: script.written, as: UTF8.self) == (0..<50).map { "\($0);" }.joined())
  }

  @Test func aFailedFlushKeepsWhatDidNotGoOut() throws {
    let script = Script([.success(4), .failure(SystemCode(number: ENOSPC))])
    let writer = OutputWriter(descriptor: -1, name: "disk", call: script.write)
    try writer.append("0123456789")
    let failure = #expect(throws: FileFailure.self) { try writer.flush() }
    #expect(failure?.message == "disk: No space left on device")
    try writer.flush()
    #expect(String(decoding: script.written, as: UTF8.self) == "0123456789")
  }

  @Test func nothingIsWrittenBeforeTheBufferIsFull() throws {
    let script = Script([])
    let writer = OutputWriter(descriptor: -1, name: "x", capacity: 16, call: script.write)
    try writer.append("0123456789")
    #expect(script.written.isEmpty)
    try writer.append("abcdef")
    #expect(script.written.count == 16)
  }

  /// Long data is written directly from its buffer, after earlier data.
  @Test func longBytesAreNotCopied() throws {
    let script = Script([
      .success(5), .failure(.interrupted), .success(6), .failure(SystemCode(number: ENOSPC)),
    ])
    let writer = OutputWriter(descriptor: -1, name: "disk", capacity: 8, call: script.write)
    try writer.append("01234")
    #expect(throws: FileFailure.self) { try writer.append(Array("56789abcdef".utf8)) }
    #expect(String(decoding: script.written, as: UTF8.self) == "0123456789a")
    #expect(writer.count == 16)
    try writer.append(Array("gh".utf8))
    try writer.append(Array("".utf8))
    try writer.append(Array("ijklmnopqrst".utf8))
    try writer.flush()
    #expect(String(decoding: script.written, as: UTF8.self) == "0123456789abcdefghijklmnopqrst")
    #expect(writer.count == 30)
  }

  @Test func onlyStandardOutputMayBeClosed() throws {
    System.ignoreBrokenPipes()
    let pipe = try TestPipe()
    pipe.closeReading()
    let output = OutputWriter(descriptor: pipe.writing, name: "<stdout>", isStandardOutput: true)
    try output.append("gone")
    #expect(throws: OutputClosed.self) { try output.flush() }
    let other = OutputWriter(descriptor: pipe.writing, name: "pipe")
    try other.append("gone")
    let failure = #expect(throws: FileFailure.self) { try other.flush() }
    #expect(failure?.message == "pipe: its reader closed it before everything was written")
  }

  @Test func aFullDeviceIsAFailure() throws {
    let descriptor = try System.openForWriting("/dev/full")
    defer { try? System.close(descriptor) }
    let writer = OutputWriter(descriptor: descriptor, name: "/dev/full")
    try writer.append("x")
    let failure = #expect(throws: FileFailure.self) { try writer.flush() }
    #expect(failure?.message == "/dev/full: No space left on device")
  }

  /// A non-blocking pipe accepts part of a write, and then rejects the rest. The writer must sleep, not spin or fail.
  @Test func aNonBlockingPipeIsWaitedFor() throws {
    let pipe = try TestPipe()
    pipe.makeNonBlocking()
    let reading = pipe.reading
    let reader = Background {
      var all: [UInt8] = []
      var block = [UInt8](repeating: 0, count: 10_000)
      while let count = try? System.read(reading, into: &block), count > 0 {
        all += block[..<count]
        usleep(100)
      }
      return all
    }
    let writer = OutputWriter(descriptor: pipe.writing, name: "pipe")
    let line = String(repeating: "0123456789", count: 1000) + "\n"
    for _ in 0..<100 { try writer.append(line) }
    try writer.flush()
    pipe.closeWriting()
    let all = try reader.value()
    #expect(all == Array(String(repeating: line, count: 100).utf8))
  }
}
