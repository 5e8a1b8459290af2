import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// Encoders and containers that are kept beyond their value. Later writes to them have no effect, for any owner and
/// any time.
@Suite("Containers kept after encoding")
struct KeptContainerTests {
  typealias Model = StreamEncoderTests.Model

  /// The objects a model can keep.
  enum Form: CaseIterable, Sendable {
    case keyed, unkeyed, single, encoder, nestedKeyed, nestedUnkeyed, superEncoder
  }

  /// A kept object, and how to write to it.
  struct Kept {
    var write: () throws -> Void
    var path: () -> Int

    init(_ container: KeyedEncodingContainer<AnyKey>, key: String = "late", _ value: any Encodable = 1) {
      var container = container
      write = { try container.encode(value, forKey: AnyKey(key)) }
      path = { container.codingPath.count }
    }

    init(_ container: any UnkeyedEncodingContainer, _ value: any Encodable = 1) {
      var container = container
      write = { try container.encode(value) }
      path = { container.codingPath.count }
    }

    init(_ container: any SingleValueEncodingContainer, _ value: any Encodable = ["late": 1]) {
      var container = container
      write = { try container.encode(value) }
      path = { container.codingPath.count }
    }

    init(_ encoder: any Encoder, _ value: any Encodable = ["late": 1]) {
      write = { try value.encode(to: encoder) }
      path = { encoder.codingPath.count }
    }
  }

  final class Shelf: @unchecked Sendable {
    var kept: [Kept] = []
    var keyed: [KeyedEncodingContainer<AnyKey>] = []
  }

  /// A model that keeps its encoder or container.
  static func keeper(_ form: Form, _ shelf: Shelf) -> Model {
    Model { encoder in
      switch form {
      case .unkeyed:
        var list = encoder.unkeyedContainer()
        try list.encode("a")
        shelf.kept.append(Kept(list))
      case .single:
        var single = encoder.singleValueContainer()
        try single.encode(["k": "a"])
        shelf.kept.append(Kept(single))
      default:
        var keyed = encoder.container(keyedBy: AnyKey.self)
        try keyed.encode("a", forKey: AnyKey("k"))
        switch form {
        case .keyed: shelf.kept.append(Kept(keyed))
        case .encoder: shelf.kept.append(Kept(encoder))
        case .nestedKeyed:
          let nested = keyed.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n"))
          shelf.kept.append(Kept(nested))
        case .nestedUnkeyed:
          shelf.kept.append(Kept(keyed.nestedUnkeyedContainer(forKey: AnyKey("n"))))
        default: shelf.kept.append(Kept(keyed.superEncoder()))
        }
      }
    }
  }

  static func text(_ form: Form) -> String {
    switch form {
    case .keyed, .encoder, .single: #"{"k":"a"}"#
    case .unkeyed: #"["a"]"#
    case .nestedKeyed: #"{"k":"a","n":{}}"#
    case .nestedUnkeyed: #"{"k":"a","n":[]}"#
    case .superEncoder: #"{"k":"a","super":{}}"#
    }
  }

  private func encode(_ encoder: StreamEncoder, _ value: some Encodable) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test("reuses the storage of a kept container written to late", arguments: Form.allCases)
  func usedAgain(_ form: Form) throws {
    let encoder = StreamEncoder()
    let shelf = Shelf()
    let model = Model { encoder in
      var list = encoder.unkeyedContainer()
      for _ in 0..<3 {
        try list.encode(Self.keeper(form, shelf))
        for kept in shelf.kept { try kept.write() }
        shelf.kept = []
        try list.encode(["b": [1]])
      }
    }
    let part = Self.text(form) + #",{"b":[1]}"#
    for _ in 0..<3 {
      #expect(try encode(encoder, model) == "[\(part),\(part),\(part)]")
    }
  }

  @Test("frees a kept container after its storage was reused", arguments: Form.allCases)
  func freed(_ form: Form) throws {
    let encoder = StreamEncoder()
    let shelf = Shelf()
    let model = Model { encoder in
      var list = encoder.unkeyedContainer()
      try list.encode(Self.keeper(form, shelf))
      // It is retained, so these use other storage.
      try list.encode(["b": [1]])
      for kept in shelf.kept { try kept.write() }
      shelf.kept = []
      var rest = list.nestedUnkeyedContainer()
      try list.encode(2)
      // A separate container, which may reuse the one that was written to late.
      try rest.encode(["c": 3])
    }
    for _ in 0..<3 {
      #expect(try encode(encoder, model) == #"[\#(Self.text(form)),{"b":[1]},[{"c":3}],2]"#)
    }
  }

