import TestSupport
import Foundation
import GenomeDialect
import StreamMap
import Synchronization
import Testing

// Common behaviour of records and trees, and the locations of their errors.
extension LoggerTests {
  @Suite("Genome: records")
  struct RecordTests {
    private struct Odd: Error {}

    private class Animal: Object {
      var name = ""
      override func sequence(map: Map) throws { try name <~> map["name"] }
    }

    private final class Dog: Animal {
      var tricks: [String] = []
      override func sequence(map: Map) throws {
        try super.sequence(map: map)
        try tricks <~> map["tricks"]
      }
    }

    private class Base: MappableBase {
      required init() {}
      class func newInstance(json: Json, context: Context) throws -> Self {
        let new = self.init()
        try new.sequence(Map(json: json, context: context))
        return new
      }
      func sequence(map: Map) throws {}
    }

    private final class Derived: Base {
      var a = 0
      override func sequence(map: Map) throws { try a <~> map["a"] }
    }

    @Test("decodes lines of a subclass known only at run time", .feature("25", "42", "G7"))
    func metatypes() throws {
      let type: Animal.Type = Dog.self
      let text = Array(#"{"name": "Rex", "tricks": "roll"}"#.utf8)
      let animals = try JSONLines(.bytes(text), mapping: type).results.map { try $0.get() }
      #expect((animals.first as? Dog)?.tricks == ["roll"])
      let base: Base.Type = Derived.self
      let bases = try JSONLines(.text(#"{"a": 4}"#), mapping: base).results.map { try $0.get() }
      #expect((bases.first as? Derived)?.a == 4)
    }

    @Test("errors of nested reads name the mapped key", .feature("37", "G10"))
    func keysOfErrors() throws {
      struct Inner: MappableObject {
        @TaskLocal static var around: Shown?
        struct Shown: @unchecked Sendable { let map: Map }
        init(map: Map) throws {
          _ = try Inner.around?.map.optional("other", Int.self)
          throw Odd()
        }
      }
      struct Outer: MappableObject {
        init(map: Map) throws {
          try Inner.$around.withValue(Inner.Shown(map: map)) {
            for key in ["inner", "x.inner"] as [KeyType] {
              do {
                _ = try map.value(key, Inner.self)
                Issue.record("nothing was thrown")
              } catch Genome.MappingError.UnableToMap(let found, let error) {
                #expect(found == key && error is Odd)
              }
            }
            _ = try map.value("list", [Inner].self)
          }
        }
      }
      let text = #"{"inner": {}, "x": {"inner": {}}, "other": 1, "list": [{}]}"#
      #expect(throws: Odd.self) { try Outer(js: try Json.deserialize(text)) }
      #expect(throws: Odd.self) { try Outer(map: Map(json: try Json.deserialize(text))) }
      #expect(JSONLines(.text(text), mapping: Outer.self).errors.map(\.path) == ["list[0]"])
    }

    @Test("a value being written can read another key", .feature("37", "G1"))
    func keysOfValues() throws {
      struct Inner: JsonConvertibleType {
        let map: Map
        static func newInstance(json: Json, context: Context) throws -> Inner { throw Odd() }
        func jsonRepresentation() throws -> Json {
          try 2 ~> map["other"]
          return 1
        }
      }
      let map = Map()
      try Inner(map: map) ~> map["inner"]
      #expect(map.toJson == ["other": 2, "inner": 1])
    }

    @Test("locates the thrown error among two equal errors", .feature("37", "57", "G10"))
    func sameErrors() throws {
      struct Inner: MappableObject {
        let value: Int
        init(map: Map) throws { value = try map.extract("v") }
      }
      struct Outer: MappableObject {
        let b: Inner?
        init(map: Map) throws {
          // Equal to the error below, and caught.
          _ = try? map.value("a", Inner.self)
          b = try map.extract("b.b")
        }
      }
      struct Catcher: MappableObject {
        init(map: Map) throws {
          do {
            _ = try map.extract("a") { (_: Json) -> Int in throw Odd() }
          } catch {}
          throw Odd()
        }
      }
      let text = #"{"a": {}, "b": {"b": {}}}"#
      let outer = JSONLines(.text(text), mapping: Outer.self).errors
      #expect(outer.map(\.path) == ["b.b.v"] && outer.map(\.byteOffset) == [22])
      let nested = #"{"x": [{"a": {}}, {"a": {}}]}"#
      let catchers = JSONLines(.text(nested), mapping: [String: [Catcher]].self).errors
      #expect(catchers.map(\.path) == ["x[0]"] && catchers.map(\.byteOffset) == [7])
    }

    @Test("nested errors keep their location through 60 levels, wrapped once", .feature("37", "57", "G10"))
    func nestedErrors() throws {
      struct Nest: MappableObject {
        let inner: [Nest]?
        init(map: Map) throws {
          if map.json["stop"] != nil { throw Odd() }
          inner = try map.extract("n") { (nest: Nest?) in nest.map { [$0] } }
        }
      }
      struct Chain: BasicMappable {
        var box: Box?
        mutating func sequence(map: Map) throws {
          if map.json["stop"] != nil { throw Odd() }
          try box <~ map["n"]
        }
        final class Box: Object {
          var chain: Chain?
          override func sequence(map: Map) throws { try chain <~ map["n"] }
        }
      }
      let depth = 60
      let text =
        String(repeating: #"{"n":"#, count: depth) + #"{"stop":1}"# + String(repeating: "}", count: depth)
      let path = Array(repeating: "n", count: depth).joined(separator: ".")
      for errors in [
        JSONLines(.text(text), mapping: Nest.self).errors,
        JSONLines(.text(text), mapping: Chain.self).errors,
      ] {
        #expect(errors.map(\.path) == [path] && errors.map(\.byteOffset) == [5 * depth])
      }
    }

    @Test("ignored duplicates are neither decoded nor reported", .feature("60", "G2", "G12"))
    func duplicates() throws {
      final class Made: Object {
        static let names = Mutex<[String]>([])
        required init(map: Map) throws {
          let name: String = try map.extract("name")
          Made.names.withLock { $0.append(name) }
          try super.init(map: map)
        }
      }
      let text =
        #"{"d": {"a": "x", "b": 1, "\u0061": 2}, "m": {"k": {"name": "1"}, "l": {"name": "2"}, "k": {"name": "3"}}}"#
      try withMaps(text) { map in
        try #expect(map.value("d", [String: Int].self) == ["a": 2, "b": 1])
        Made.names.withLock { $0 = [] }
        try #expect(map.value("m", [String: Made].self).keys.sorted() == ["k", "l"])
        #expect(Made.names.withLock { $0 } == ["2", "3"])
      }
      let bad = #"{"a": 1, "b": "x", "a": 2, "c": "y"}"#
      #expect(JSONLines(.text(bad), mapping: [String: Int].self).errors.map(\.path) == ["b"])
      #expect(JSONLines(.text(bad), mapping: [String: Int].self).errors.map(\.byteOffset) == [14])
    }

    @Test("compares names by canonical equivalence in records and trees", .feature("62", "G12"))
    func canonicalNames() throws {
      let text = #"{"caf\u00e9": 1, "cafe\u0301": 2}"#
      try withMaps(text) { map in
        for key in ["caf\u{e9}", "cafe\u{301}"] as [KeyType] { try #expect(map.value(key, Int.self) == 2) }
        #expect(map.json["cafe\u{301}"] == 2 && map.json["caf\u{e9}"] == 2)
      }
      let map = Map()
      try 1 ~> map["caf\u{e9}.x"]
      try 2 ~> map["cafe\u{301}.y"]
      #expect(map.toJson.description == "{\"caf\u{e9}\":{\"x\":1,\"y\":2}}")
    }

    @Test(
      "underflow is zero; overflow is absent, or infinite in trees", .feature("7", "G15")
    )
    func ends() throws {
      try withMaps("{\"s\": 1e-400, \"f\": -1e-60, \"l\": 1e400, \"m\": -1e400}") { map in
        try #expect(map.value("s", Double.self) == 0 && map.value("f", Float.self) == 0)
        try #expect(map.value("f", Double.self) == -1e-60)
        for key in ["l", "m"] as [KeyType] {
          #expect(throws: Genome.MappingError.self) { try map.value(key, Double.self) }
          #expect(throws: Genome.MappingError.self) { try map.optional(key, Float.self) }
        }
        let tree = try #require(map.json.foundationDictionary as? [String: Double])
        #expect(tree == ["s": 0, "f": -1e-60, "l": .infinity, "m": -.infinity])
        #expect(map.json["m"]?.content == .NumberValue(-.infinity))
      }
    }

    @Test("documents have no size limits; lines do", .feature("58", "G12"))
    func longDocuments() throws {
      let digits = String(repeating: "1", count: 2000)
      let name = String(repeating: "n", count: 70 << 10)
      let text = #"{"\#(name)": [\#(digits)], "a": {"b": 0.\#(digits)}}"#
      let json = try Json.deserialize(text)
      try #expect([String: Json].newInstance(json: json).count == 2)
      struct Model: MappableObject {
        let b: Double
        init(map: Map) throws { b = try map.extract("a.b") }
      }
      try #expect(abs(Model(js: json).b - 1 / 9) < 1e-9)
      #expect(JSONLines(.text(text), mapping: Model.self).errors.map(\.kind) == [.nameLimit])
      // A kept value of a line with higher limits is read again, whatever it contains.
      var lines = JSONLines(.text(text), mapping: Json.self)
      lines.options.limits = Limits(name: .max, number: .max)
      let kept = try lines.results.map { try $0.get() }
      try #expect(kept.map { try Model(js: $0).b } == [Model(js: json).b])
    }

    @Test("accepts 512 levels, and rejects 513", .feature("58", "G12"))
    func deep() throws {
      struct Nest: MappableObject {
        let depth: Int
        init(map: Map) throws { depth = try (map.optional("n", Nest.self)?.depth ?? 0) + 1 }
      }
      @Sendable func text(_ depth: Int) -> String {
        String(repeating: #"{"n":"#, count: depth) + "null" + String(repeating: "}", count: depth)
      }
      // Frames of a debug build are large.
      let results = Mutex<[Int]>([])
      let thread = Thread {
        do {
          let json = try Json.deserialize(text(512))
          let lines = JSONLines(.text(text(512)), mapping: Nest.self)
          let depths = try [
            Nest(js: json).depth, Nest(map: Map(json: json)).depth,
            lines.results.map { try $0.get().depth }[0],
          ]
          results.withLock { $0 = depths }
        } catch {
          Issue.record("\(error)")
        }
      }
      thread.stackSize = 64 << 20
      thread.start()
      while !thread.isFinished { Thread.sleep(forTimeInterval: 0.001) }
      #expect(results.withLock { $0 } == [512, 512, 512])
      #expect(throws: StreamMap.MappingError.self) { try Json.deserialize(text(513)) }
      #expect(JSONLines(.text(text(513)), mapping: Nest.self).errors.map(\.kind) == [.depthLimit])
    }
  }
}

extension JSONLines {
  /// The records' errors.
  fileprivate var errors: [StreamMap.MappingError] {
    let errors = Mutex<[StreamMap.MappingError]>([])
    let before = loggers
    loggers = []
    defer { loggers = before }
    var lines = self
    lines.onError = .skip { error, _ in errors.withLock { $0.append(error) } }
    do { try lines.forEach { _, _ in } } catch { Issue.record("\(error)") }
    return errors.withLock { $0 }
  }
}
