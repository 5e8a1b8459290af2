import Testing

@testable import StreamMap
@testable import TestSupport

/// A missing value is reported at the closing bracket of its container.
@Suite("Required values")
struct RequiredTests {
  @Test(
    "reported at the closing bracket",
    arguments: [
      ("id", "{}", Verdict(.missingField, 1, "id")), ("id", #"{"a":1}"#, Verdict(.missingField, 6, "id")),
      ("id", #"{"a":"x"}"#, Verdict(.missingField, 8, "id")),
      ("id", #"{"a":[1]}"#, Verdict(.missingField, 8, "id")),
      ("id", #" {"a":{"id":1}} "#, Verdict(.missingField, 14, "id")),
      ("a.b", "{}", Verdict(.missingField, 1, "a.b")),
      ("a.b", #"{"a":{}}"#, Verdict(.missingField, 6, "a.b")),
      ("a.b", #"{"a":{"c":1}, "d":2}"#, Verdict(.missingField, 11, "a.b")),
      ("a.b", #"{"a":null,"b":1}"#, Verdict(.missingField, 15, "a.b")),
      ("a.b.c", #"{"a":{"b":{"d":true}}}"#, Verdict(.missingField, 19, "a.b.c")),
      ("[1]", "[7]", Verdict(.missingField, 2, "[1]")),
      ("a[0].b", #"{"a":[{"c":1}]}"#, Verdict(.missingField, 12, "a[0].b")),
      ("a[0]", #"{"a":[]}"#, Verdict(.missingField, 6, "a[0]")),
      ("['x.y'].z", #"{"x.y":{}}"#, Verdict(.missingField, 8, "['x.y'].z")),
    ])
  func scalars(path: String, json: String, verdict: Verdict) throws {
    let mapping = try boxed(0, at: path, .required)
    let error = try mapping.refusal(of: json)
    #expect(Verdict(error) == verdict)
    #expect(error.expected == path)
  }

  /// One object that two models require members of.
  @Test(
    "two models require members of one object",
    arguments: [
      (#"{"user":{"name":1,"id":2}}"#, nil), (#"{"user":{"id":2,"name":1}}"#, nil),
      (#"{"user":{"name":1}}"#, "user.id"), (#"{"user":{"id":2}}"#, "user.name"),
      (#"{"user":{"name":1,"x":[{}]}}"#, "user.id"), (#"{"user":{"id":2,"x":3}}"#, "user.name"),
    ] as [(String, String?)])
  func shared(json: String, missing: String?) throws {
    struct Pair {
      var name = 0
      var inner = Box(value: 0)
    }
    let inner = try boxed(0, at: "id", .required)
    let mapping = try Mapping(Pair()) {
      Field(\.name, "user.name", .required)
      Field(\.inner, "user", mapping: inner)
    }
    for engine in Engine.allCases {
      let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
      let error = caught {
        let pair = try decoder.decode(json)
        #expect(pair.name == 1 && pair.inner.value == 2)
      }
      #expect(error?.path == missing && error?.kind == missing.map { _ in .missingField }, "\(engine)")
    }
  }

  @Test(
    "with a wildcard, the container is required",
    arguments: [
      ("a[*]", "{}", Verdict(.missingField, 1, "a[*]")),
      ("a[*].b", #"{"a":null}"#, Verdict(.missingField, 9, "a[*].b")),
      ("a[*].b", #"{"a":{}}"#, Verdict(.typeMismatch, 5, "a")), ("*.x", "[]", Verdict(.typeMismatch, 0, "$")),
    ])
  func wildcards(path: String, json: String, verdict: Verdict) throws {
    #expect(try boxed([0], at: path, .required).verdict(on: json) == verdict)
  }

  @Test(
    "a value of the wrong kind is a mismatch",
    arguments: [
      ("id", "[]", Verdict(.typeMismatch, 0, "$")), ("id", " 12.5 ", Verdict(.typeMismatch, 1, "$")),
      ("id", "null", Verdict(.typeMismatch, 0, "$")), ("a.b", #"{"a":[1]}"#, Verdict(.typeMismatch, 5, "a")),
      ("a.b", #"{"a":7}"#, Verdict(.typeMismatch, 5, "a")),
    ])
  func wrongKinds(path: String, json: String, verdict: Verdict) throws {
    #expect(try boxed(0, at: path, .required).verdict(on: json) == verdict)
  }

  @Test("present")
  func present() throws {
    #expect(try boxed([0], at: "a[*].b", .required).decode(#"{"a":[]}"#).value == [])
    #expect(try boxed([0], at: "a[*].b", .required).decode(#"{"a":[{}]}"#).value == [])
    #expect(try boxed([0], .required).decode(#"{"v":[]}"#).value == [])
    #expect(try boxed(0 as Int?, .required).decode(#"{"v":null}"#).value == nil)
    #expect(try boxed(5, .required, .null(.keep)).decode(#"{"v":null}"#).value == 5)
    #expect(try boxed(5, .required, .mismatch(.keep)).decode(#"{"v":"x"}"#).value == 5)
    #expect(try boxed(5, at: "$", .required).decode("3").value == 3)
  }

  struct Child: Equatable {
    var id = 0
    var name = ""
  }

  struct Parent: Equatable {
    var child: Child? = Child(id: 7)
    var children: [Child] = []
    var number = 0
  }

  @Test(
    "in nested models",
    arguments: [
      (#"{"child":{}}"#, Verdict(.missingField, 10, "child.id")),
      (#"{"child":{"name":"x"}}"#, Verdict(.missingField, 20, "child.id")),
      (#"{"children":[{"id":1},{"n":1}]}"#, Verdict(.missingField, 28, "children[1].id")),
      (#"{"children":[{}],"child":{"id":1}}"#, Verdict(.missingField, 14, "children[0].id")),
    ])
  func nested(json: String, verdict: Verdict) throws {
    #expect(try Self.parent().verdict(on: json) == verdict)
  }

  @Test("in absent nested models")
  func absentNested() throws {
    #expect(try Self.parent().decode("{}") == Parent())
    #expect(try Self.parent().decode(#"{"child":null,"children":[]}"#) == Parent(child: nil))
  }

  @Test("the first error counts")
  func order() throws {
    #expect(
      try Self.parent().verdict(on: #"{"child":{},"number":"x"}"#) == Verdict(.missingField, 10, "child.id"))
    #expect(
      try Self.parent().verdict(on: #"{"number":"x","child":{}}"#) == Verdict(.typeMismatch, 10, "number"))
    #expect(try Self.parent().verdict(on: #"{"child":{},}"#) == Verdict(.missingField, 10, "child.id"))
    #expect(try Self.parent().verdict(on: #"{"number":1,,"child":{}}"#).kind == .syntax)
  }

  static func parent() throws -> Mapping<Parent> {
    let child = try Mapping(Child()) {
      Field(\.id, "id", .required)
      Field(\.name, "name")
    }
    return try Mapping(Parent()) {
      Field(\.child, "child", mapping: child)
      Field(\.children, "children", mapping: child)
      Field(\.number, "number")
    }
  }
}
