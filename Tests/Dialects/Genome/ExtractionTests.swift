import TestSupport
import GenomeDialect
import Testing

@Suite("Genome: values of keys")
struct ExtractionTests {
  private static let joe = #"{"first_name":"Joe","last_name":"Fish"}"#
  private static let jane = #"{"first_name":"Jane","last_name":"Bear"}"#
  private static let text = """
    {"int": 272, "strings": ["one", "two"], "person": \(joe), "people": [\(joe), \(jane)], "twice": [\(joe), \(joe)],
     "relations": {"friend": \(joe), "cousin": \(jane)}, "groups": {"a": [\(joe), \(jane)], "b": \(jane)},
     "rows": [[\(joe)], [\(jane)]], "mixed": [[1], 2], "none": null, "empty": [], "float": 1.5, "flag": true,
     "wide": 18446744073709551615, "large": 9007199254740993, "whole": 5.0}
    """

  private let joe = Person("Joe", "Fish")
  private let jane = Person("Jane", "Bear")

  @Test("extracts values, nested arrays, dictionaries and sets, optional or not", .feature("10", "G2"))
  func shapes() throws {
    try withMaps(Self.text) { [joe, jane] map in
      try #expect(map.value("int", Int.self) == 272)
      try #expect(map.optional("int", Int.self) == 272)
      try #expect(map.value("float", Double.self) == 1.5)
      try #expect(map.value("float", Float.self) == 1.5)
      try #expect(map.value("flag", Bool.self))
      try #expect(map.value("strings", [String].self) == ["one", "two"])
      try #expect(map.optional("strings", [String].self) == ["one", "two"])
      try #expect(map.value("person", Person.self) == joe)
      try #expect(map.optional("person", Person.self) == joe)
      try #expect(map.value("people", [Person].self) == [joe, jane])
      try #expect(map.optional("people", [Person].self) == [joe, jane])
      try #expect(map.value("rows", [[Person]].self) == [[joe], [jane]])
      try #expect(map.optional("rows", [[Person]].self) == [[joe], [jane]])
      try #expect(map.value("relations", [String: Person].self) == ["friend": joe, "cousin": jane])
      try #expect(map.optional("relations", [String: Person].self) == ["friend": joe, "cousin": jane])
      try #expect(map.value("groups", [String: [Person]].self) == ["a": [joe, jane], "b": [jane]])
      try #expect(map.optional("groups", [String: [Person]].self) == ["a": [joe, jane], "b": [jane]])
      try #expect(map.value("twice", Set<Person>.self) == [joe])
      try #expect(map.optional("twice", Set<Person>.self) == [joe])
      try #expect(map.value("person", Json.self) == Json.deserialize(Self.joe))
    }
  }

  @Test("wraps single values in arrays or sets, also in dictionaries", .feature("12", "G4"))
  func singles() throws {
    try withMaps(Self.text) { [joe, jane] map in
      try #expect(map.value("person", [Person].self) == [joe])
      try #expect(map.value("person", Set<Person>.self) == [joe])
      try #expect(map.value("people", [[Person]].self) == [[joe, jane]])
      try #expect(map.value("person", [[Person]].self) == [[joe]])
      try #expect(map.value("int", [[Int]].self) == [[272]])
      try #expect(map.value("empty", [[Int]].self) == [])
      let groups: [String: [Person]] = try map.extract("groups")
      #expect(groups["b"] == [jane])
      // If not all elements of an array are arrays, the whole array is one row.
      #expect(throws: JsonConvertibleError.self) { try map.value("mixed", [[Int]].self) }
    }
  }

  @Test(
    "absent and null are errors unless optional; mismatches always are", .feature("5", "G3", "G10", "G15"))
  func strict() throws {
    try withMaps(Self.text) { map in
      for key in ["none", "absent", "person.absent", "int.below", "people.first_name"] as [KeyType] {
        #expect(throws: SequenceError.self) { try map.value(key, Int.self) }
        #expect(throws: SequenceError.self) { try map.value(key, [Int].self) }
        #expect(throws: SequenceError.self) { try map.value(key, Person.self) }
        try #expect(map.optional(key, Int.self) == nil)
        try #expect(map.optional(key, [Person].self) == nil)
        try #expect(map.optional(key, [String: [Int]].self) == nil)
      }
      let wrong: [(String, (Map) throws -> Any?)] = [
        ("string", { try $0.extract("int") as String }), ("string?", { try $0.extract("int") as String? }),
        ("int", { try $0.extract("strings") as Int }), ("int?", { try $0.extract("flag") as Int? }),
        ("bool", { try $0.extract("int") as Bool? }), ("fraction", { try $0.extract("float") as Int? }),
        ("width", { try $0.extract("int") as UInt8? }), ("model", { try $0.extract("int") as Person? }),
        ("number", { try $0.extract("strings") as Double? }),
      ]
      for (name, read) in wrong {
        do {
          _ = try read(map)
          Issue.record("\(name) was read")
        } catch MappingError.UnableToMap(let key, let error) {
          #expect(key == map.lastKeyForTests(name))
          guard case JsonConvertibleError.UnableToConvert = error else {
            Issue.record("\(name): \(error)")
            continue
          }
        }
      }
      #expect(throws: JsonConvertibleError.self) { try map.optional("int", [String].self) }
      #expect(throws: JsonConvertibleError.self) { try map.value("strings", [Person].self) }
      #expect(throws: SequenceError.self) { try map.value("int", [String: Int].self) }
      #expect(throws: SequenceError.self) { try map.optional("int", [String: [Int]].self) }
    }
  }

  @Test("converts integers of every width exactly", .feature("7", "G15"))
  func integers() throws {
    try withMaps(Self.text) { map in
      try #expect(map.value("large", Int.self) == 9_007_199_254_740_993)
      try #expect(map.value("large", Int64.self) == 9_007_199_254_740_993)
      try #expect(map.value("wide", UInt64.self) == .max)
      try #expect(map.value("wide", UInt.self) == .max)
      try #expect(map.value("whole", Int8.self) == 5)
      try #expect(map.value("whole", UInt16.self) == 5)
      #expect(throws: MappingError.self) { try map.value("wide", Int.self) }
      #expect(throws: MappingError.self) { try map.value("large", Int32.self) }
      let json: Json = try map.extract("wide")
      #expect(json.description == "18446744073709551615" && json.uintValue == .max && json.intValue == nil)
    }
    #expect(UInt64.max.jsonRepresentation().description == "18446744073709551615")
  }
}

extension Map {
  /// The keys of the mismatched values above.
  fileprivate func lastKeyForTests(_ name: String) -> KeyType {
    switch name {
    case "int", "number": "strings"
    case "int?": "flag"
    case "fraction": "float"
    default: "int"
    }
  }
}
