import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Aliases")
struct AliasTests {
  struct Point: Equatable, Sendable {
    var x = 0
    var name = ""
  }

  struct User: Equatable, Sendable {
    var id = -1
    var name: String? = "template"
    var tags: [String] = ["t"]
    var point: Point? = Point(x: 9)
    var table: [String: Int] = [:]
    var observed = "o" { didSet { writes += 1 } }
    private var writes = 0

    static func == (left: User, right: User) -> Bool {
      left.id == right.id && left.name == right.name && left.tags == right.tags && left.point == right.point
        && left.table == right.table && left.observed == right.observed
    }
  }

  static func mapping(_ policies: FieldPolicy...) throws -> Mapping<User> {
    let point = try Mapping(Point()) {
      Field(\.x, ["x", "X"], .required)
      Field(\.name, ["name", "label"])
    }
    return try Mapping(User()) {
      Field(\.id, ["id", "user.id", "ID"])
      Field(\.name, ["name", "user.name", "full name"])
      Field(\.tags, ["tags", "labels[*].text", "user.tags"])
      Field(\.point, ["point", "place"], mapping: point)
      Field(\.table, ["table", "user.table"])
      Field(\.observed, ["observed", "seen"])
    }
  }

  private func user(_ change: (inout User) -> Void) -> User {
    var user = User()
    change(&user)
    return user
  }

