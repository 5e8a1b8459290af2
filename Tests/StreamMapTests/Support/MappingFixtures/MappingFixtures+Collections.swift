import StreamMap

/// Collections of all kinds, over names and values of the random records.
extension MappingFixtures {
  struct Entry: Imaged, Sendable {
    var v: Double?
    var id = -1
    var texts: [String: [String]] = [:]

    func write(to image: inout Image) { image(v, id, texts) }
  }

  struct Gathered: Imaged, Sendable {
    var grid: [[Double]] = [[0.5]]
    var set: Set<Int> = [7]
    var names: Set<String>? = ["template"]
    var colors: Set<Color> = []
    var table: [String: Entry] = ["template": Entry()]
    var counts: [String: Int] = [:]
    var tags: [[String: JSONValue]] = []
    var lists: [[Int]] = []
    var rows: [String: [Entry]]? = [:]
    var user: [String: RawJSON?] = [:]
    var name: String?

    func write(to image: inout Image) {
      image(grid, set, names, colors, table, counts, tags, lists, rows, user, name)
    }
  }

  static func gathered() throws -> [any MappingFixture] {
    let entry = try Mapping(Entry()) {
      Field(\.v, "v", .mismatch(.setNil))
      Field(\.id, "id", .mismatch(.keep), .null(.keep))
      Field(\.texts, "text", .badElement(.drop), .mismatch(.keep), .null(.keep))
    }
    func mapping(_ policies: [FieldPolicy], _ duplicate: FieldPolicy.Duplicate) throws -> Mapping<Gathered> {
      let a = policies[0]
      let b = policies[1]
      let c = policies[2]
      let d = FieldPolicy.duplicate(duplicate)
      return try Mapping(Gathered()) {
        Field(\.grid, "grid", a, b, c, d)
        Field(\.set, "list", a, b, c, d)
        Field(\.names, "names", a, b, d)
        Field(\.colors, "colors", a, b, c, d)
        Field(\.table, "table", mapping: entry, a, b, c, d)
        Field(\.counts, "*", .badElement(.drop), d)
        Field(\.tags, "tags", a, b, c, d)
        Field(\.lists, "tags[*].indices", a, b, d)
        Field(\.user, "user", a, b, c, d)
        Field(\.name, "user.name", .mismatch(.setNil), d)
      }
    }
    let loose: [FieldPolicy] = [.badElement(.drop), .mismatch(.keep), .null(.keep)]
    let strict: [FieldPolicy] = [.badElement(.error), .mismatch(.error), .null(.setNil)]
    return [
      TypedMappingFixture("gathered", try mapping(loose, .first)),
      TypedMappingFixture("gathered, strict", try mapping(strict, .first)),
      TypedMappingFixture("gathered, no duplicates", try mapping(loose, .error)),
      TypedMappingFixture(
        "gathered, the last counts",
        try Mapping(Gathered()) {
          Field(\.grid, "grid", .duplicate(.last), .badElement(.drop), .mismatch(.keep), .null(.keep))
          Field(\.rows, "table", mapping: entry, .duplicate(.last), .badElement(.drop), .mismatch(.keep))
          Field(\.user, "user", .duplicate(.last), .mismatch(.keep), .null(.keep))
          Field(\.name, "user.name", .duplicate(.last), .mismatch(.setNil))
        }),
    ]
  }
}
