import StreamMap
import Testing

@testable import TestSupport

/// yajl's own cases: the same events as yajl's test program prints, with committed exceptions.
@Suite("yajl's expected output")
struct YajlGoldTests {
  /// `deep_arrays` nests 1,024 levels, and yajl has no depth limit.
  private static let limits = Limits(depth: 2_000)
  private static let exceptions = Dictionary(
    uniqueKeysWithValues: YajlVerdict.all.map { ("\($0.name).json", $0) })

  private func compare(
    _ test: YajlGold.Case, _ events: [ParsedEvent], _ error: MappingError?, _ route: String
  ) {
    if let exception = Self.exceptions[test.name] {
      #expect(
        error?.kind.description == exception.rejection?.rawValue,
        "\(test.name), \(route): \(exception.reason)")
      return
    }
    #expect(YajlGold.log(of: events) == test.log, "\(test.name), \(route)")
    #expect((error == nil) == (test.error == nil), "\(test.name), \(route): \(test.error ?? "accepted")")
  }

  @Test("the table of exceptions covers yajl's options", .corpus(YajlGold.folder, cases: YajlGold.count))
  func table() throws {
    let names = try YajlGold.cases().map(\.name)
    #expect(names.count == YajlGold.count)
    let options = names.filter { name in ["ac_", "ag_", "am_", "ap_"].contains { name.hasPrefix($0) } }
    #expect(options.count == YajlVerdict.optionCount)
    #expect(options.allSatisfy { Self.exceptions[$0] != nil })
    #expect(Self.exceptions.keys.allSatisfy(names.contains))
    #expect(Self.exceptions.count == YajlVerdict.optionCount + 3)
  }

  @Test("whole documents", .corpus(YajlGold.folder, cases: YajlGold.count))
  func whole() throws {
    let parser = EventParser(into: EventLog(), limits: Self.limits)
    for test in try YajlGold.cases() {
      parser.sink.events = []
      let error = caught { try parser.parse(test.bytes) }
      compare(test, parser.sink.events, error, "whole")
    }
  }

  @Test(
    "chunks of 1 to 31 bytes", .corpus(YajlGold.folder, cases: YajlGold.count * 31), arguments: 1...31)
  func pieces(size: Int) throws {
    for test in try YajlGold.cases() {
      let parser = EventParser(into: EventLog(), framing: .document, limits: Self.limits)
      let error = caught {
        for start in stride(from: 0, to: test.bytes.count, by: size) {
          try parser.feed(Array(test.bytes[start..<min(start + size, test.bytes.count)]))
        }
        try parser.finish()
      }
      compare(test, parser.sink.events, error, "pieces of \(size)")
    }
  }
}
