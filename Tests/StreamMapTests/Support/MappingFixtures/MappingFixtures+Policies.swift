import StreamMap

extension MappingFixtures {
  struct Twice: Imaged, Sendable {
    var id = -1
    var text: String?
    var userID: Int?
    var name: String?
    var list: [Int] = []

    func write(to image: inout Image) { image(id, text, userID, name, list) }
  }

  enum Color: String, Sendable, Imaged {
    case red, green

    func write(to image: inout Image) { image(rawValue) }
  }

  struct Painted: Imaged, Sendable {
    var color = Color.red
    var colors: [Color] = [.green]
    var maybe: Color?

    func write(to image: inout Image) { image(color, colors, maybe) }
  }

  struct Integers: Imaged, Sendable {
    var int8: Int8 = 1
    var uint8: UInt8 = 1
    var int16: Int16 = 1
    var uint16: UInt16 = 1
    var int32: Int32 = 1
    var uint32: UInt32 = 1
    var int64: Int64 = 1
    var uint64: UInt64 = 1
    var int = 1
    var uint: UInt = 1

    func write(to image: inout Image) {
      image(int8, uint8, int16, uint16, int32, uint32, int64, uint64, int, uint)
    }
  }

  struct Reals: Imaged, Sendable {
    var double = 0.0
    var float: Float = 0
    var doubles: [Double] = []
    var floats: [Float]?

    func write(to image: inout Image) { image(double, float, doubles, floats) }
  }

  static func policies() throws -> [any MappingFixture] {
    [
      TypedMappingFixture("last counts", try twice(.last)),
      TypedMappingFixture("first counts", try twice(.first)),
      TypedMappingFixture("none may stand twice", try twice(.error)),
      TypedMappingFixture(
        "keep all",
        try Mapping(Optionals()) {
          Field(\.id, "id", .mismatch(.keep), .null(.keep))
          Field(\.text, "text", .mismatch(.keep), .null(.keep))
          Field(\.flag, "flag", .mismatch(.keep), .null(.keep))
          Field(\.ratio, "ratio", .mismatch(.keep), .null(.keep), .overflowsToInfinity)
          Field(\.name, "user.name", .mismatch(.keep), .null(.keep))
          Field(\.zip, "user.address.zip", .mismatch(.keep), .null(.keep), .truncating)
        }),
      TypedMappingFixture(
        "nothing may be missing", over: Vocabulary.common,
        try Mapping(Optionals()) {
          Field(\.id, "id", .required, .null(.error))
          Field(\.text, "text", .required)
          Field(\.name, "user.name", .required, .null(.error))
          Field(\.flag, "flag", .required)
        }),
      TypedMappingFixture(
        "raw values",
        try Mapping(Painted()) {
          Field(\.color, "color", .mismatch(.keep), .null(.keep))
          Field(\.colors, "colors", .badElement(.drop), .mismatch(.keep), .null(.keep))
          Field(\.maybe, "color", .mismatch(.setNil))
        }),
      TypedMappingFixture("strict raw values", try Mapping(Painted()) { Field(\.color, "color") }),
      TypedMappingFixture("integers, clamped", try integers(.clamping, .mismatch(.keep))),
      TypedMappingFixture("integers, cut", try integers(.truncating, .mismatch(.keep))),
      TypedMappingFixture("integers, exact", try integers(.exact, .mismatch(.keep))),
      TypedMappingFixture("integers, strict", try integers(.exact, .mismatch(.error))),
      TypedMappingFixture(
        "reals",
        try Mapping(Reals()) {
          Field(\.double, "ratio", .overflowsToInfinity, .mismatch(.keep))
          Field(\.float, "ratio", .overflowsToInfinity, .mismatch(.keep))
          Field(\.doubles, "grid[*][*]", .overflowsToInfinity, .badElement(.drop))
          Field(\.floats, "list", .badElement(.drop), .mismatch(.setNil))
        }),
    ]
  }

  private static func twice(_ meaning: FieldPolicy.Duplicate) throws -> Mapping<Twice> {
    try Mapping(Twice()) {
      Field(\.id, "id", .duplicate(meaning), .mismatch(.keep))
      Field(\.text, "text", .duplicate(meaning), .mismatch(.keep))
      Field(\.userID, "user.id", .duplicate(meaning), .mismatch(.setNil))
      Field(\.name, "user.name", .duplicate(meaning), .mismatch(.setNil))
      Field(\.list, "list", .duplicate(meaning), .badElement(.drop), .mismatch(.keep), .null(.keep))
    }
  }

  private static func integers(_ rule: FieldPolicy, _ mismatch: FieldPolicy) throws -> Mapping<Integers> {
    try Mapping(Integers()) {
      Field(\.int8, "small", rule, mismatch, .null(.keep))
      Field(\.uint8, "small", rule, mismatch, .null(.keep))
      Field(\.int16, "ratio", rule, mismatch, .null(.keep))
      Field(\.uint16, "list[0]", rule, mismatch, .null(.keep))
      Field(\.int32, "list[1]", rule, mismatch, .null(.keep))
      Field(\.uint32, "list[2]", rule, mismatch, .null(.keep))
      Field(\.int64, "id", rule, mismatch, .null(.keep))
      Field(\.uint64, "id", rule, mismatch, .null(.keep))
      Field(\.int, "user.id", rule, mismatch, .null(.keep))
      Field(\.uint, "user.id", rule, mismatch, .null(.keep))
    }
  }
}
