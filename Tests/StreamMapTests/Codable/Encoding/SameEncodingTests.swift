import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// What `JSONEncoder` does in cases that models rarely meet. Each runs by both encoders.
@Suite("The same results as JSONEncoder")
struct SameEncodingTests {
  typealias Model = StreamEncoderTests.Model

  enum Named: String, Encodable, CodingKeyRepresentable { case kOne, kTwo }

  enum Numbered: Int, Encodable, CodingKeyRepresentable { case one = 1 }

  enum Plain: String, Encodable { case rOne }

  /// A key with a path of its own, so that a test sees what a strategy was given.
  private static let strategies: [JSONEncoder.KeyEncodingStrategy] = [
    .useDefaultKeys, .convertToSnakeCase,
    .custom { path in AnyKey("<" + path.map(\.stringValue).joined(separator: "/") + ">") },
  ]

  private func check(_ value: some Encodable, sourceLocation: SourceLocation = #_sourceLocation) {
    for strategy in Self.strategies {
      var pair = EncoderPair()
      pair.set(keys: strategy)
      let (foundation, own) = pair.verdicts(value)
      #expect(foundation == own, sourceLocation: sourceLocation)
    }
  }

  @Test("converts the keys of every dictionary except [String: …]")
  func dictionaries() {
    check([Named.kOne: 1])
    check([Numbered.one: 1])
    check([1: 1])
    check([Plain.rOne: 1])
    check([Int64(1): 1])
    check(["aB": [Named.kOne: ["xY": [Named.kTwo: 1]]]])
    check(["aB": [1: ["xY": [[Named.kTwo: 1]]]]])
    check([Optional([1: ["aB": 1]])])
  }

  /// The coding paths that a model sees, in the order in which it asks for them.
  private func paths(
    _ strategy: JSONEncoder.KeyEncodingStrategy,
    _ body: @escaping @Sendable (any Encoder, PathLog) throws -> Void
  ) throws -> (foundation: [String], own: [String]) {
    var pair = EncoderPair()
    pair.set(keys: strategy)
    let logs = (PathLog(), PathLog())
    _ = try pair.foundation.encode(["m": ["n": Model { try body($0, logs.0) }]])
    _ = try pair.own.encode(["m": ["n": Model { try body($0, logs.1) }]])
    return (logs.0.paths, logs.1.paths)
  }

