import Testing

@testable import StreamMap
@testable import TestSupport

/// Duplicate names in one object.
@Suite("Duplicate names")
struct DuplicateTests {
  struct User: Equatable {
    var id = -1
    var name = "template"
  }

  struct Model: Equatable {
    var id = -1
    var name = "template"
    var tags: [Int] = [9]
  }

  static func mapping(_ policy: FieldPolicy.Duplicate) throws -> Mapping<Model> {
    try Mapping(Model()) {
      Field(\.id, "user.id", .duplicate(policy))
      Field(\.name, "user.name", .duplicate(policy))
      Field(\.tags, "user.tags", .duplicate(policy))
    }
  }

  static let twice = #"{"user":{"id":1,"tags":[1,2]},"x":{"user":{"id":8}},"user":{"id":2,"name":"second"}}"#

  @Test("first, with its whole subtree", .feature("60"))
  func first() throws {
    let mapping = try Self.mapping(.first)
    #expect(try mapping.decode(Self.twice) == Model(id: 1, name: "template", tags: [1, 2]))
    #expect(try mapping.decode(#"{"user":{"id":1,"id":2}}"#).id == 1)
    #expect(try mapping.decode(#"{"user":null,"user":{"id":2}}"#) == Model())
    #expect(try mapping.verdict(on: #"{"user":7,"user":{"id":2}}"#) == Verdict(.typeMismatch, 8, "user"))
    #expect(try mapping.decode(#"{"user":{"id":1,"id":"not looked at"}}"#).id == 1)
    #expect(try mapping.decode(#"{"user":{"tags":[],"tags":[3]}}"#).tags == [])
    #expect(try boxed(0, at: "a").decode(#"{"a":1,"\u0061":2}"#).value == 1)
  }

  @Test("last, with its whole subtree", .feature("60"))
  func last() throws {
    let mapping = try Self.mapping(.last)
    #expect(try mapping.decode(Self.twice) == Model(id: 2, name: "second"))
    #expect(try mapping.decode(#"{"user":{"id":1,"id":2}}"#).id == 2)
    #expect(try mapping.decode(#"{"user":{"id":1},"user":null}"#) == Model())
    #expect(try mapping.verdict(on: #"{"user":{"id":1},"user":7}"#) == Verdict(.typeMismatch, 24, "user"))
    #expect(try mapping.decode(#"{"user":{"id":1,"tags":[1]},"user":{}}"#) == Model())
    #expect(try mapping.decode(#"{"user":{"tags":[1,2],"tags":[3]}}"#).tags == [3])
    #expect(try mapping.verdict(on: #"{"user":{"id":1,"id":"x"}}"#) == Verdict(.typeMismatch, 21, "user.id"))
    #expect(try boxed(0, at: "a", .duplicate(.last)).decode(#"{"a":1,"b":[],"\u0061":2}"#).value == 2)
  }

  @Test("last, in a reused instance")
  func lastReused() throws {
    let decoder = try Self.mapping(.last).makeDecoder()
    for _ in 0..<3 {
      #expect(try decoder.look(Self.twice) { copy $0 } == Model(id: 2, name: "second"))
      #expect(try decoder.look(#"{"user":{"tags":[4],"id":1},"user":{}}"#) { copy $0 } == Model())
      #expect(try decoder.look("{}") { copy $0 } == Model())
    }
  }

  @Test("required, last")
  func requiredLast() throws {
    let mapping = try boxed(0, at: "a.b", .required, .duplicate(.last))
    #expect(try mapping.decode(#"{"a":{"b":1},"x":1,"a":{"b":2}}"#).value == 2)
    #expect(try mapping.verdict(on: #"{"a":{"b":2},"a":7}"#) == Verdict(.typeMismatch, 17, "a"))
    #expect(try mapping.verdict(on: #"{"a":{"b":2},"a":{}}"#) == Verdict(.missingField, 18, "a.b"))
  }

  @Test("error", .feature("60"))
  func error() throws {
    let mapping = try Self.mapping(.error)
    let error = try mapping.refusal(of: Self.twice)
    #expect(Verdict(error) == Verdict(.duplicateName, 59, "user"))
    #expect(error.expected == "no second member of this name")
    #expect(try mapping.verdict(on: #"{"user":{"id":1,"id":1}}"#) == Verdict(.duplicateName, 21, "user.id"))
    #expect(try mapping.verdict(on: #"{"user":{"id":1,"id":"x"}}"#) == Verdict(.duplicateName, 21, "user.id"))
    #expect(
      try mapping.verdict(on: #"{"user":{"tags":[],"tags":[1]}}"#) == Verdict(.duplicateName, 26, "user.tags")
    )
    #expect(try mapping.decode(#"{"user":{"x":1,"x":2},"y":{},"y":[]}"#) == Model())
  }

