import StreamMap
import StreamMapTables

/// The mappings for random records. Their names are those of `Vocabulary`.
enum MappingFixtures {
  static func all() throws -> [any MappingFixture] {
    try scalars() + collections() + gathered() + nested() + policies() + names() + tolerant() + instances()
  }

  // MARK: Scalars

  struct Identity: Imaged, Sendable {
    var id: Int? = -1

    func write(to image: inout Image) { image(id) }
  }

  struct Flat: Imaged, Sendable {
    var id = -1
    var text = "template"
    var flag = false
    var ratio = 0.5
    var small: UInt8 = 7
    var color = ""

    func write(to image: inout Image) { image(id, text, flag, ratio, small, color) }
  }

  struct Optionals: Imaged, Sendable {
    var id: Int? = 3
    var text: String? = "a template of more than fifteen bytes"
    var flag: Bool?
    var ratio: Float?
    var name: String?
    var zip: Int32?

    func write(to image: inout Image) { image(id, text, flag, ratio, name, zip) }
  }

  struct Root: Imaged, Sendable {
    var text: String?
    var number: Double?
    var flag: Bool?

    func write(to image: inout Image) { image(text, number, flag) }
  }

  static func scalars() throws -> [any MappingFixture] {
    [
      TypedMappingFixture("nothing", try Mapping(()) {}) { _, _ in },
      TypedMappingFixture("id", try Mapping(Identity()) { Field(\.id, "id") }),
      TypedMappingFixture("id required", try Mapping(Identity()) { Field(\.id, "id", .required) }),
      TypedMappingFixture("id, whatever", try Mapping(Identity()) { Field(\.id, "id", .mismatch(.setNil)) }),
      TypedMappingFixture(
        "flat",
        try Mapping(Flat()) {
          Field(\.id, "id")
          Field(\.text, "text")
          Field(\.flag, "flag", .null(.keep))
          Field(\.ratio, "ratio", .overflowsToInfinity)
          Field(\.small, "small", .mismatch(.keep))
          Field(\.color, "color", .mismatch(.keep), .null(.keep))
        }),
      TypedMappingFixture(
        "optionals, some deep",
        try Mapping(Optionals()) {
          Field(\.id, "id", .mismatch(.setNil))
          Field(\.text, "text", .mismatch(.setNil))
          Field(\.flag, "flag", .mismatch(.keep))
          Field(\.ratio, "ratio", .mismatch(.setNil))
          Field(\.name, "user.name", .mismatch(.setNil))
          Field(\.zip, "user.address.zip", .mismatch(.setNil))
        }),
      TypedMappingFixture(
        "root scalars",
        try Mapping(Root()) {
          Field(\.text, "$", .mismatch(.setNil))
          Field(\.number, "$", .mismatch(.setNil), .overflowsToInfinity)
          Field(\.flag, "$", .mismatch(.setNil))
        }),
      TypedMappingFixture(
        "root number",
        try Mapping(Root()) { Field(\.number, "$", .required) }),
    ]
  }

  // MARK: Collections

  struct Lists: Imaged, Sendable {
    var list: [Int] = [1]
    var names: [String] = []
    var texts: [String]? = ["template"]
    var firsts: [Int] = []
    var holes: [Double?] = [nil]

    func write(to image: inout Image) { image(list, names, texts, firsts, holes) }
  }

  struct Members: Imaged, Sendable {
    var values: [Double] = []
    var ids: [Int] = []
    var zips: [String]?

    func write(to image: inout Image) { image(values, ids, zips) }
  }

  struct Elements: Imaged, Sendable {
    var first: Int?
    var third: Int?
    var cell: Double?
    var text: String?
    var deep: Int?
    var last: Int?

    func write(to image: inout Image) { image(first, third, cell, text, deep, last) }
  }

  struct Grid: Imaged, Sendable {
    var cells: [Double] = []
    var columns: [Double]?
    var deep: [String] = []

    func write(to image: inout Image) { image(cells, columns, deep) }
  }

  static func collections() throws -> [any MappingFixture] {
    [
      TypedMappingFixture(
        "lists",
        try Mapping(Lists()) {
          Field(\.list, "list", .badElement(.drop), .mismatch(.keep), .null(.keep))
          Field(\.names, "names", .mismatch(.keep), .null(.keep))
          Field(\.texts, "tags[*].text", .badElement(.drop))
          Field(\.firsts, "tags[*].indices[0]", .badElement(.drop))
          Field(\.holes, "holes", .badElement(.drop), .mismatch(.keep), .null(.keep))
        }),
      TypedMappingFixture(
        "strict lists",
        try Mapping(Lists()) {
          Field(\.list, "list")
          Field(\.names, "names[*]")
          Field(\.holes, "holes")
        }),
      TypedMappingFixture(
        "members",
        try Mapping(Members()) {
          Field(\.values, "table.*.v", .badElement(.drop))
          Field(\.ids, "*.id", .badElement(.drop))
          Field(\.zips, "user.*.city", .badElement(.drop))
        }),
      TypedMappingFixture(
        "elements by index",
        try Mapping(Elements()) {
          Field(\.first, "list[0]", .mismatch(.setNil))
          Field(\.third, "list[2]", .mismatch(.setNil))
          Field(\.cell, "grid[1][0]", .mismatch(.setNil))
          Field(\.text, "tags[1].text", .mismatch(.setNil))
          Field(\.deep, "a[0][0][0]", .mismatch(.setNil))
        }),
      TypedMappingFixture(
        "elements of the root",
        try Mapping(Lists()) {
          Field(\.list, "[*].id", .badElement(.drop))
          Field(\.texts, "[*].tags[*].text", .badElement(.drop))
        }),
      TypedMappingFixture(
        "grid",
        try Mapping(Grid()) {
          Field(\.cells, "grid[*][*]", .badElement(.drop))
          Field(\.columns, "grid[*][0]", .badElement(.drop))
          Field(\.deep, "a.a[*].a.*", .badElement(.drop))
        }),
      TypedMappingFixture(
        "columns", checksEverything: true, try Projection("id,user.name,tags[*].text,table.*,a").mapping()
      ) { row, image in
        for column in 0..<5 {
          image.text("column ")
          let isThere = row.forEachValue(column) { value in
            for index in value.indices { image.bytes.append(value[index]) }
            image.text(" ")
          }
          image(isThere)
        }
      },
    ]
  }
}
