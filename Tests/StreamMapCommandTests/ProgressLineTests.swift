import TestSupport
import Testing

@testable import StreamMapCommand

@Suite struct ProgressLineTests {
  @Test func theLineSaysAll() {
    let text = ProgressLine.text(
      bytes: 1_250_000_000, records: 250_000, total: 5_000_000_000, elapsed: .seconds(2)
    )
    #expect(text == "1.25 GB of 5.00 GB, 250,000 records, 625 MB/s, 0:06 left")
  }

  @Test func withoutASizeThereIsNoTimeLeft() {
    let text = ProgressLine.text(bytes: 2_000_000, records: 1, total: nil, elapsed: .milliseconds(500))
    #expect(text == "2.00 MB, 1 record, 4.0 MB/s")
  }

  @Test func aFileThatGrowsHasNoTimeLeft() {
    let text = ProgressLine.text(bytes: 20, records: 2, total: 10, elapsed: .seconds(1))
    #expect(text.hasSuffix("0:00 left"))
  }

  @Test(arguments: [(0, "0:00"), (9, "0:09"), (760, "12:40"), (3723, "1:02:03")])
  func clock(_ seconds: Int, _ text: String) {
    #expect(ProgressLine.clock(seconds) == text)
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")])
  func grouped(_ number: Int, _ text: String) {
    #expect(ProgressLine.grouped(number) == text)
  }

  /// A clock that the test advances.
  private final class Clock {
    var time = ContinuousClock.now
  }

  private func drawn(isEager: Bool = false, begun: Int = 0, _ body: (ProgressLine, Clock) -> Void) throws
    -> String
  {
    let sandbox = try Sandbox()
    let path = try sandbox.file("line", "")
    let descriptor = try System.openForWriting(path)
    let clock = Clock()
    let line = ProgressLine(
      descriptor: descriptor, isOn: true, isEager: isEager, total: 1_000_000, begun: begun,
      now: { clock.time }
    )
    body(line, clock)
    try System.close(descriptor)
    return try sandbox.text("line")
  }

  @Test func atMostTenTimesASecond() throws {
    let text = try drawn { line, clock in
      for number in 1...1000 {
        clock.time += .milliseconds(1)
        line.update(bytes: number * 1000, records: number)
      }
    }
    #expect(text.split(separator: "\r").count == 10)
    #expect(!text.contains("\n"))
  }

  @Test func aShortRunDrawsNothingUnlessAsked() throws {
    let lazy = try drawn { line, _ in line.update(bytes: 1, records: 1) }
    #expect(lazy.isEmpty)
    let eager = try drawn(isEager: true) { line, _ in line.update(bytes: 1, records: 1) }
    #expect(eager.contains("1 record"))
  }

  @Test func itIsClearedOnce() throws {
    let text = try drawn(isEager: true) { line, _ in
      line.update(bytes: 1, records: 1)
      line.clear()
      line.clear()
    }
    #expect(text.hasSuffix("\u{1B}[K\r\u{1B}[K"))
    #expect(text.split(separator: "\r").count == 2)
  }

  @Test("computes the speed from this run, and shows malformed records", .feature("54"))
  func goingOn() throws {
    let text = try drawn(isEager: true, begun: 400_000) { line, clock in
      clock.time += .seconds(1)
      line.update(bytes: 600_000, records: 6, errors: 2)
    }
    #expect(text.contains("600 kB of 1.00 MB, 6 records, 2 bad, 0.2 MB/s, 0:02 left"))
  }
}
