import TestSupport
import GenomeDialect
import StreamMap
import Synchronization
import Testing

extension LoggerTests {
  /// Paths of several steps, as in version 3.
  @Suite("Genome: indexes and implicit wildcards")
  struct IndexTests {
    private static let text = #"""
      {"items": [{"price": 1, "tags": ["a", "b"]}, {"tags": ["c"]}, {"price": 3, "n": {"x": 7}}],
       "grid": [[1, 2], [3]], "0": "zero", "none": null, "a.b": {"c": 5}}
      """#

    @Test("reads indexes, numeric names, and absent elements past the ends", .feature("15", "18", "G5"))
    func indexes() throws {
      try withMaps(Self.text) { map in
        try #expect(map.extract("items", 0, "price") == 1)
        try #expect(map.extract("items", "2", "price") == 3)
        try #expect(map.extract("items", 0, "tags", 1) == "b")
        try #expect(map.extract("grid", 1, 0) == 3)
        try #expect(map.extract("a.b", "c") == 5)
        var price = 0
        try price <~ map["items", 2, "n", "x"]
        #expect(price == 7)
        try #expect(map["items", 1, "tags"].fromJson { (tags: [String]) in tags.count } == 1)
        let absent: [[PathStep]] = [
          ["items", 3, "price"], ["items", -1, "price"], ["items", 1, "price"], ["0", 0], ["none", "x"],
          ["items", "-1", "price"], ["items", "price", 2], ["absent", 0],
        ]
        for steps in absent {
          let found: Int? = try map.extract(.Path(steps))
          #expect(found == nil, "\(steps)")
        }
        #expect(throws: SequenceError.self) { try map.extract("items", 3, "price") as Int }
        #expect(throws: Genome.MappingError.self) { try map.extract("items", 0, "tags", 0) as Int }
      }
    }

    @Test("a name on an array reads it from each element", .feature("18", "G5"))
    func wildcards() throws {
      try withMaps(Self.text) { map in
        try #expect(map.extract("items", "price") == [1, 3])
        try #expect(map.extract("items", "tags") == [["a", "b"], ["c"]])
        try #expect(map.extract("items", "n", "x") == [7])
        try #expect(map.extract("items", "price", 1) == 3)
        let none: [Int]? = try map.extract("items", "weight")
        #expect(none == nil)
      }
    }

    @Test("writing creates objects for names and elements for indexes", .feature("20", "G5"))
    func writing() throws {
      let map = Map()
      try 1 ~> map["items", 0, "price"]
      try "a" ~> map["items", 0, "name"]
      try 2 ~> map["items", 1, "price"]
      try 3 ~> map["items", 0, "price"]
      try 9 ~> map["items", 5, "price"]
      try 9 ~> map["items", "price"]
      try 9 ~> map["items", -1]
      try true ~> map["grid", 0, 0]
      #expect(
        map.toJson.description
          == #"{"items":[{"price":3,"name":"a"},{"price":2}],"grid":[[true]]}"#)
    }

    @Test("reports the location of an error", .feature("37", "57", "G5", "G10"))
    func errors() throws {
      struct Model: MappableObject {
        let price: Int
        init(map: Map) throws { price = try map.extract("items", 1, "price") }
      }
      let text = #"{"items": [0, {"price": "x"}]}"# + "\n" + #"{"items": [0, {"price": null}]}"# + "\n{}"
      let found = Mutex<[StreamMap.MappingError]>([])
      let before = loggers
      loggers = []
      defer { loggers = before }
      var lines = JSONLines(.text(text), mapping: Model.self)
      lines.onError = .skip { error, _ in found.withLock { $0.append(error) } }
      try lines.forEach { _, _ in }
      let errors = found.withLock { $0 }
      #expect(errors.map(\.path) == ["items[1].price", "items[1].price", "items.1.price"])
      #expect(errors.map(\.kind) == [.typeMismatch, .unexpectedNull, .missingField])
      guard case Genome.MappingError.UnableToMap(let key, _)? = errors[0].underlying else {
        Issue.record("\(errors)")
        return
      }
      #expect(key == .Path(["items", 1, "price"]) && "\(key)" == ".Path(items, 1, price)")
    }
  }
}
