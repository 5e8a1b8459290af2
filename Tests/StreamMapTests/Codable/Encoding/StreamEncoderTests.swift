import CAllocationCounter
import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// All requests that an `Encodable` type can make, by name.
@Suite("StreamEncoder")
struct StreamEncoderTests {
  /// A model defined by a closure.
  struct Model: Encodable {
    let body: @Sendable (any Encoder) throws -> Void

    init(_ body: @escaping @Sendable (any Encoder) throws -> Void) { self.body = body }

    func encode(to encoder: any Encoder) throws { try body(encoder) }
  }

  private func text(_ value: some Encodable, _ change: (StreamEncoder) -> Void = { _ in }) throws
    -> String
  {
    let encoder = StreamEncoder()
    change(encoder)
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func text(_ body: @escaping @Sendable (any Encoder) throws -> Void) throws -> String {
    try text(Model(body))
  }

  enum Shape: Codable, Hashable {
    case circle(radius: Double)
    case square(Double, name: String?)
    case point
  }

  enum Level: String, Codable, CodingKeyRepresentable { case low, high }

  struct Everything: Codable {
    var id = 7
    var name: String? = "a/b"
    var missing: String?
    var shapes = [Shape.circle(radius: 1.5), .square(2, name: nil), .point]
    var byLevel: [Level: Int] = [.low: 1]
    var byNumber = [3: "c"]
    var byText = ["k/": [1, 2]]
    var level = Level.high
    var nested: [[Double?]] = [[1, nil], []]
    var link = URL(string: "https://a.example/b")
    var price = Decimal(12.5)
    var data = Data([1, 2, 255])
    var at = Date(timeIntervalSince1970: 1_700_000_000)
  }

  @Test("encodes synthesised types, enums and all keys like JSONEncoder", .feature("33"))
  func synthesised() throws {
    var pair = EncoderPair()
    for formatting: JSONEncoder.OutputFormatting in [
      [.sortedKeys], [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes],
    ] {
      for keys: JSONEncoder.KeyEncodingStrategy in [.useDefaultKeys, .convertToSnakeCase] {
        pair.set(formatting, date: .iso8601, keys: keys)
        let (foundation, own) = pair.verdicts(Everything())
        #expect(foundation == own)
      }
    }
  }

  @Test("writes members in encoding order")
  func order() throws {
    let expected =
      #"{"id":7,"name":"a\/b","shapes":[{"circle":{"radius":1.5}},{"square":{"_0":2}},{"point":{}}],"#
      + #""byLevel":{"low":1},"byNumber":{"3":"c"},"byText":{"k\/":[1,2]},"level":"high","nested":[[1,null],[]],"#
      + #""link":"https:\/\/a.example\/b","price":12.5,"data":"AQL\/","at":721692800}"#
    #expect(try text(Everything()) == expected)
  }

  @Test("accepts interleaved use of containers")
  func outOfTurn() throws {
    let columns = try text { encoder in
      var whole = encoder.container(keyedBy: AnyKey.self)
      var xs = whole.nestedUnkeyedContainer(forKey: AnyKey("x"))
      var ys = whole.nestedUnkeyedContainer(forKey: AnyKey("y"))
      for index in 0..<3 {
        try xs.encode(index)
        try ys.encode(-index)
      }
      try whole.encode(true, forKey: AnyKey("z"))
      #expect(xs.count == 3)
    }
    #expect(columns == #"{"x":[0,1,2],"y":[0,-1,-2],"z":true}"#)
    let deep = try text { encoder in
      var outer = encoder.unkeyedContainer()
      var inner = outer.nestedContainer(keyedBy: AnyKey.self)
      var list = inner.nestedUnkeyedContainer(forKey: AnyKey("list"))
      try outer.encode("behind")
      try list.encode(1)
      try inner.encode(2, forKey: AnyKey("b"))
      try list.encode(3)
      var last = inner.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("last"))
      try outer.encode("end")
      try last.encode("x", forKey: AnyKey("x"))
    }
    #expect(deep == #"[{"list":[1,3],"b":2,"last":{"x":"x"}},"behind","end"]"#)
  }