  /// The kept container is nested in a released one.
  @Test(
    "a nested container may outlive its kept parent", arguments: Form.allCases, [Form.keyed, .unkeyed])
  func grandchild(_ form: Form, _ outer: Form) throws {
    let shelf = Shelf()
    let outerShelf = Shelf()
    for isLate in [false, true] {
      let inner = Self.keeper(form, shelf)
      var encoder: StreamEncoder? = StreamEncoder()
      let model = Model { encoder in
        if outer == .keyed {
          var keyed = encoder.container(keyedBy: AnyKey.self)
          if !isLate { try keyed.encode(inner, forKey: AnyKey("in")) }
          outerShelf.kept.append(Kept(keyed, key: "again", inner))
        } else {
          var list = encoder.unkeyedContainer()
          if !isLate { try list.encode(inner) }
          outerShelf.kept.append(Kept(list, inner))
        }
      }
      if let encoder {
        let part = isLate ? "" : Self.text(form)
        #expect(
          try encode(encoder, [model])
            == (outer == .keyed ? #"[{\#(isLate ? "" : #""in":"#)\#(part)}]"# : "[[\(part)]]"))
      }
      encoder = nil
      if isLate { for kept in outerShelf.kept { try kept.write() } }
      outerShelf.kept = []
      #expect(!shelf.kept.isEmpty)
      for kept in shelf.kept {
        try kept.write()
        _ = kept.path()
      }
      shelf.kept = []
    }
  }

  final class Token: Sendable {}

  /// A kept container retains its target without a reference cycle.
  @Test("frees nested containers of a kept container")
  func freedWithAll() throws {
    weak var token: Token?
    do {
      let held = Token()
      token = held
      let key = try #require(CodingUserInfoKey(rawValue: "token"))
      let encoder = StreamEncoder()
      encoder.userInfo[key] = held
      let shelf = Shelf()
      _ = try encoder.encode([Model { shelf.keyed.append($0.container(keyedBy: AnyKey.self)) }])
      for index in shelf.keyed.indices {
        var nested = shelf.keyed[index].nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n"))
        var list = nested.nestedUnkeyedContainer(forKey: AnyKey("n"))
        try list.encode(["a": 1])
        try ["x"].encode(to: shelf.keyed[index].superEncoder())
      }
    }
    #expect(token == nil)
  }

  @Test("a kept container gives nested ones of one name, and each has a path")
  func nestedLate() throws {
    for strategy: JSONEncoder.KeyEncodingStrategy in [
      .useDefaultKeys, .custom { path in path.last ?? AnyKey("") },
    ] {
      let shelf = Shelf()
      let encoder = StreamEncoder()
      encoder.keyEncodingStrategy = strategy
      let inner = Model { encoder in
        var object = encoder.container(keyedBy: AnyKey.self)
        try object.encode(["a": ["b": 1]], forKey: AnyKey("k"))
        shelf.keyed.append(object)
        shelf.keyed.append(object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n")))
        throw StreamEncoderTests.Stop()
      }
      let outer = Model { encoder in
        var single = encoder.singleValueContainer()
        do { try single.encode(inner) } catch is StreamEncoderTests.Stop {}
        try single.encode([1])
        #expect(shelf.keyed[1].codingPath.map(\.stringValue).last == "n")
      }
      #expect(try encode(encoder, [outer]) == "[[1]]")
      var kept = shelf.keyed.removeLast()
      shelf.keyed = []
      for _ in 0..<4 {
        var nested = kept.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("x"))
        try nested.encode([1], forKey: AnyKey("y"))
        kept = kept.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("x"))
        #expect(nested.codingPath.count == kept.codingPath.count)
      }
      #expect(try encode(encoder, [1]) == "[1]")
    }
  }

  @Test("a container that is too deep can be kept")
  func tooDeep() throws {
    let shelf = Shelf()
    let encoder = StreamEncoder()
    let model = Model { encoder in
      shelf.keyed = [encoder.container(keyedBy: AnyKey.self)]
      for _ in 0..<2_000 {
        _ = shelf.keyed[0].nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n"))
        shelf.keyed[0] = shelf.keyed[0].nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n"))
      }
    }
    #expect(throws: EncodingError.self) { try encode(encoder, model) }
    try shelf.keyed[0].encode(["a": 1], forKey: AnyKey("late"))
    #expect(try encode(encoder, ["a": [1]]) == #"{"a":[1]}"#)
  }

  // MARK: At random

  /// Models that keep, write late and release, by a seed. Without the seed they are the same models.
  final class Script: @unchecked Sendable {
    var shape: SeededRandom
    var random: SeededRandom
    let keeps: Bool
    var kept: [Kept] = []
    /// Kept objects of values that have not ended.
    var fresh: [[Kept]] = []

    init(seed: UInt64, keeps: Bool) {
      shape = SeededRandom(seed: seed)
      random = SeededRandom(seed: seed ^ 1)
      self.keeps = keeps
    }

