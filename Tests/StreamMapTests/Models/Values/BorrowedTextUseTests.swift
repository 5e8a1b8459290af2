import CAllocationCounter
import Foundation
import StreamMap
import Testing

@testable import TestSupport

/// Borrowed text is used like a string. It is compared by bytes.
@Suite("Use of borrowed text")
struct BorrowedTextUseTests {
  @safe struct Pair {
    var left = unsafe BorrowedText()
    var right = unsafe BorrowedText()
  }

  private let decoder: RecordDecoder<Pair>

  init() throws {
    let mapping = try Mapping(Pair()) {
      unsafe Field(\.left, "left")
      unsafe Field(\.right, "right")
    }
    decoder = mapping.makeDecoder()
  }

  private func read<Result>(
    _ left: String, _ right: String = "", _ body: (borrowing Pair) throws -> Result
  ) throws -> Result {
    let record = try Array(JSONEncoder().encode(["left": left, "right": right]))
    return try decoder.read(record.span, body)
  }

  private static func randomText(_ random: inout SeededRandom, _ pieces: [String]) -> String {
    (0..<random.below(6)).map { _ in random.pick(pieces) }.joined()
  }

  @Test("compares, and finds prefixes and suffixes, by bytes")
  func comparing() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    for _ in 0..<3_000 {
      let left = Self.randomText(&random, ["a", "b", "\n", "é", "e\u{301}", "日本", "😀"])
      let right =
        random.below(3) == 0
        ? String(left.unicodeScalars.prefix(2)) : Self.randomText(&random, ["a", "b", "é", "😀"])
      let bytes = (Array(left.utf8), Array(right.utf8))
      try read(left, right) { pair in
        try #require(
          unsafe (pair.left < pair.right) == bytes.0.lexicographicallyPrecedes(bytes.1),
          "\(SeededRandom.again)")
        try #require(
          unsafe pair.left.hasPrefix(pair.right) == bytes.0.starts(with: bytes.1), "\(SeededRandom.again)")
        let isSuffix = bytes.0.reversed().starts(with: bytes.1.reversed())
        try #require(unsafe pair.left.hasSuffix(pair.right) == isSuffix, "\(SeededRandom.again)")
      }
    }
    try read("api/v2/users") { pair in
      #expect(
        unsafe pair.left.hasPrefix("api/") && pair.left.hasSuffix("users")
          && !pair.left.hasPrefix("api/v2/users/"))
      #expect(unsafe [pair.left, "b", "a"].sorted().map { unsafe String($0) } == ["a", "api/v2/users", "b"])
    }
  }

  @Test("splits as a string does")
  func splitting() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    for _ in 0..<3_000 {
      let text = Self.randomText(&random, ["/", "//", "a", "longer part", "é", "\n"])
      try read(text) { pair in
        for omits in [true, false] {
          let parts = unsafe pair.left.split(separator: "/", omittingEmptySubsequences: omits).map {
            unsafe String($0)
          }
          let expected = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: omits).map {
            String($0)
          }
          try #require(parts == expected, "\(SeededRandom.again)")
        }
      }
    }
  }

  static let numbers = [
    "", "0", "-0", "+0", "7", "-7", "+7", "007", "127", "128", "-128", "-129", "255", "256", "65535",
    "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "18446744073709551616",
    "-", "+", "+-1", " 1", "1 ", "1.5", "1e3", "0x10", "1_000", "\u{661}", "1.", ".5", "-1.25e-7", "1e999",
    "-1e999", "1e-999",
    "inf", "nan", "-infinity", "0x1p3", "123456789.123456789123456789", "9007199254740993", "3.4028236e38",
    "abc",
  ]

  @Test("parses numbers as of a String", arguments: numbers)
  func parsing(text: String) throws {
    try read(text) { pair in
      #expect(unsafe Int(pair.left) == Int(text))
      #expect(unsafe Int8(pair.left) == Int8(text))
      #expect(unsafe UInt8(pair.left) == UInt8(text))
      #expect(unsafe UInt64(pair.left) == UInt64(text))
      #expect(unsafe Int128(pair.left) == Int128(text))
      #expect(unsafe Double(pair.left)?.bitPattern == Double(text)?.bitPattern)
      #expect(unsafe Float(pair.left)?.bitPattern == Float(text)?.bitPattern)
    }
  }

  @Test("parses dates as the transform does")
  func dates() throws {
    for text in [
      "2025-03-01T00:00:00.023Z", "2024-02-29T23:59:59+01:00", "1969-12-31T23:59:59-00:30",
      "2024-02-29T12:00:00+0100",
    ] {
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
      let expected = try style.parse(text)
      let date = try read(text) { unsafe Date(iso8601: $0.left) }
      #expect(abs(try #require(date).timeIntervalSince(expected)) < 1e-6)
    }
    for text in [
      "", "today", "2025-02-29T00:00:00Z", "2025-03-01", "2025-03-01T00:00:00", "2025-03-01t00:00:00z",
    ] {
      #expect(try read(text) { unsafe Date(iso8601: $0.left) } == nil)
    }
  }

  @Test("a number in a string literal is parsed as a String")
  func literals() {
    #expect(Int("12") == 12 && Double("1.5") == 1.5 && Float("2") == 2 && UInt8("300") == nil)
  }

  @Test("an interner's texts are keys that stay valid")
  func interning() throws {
    let texts = TextInterner()
    var counts: [BorrowedText: Int] = unsafe [:]
    let hosts = ["a", "", "host-1.example", "a host with a long name, 日本", "a"]
    for _ in 0..<100 {
      for host in hosts {
        try read(host) { unsafe counts[texts.intern($0.left), default: 0] += 1 }
      }
    }
    #expect(texts.count == 4)
    defer { withExtendedLifetime(texts) {} }
    let copies = unsafe Dictionary(uniqueKeysWithValues: counts.map { unsafe (String($0.key), $0.value) })
    #expect(copies == ["a": 200, "": 100, "host-1.example": 100, "a host with a long name, 日本": 100])
  }

  #if !DEBUG
    @Test("known texts and parts allocate nothing", .enabled(if: allocation_counter_is_available()))
    func allocations() throws {
      let texts = TextInterner()
      try read("a text of more than fifteen bytes/part/part") { pair in
        _ = unsafe texts.intern(pair.left)
        allocation_counter_start_on_this_thread()
        var length = 0
        for _ in 0..<100 {
          length += unsafe texts.intern(pair.left).count
          length += unsafe pair.left.split(separator: "/").reduce(0) { unsafe $0 + $1.count }
        }
        allocation_counter_stop_on_this_thread()
        #expect(length > 0 && allocation_counter_allocations_on_this_thread() == 0)
      }
    }
  #endif
}