  @Test("encodes columns of many elements in linear time")
  func columns() throws {
    let count = 50_000
    let text = try text { encoder in
      var whole = encoder.container(keyedBy: AnyKey.self)
      var xs = whole.nestedUnkeyedContainer(forKey: AnyKey("x"))
      var ys = whole.nestedUnkeyedContainer(forKey: AnyKey("y"))
      for index in 0..<count {
        try xs.encode(index)
        try ys.encode(index)
      }
    }
    let list = (0..<count).map { "\($0)" }.joined(separator: ",")
    #expect(text == #"{"x":[\#(list)],"y":[\#(list)]}"#)
  }

  @Test("a duplicate name keeps its first position and last value")
  func twice() throws {
    let twice = try text { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode([1, 2, 3], forKey: AnyKey("a"))
      try container.encode("b", forKey: AnyKey("b"))
      try container.encode(4, forKey: AnyKey("a"))
      try container.encodeNil(forKey: AnyKey("b"))
      try container.encode(["x": 5], forKey: AnyKey("a"))
      try container.encode(6, forKey: AnyKey("c"))
      // The same name in another form.
      try container.encode(7, forKey: AnyKey("\u{E9}"))
      try container.encode(8, forKey: AnyKey("e\u{301}"))
    }
    #expect(twice == "{\"a\":{\"x\":5},\"b\":null,\"c\":6,\"\u{E9}\":8}")
    let again = try text { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      var first = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a"))
      try first.encode(1, forKey: AnyKey("x"))
      try container.encode(2, forKey: AnyKey("b"))
      var second = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a"))
      try second.encode(3, forKey: AnyKey("y"))
      try first.encode(4, forKey: AnyKey("z"))
      try second.encode(5, forKey: AnyKey("x"))
    }
    #expect(again == #"{"a":{"x":5,"y":3,"z":4},"b":2}"#)
  }