  @Test("in elements of an array", arguments: [FieldPolicy.Duplicate.first, .error])
  func elements(policy: FieldPolicy.Duplicate) throws {
    let json = #"{"a":[{"v":1},{"v":2,"v":3},{"v":4}]}"#
    let mapping = try boxed([0], at: "a[*].v", .duplicate(policy))
    if policy == .first {
      #expect(try mapping.decode(json).value == [1, 2, 4])
    } else {
      #expect(try mapping.verdict(on: json) == Verdict(.duplicateName, 25, "a[1].v"))
    }
  }

  /// Elements cannot be removed from a list again.
  @Test(
    "rejects last at or below a wildcard",
    arguments: [("a[*].v", 1), ("*.v", 0), ("*", 0), ("a.b.*[*].c", 4)])
  func lastBelowWildcard(path: String, position: Int) throws {
    let error = try #require(throws: PathError.self) { _ = try boxed([0], at: path, .duplicate(.last)) }
    #expect(error.path == path)
    #expect(error.position == position)
  }

  @Test("last, above a wildcard")
  func lastAboveWildcard() throws {
    let mapping = try boxed([9], at: "a.b[*]", .duplicate(.last))
    #expect(try mapping.decode(#"{"a":{"b":[1],"b":[2,3]}}"#).value == [2, 3])
    #expect(try mapping.decode(#"{"a":{"b":[1]},"a":{"b":[]}}"#).value == [])
    #expect(try mapping.decode(#"{"a":{"b":[1]},"a":{}}"#).value == [9])
    #expect(try mapping.decode(#"{"a":{"b":[1]},"a":{"b":null}}"#).value == [9])
    let kept = try boxed([9], at: "a.b[*]", .duplicate(.last), .mismatch(.keep))
    #expect(try kept.decode(#"{"a":{"b":[1]},"a":{"b":7}}"#).value == [9])
  }

  @Test("in nested models", arguments: [FieldPolicy.Duplicate.first, .last, .error])
  func nested(policy: FieldPolicy.Duplicate) throws {
    let user = try Mapping(User()) {
      Field(\.id, "id", .duplicate(policy))
      Field(\.name, "name", .duplicate(policy))
    }
    struct Users: Equatable {
      var all: [User] = []
    }
    let mapping = try Mapping(Users()) { Field(\.all, "all", mapping: user) }
    let json = #"{"all":[{"id":1},{"id":2,"name":"x","id":3}]}"#
    switch policy {
    case .first: #expect(try mapping.decode(json).all == [User(id: 1), User(id: 2, name: "x")])
    case .last: #expect(try mapping.decode(json).all == [User(id: 1), User(id: 3, name: "x")])
    case .error: #expect(try mapping.verdict(on: json) == Verdict(.duplicateName, 41, "all[1].id"))
    }
  }

  @Test("first and error under .*", arguments: [FieldPolicy.Duplicate.first, .error])
  func members(policy: FieldPolicy.Duplicate) throws {
    let json = #"{"a":{"v":1},"b":{"v":2},"a":{"v":3}}"#
    let mapping = try boxed([0], at: "*.v", .duplicate(policy))
    if policy == .first {
      #expect(try mapping.decode(json).value == [1, 2])
    } else {
      #expect(try mapping.verdict(on: json) == Verdict(.duplicateName, 29, "a"))
    }
  }

  @Test("distinguishes names under .*")
  func manyMembers() throws {
    let mapping = try boxed([0], at: "*")
    let members = (0..<300).map { "\"name\($0)\":\($0)" }
    #expect(try mapping.decode("{\((members + members).joined(separator: ","))}").value == Array(0..<300))
    let decoder = mapping.makeDecoder()
    for _ in 0..<3 { #expect(try decoder.decode(#"{"a":1,"b":2,"a":3,"":4,"":5}"#).value == [1, 2, 4]) }
    let deep = try boxed([0], at: "*.*")
    #expect(
      try deep.decode(#"{"a":{"x":1,"x":2},"b":{"x":3,"y":4},"a":{"z":5}}"#).value == [1, 3, 4])
  }
}
