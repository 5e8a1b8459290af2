import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// A value that cannot be written is an error with the path of the value.
@Suite("Errors of encoding models")
struct EncodingErrorTests {
  struct Odd: Error {}

  static let even = Transform("an even number") { (value: Int) in
    value
  } encode: { value throws -> Int? in
    if value % 2 == 1 { throw Odd() }
    return value
  }

  struct Part: Sendable {
    var size = 0.0
    var even = 0
  }

  struct Whole: Sendable {
    var part = Part()
    var parts: [Part] = []
    var named: [String: Part] = [:]
    var sizes: [Double] = []
    var grid: [[Double]] = []
    var ratios: [String: Double] = [:]
    var prices: [Decimal: Int] = [:]
    var first = 0.0
    var second = 0.0
    var evens: [Int] = []
  }

  static func mapping() throws -> Mapping<Whole> {
    let part = try Mapping(Part()) {
      Field(\.size, "measures.size")
      Field(\.even, "even", using: even)
    }
    return try Mapping(Whole()) {
      Field(\.part, "part", mapping: part)
      Field(\.parts, "list.parts", mapping: part)
      Field(\.named, "named", mapping: part)
      Field(\.sizes, "items[*].size")
      Field(\.grid, "grid")
      Field(\.ratios, "ratios")
      Field(\.prices, "prices")
      Field(\.first, "place[1]")
      Field(\.second, "place[3].x")
      Field(\.evens, "evens", using: even)
    }
  }

  @Test(
    "path of a value that cannot be written", .feature("37"),
    arguments: [
      ("part.measures.size", \Whole.part.size),
      ("place[1]", \Whole.first),
      ("place[3].x", \Whole.second),
    ] as [(String, any WritableKeyPath<Whole, Double> & Sendable)])
  func numbers(path: String, keyPath: any WritableKeyPath<Whole, Double> & Sendable) throws {
    for number in [Double.nan, .infinity] {
      try Self.expect(path) { $0[keyPath: keyPath] = number }
    }
  }

  @Test("path of an element, dictionary value and transform's value")
  func nested() throws {
    try Self.expect("list.parts[2].measures.size") {
      $0.parts = [Part(), Part(even: 2), Part(size: -.infinity), Part(size: .nan)]
    }
    try Self.expect("named['a b'].measures.size") { $0.named = ["a b": Part(size: .nan)] }
    try Self.expect("items[1].size") { $0.sizes = [1, .nan, 2] }
    try Self.expect("grid[1][2]") { $0.grid = [[], [1, 2, .nan]] }
    try Self.expect("ratios.\u{E9}") { $0.ratios = ["\u{E9}": .nan] }
    try Self.expect("prices") { $0.prices = [.nan: 1] }
    for _ in 0..<2 {
      try Self.expect("part.even", Odd.self) { $0.part.even = 1 }
      try Self.expect("evens[1]", Odd.self) { $0.evens = [2, 3, 5] }
      try Self.expect("list.parts[0].even", Odd.self) { $0.parts = [Part(even: 7)] }
    }
  }

  /// Expects an error at a path: compact, pretty, sorted, and after other records.
  private static func expect(
    _ path: String, _ underlying: (any Error.Type)? = nil, _ change: (inout Whole) -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let mapping = try mapping()
    var model = Whole()
    change(&model)
    for style in [JSONStyle(), .pretty, JSONStyle(writesNil: true)] {
      var json = JSONWriter(style)
      json.double(.nan)
      json.endLine()
      try mapping.encode(Whole(), to: &json)
      json.endLine()
      let before = json.withText { $0.count }
      let error = #expect(throws: EncodingError.self, sourceLocation: sourceLocation) {
        try mapping.encode(model, to: &json)
      }
      guard case .invalidValue(_, let context) = error else {
        Issue.record("another error", sourceLocation: sourceLocation)
        continue
      }
      #expect(context.debugDescription.hasPrefix("\(path): "), sourceLocation: sourceLocation)
      #expect(try steps(context.codingPath) == RecordPath(path).segments, sourceLocation: sourceLocation)
      if let underlying {
        #expect(
          context.underlyingError.map { type(of: $0) == underlying } == true, sourceLocation: sourceLocation)
      }
      // The earlier output, and the writer's count.
      #expect(json.nonFiniteCount == 1, sourceLocation: sourceLocation)
      #expect(json.count == before, sourceLocation: sourceLocation)
      // The writer stays usable.
      try mapping.encode(Whole(), to: &json)
      json.clear()
      #expect(json.nonFiniteCount == 0, sourceLocation: sourceLocation)
    }
  }

  private static func steps(_ keys: [any CodingKey]) -> [RecordPath.Segment] {
    keys.map { key in key.intValue.map { .index($0) } ?? .name(key.stringValue) }
  }
}
