import Testing

@testable import StreamMap

/// `Scripts/check-schema` compiles the generated code, and maps its file.
@Suite("Swift models from a schema")
struct SchemaSwiftTests {
  @Test("a struct and its mapping")
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
}
