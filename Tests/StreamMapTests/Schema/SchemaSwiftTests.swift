import Testing

@testable import StreamMap
@testable import StreamMapTables
@testable import TestSupport

/// `Scripts/check-schema` compiles the generated code, and maps its file.
@Suite("Swift models from a schema")
struct SchemaSwiftTests {
  @Test("a struct and its mapping", .feature("67"))
  func structs() throws {
    let schema = try InferredSchema(
      of: """
        {"id":1,"full-name":"a","user":{"id":1,"class":true},"tags":[{"text":"x","at":[1,2]}],"ratio":1,"x":[]}
        {"id":2,"full_name":"b","user":{"id":2,"class":false},"tags":[],"ratio":0.5,"place":{"id":"p"},"x":{}}
        """)
    #expect(
      schema.swift(named: "tweet") == #"""
        import StreamMap

        struct Tweet {
          var id = 0
          var fullName: String?
          var user = User()
          var tags: [Tag] = []
          var ratio = 0.0
          var x = JSONValue.null
          var fullName2: String?
          var place: Place?

          static func mapping() throws(PathError) -> Mapping<Tweet> {
            let user = try User.mapping()
            let tags = try Tag.mapping()
            let place = try Place.mapping()
            return try Mapping(Tweet()) {
              Field(\.id, "id", .required)
              Field(\.fullName, "full-name")
              Field(\.user, "user", mapping: user, .required)
              Field(\.tags, "tags", mapping: tags, .required)
              Field(\.ratio, "ratio", .required)
              Field(\.x, "x", .required)
              Field(\.fullName2, "full_name")
              Field(\.place, "place", mapping: place)
            }
          }

          struct User {
            var id = 0
            var `class` = false

            static func mapping() throws(PathError) -> Mapping<User> {
              try Mapping(User()) {
                Field(\.id, "id", .required)
                Field(\.`class`, "class", .required)
              }
            }
          }

          struct Tag {
            var text = ""
            var at: [Int] = []

            static func mapping() throws(PathError) -> Mapping<Tag> {
              try Mapping(Tag()) {
                Field(\.text, "text", .required)
                Field(\.at, "at", .required)
              }
            }
          }

          struct Place {
            var id = ""

            static func mapping() throws(PathError) -> Mapping<Place> {
              try Mapping(Place()) {
                Field(\.id, "id", .required)
              }
            }
          }
        }

        """#)
  }

  @Test(arguments: [
    ("full-name", "fullName"), ("full_name", "fullName"), ("ID", "id"), ("URL", "url"),
    ("HTMLBody", "htmlBody"),
    ("userID", "userID"), ("X-Request-Id", "xRequestId"), ("_id", "id"), ("1st", "_1st"), ("", "empty"),
    ("***", "value"), ("self", "selfValue"), ("init", "initValue"), ("größe", "größe"), ("日本", "日本"),
    ("a.b c", "aBC"), ("Already", "already"), ("__typename", "typename"),
  ])
  func properties(_ key: String, _ name: String) {
    #expect(SwiftNames.property(key) == name)
  }

  @Test(arguments: [
    ("user_mention", "UserMention"), ("id", "Id"), ("1st", "Value1st"), ("日", "Value日"), ("", "Value"),
    ("𝐀", "Value𝐀"), ("ǆ", "Ǆ"), ("ŉ", "ValueʼN"),
  ])
  func types(_ key: String, _ name: String) {
    #expect(SwiftNames.type(key) == name)
    #expect(SwiftNames.property(key) != name)
  }

  @Test(arguments: [
    ("tags", "tag"), ("entries", "entry"), ("addresses", "address"), ("boxes", "box"), ("status", "status"),
    ("class", "class"), ("news", "new"), ("s", "s"), ("data", "data"), ("analysis", "analysis"),
  ])
  func oneOfMany(_ name: String, _ one: String) {
    #expect(SwiftNames.singular(name) == one)
  }

  @Test func aNameIsGivenOnce() {
    var names = SwiftNames(reserved: ["Int"])
    #expect(names.take("Int", "CountInt") == "CountInt")
    #expect(names.take("a") == "a")
    #expect(names.take("a") == "a2")
    #expect(names.take("a2") == "a22")
    #expect(names.take("a") == "a3")
  }

  @Test func deepRecordsAreKeptWhole() throws {
    let depth = 200
    let text = String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    let code = try InferredSchema(of: text).swift(named: "Deep")
    #expect(code.contains("var a = JSONValue.null"))
  }

  @Test("code for any names compiles", .enabled(if: Compiler.path != nil))
  func names() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    var names = Self.words
    for _ in 0..<100 { names.append(Self.randomName(&random)) }
    names.shuffle(using: &random)
    var program = ""
    // Few fields in one result builder are checked faster.
    for first in stride(from: 0, to: names.count, by: 10) {
      let some = Set(names[first..<min(first + 10, names.count)]).map { name in
        var json = JSONWriter()
        json.string(name)
        return String(decoding: json.take(), as: UTF8.self)
      }
      // A struct with a member of its own name, whose elements have a struct that is named in the singular.
      let members = some.map { #"\#($0):{\#($0):[{"x":null}]}"# }
      let schema = try InferredSchema(of: "{\(members.joined(separator: ","))}")
      program += schema.swift(named: "Model\(first)")
    }
    #expect(try Compiler.errors(of: program) == [], "\(SeededRandom.again)")
  }

  /// Words with a meaning in Swift's grammar, and the names of types in the generated code.
  private static let words = """
    accesses actor any Any AnyObject Array as assignment associatedtype associativity async attached autoclosure
    await before block Bool borrow borrowing break canImport case catch class column compiler consume consuming
    continue convenience convention copy default defer deinit dependsOn derivative Dictionary didSet discard
    distributed do Double dynamic each else enum escaping exclusivity extension fallthrough false Field file
    fileprivate final for freestanding func function get guard higherThan if immortal import in indirect infix init
    initializes inline inout Int internal introduced is isolated JSONNumber JSONValue kind lazy left let line linear
    lowerThan macro mapping Mapping message metadata modify module mutating Never nil noasync none nonisolated
    nonmutating objc obsoleted of open operator optional Optional override package PathError postfix
    precedencegroup preconcurrency prefix private protocol Protocol public read reasync renamed repeat required
    rethrows return right safe scoped self Self sending set some spi static StreamMap String struct subscript super
    swift Swift switch then throw throws transpose true try Type typealias unavailable unchecked unowned unsafe
    unsafeAddress using value Value var weak where while willSet x yield _ empty hashValue description
    """.split { $0 == " " || $0 == "\n" }.map(String.init)

  /// Returns a name of characters with and without case, that may and may not begin an identifier.
  private static func randomName(_ random: inout SeededRandom) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xA0...0x24F, 0x300...0x36F, 0x370...0x5FF,
      0x900...0xDFF,
      0x1C4...0x1CC, 0x1E00...0x20FF, 0x2100...0x218F, 0x3040...0x9FFF, 0xA720...0xD7FF, 0xF900...0xFFFD,
      0x10400...0x1044F, 0x1D400...0x1D7FF, 0x1F300...0x1F6FF, 0xE0000...0xE01EF,
    ]
    var name = String.UnicodeScalarView()
    for _ in 0..<(1 + random.below(6)) {
      let range = random.pick(ranges)
      if let scalar = Unicode.Scalar(range.lowerBound + UInt32(random.below(range.count))) {
        name.append(scalar)
      }
    }
    return String(name)
  }
}