  @Test("nothing is added to a container that is continued with nothing")
  func continuedWithNothing() throws {
    let failed = try text { encoder in
      var object = encoder.container(keyedBy: AnyKey.self)
      var list = object.nestedUnkeyedContainer(forKey: AnyKey("list"))
      var empty = object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("empty"))
      try list.encode(1)
      try object.encode(2, forKey: AnyKey("b"))
      #expect(throws: EncodingError.self) { try list.encode(Double.nan) }
      #expect(throws: EncodingError.self) { try list.encode([Double.nan]) }
      #expect(throws: EncodingError.self) { try empty.encode(Double.nan, forKey: AnyKey("x")) }
    }
    #expect(failed == #"{"list":[1],"empty":{},"b":2}"#)
    let again = try text { encoder in
      var object = encoder.container(keyedBy: AnyKey.self)
      var outer = object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("o"))
      var inner = outer.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n"))
      try inner.encode(1, forKey: AnyKey("x"))
      try object.encode(2, forKey: AnyKey("b"))
      _ = outer.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n"))
    }
    #expect(again == #"{"o":{"n":{"x":1}},"b":2}"#)
  }

  @Test("a nested container continues a value that was encoded")
  func continuedValues() throws {
    for keys: JSONEncoder.KeyEncodingStrategy in [
      .useDefaultKeys, .custom { path in path.last ?? AnyKey("") },
    ] {
      let model = Model { encoder in
        var object = encoder.container(keyedBy: AnyKey.self)
        try object.encode(["x": 1], forKey: AnyKey("a"))
        try object.encode([1, 2], forKey: AnyKey("l"))
        var first = object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a"))
        try first.encode(2, forKey: AnyKey("y"))
        var list = object.nestedUnkeyedContainer(forKey: AnyKey("l"))
        #expect(list.count == 2)
        try list.encode(3)
        var second = object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a"))
        try second.encode(3, forKey: AnyKey("x"))
        try first.encode(4, forKey: AnyKey("z"))
        try object.encode(5, forKey: AnyKey("l"))
        // The list is no longer the value, so this is lost.
        try list.encode(6)
        // The attempt leaves the object.
        #expect(throws: EncodingError.self) { try object.encode(Double.nan, forKey: AnyKey("a")) }
        var third = object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a"))
        try third.encode(7, forKey: AnyKey("w"))
      }
      #expect(
        try text(model) { $0.keyEncodingStrategy = keys } == #"{"a":{"x":3,"y":2,"z":4,"w":7},"l":5}"#)
    }
  }

  private final class Holder: @unchecked Sendable {
    var object: KeyedEncodingContainer<AnyKey>

    init(_ object: KeyedEncodingContainer<AnyKey>) { self.object = object }
  }

  /// Of these, something is inserted in the container that is continued.
  @Test("a nested container continues values that were written out of order")
  func continuedInsertions() throws {
    let inner = Model { encoder in
      var object = encoder.container(keyedBy: AnyKey.self)
      var nested = object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a"))
      try object.encode(1, forKey: AnyKey("b"))
      try nested.encode(1, forKey: AnyKey("x"))
    }
    let list = Model { encoder in
      var list = encoder.unkeyedContainer()
      var nested = list.nestedUnkeyedContainer()
      let element = list.superEncoder()
      try list.encode(3)
      try nested.encode(1)
      try 2.encode(to: element)
    }
    let text = try text { encoder in
      var object = encoder.container(keyedBy: AnyKey.self)
      try object.encode(inner, forKey: AnyKey("k"))
      try object.encode(list, forKey: AnyKey("l"))
      let around = Holder(object)
      // The value is moved, because its own code has closed it before it begins.
      let moved = Model { encoder in
        try around.object.encode(0, forKey: AnyKey("before"))
        var list = encoder.unkeyedContainer()
        try list.encode(1)
      }
      try object.encode(moved, forKey: AnyKey("m"))
      var again = object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("k"))
      var nested = again.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a"))
      try nested.encode(2, forKey: AnyKey("x"))
      try nested.encode(3, forKey: AnyKey("y"))
      var elements = object.nestedUnkeyedContainer(forKey: AnyKey("l"))
      #expect(elements.count == 3)
      try elements.encode(4)
      var others = object.nestedUnkeyedContainer(forKey: AnyKey("m"))
      #expect(others.count == 1)
      try others.encode(2)
      try again.encode(5, forKey: AnyKey("c"))
    }
    #expect(
      text == #"{"k":{"a":{"x":2,"y":3},"b":1,"c":5},"l":[[1],2,3,4],"m":[1,2],"before":0}"#)
  }

  @Test("a dictionary follows a single value that failed")
  func dictionaryAfterFailure() throws {
    for keys: JSONEncoder.KeyEncodingStrategy in [
      .useDefaultKeys, .custom { path in path.last ?? AnyKey("") },
    ] {
      let failing = Model { encoder in
        var object = encoder.container(keyedBy: AnyKey.self)
        try object.encode(0, forKey: AnyKey("z"))
        throw Stop()
      }
      let model = Model { encoder in
        var single = encoder.singleValueContainer()
        #expect(throws: Stop.self) { try single.encode(failing) }
        try single.encode(["a": 1])
        var object = encoder.container(keyedBy: AnyKey.self)
        try object.encode(2, forKey: AnyKey("a"))
      }
      #expect(try text(model) { $0.keyEncodingStrategy = keys } == #"{"a":2}"#)
    }
  }

  @Test("more names than a shape has, and the same ones again")
  func manyNames() throws {
    let text = try text { encoder in
      var object = encoder.container(keyedBy: AnyKey.self)
      for round in 0..<2 {
        for name in 0..<100 { try object.encode(name + round, forKey: AnyKey("m\(name)")) }
      }
      var nested = object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n"))
      try nested.encode(1, forKey: AnyKey("m0"))
      try object.encode(-1, forKey: AnyKey("m70"))
      nested = object.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n"))
      try nested.encode(2, forKey: AnyKey("m1"))
    }
    let members = (0..<100).map { "\"m\($0)\":\($0 == 70 ? -1 : $0 + 1)" }.joined(separator: ",")
    #expect(text == #"{\#(members),"n":{"m0":1,"m1":2}}"#)
  }

  /// Each value is next to the previous one, not nested in it.
  @Test("encodes a million values of one name")
  func often() throws {
    let count = 1_000_000
    let text = try text { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode("first", forKey: AnyKey("a"))
      for index in 1...count { try container.encode(index, forKey: AnyKey("b")) }
      var list = container.nestedUnkeyedContainer(forKey: AnyKey("c"))
      try container.encode("last", forKey: AnyKey("d"))
      try list.encode(1)
    }
    #expect(text == #"{"a":"first","b":\#(count),"c":[1],"d":"last"}"#)
  }

  class Base: Encodable {
    var id = 1
  }

  final class Derived: Base {
    var name = "a"
    var isKeyed = true

    private enum Keys: String, CodingKey { case name, base }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try super.encode(to: isKeyed ? container.superEncoder(forKey: .base) : container.superEncoder())
      try container.encode(name, forKey: .name)
    }
  }

  @Test("encodes super encoders, also kept ones", .feature("25"))
  func superEncoders() throws {
    let model = Derived()
    #expect(try text(model) == #"{"base":{"id":1},"name":"a"}"#)
    model.isKeyed = false
    #expect(try text(model) == #"{"super":{"id":1},"name":"a"}"#)
    let kept = try text { encoder in
      var list = encoder.unkeyedContainer()
      let first = list.superEncoder()
      let second = list.superEncoder()
      try list.encode(3)
      _ = list.superEncoder()
      try 2.encode(to: second)
      try ["a": 1].encode(to: first)
    }
    #expect(kept == #"[{"a":1},2,3,{}]"#)
  }

  @Test("several containers of one encoder share one object")
  func shared() throws {
    let text = try text { encoder in
      var first = encoder.container(keyedBy: AnyKey.self)
      try first.encode("circle", forKey: AnyKey("type"))
      try Everything().shapes[0].encode(to: encoder)
      var single = encoder.singleValueContainer()
      try single.encode(["last": 1])
      try first.encode(2, forKey: AnyKey("more"))
    }
    #expect(text == #"{"type":"circle","circle":{"radius":1.5},"last":1,"more":2}"#)
  }

  struct Stop: Error {}

  @Test("discards a value whose encoding threw a caught error")
  func caught() throws {
    let failing = Model { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(1, forKey: AnyKey("a"))
      throw Stop()
    }
    let text = try text { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(1, forKey: AnyKey("a"))
      #expect(throws: Stop.self) { try container.encode(failing, forKey: AnyKey("b")) }
      #expect(throws: Stop.self) { try container.encode(failing, forKey: AnyKey("a")) }
      #expect(throws: EncodingError.self) { try container.encode(Double.nan, forKey: AnyKey("n")) }
      var list = container.nestedUnkeyedContainer(forKey: AnyKey("list"))
      #expect(throws: Stop.self) { try list.encode(failing) }
      #expect(throws: Stop.self) { try list.encode([failing]) }
      try list.encode(2)
      #expect(list.count == 1)
      try container.encode(3, forKey: AnyKey("b"))
    }
    #expect(text == #"{"a":1,"list":[2],"b":3}"#)
  }

  /// A container kept beyond its value neither changes a text nor is reused.
  @Test("encoders and containers can be kept")
  func kept() throws {
    final class Keep: @unchecked Sendable {
      var encoders: [any Encoder] = []
      var keyed: [KeyedEncodingContainer<AnyKey>] = []
      var lists: [any UnkeyedEncodingContainer] = []
    }
    let keep = Keep()
    let model = Model { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      var list = container.nestedUnkeyedContainer(forKey: AnyKey("list"))
      try list.encode(1)
      keep.encoders.append(encoder)
      keep.keyed.append(container)
      keep.lists.append(list)
      for index in keep.keyed.indices.dropLast() {
        try keep.keyed[index].encode("late", forKey: AnyKey("late"))
        try keep.lists[index].encode("late")
        _ = keep.encoders[index].codingPath
      }
    }
    let encoder = StreamEncoder()
    for _ in 0..<3 {
      let data = try encoder.encode([model, model])
      #expect(String(decoding: data, as: UTF8.self) == #"[{"list":[1]},{"list":[1]}]"#)
    }
  }

  @Test("rejects values that encode nothing or nest too deeply")
  func failures() throws {
    struct Nest: Encodable {
      let depth: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if depth > 1 { try container.encode(Nest(depth: depth - 1)) }
      }
    }
    let pair = EncoderPair()
    for depth in [1, 510, 511, 512, 513] {
      let (foundation, own) = pair.verdicts(Nest(depth: depth))
      #expect(foundation == own, "\(depth)")
    }
    let (foundation, own) = pair.verdicts(Model { _ in })
    #expect(foundation == own)
    #expect(try text([Model { _ in }]) == "[{}]")
  }

  @Test("user info, a writer, bytes, configuration and threads")
  func surface() async throws {
    let key = try #require(CodingUserInfoKey(rawValue: "unit"))
    let model = Model { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(encoder.userInfo[key] as? String)
    }
    #expect(try text(model) { $0.userInfo[key] = "km" } == #""km""#)
    var json = JSONWriter()
    let encoder = StreamEncoder()
    try encoder.encode([1], to: &json)
    json.endLine()
    #expect(throws: EncodingError.self) { try encoder.encode([Double.nan], to: &json) }
    try encoder.encode("a", to: &json)
    #expect(json.take() == Array("[1]\n\"a\"".utf8))
    var bytes: [UInt8] = [0]
    try encoder.encode([true], into: &bytes)
    #expect(bytes == [0] + Array("[true]".utf8))
    let expected = try encoder.encode(Everything())
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<200).allSatisfy { _ in (try? encoder.encode(Everything())) == expected } }
      }
      for await isSame in group { #expect(isSame) }
    }
  }

  /// A value that fails, and another in its place, or none.
  struct Lossy: Encodable {
    struct Half: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: PathKey.self)
        try container.encode(1, forKey: PathKey(stringValue: "half"))
        try container.encode(Double.nan, forKey: PathKey(stringValue: "rest"))
      }
    }

    var kind: Int
    var isReplaced: Bool

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      do {
        switch kind {
        case 0: try container.encode(Double.nan)
        case 1: try container.encode(Half())
        case 2: try container.encode([1, .infinity])
        default: try container.encode(Float.infinity)
        }
      } catch {
        if isReplaced { try container.encode("instead") }
      }
    }
  }

  @Test("discards a single value whose encoding threw a caught error", arguments: 0..<4)
  func caughtSingle(_ kind: Int) throws {
    let encoder = StreamEncoder()
    func text(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    let replaced = Lossy(kind: kind, isReplaced: true)
    #expect(try text([replaced, replaced]) == #"["instead","instead"]"#)
    #expect(try text(["a": replaced]) == #"{"a":"instead"}"#)
    #expect(try text(replaced) == #""instead""#)
    let lost = Lossy(kind: kind, isReplaced: false)
    #expect(try text([lost, lost]) == "[{},{}]")
    #expect(try text(["a": lost]) == #"{"a":{}}"#)
    #expect(throws: EncodingError.self) { try text(lost) }
  }

  #if !DEBUG
    struct Point: Encodable {
      var x = 1.5
      var y: Double?
    }

    struct Flat: Encodable {
      var id = 1
      var name = "a name of more than fifteen bytes"
      var from = Point()
      var points = [Point(), Point(), Point(y: 2)]
    }

    /// A container's box belongs to the standard library, one for each.
    @Test("allocates once for each keyed container", .enabled(if: allocation_counter_is_available()))
    func allocations() throws {
      let encoder = StreamEncoder()
      var json = JSONWriter()
      let model = Flat()
      func run() throws {
        for _ in 0..<100 {
          json.clear()
          try encoder.encode(model, to: &json)
        }
      }
      try run()
      // Another test may take the encoder's session for a moment.
      let counts = try (0..<5).map { _ in try Allocations.count { try run() } }
      #expect(counts.contains { $0 <= 100 * 5 })
    }
  #endif
}
