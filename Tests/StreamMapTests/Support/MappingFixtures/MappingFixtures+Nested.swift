import StreamMap

extension MappingFixtures {
  struct Point: Imaged, Sendable {
    var x = 1.5
    var y: Double? = 2.5
    var names: [String] = []

    func write(to image: inout Image) { image(x, y, names) }
  }

  struct Tag: Imaged, Sendable {
    var text = "template"
    var indices: [Int] = []

    func write(to image: inout Image) { image(text, indices) }
  }

  struct User: Imaged, Sendable {
    var id = 0
    var name: String?
    var city: String?

    func write(to image: inout Image) { image(id, name, city) }
  }

  struct Post: Imaged, Sendable {
    var id = -1
    var user = User()
    var tags: [Tag] = [Tag()]
    var point: Point? = Point()
    var points: [Point]?

    func write(to image: inout Image) { image(id, user, tags, point, points) }
  }

  final class Leaf: Imaged {
    var id = 5
    var name: String? = "template text of more than fifteen bytes"

    func write(to image: inout Image) { image(id, name) }
  }

  final class Branch: Imaged {
    var id = 1
    var leaf: Leaf? = Leaf()
    var tags: [String] = []
    var text: String = "observed" {
      didSet { changes += 1 }
    }
    private(set) var changes = 0

    func write(to image: inout Image) { image(id, leaf, tags, text) }
  }

  struct Kept: Imaged, Sendable {
    var id: JSONValue?
    var user = RawJSON()
    var tags: JSONValue?
    var list: [RawJSON] = []
    var text: String?

    func write(to image: inout Image) { image(id, user, tags, list, text) }
  }

  struct Whole: Imaged, Sendable {
    var root = RawJSON()

    func write(to image: inout Image) { image(root) }
  }

  struct Prefixes: Imaged, Sendable {
    var whole = RawJSON()
    var id: Int?
    var wide: Double?
    var city: String?
    var user: User?

    func write(to image: inout Image) { image(whole, id, wide, city, user) }
  }

  struct Sums: Imaged, Sendable {
    var total = 0
    var texts: [String] = []

    func write(to image: inout Image) { image(total, texts) }
  }

  private static func point(_ policies: FieldPolicy) throws -> Mapping<Point> {
    try Mapping(Point()) {
      Field(\.x, "x", policies)
      Field(\.y, "y", policies)
      Field(\.names, "names", policies)
    }
  }

  static func nested() throws -> [any MappingFixture] {
    let user = try Mapping(User()) {
      Field(\.id, "id", .required)
      Field(\.name, "name")
      Field(\.city, "address.city", .mismatch(.setNil))
    }
    let tag = try Mapping(Tag()) {
      Field(\.text, "text", .required)
      Field(\.indices, "indices", .badElement(.drop))
    }
    let place = try point(.mismatch(.keep))
    let places = try point(.null(.keep))
    return [
      TypedMappingFixture(
        "models in models",
        try Mapping(Post()) {
          Field(\.id, "id", .mismatch(.keep))
          Field(\.user, "user", mapping: user, .mismatch(.keep), .null(.keep))
          Field(\.tags, "tags", mapping: tag, .badElement(.drop), .mismatch(.keep), .null(.keep))
          Field(\.point, "point", mapping: place, .mismatch(.setNil))
          Field(\.points, "points", mapping: places, .badElement(.drop), .mismatch(.setNil))
        }),
      TypedMappingFixture(
        "strict models in models",
        try Mapping(Post()) {
          Field(\.user, "user", mapping: user, .required)
          Field(\.tags, "tags[*]", mapping: tag)
        }),
      TypedMappingFixture("classes", try branches()),
      TypedMappingFixture(
        "kept as they stand", checksEverything: true,
        try Mapping(Kept()) {
          Field(\.id, "id")
          Field(\.user, "user")
          Field(\.tags, "tags")
          Field(\.list, "list[*]")
          Field(\.text, "text", .mismatch(.setNil))
        }),
      TypedMappingFixture(
        "root, as it stands", checksEverything: true, try Mapping(Whole()) { Field(\.root, "$") }),
      TypedMappingFixture(
        "a path that begins others", checksEverything: true,
        try Mapping(Prefixes()) {
          Field(\.whole, "user")
          Field(\.id, "user.id", .mismatch(.setNil))
          Field(\.wide, "user.id", .mismatch(.setNil))
          Field(\.city, "user.address.city", .mismatch(.setNil))
          Field(\.user, "user", mapping: user, .mismatch(.setNil))
        }),
      TypedMappingFixture(
        "setters",
        try Mapping(Sums()) {
          Field("id", .mismatch(.keep)) { (sums: inout Sums, id: Int) in sums.total &+= id }
          Field("list", .badElement(.drop), .mismatch(.keep)) { (sums: inout Sums, list: [Int]) in
            for number in list { sums.total &+= number }
          }
          Field("user.name", .mismatch(.keep)) { (sums: inout Sums, name: String) in sums.texts.append(name) }
          Field("tags[*].text", .badElement(.drop)) { (sums: inout Sums, texts: [String]) in
            sums.texts += texts
          }
        }),
    ]
  }

  private static func branches() throws -> Mapping<Branch> {
    let leaf = try Mapping(Leaf()) {
      Field(\.id, "id", .mismatch(.keep))
      Field(\.name, "name", .mismatch(.setNil))
    }
    return try Mapping(Branch()) {
      Field("id", .mismatch(.keep)) { (branch: inout Branch, id: Int) in branch.id = id }
      Field(\.leaf, "user", mapping: leaf, .mismatch(.setNil))
      Field(\.tags, "tags[*].text", .badElement(.drop))
      Field(\.text, "text", .mismatch(.keep), .null(.keep))
    }
  }
}