  @Test("has JSONEncoder's coding paths in encoders and containers", arguments: 0..<3)
  func codingPaths(_ strategy: Int) throws {
    let (foundation, own) = try paths(Self.strategies[strategy]) { encoder, log in
      log.add(encoder.codingPath)
      let leaf = Model { encoder in
        log.add(encoder.codingPath)
        var container = encoder.container(keyedBy: AnyKey.self)
        log.add(container.codingPath)
        try container.encode(1, forKey: AnyKey("leaf"))
      }
      var outer = encoder.container(keyedBy: AnyKey.self)
      try outer.encode(leaf, forKey: AnyKey("a"))
      var object = outer.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("object"))
      log.add(object.codingPath)
      try object.encode(leaf, forKey: AnyKey("b"))
      var list = object.nestedUnkeyedContainer(forKey: AnyKey("list"))
      log.add(list.codingPath)
      try list.encode(leaf)
      var element = list.nestedContainer(keyedBy: AnyKey.self)
      log.add(element.codingPath)
      try element.encode(leaf, forKey: AnyKey("c"))
      var inner = list.nestedUnkeyedContainer()
      log.add(inner.codingPath)
      try inner.encode([leaf])
      for encoder in [list.superEncoder(), element.superEncoder(), outer.superEncoder(forKey: AnyKey("s"))] {
        log.add(encoder.codingPath)
        var container = encoder.container(keyedBy: AnyKey.self)
        log.add(container.codingPath)
        try container.encode(leaf, forKey: AnyKey("d"))
        log.add(container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("e")).codingPath)
      }
      try outer.encode([leaf], forKey: AnyKey("array"))
      try outer.encode(["k": leaf], forKey: AnyKey("dictionary"))
      try outer.encode(["k": ["l": ["m": leaf]]], forKey: AnyKey("dictionaries"))
      try outer.encode(["k": [["l": leaf]]], forKey: AnyKey("mixed"))
      try outer.encode(Optional(["k": leaf]), forKey: AnyKey("optional"))
      try outer.encode([Named.kOne: [1: leaf]], forKey: AnyKey("named"))
    }
    #expect(foundation == own)
    #expect(foundation.count == 42)
  }

  @Test("passes JSONEncoder's coding paths to a key strategy")
  func strategyPaths() {
    check(
      Model { encoder in
        var outer = encoder.container(keyedBy: AnyKey.self)
        var object = outer.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("object"))
        try object.encode(
          [
            "k": Model { encoder in
              var container = encoder.container(keyedBy: AnyKey.self)
              try container.encode(1, forKey: AnyKey("leafOne"))
            }
          ], forKey: AnyKey("aB"))
        var list = object.nestedUnkeyedContainer(forKey: AnyKey("list"))
        var element = list.nestedContainer(keyedBy: AnyKey.self)
        try element.encode([Named.kOne: [1: 2]], forKey: AnyKey("cD"))
        var own = element.superEncoder().container(keyedBy: AnyKey.self)
        try own.encode([3], forKey: AnyKey("eF"))
      })
  }

  @Test("has JSONEncoder's coding paths in errors", .feature("37"))
  func errorPaths() {
    check(
      [
        "m": Model { encoder in
          var outer = encoder.container(keyedBy: AnyKey.self)
          var list = outer.nestedUnkeyedContainer(forKey: AnyKey("list"))
          try list.encode(1)
          var inner = list.nestedContainer(keyedBy: AnyKey.self)
          try inner.encode(["k": [1, Double.infinity]], forKey: AnyKey("d"))
        }
      ])
    check(["a": ["b": Double.nan]])
    check(["a": [["b": Float.nan]]])
    check([[1: Double.nan]])
  }

  @Test("writes an empty object for a date or data whose closure encodes nothing")
  func closuresWithoutValue() {
    var pair = EncoderPair()
    pair.set(date: .custom { _, _ in }, data: .custom { _, _ in })
    func check(_ value: some Encodable, sourceLocation: SourceLocation = #_sourceLocation) {
      let (foundation, own) = pair.verdicts(value)
      #expect(foundation == .text("{}") && own == .text("{}"), sourceLocation: sourceLocation)
    }
    check(Date())
    check(Data([1]))
    check(Optional(Date()))
    check(
      Model { encoder in
        var container = encoder.singleValueContainer()
        try container.encode(Data())
      })
  }

  @Test("rejects dates that are not finite, and rethrows errors of closures")
  func failingDates() {
    let strategies: [JSONEncoder.DateEncodingStrategy] = [
      .deferredToDate, .secondsSince1970, .millisecondsSince1970, .custom { _, _ in throw PathError.number },
      .custom { _, encoder in
        var container = encoder.unkeyedContainer()
        try container.encode(Double.nan)
      },
    ]
    for strategy in strategies {
      var pair = EncoderPair()
      pair.set(date: strategy)
      for value in [Date(timeIntervalSince1970: .nan), Date(timeIntervalSinceReferenceDate: -.infinity)] {
        for (foundation, own) in [
          pair.verdicts(value), pair.verdicts([value]), pair.verdicts(["a": [value]]),
          pair.verdicts(Optional(value)),
        ] {
          #expect(foundation == own)
        }
      }
    }
  }

  @Test("writes a Decimal that is not a number")
  func notANumber() {
    for formatting in [[], .prettyPrinted, .sortedKeys, [.prettyPrinted, .sortedKeys]]
      as [JSONEncoder.OutputFormatting]
    {
      let pair = EncoderPair()
      pair.foundation.outputFormatting = formatting
      pair.own.outputFormatting = formatting
      for (foundation, own) in [
        pair.verdicts([Decimal.nan, 1.5, .nan]), pair.verdicts(["a": Decimal.nan]),
        pair.verdicts(Decimal.nan),
        pair.verdicts([["a": [Decimal.nan]]]),
      ] {
        #expect(foundation == own)
      }
    }
  }

  /// The steps of a model that also writes to the containers around it.
  private static let steps: [@Sendable (any Encoder, Around) throws -> Void] = [
    { encoder, around in
      try around.write()
      var list = encoder.unkeyedContainer()
      try list.encode(1)
      try around.write()
      try list.encode(["b": 2])
      try around.write()
      try list.encode(3)
    },
    { encoder, around in
      var object = encoder.container(keyedBy: AnyKey.self)
      try around.write()
      try object.encode(1, forKey: AnyKey("a"))
      var list = object.nestedUnkeyedContainer(forKey: AnyKey("l"))
      try around.write()
      try object.encode(2, forKey: AnyKey("b"))
      try list.encode(3)
    },
    { encoder, around in
      try around.write()
      var single = encoder.singleValueContainer()
      try single.encode("text")
      try around.write()
    },
    { _, around in try around.write() },
    { encoder, around in
      try around.write()
      var single = encoder.singleValueContainer()
      try single.encode([Model { try Self.steps[1]($0, around) }])
    },
  ]

  private final class Around: @unchecked Sendable {
    var object: KeyedEncodingContainer<AnyKey>
    var list: any UnkeyedEncodingContainer
    var count = 0

    init(_ encoder: any Encoder) {
      object = encoder.container(keyedBy: AnyKey.self)
      list = object.nestedUnkeyedContainer(forKey: AnyKey("list"))
    }

    func write() throws {
      count += 1
      try object.encode(count, forKey: AnyKey("n\(count)"))
      if count % 2 == 0 { try list.encode(count) }
    }
  }

  @Test("a value can write to the containers around it", arguments: 0..<5)
  func around(_ step: Int) {
    check(
      Model { encoder in
        let around = Around(encoder)
        let model = Model { try Self.steps[step]($0, around) }
        // The model writes with the same containers, so these are copies.
        var object = around.object
        try object.encode(model, forKey: AnyKey("a"))
        try object.encode([model, model], forKey: AnyKey("b"))
        try object.encode("end", forKey: AnyKey("z"))
      })
  }

  /// The table of WritingModels.md. A row is removed if `JSONEncoder` changes.
  @Test("differs from JSONEncoder where the guide says so", .feature("33"))
  func differences() {
    var pair = EncoderPair()
    pair.set()
    func check(
      _ foundation: String, _ own: String, sourceLocation: SourceLocation = #_sourceLocation,
      _ body: @escaping @Sendable (any Encoder) throws -> Void
    ) {
      let verdicts = pair.verdicts(Model(body))
      #expect(verdicts.foundation == .text(foundation), sourceLocation: sourceLocation)
      #expect(verdicts.own == .text(own), sourceLocation: sourceLocation)
    }
    check(#"{"half":1}"#, "7") { encoder in
      var container = encoder.singleValueContainer()
      let half = Model { encoder in
        var container = encoder.container(keyedBy: AnyKey.self)
        try container.encode(1, forKey: AnyKey("half"))
        throw PathError.number
      }
      do { try container.encode(half) } catch {}
      // This value would end the process in `JSONEncoder`.
      if container is ValueEncoder { try container.encode(7) }
    }
    check("[2,1]", "[1,2]") { encoder in
      var container = encoder.unkeyedContainer()
      var encoders = [container.superEncoder(), container.superEncoder()]
      for (number, encoder) in encoders.enumerated() {
        var container = encoder.singleValueContainer()
        try container.encode(number + 1)
      }
      encoders.removeFirst()
      encoders.removeAll()
    }
    check(#"{"list":[2,"text"],"n1":1,"n2":2}"#, #"{"list":["text",2],"n1":1,"n2":2}"#) { encoder in
      let around = Around(encoder)
      var list = around.list
      try list.encode(Model { try Self.steps[2]($0, around) })
    }
    check(#"{"k":1}"#, #"{"k":2}"#) { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      var encoders = (1...2).map { _ in container.superEncoder(forKey: AnyKey("k")) }
      for (number, encoder) in encoders.enumerated() {
        var container = encoder.singleValueContainer()
        try container.encode(number + 1)
      }
      encoders.removeLast()
    }
  }

  private enum PathError: Error { case number }

  /// Every scalar beside small and capital letters.
  @Test("converts every character to snake case like JSONEncoder")
  func snakeCase() throws {
    var pair = EncoderPair()
    pair.set(keys: .convertToSnakeCase)
    let scalars = (0...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap { Unicode.Scalar($0) }
      .filter { scalar in
        let category = scalar.properties.generalCategory
        switch category {
        case .uppercaseLetter, .titlecaseLetter, .lowercaseLetter, .nonspacingMark: return true
        case .unassigned, .privateUse, .otherLetter: return scalar.value % 997 == 0
        default:
          return scalar.properties.isLowercase || scalar.properties.isUppercase
            || scalar.value % 61 == 0
        }
      }
    #expect(scalars.contains("\u{345}"))
    for scalar in scalars {
      let names = ["a\(scalar)b", "aB\(scalar)C", "AB\(scalar)cD", "\(scalar)A\(scalar)", "A\(scalar)"]
      let value = Model { encoder in
        var container = encoder.container(keyedBy: AnyKey.self)
        for (number, name) in names.enumerated() { try container.encode(number, forKey: AnyKey(name)) }
      }
      let (foundation, own) = pair.verdicts(value)
      #expect(foundation == own, "U+\(String(scalar.value, radix: 16))")
    }
  }
}