  @Test("the first present alias in the list counts", .feature("17"))
  func first() throws {
    let mapping = try Self.mapping()
    #expect(try mapping.both("{}") == User())
    #expect(try mapping.both(#"{"id":1}"#) == user { $0.id = 1 })
    #expect(try mapping.both(#"{"ID":3}"#) == user { $0.id = 3 })
    #expect(try mapping.both(#"{"ID":3,"user":{"id":2}}"#) == user { $0.id = 2 })
    #expect(try mapping.both(#"{"ID":3,"user":{"id":2},"id":1}"#) == user { $0.id = 1 })
    #expect(try mapping.both(#"{"id":1,"user":{"id":2},"ID":3}"#) == user { $0.id = 1 })
    #expect(try mapping.both(#"{"full name":"c","user":{"name":"b"}}"#) == user { $0.name = "b" })
    #expect(
      try mapping.both(#"{"user":{"tags":["u"]},"labels":[{"text":"l"},{}]}"#) == user { $0.tags = ["l"] })
    #expect(try mapping.both(#"{"user":{"tags":["u"]},"labels":[]}"#) == user { $0.tags = [] })
    #expect(try mapping.both(#"{"user":{"tags":["u"]},"labels":7}"#) == user { $0.tags = ["u"] })
    #expect(
      try mapping.both(#"{"place":{"X":1,"label":"l"},"user":{"table":{"a":1}}}"#)
        == user {
          $0.point = Point(x: 1, name: "l"); $0.table = ["a": 1]
        })
    #expect(
      try mapping.both(#"{"place":{"X":1},"point":{"X":3,"x":2},"table":{}}"#)
        == user { $0.point = Point(x: 2) })
    #expect(try mapping.both(#"{"seen":"s"}"#) == user { $0.observed = "s" })
    #expect(try mapping.both(#"{"seen":"s","observed":"p"}"#) == user { $0.observed = "p" })
  }

  @Test("null counts as present, and every present alias must fit", .feature("5", "17"))
  func policies() throws {
    let mapping = try Self.mapping()
    #expect(try mapping.both(#"{"name":null,"user":{"name":"b"}}"#) == user { $0.name = nil })
    #expect(try mapping.both(#"{"place":null}"#) == user { $0.point = nil })
    #expect(Verdict(try mapping.bothRefuse(#"{"id":1,"ID":"x"}"#)) == Verdict(.typeMismatch, 13, "ID"))
    #expect(Verdict(try mapping.bothRefuse(#"{"ID":"x","id":1}"#)) == Verdict(.typeMismatch, 6, "ID"))
    let kept = try Mapping(Box(value: 5)) { Field(\.value, ["a", "b"], .null(.keep), .mismatch(.keep)) }
    #expect(try kept.both(#"{"a":null,"b":1}"#).value == 5)
    #expect(try kept.both(#"{"b":1,"a":"x"}"#).value == 5)
    #expect(try kept.both(#"{"b":"x"}"#).value == 5)
    #expect(try kept.both(#"{"b":1}"#).value == 1)
  }

  @Test("required needs one of the aliases", .feature("5", "17"))
  func required() throws {
    let mapping = try Mapping(Box(value: 5)) { Field(\.value, ["user.id", "id", "x.y.z"], .required) }
    #expect(try mapping.both(#"{"id":1}"#).value == 1)
    #expect(try mapping.both(#"{"user":{},"id":1}"#).value == 1)
    #expect(try mapping.both(#"{"x":{"y":{"z":3}},"user":{}}"#).value == 3)
    let error = try mapping.bothRefuse(#"{"user":{}, "x":{"y":{}}}"#)
    #expect(Verdict(error) == Verdict(.missingField, 24, "user.id"))
    #expect(
      Verdict(try mapping.bothRefuse(#"{"user":{}, "x":{"y":1}}"#)) == Verdict(.missingField, 23, "user.id"))
    let point = try Self.mapping()
    #expect(
      Verdict(try point.bothRefuse(#"{"place":{"name":"a"}}"#)) == Verdict(.missingField, 20, "place.x"))
  }

  @Test("duplicate names", .feature("17", "60"))
  func duplicates() throws {
    let first = try Mapping(Box(value: 5)) { Field(\.value, ["a", "b"]) }
    let last = try Mapping(Box(value: 5)) { Field(\.value, ["a", "b"], .duplicate(.last)) }
    let none = try Mapping(Box(value: 5)) { Field(\.value, ["a", "b"], .duplicate(.error)) }
    #expect(try first.both(#"{"b":1,"b":2}"#).value == 1)
    #expect(try last.both(#"{"b":1,"b":2}"#).value == 2)
    #expect(try last.both(#"{"a":3,"b":1,"b":2,"a":4}"#).value == 4)
    #expect(try none.both(#"{"b":1,"a":2}"#).value == 2)
    #expect(try none.bothRefuse(#"{"b":1,"a":2,"b":3}"#).kind == .duplicateName)
  }

  final class Account {
    var id = 0
    var tags: [String] = ["t"]
    var sum = 0
  }

  @Test("classes, setters and reuse", .feature("17", "28"))
  func classes() throws {
    let mapping = try Mapping(Account()) {
      Field(\.id, ["id", "ID"])
      Field(\.tags, ["tags", "labels"])
      Field(["cents", "pence"]) { (account: inout Account, cents: Int) in account.sum += cents }
    }
    for engine in Engine.allCases {
      let decoder = mapping.makeDecoder(ReadingOptions(engine: engine))
      func read(_ json: String) throws -> String {
        try decoder.read(Array(json.utf8).span) { "\($0.id) \($0.tags) \($0.sum)" }
      }
      for _ in 0..<2 {
        #expect(try read(#"{"ID":2,"labels":["l"],"pence":3}"#) == #"2 ["l"] 3"#)
        #expect(try read("{}") == #"0 ["t"] 0"#)
        #expect(try read(#"{"ID":2,"id":1,"pence":3,"cents":4}"#) == #"1 ["t"] 4"#)
        #expect(throws: MappingError.self) { try read(#"{"ID":2,"labels":["l"],"pence":"x"}"#) }
        #expect(try read(#"{"tags":["a","b"],"labels":["l"]}"#) == #"0 ["a", "b"] 0"#)
      }
    }
  }

  @Test("closure values", .feature("4", "17"))
  func wanted() throws {
    let mapping = try Mapping(
      Argument<Int>(["id", "ID"]), Argument<[Int]>(["list", "values"]),
      Argument<String?>(["name", "user.name"])
    ) { id, list, name in "\(id) \(list) \(name ?? "nil")" }
    #expect(try mapping.both(#"{"ID":1,"user":{"name":"u"},"values":[1]}"#) == "1 [1] u")
    #expect(try mapping.both(#"{"values":[1],"ID":1,"id":2,"list":[2],"name":null}"#) == "2 [2] nil")
    #expect(Verdict(try mapping.bothRefuse("{}")) == Verdict(.missingField, 1, "id"))
  }

  @Test("more than 64 fields")
  func many() throws {
    let mapping = try Mapping([Int](repeating: 0, count: 70)) {
      for index in 0..<70 { Field(\.[index], ["a\(index)", "b\(index)", "c\(index)"]) }
    }
    let members = (0..<70).map { index in "\"\(["a", "b", "c"][index % 3])\(index)\":\(index + 1)" }
    #expect(try mapping.both("{" + members.joined(separator: ",") + "}") == Array(1...70))
  }

  @Test("rejects an empty list and an empty alias")
  func malformed() {
    #expect(throws: PathError.self) { try Mapping(Box(value: 5)) { Field(\.value, [] as [String]) } }
    #expect(throws: PathError.self) { try Mapping(Box(value: 5)) { Field(\.value, ["a", "a["]) } }
    #expect(throws: PathError.self) { try Mapping(Box(value: 5)) { Field(\.value, ["a", "a[*]"]) } }
  }

  @Test("writes the first alias", .feature("17", "20"))
  func written() throws {
    let mapping = try Self.mapping()
    let user = try mapping.decode(#"{"ID":3,"user":{"name":"b"},"place":{"X":1}}"#)
    let json = String(decoding: try mapping.encode(user), as: UTF8.self)
    #expect(
      json
        == #"{"id":3,"name":"b","tags":["t"],"point":{"x":1,"name":""},"table":{},"observed":"o"}"#)
    #expect(try mapping.decode(json) == user)
  }
}
