import StreamMap

/// Mappings with policies for JSON of unexpected types.
extension MappingFixtures {
  struct Alternatives: Imaged, Sendable {
    var id = -1
    var text: String? = "template"
    var list: [Int] = [7]
    var point: Point? = Point()
    var flag = false

    func write(to image: inout Image) { image(id, text, list, point, flag) }
  }

  struct Open: Imaged, Sendable {
    var id: Int?
    var name: String?
    var extra: [String: RawJSON] = [:]

    func write(to image: inout Image) { image(id, name, extra) }
  }

  struct Either: Imaged, Sendable {
    var first: Int?
    var second: RawJSON?
    var third: [Int] = []

    func write(to image: inout Image) { image(first, second, third) }
  }

  struct Loose: Imaged, Sendable {
    var id = -1
    var text: String? = "template"
    var flag = true
    var ratio: Double? = 0.5
    var list: [Int] = [7]
    var holes: [Double?] = [1]
    var color = Color.red

    func write(to image: inout Image) { image(id, text, flag, ratio, list, holes, color) }
  }

  struct FieldAccess: Imaged, Sendable {
    var list: [Int] = [7]
    var names: [String]? = ["template"]
    var grid: [[Double]] = [[1]]
    var points: [Point] = [Point()]

    func write(to image: inout Image) { image(list, names, grid, points) }
  }

  static func tolerant() throws -> [any MappingFixture] {
    let point = try Mapping(Point()) {
      Field(\.x, ["x", "v"], .mismatch(.keep), .null(.keep))
      Field(\.y, "y", default: 3.5, .mismatch(.keep), .null(.keep))
    }
    return [
      TypedMappingFixture("aliases", try alternatives(point, .duplicate(.first))),
      TypedMappingFixture("aliases, the last of a name", try alternatives(point, .duplicate(.last))),
      TypedMappingFixture(
        "defaults",
        try Mapping(Alternatives()) {
          Field(\.id, "id", default: 42, .mismatch(.keep), .null(.keep))
          Field(\.text, "text", default: "a default of more than fifteen bytes", .mismatch(.keep))
          Field(\.list, "list", default: [1, 2, 3], .mismatch(.keep), .null(.keep), .badElement(.keep))
          Field(\.point, "point", mapping: point, default: .some(nil), .mismatch(.keep))
        }),
      TypedMappingFixture(
        "unknown names are kept", checksEverything: true,
        try Mapping(Open()) {
          Field(\.id, "id", .mismatch(.setNil))
          Field(\.name, "user.name", .mismatch(.setNil))
          Field(unknown: \.extra)
        }),
      TypedMappingFixture(
        "unknown names are kept, the last of them", checksEverything: true,
        try Mapping(Open()) {
          Field(\.id, ["id", "user.address.zip"], .mismatch(.setNil), .duplicate(.last))
          Field(\.name, "user.name", .mismatch(.setNil), .duplicate(.last))
          Field(unknown: \.extra, .duplicate(.last))
        }),
      TypedMappingFixture(
        "unknown names are errors",
        try Mapping(Open(), rejectsUnknownNames: true) {
          Field(\.id, "id", .mismatch(.setNil))
          Field(\.name, ["user.name", "user.in_reply_to_screen_name"], .mismatch(.setNil), .coercing)
          for name in ["text", "flag", "lang", "color", "small", "ratio"] {
            Field(.literal(name), .mismatch(.keep)) { (_: inout Open, _: Int) in }
          }
        }),
      TypedMappingFixture(
        "indexes or names", checksEverything: true,
        try Mapping(Either()) {
          Field(\.first, .path("list.0", delimiter: "."), .mismatch(.setNil))
          Field(\.second, .path("tags.1", delimiter: "."))
          Field(\.third, .path("a.0.0", delimiter: "."), .badElement(.drop), .mismatch(.keep), .null(.keep))
        }),
      TypedMappingFixture(
        "coerced",
        try Mapping(Loose()) {
          Field(\.id, "id", .coercing, .mismatch(.keep), .null(.keep))
          Field(\.text, ["text", "id"], .coercing, .mismatch(.setNil))
          Field(\.flag, "flag", .coercing, .mismatch(.keep), .null(.keep))
          Field(\.ratio, "ratio", .coercing, .mismatch(.setNil), .overflowsToInfinity)
          Field(\.list, "list", .coercing, .badElement(.drop), .mismatch(.keep), .null(.keep))
          Field(\.holes, "holes", .coercing, .badElement(.setNil), .mismatch(.keep), .null(.keep))
          Field(\.color, "color", .coercing, .mismatch(.keep), .null(.keep))
        }),
      TypedMappingFixture(
        "coerced, strictly", try Mapping(Loose()) { Field(\.id, "id", .coercing) }),
      TypedMappingFixture(
        "void",
        try Mapping(Loose()) {
          Field(\.list, "list", .badElement(.keep), .mismatch(.keep), .null(.keep), .duplicate(.last))
          Field(\.holes, "tags[*].indices[0]", .badElement(.keep))
        }),
      TypedMappingFixture(
        "of another shape", checksEverything: true,
        try Mapping(FieldAccess()) {
          Field(\.list, "list", .singleAsArray, .badElement(.drop), .null(.keep), .mismatch(.keep))
          Field(\.names, ["names", "text"], .singleAsArray, .commaSeparated, .badElement(.drop))
          Field(\.grid, "grid", .singleAsArray, .badElement(.drop), .null(.keep))
          Field(\.points, "points", mapping: point, .singleAsArray, .badElement(.drop), .null(.keep))
        }),
    ]
  }

  private static func alternatives(
    _ point: Mapping<Point>, _ duplicate: FieldPolicy
  ) throws -> Mapping<Alternatives> {
    try Mapping(Alternatives()) {
      Field(\.id, ["user.id", "id", "tags[0].id"], .mismatch(.keep), .null(.keep), duplicate)
      Field(\.text, ["text", "user.name", "lang"], .mismatch(.setNil), duplicate)
      Field(\.list, ["user.friends", "list"], .badElement(.drop), .mismatch(.keep), .null(.keep), duplicate)
      Field(\.point, ["point", "user"], mapping: point, .mismatch(.setNil), duplicate)
      Field(["flag", "truncated", "user.verified"], .mismatch(.keep), .null(.keep), duplicate) {
        (model: inout Alternatives, flag: Bool) in model.flag = flag
      }
    }
  }
}