    /// Writes late, and releases.
    func disturb() throws {
      guard keeps else { return }
      while kept.count > 40 { kept.remove(at: random.below(kept.count)) }
      for _ in 0..<random.below(3) where !kept.isEmpty {
        let index = random.below(kept.count)
        if random.chance(3, outOf: 4) {
          try kept[index].write()
          _ = kept[index].path()
        } else {
          kept.remove(at: index)
        }
      }
    }

    func keep(_ make: (Script) -> Kept) {
      if keeps && random.chance(1, outOf: 2) { fresh[fresh.count - 1].append(make(self)) }
    }

    /// A value that is written late, possibly a model that keeps too.
    func late(_ depth: Int) -> any Encodable {
      random.chance(1, outOf: 3) ? Late(script: self, depth: depth) : ["late": 1]
    }

    /// Encodes a value and ends it.
    func value(_ encode: () throws -> Void) throws {
      fresh.append([])
      defer { if let ended = fresh.popLast() { kept += ended } }
      try disturb()
      do {
        try encode()
      } catch is StreamEncoderTests.Stop {}
    }
  }

  /// A model that is written late, and keeps its container.
  struct Late: Encodable {
    let script: Script
    let depth: Int

    func encode(to encoder: any Encoder) throws {
      var list = encoder.container(keyedBy: AnyKey.self)
      guard depth < 3 else { return }
      let nested = list.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n"))
      // Its value may continue. The kept containers belong to values that are not read.
      script.kept.append(Kept(nested, key: "l\(script.random.below(3))", script.late(depth + 1)))
      try list.encode(["a": 1], forKey: AnyKey("m"))
      script.kept.append(Kept(list, key: "m", script.late(depth + 1)))
    }
  }

  struct Tree: Encodable {
    let script: Script
    let depth: Int

    func encode(to encoder: any Encoder) throws {
      let count = depth > 4 ? 0 : script.shape.below(4)
      if script.shape.chance(1, outOf: 4) {
        var list = encoder.unkeyedContainer()
        for index in 0..<count {
          try script.value { try list.encode(Tree(script: script, depth: depth + 1)) }
          try list.encode(index)
        }
        var nested = list.nestedContainer(keyedBy: AnyKey.self)
        script.keep { Kept(list, $0.late(depth)) }
        try script.disturb()
        try list.encode("end")
        try nested.encode([1], forKey: AnyKey("o"))
        script.keep { Kept(nested, key: "o", $0.late(depth)) }
      } else {
        var keyed = encoder.container(keyedBy: AnyKey.self)
        for index in 0..<count {
          let key = AnyKey("k\(script.shape.below(3))")
          try script.value { try keyed.encode(Tree(script: script, depth: depth + 1), forKey: key) }
          try keyed.encode(index, forKey: AnyKey("i"))
        }
        var nested = keyed.nestedUnkeyedContainer(forKey: AnyKey("n"))
        script.keep { Kept(keyed, key: "k1", $0.late(depth)) }
        script.keep { _ in Kept(encoder) }
        try script.disturb()
        try keyed.encode("end", forKey: AnyKey("e"))
        try nested.encode("in")
        script.keep { Kept(nested, $0.late(depth)) }
        let above = keyed.superEncoder(forKey: AnyKey("s"))
        script.keep { _ in Kept(above) }
      }
      if script.shape.chance(1, outOf: 8) { throw StreamEncoderTests.Stop() }
    }
  }

  @Test("kept containers never change the encoded text")
  func random() throws {
    weak var token: Token?
    do {
      let held = Token()
      token = held
      let encoder = StreamEncoder()
      encoder.userInfo[try #require(CodingUserInfoKey(rawValue: "token"))] = held
      try random(encoder)
    }
    // Nothing kept is left.
    #expect(token == nil)
  }

  private func random(_ encoder: StreamEncoder) throws {
    var seeds = SeededRandom(seed: SeededRandom.seed)
    var writes = 0
    for _ in 0..<Effort.pick(200, 3_000, 100_000) {
      let seed = seeds.next()
      let plain = Script(seed: seed, keeps: false)
      let script = Script(seed: seed, keeps: true)
      for _ in 0..<3 {
        func text(_ script: Script) throws -> String {
          script.fresh = [[]]
          defer { script.kept += script.fresh.removeLast() }
          return try encode(encoder, [Tree(script: script, depth: 0)])
        }
        let wanted = try? text(plain)
        let found = try? text(script)
        #expect(found == wanted, "\(SeededRandom.again)")
        writes += script.kept.count
        try script.disturb()
      }
      // A kept container writes models with the script.
      script.kept = []
    }
    #expect(writes > 1_000)
  }
}
