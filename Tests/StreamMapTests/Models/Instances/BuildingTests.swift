import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// Models of constants, created by a failable initialiser.
@Suite("Built models")
struct BuildingTests {
  struct User: Hashable {
    let id: Int
    let name: String?
    let tags: [String]
    let retries: Int

    struct NoName: Error, CustomStringConvertible {
      var description: String { "a name is empty" }
    }

    init(id: Int, name: String?, tags: [String] = [], retries: Int = 3) throws {
      if name == "" { throw NoName() }
      self.id = id
      self.name = name
      self.tags = tags
      self.retries = retries
    }
  }

  static func user(_ policies: FieldPolicy...) throws -> Mapping<User> {
    let policy = policies.first ?? .badElement(.error)
    return try Mapping(
      Argument<Int>("id", policy), Argument<String?>("name"), Argument<[String]>("tags"),
      Argument<Int>("retries").or(3)
    ) { id, name, tags, retries in
      try User(id: id, name: name, tags: tags, retries: retries)
    }
  }

  @Test("sets constants from arguments", .feature("3"))
  func constants() throws {
    let mapping = try Self.user()
    let text = "a name of more than fifteen bytes"
    #expect(
      try mapping.both(#"{"id":7,"name":"\#(text)","tags":["a","b"],"retries":0,"x":1}"#)
        == User(id: 7, name: text, tags: ["a", "b"], retries: 0))
    #expect(try mapping.both(#"{"id":7}"#) == User(id: 7, name: nil))
    #expect(try mapping.both(#"{"name":null,"tags":[],"id":7}"#) == User(id: 7, name: nil))
    #expect(Verdict(try mapping.bothRefuse("{}")) == Verdict(.missingField, 1, "id"))
    #expect(Verdict(try mapping.bothRefuse(#"{"id":null}"#)) == Verdict(.unexpectedNull, 6, "id"))
    #expect(
      Verdict(try mapping.bothRefuse(#"{"id":1,"retries":null}"#)) == Verdict(.unexpectedNull, 18, "retries"))
    #expect(Verdict(try mapping.bothRefuse(#"{"id":1,"tags":[1]}"#)) == Verdict(.typeMismatch, 16, "tags[0]"))
    #expect(Verdict(try mapping.bothRefuse(#"[{"id":1}]"#)) == Verdict(.typeMismatch, 0, "$"))
  }

  @Test("reports an error of an initialiser", .feature("4"))
  func failing() throws {
    let mapping = try Self.user()
    let error = try mapping.bothRefuse(#"{"id":1,"name":"", "x":{}} "#)
    #expect(Verdict(error) == Verdict(.invalidModel, 25, "$"))
    #expect(error.message == "$: expected values for User, found a name is empty")
    #expect(error.category == .mapping)
  }

  @Test("policies", .feature("5"))
  func policies() throws {
    #expect(try Self.user(.truncating).both(#"{"id":1.5}"#).id == 1)
    let kept = try Mapping(Argument<Int>("a", .null(.keep), .mismatch(.keep)).or(9)) { Box(value: $0) }
    for json in [#"{"a":null}"#, #"{"a":"x"}"#, "{}"] { #expect(try kept.both(json).value == 9) }
    #expect(try kept.both(#"{"a":1}"#).value == 1)
    let nothing = try Mapping(Argument<Int>("a", .mismatch(.keep))) { Box(value: $0) }
    let error = try nothing.bothRefuse(#"{"a":"x"}"#)
    #expect(Verdict(error) == Verdict(.invalidModel, 8, "$"))
    #expect(error.found == "no value to keep for a")
    #expect(try Mapping { 7 }.both(#"{"a":1}"#) == 7)
    #expect(throws: PathError.self) { try Mapping(Argument<Int>("a[*]")) { $0 } }
  }

  struct Team: Equatable {
    var lead: User?
    var members: [User] = []
    var byName: [String: User] = [:]
    var maybe: [String: User?] = [:]
    var owner: User
  }

  @Test("built models in fields", .feature("3", "11"))
  func nested() throws {
    let user = try Self.user()
    let nobody = try User(id: 0, name: nil)
    func team(_ policies: [FieldPolicy], lead: FieldPolicy) throws -> Mapping<Team> {
      try Mapping(Team(owner: nobody)) {
        Field(\.lead, "lead", mapping: user, lead)
        Field(\.members, "members", mapping: user, policies[0])
        Field(\.byName, "byName", mapping: user, policies[0])
        Field(\.maybe, "maybe", mapping: user, policies[0])
        Field(\.owner, "owner", mapping: user, policies[1])
      }
    }
    let strict = try team([.badElement(.error), .mismatch(.error)], lead: .mismatch(.error))
    #expect(
      try strict.both(
        #"{"lead":{"id":1},"members":[{"id":2,"tags":["x"]},{"id":3}],"byName":{"a":{"id":4}},"maybe":{"b":null,"c":{"id":6}},"owner":{"id":5}}"#
      )
        == Team(
          lead: User(id: 1, name: nil),
          members: [User(id: 2, name: nil, tags: ["x"]), User(id: 3, name: nil)],
          byName: ["a": User(id: 4, name: nil)], maybe: ["b": nil, "c": User(id: 6, name: nil)],
          owner: User(id: 5, name: nil)))
    #expect(try strict.both("{}") == Team(owner: nobody))
    let error = try strict.bothRefuse(#"{"members":[{"id":1},{"id":2,"name":""}]}"#)
    #expect(Verdict(error) == Verdict(.invalidModel, 38, "members[1]"))
    #expect(error.message == "members[1]: expected values for User, found a name is empty")
    #expect(Verdict(try strict.bothRefuse(#"{"lead":{}}"#)) == Verdict(.missingField, 9, "lead.id"))
    let loose = try team([.badElement(.drop), .mismatch(.keep)], lead: .mismatch(.setNil))
    #expect(
      try loose.both(
        #"""
        {"lead":{"id":1,"name":""},"members":[{"id":2,"name":""},{"id":3}],"byName":{"a":{"id":4,"name":""},"b":{"id":5}},
        "maybe":{"a":{"id":4,"name":""},"b":null},"owner":{"id":5,"name":""}}
        """#)
        == Team(
          lead: nil, members: [User(id: 3, name: nil)], byName: ["b": User(id: 5, name: nil)],
          maybe: ["b": nil], owner: nobody))
  }

  struct Trip: Equatable {
    let start: Date
    let users: [User]
    let grid: [[Int]]
    let axis: CollectionTests.Axis
    let axes: Set<CollectionTests.Axis>
    let lead: User
    let links: [String: [User]]
    let dates: [Date]?
  }

  @Test("types an argument can have", .feature("3", "31"))
  func kinds() throws {
    let user = try Self.user()
    let mapping = try Mapping(
      Argument<Date>("start", using: .unixSeconds), Argument<[User]>("users", mapping: user),
      Argument<[[Int]]>("grid"),
      Argument<CollectionTests.Axis>("axis"), Argument<Set<CollectionTests.Axis>>("axes"),
      Argument<User>("lead", mapping: user), Argument<[String: [User]]>("links", mapping: user),
      Argument<[Date]>("dates", using: .unixSeconds)
    ) { start, users, grid, axis, axes, lead, links, dates in
      Trip(
        start: start, users: users, grid: grid, axis: axis, axes: axes, lead: lead, links: links, dates: dates
      )
    }
    let one = try User(id: 1, name: nil)
    #expect(
      try mapping.both(
        #"{"start":0,"users":[{"id":1}],"grid":[[1]],"axis":"x","axes":["y"],"lead":{"id":1},"links":{"a":[{"id":1}]},"dates":[1]}"#
      )
        == Trip(
          start: Date(timeIntervalSince1970: 0), users: [one], grid: [[1]], axis: .x, axes: [.y], lead: one,
          links: ["a": [one]], dates: [Date(timeIntervalSince1970: 1)]))
    #expect(
      try mapping.both(#"{"start":0,"axis":"x","lead":{"id":1}}"#)
        == Trip(
          start: Date(timeIntervalSince1970: 0), users: [], grid: [], axis: .x, axes: [], lead: one,
          links: [:],
          dates: []))
    #expect(Verdict(try mapping.bothRefuse(#"{"start":0,"axis":"x"}"#)) == Verdict(.missingField, 21, "lead"))
  }

  final class Node: Sendable {
    let id: Int
    let names: [String]
    init(id: Int, names: [String]) {
      self.id = id
      self.names = names
    }
  }

  @Test("each record creates its own object", .feature("3", "28"))
  func objects() throws {
    let mapping = try Mapping(Argument<Int>("id"), Argument<[String]>("names")) { Node(id: $0, names: $1) }
    for engine in [Engine.yajl, .index] {
      let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
      var nodes: [Node] = []
      for number in 0..<10 {
        nodes.append(try decoder.decode(#"{"id":\#(number),"names":["n\#(number)"]}"#))
        #expect(throws: MappingError.self) { try decoder.decode(#"{"names":["bad"],"id":"x"}"#) }
        #expect(try decoder.look(#"{"id":-1}"#) { $0.names } == [])
      }
      #expect(nodes.map(\.id) == Array(0..<10))
      #expect(nodes.map(\.names) == (0..<10).map { ["n\($0)"] })
    }
    weak var gone: Node?
    do {
      let decoder = mapping.makeDecoder()
      _ = try decoder.look(#"{"id":1}"#) { gone = copy $0 }
      #expect(gone != nil)
    }
    #expect(gone == nil)
  }

  struct Shown: Equatable {
    let id: Int?
    let names: [String]
    let point: RawJSON?
    let flag: Bool
    let numbers: [Int: JSONValue]
    struct Refused: Error {}

    init(_ id: Int?, _ names: [String], _ point: RawJSON?, _ flag: Bool, _ numbers: [Int: JSONValue]) throws {
      if id == 3 { throw Refused() }
      (self.id, self.names, self.point, self.flag, self.numbers) = (id, names, point, flag, numbers)
    }
  }

  @Test("no value of a record leaks into the next", .feature("6"), arguments: ReuseTests.seeds)
  func reuse(seed: UInt64) throws {
    let mapping = try Mapping(
      Argument<Int?>("id", .mismatch(.setNil)),
      Argument<[String]>("names", .badElement(.drop), .mismatch(.keep)),
      Argument<RawJSON?>("point"), Argument<Bool>("flag").or(true),
      Argument<[Int: JSONValue]>("point", .badElement(.drop), .mismatch(.keep), .null(.keep))
    ) {
      try Shown($0, $1, $2, $3, $4)
    }
    try ReuseTests.compare(mapping, seed: seed) { copy $0 }
  }

  @Test("lines, skipped and read")
  func lines() throws {
    let text = #"{"id":1}"# + "\n" + #"{"id":2,"name":""}"# + "\n" + #"{"id":3,"tags":["a"]}"# + "\n"
    let lines = JSONLines(.text(text), as: try Self.user())
    let results = lines.results.map { result in result.map(\.id).mapError { Verdict($0) } }
    #expect(results == [.success(1), .failure(Verdict(.invalidModel, 26, "$"))])
  }
}
