import Testing

@testable import StreamMap
@testable import TestSupport

/// Optionals, arrays, and their combinations.
@Suite("Shapes of fields")
struct ShapeTests {
  @Test("optional")
  func optional() throws {
    #expect(try value(of: "1", into: nil as Int?) == 1)
    #expect(try value(of: "null", into: 5 as Int?) == nil)
    #expect(try boxed(5 as Int?).decode("{}").value == 5)
    #expect(try value(of: "null", into: "x" as String?) == nil)
    #expect(try value(of: "false", into: nil as Bool?) == false)
    #expect(try value(of: "2.5", into: nil as Double?) == 2.5)
  }

  @Test("array")
  func array() throws {
    #expect(try value(of: "[1,2,3]", into: [9, 9, 9, 9]) == [1, 2, 3])
    #expect(try value(of: "[]", into: [9]) == [])
    #expect(try boxed([9]).decode("{}").value == [9])
    #expect(try value(of: #"["a",""]"#, into: [] as [String]) == ["a", ""])
    #expect(try value(of: "[true,false]", into: [] as [Bool]) == [true, false])
    #expect(try value(of: "[1.5,-0]", into: [] as [Float]) == [1.5, 0])
    #expect(try boxed([9]).verdict(on: #"{"v":null}"#) == Verdict(.unexpectedNull, 5, "v"))
    #expect(try boxed([9]).verdict(on: #"{"v":[1,null]}"#) == Verdict(.unexpectedNull, 8, "v[1]"))
    #expect(try boxed([9]).verdict(on: #"{"v":[1,[2]]}"#) == Verdict(.typeMismatch, 8, "v[1]"))
    #expect(try boxed([9]).verdict(on: #"{"v":{"a":1}}"#) == Verdict(.typeMismatch, 5, "v"))
    #expect(try boxed([9]).verdict(on: #"{"v":1}"#) == Verdict(.typeMismatch, 5, "v"))
  }

  @Test("optional array")
  func optionalArray() throws {
    #expect(try value(of: "[1,2]", into: nil as [Int]?) == [1, 2])
    #expect(try value(of: "[]", into: nil as [Int]?) == [])
    #expect(try value(of: "[3]", into: [1, 2] as [Int]?) == [3])
    #expect(try value(of: "null", into: [1] as [Int]?) == nil)
    #expect(try boxed([1] as [Int]?).decode("{}").value == [1])
    #expect(try boxed(nil as [Int]?).verdict(on: #"{"v":[null]}"#) == Verdict(.unexpectedNull, 6, "v[0]"))
  }

  @Test("array of optionals")
  func arrayOfOptionals() throws {
    #expect(try value(of: "[1,null,2]", into: [] as [Int?]) == [1, nil, 2])
    #expect(try value(of: "[null]", into: [5] as [Int?]) == [nil])
    #expect(try value(of: #"["a",null]"#, into: [] as [String?]) == ["a", nil])
    #expect(try boxed([] as [Int?]).verdict(on: #"{"v":null}"#) == Verdict(.unexpectedNull, 5, "v"))
    #expect(try boxed([] as [Int?]).verdict(on: #"{"v":[1,"x"]}"#) == Verdict(.typeMismatch, 8, "v[1]"))
  }

  @Test("optional array of optionals")
  func optionalArrayOfOptionals() throws {
    #expect(try value(of: "[1,null]", into: nil as [Int?]?) == [1, nil])
    #expect(try value(of: "null", into: [1] as [Int?]?) == nil)
    #expect(try value(of: "[]", into: [1] as [Int?]?) == [])
  }

  @Test("wildcard into every kind of array")
  func wildcards() throws {
    let json = #"{"a":[{"b":1},{"b":null},{},{"b":2}]}"#
    #expect(try boxed([9] as [Int?], at: "a[*].b").decode(json).value == [1, nil, nil, 2])
    #expect(try boxed(nil as [Int?]?, at: "a[*].b").decode(json).value == [1, nil, nil, 2])
    #expect(try boxed([9], at: "a[*].b").verdict(on: json) == Verdict(.unexpectedNull, 19, "a[1].b"))
    #expect(try boxed([9], at: "a[*].b", .badElement(.drop)).decode(json).value == [1, 2])
    #expect(try boxed([9], at: "a[*].b").decode(#"{"a":[]}"#).value == [])
    #expect(try boxed([9], at: "a[*].b").decode(#"{"a":null}"#).value == [9])
    #expect(try boxed([9], at: "a[*].b").decode(#"{}"#).value == [9])
    #expect(try boxed(nil as [Int]?, at: "a[*].b").decode(#"{"a":[]}"#).value == [])
    #expect(try boxed([] as [Int]?, at: "a[*].b", .mismatch(.setNil)).decode(#"{"a":3}"#).value == nil)
    #expect(try boxed([9], at: "a.*").decode(#"{"a":{"x":1,"y":2,"x":3}}"#).value == [1, 2])
  }

  @Test("more fields than bits in a word")
  func manyFields() throws {
    let mapping = try Mapping(Wide()) {
      for field in 0..<130 {
        Field("f\(field)") { (wide: inout Wide, value: Int) in wide.numbers[field] = value }
      }
      Field(\.last, "last", .required)
    }
    let decoder = mapping.makeDecoder()
    #expect(try decoder.decode(#"{"f0":1,"f64":2,"f129":3,"last":4}"#).sum == 10)
    #expect(try decoder.decode(#"{"f63":1,"last":4}"#).sum == 5)
    let verdict = try mapping.verdict(on: #"{"f0":1}"#)
    #expect(verdict == Verdict(.missingField, 7, "last"))
  }

  @Test("reports a missing required field beyond the first 64", arguments: [0, 5, 63, 64, 70, 127, 128, 129])
  func manyRequired(absent: Int) throws {
    let required = [0, 5, 63, 64, 70, 127, 128, 129]
    let mapping = try Mapping(Wide()) {
      for field in 0..<130 {
        let set = { @Sendable (wide: inout Wide, value: Int) in wide.numbers[field] = value }
        if required.contains(field) {
          Field("f\(field)", .required, set: set)
        } else {
          Field("f\(field)", set: set)
        }
      }
    }
    let members = required.filter { $0 != absent }.map { "\"f\($0)\":1" }.joined(separator: ",")
    let verdict = try mapping.verdict(on: "{\(members)}")
    #expect(verdict == Verdict(.missingField, members.utf8.count + 1, "f\(absent)"))
  }

  @Test("null is rejected where a collection cannot be nil")
  func null() throws {
    let json = #"{"v":null}"#
    let verdict = Verdict(.unexpectedNull, 5, "v")
    #expect(try boxed([0], .null(.setNil)).verdict(on: json) == verdict)
    #expect(try boxed([[0]], .null(.setNil)).verdict(on: json) == verdict)
    #expect(try boxed(["a": 0], .null(.setNil)).verdict(on: json) == verdict)
    #expect(try boxed(["a": [0]], .null(.setNil)).verdict(on: json) == verdict)
  }

  struct Wide {
    var numbers = [Int](repeating: 0, count: 130)
    var last = 0
    var sum: Int { numbers.reduce(last, +) }
  }
}
