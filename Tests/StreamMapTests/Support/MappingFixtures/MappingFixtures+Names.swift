import StreamMap

extension MappingFixtures {
  /// Names of one length with the same first eight bytes, names of seven to nine bytes, long names, and names that
  /// JSON must or may escape.
  static let traps = [
    "in_reply_to_user_id_str", "in_reply_to_screen_name", "in_reply_to_status_id_str",
    "abcdefg", "abcdefgh", "abcdefghi", "abcdefghj", "aaaaaaaa1", "aaaaaaaa2", "aaaaaaa12",
    long + "1", long + "2", "2" + long, blocky + "x", blocky + "y",
    "", " ", "a.b", "x y", "0", "true", "é", "日本", "😀", "it's", "a\"b", "a\\b", "\\", "\"", "\n\u{7F}", "{",
    "}:",
  ]

  private static let long = String(repeating: "long_name_", count: 7)
  private static let blocky = String(repeating: "b", count: 63)

  struct Trapped: Imaged, Sendable {
    var values = [Int?](repeating: nil, count: MappingFixtures.traps.count)
    var first: Int?
    var second: Int?

    func write(to image: inout Image) { image(values, first, second) }
  }

  struct Eight: Imaged, Sendable {
    var n0: Int?
    var n1: Int?
    var n2: Int?
    var n3: Int?
    var n4: Int?
    var n5: Int?
    var n6: Int?
    var n7: Int?

    func write(to image: inout Image) { image(n0, n1, n2, n3, n4, n5, n6, n7) }
  }

  /// More fields than bits in a word.
  struct Wide: Imaged, Sendable {
    var a = Eight()
    var b = Eight()
    var c = Eight()
    var d = Eight()
    var e = Eight()
    var f = Eight()
    var g = Eight()
    var h = Eight()
    var i = Eight()

    func write(to image: inout Image) { image(a, b, c, d, e, f, g, h, i) }
  }

  /// The names of a wide object, in order: `w00`, `w01`, …
  static let wideNames = (0..<80).map { ($0 < 10 ? "w0" : "w") + String($0) }

  private static let wide: [any WritableKeyPath<Wide, Int?> & Sendable] = [
    \.a.n0, \.a.n1, \.a.n2, \.a.n3, \.a.n4, \.a.n5, \.a.n6, \.a.n7,
    \.b.n0, \.b.n1, \.b.n2, \.b.n3, \.b.n4, \.b.n5, \.b.n6, \.b.n7,
    \.c.n0, \.c.n1, \.c.n2, \.c.n3, \.c.n4, \.c.n5, \.c.n6, \.c.n7,
    \.d.n0, \.d.n1, \.d.n2, \.d.n3, \.d.n4, \.d.n5, \.d.n6, \.d.n7,
    \.e.n0, \.e.n1, \.e.n2, \.e.n3, \.e.n4, \.e.n5, \.e.n6, \.e.n7,
    \.f.n0, \.f.n1, \.f.n2, \.f.n3, \.f.n4, \.f.n5, \.f.n6, \.f.n7,
    \.g.n0, \.g.n1, \.g.n2, \.g.n3, \.g.n4, \.g.n5, \.g.n6, \.g.n7,
    \.h.n0, \.h.n1, \.h.n2, \.h.n3, \.h.n4, \.h.n5, \.h.n6, \.h.n7,
    \.i.n0, \.i.n1, \.i.n2, \.i.n3, \.i.n4, \.i.n5, \.i.n6, \.i.n7,
  ]

  static func names() throws -> [any MappingFixture] {
    [
      TypedMappingFixture(
        "traps",
        try Mapping(Trapped()) {
          for (index, name) in traps.enumerated() {
            Field(quoted(name), .mismatch(.keep)) { (model: inout Trapped, value: Int?) in
              model.values[index] = value
            }
          }
          Field(\.first, "in_reply_to_screen_name", .mismatch(.setNil))
          Field(\.second, "user.in_reply_to_user_id_str", .mismatch(.setNil))
        }),
      TypedMappingFixture(
        "few of one length",
        try Mapping(Elements()) {
          Field(\.first, "in_reply_to_user_id_str", .mismatch(.setNil))
          Field(\.third, "abcdefgh", .mismatch(.setNil))
          Field(\.deep, "aaaaaaaa2", .mismatch(.setNil))
          Field(\.last, quoted(long + "2"), .mismatch(.setNil))
        }),
      TypedMappingFixture(
        "aliases",
        try Mapping(Elements()) {
          Field(\.first, ["user.id", "a.a.id", "id"])
          Field(\.third, ["tags[1].indices[0]", "point.x.y", "list[2]"], .mismatch(.setNil))
          Field(\.cell, ["ratio.value", "point.x"], .mismatch(.keep))
          Field(\.text, ["user.address.city", "text"], .mismatch(.setNil))
          Field(\.deep, ["lang.length", "other.id"], .mismatch(.keep), .duplicate(.last))
        }),
      TypedMappingFixture(
        "elements by index",
        try Mapping(Elements()) {
          Field(\.text, "tags[0].text", .mismatch(.setNil))
          Field(\.first, "tags[2].indices[0]", .mismatch(.setNil))
          Field(\.last, "tags[3].indices[2]", .mismatch(.setNil))
          Field(\.cell, "points[0].y", .mismatch(.setNil))
          Field(\.third, "points[2].x", .mismatch(.setNil))
          Field(\.deep, "list[7]", .mismatch(.setNil))
        }),
      TypedMappingFixture("wide", try Mapping(Wide()) { wideFields(.mismatch(.setNil)) }),
      TypedMappingFixture(
        "wide and required", over: Vocabulary.wide, try Mapping(Wide()) { wideFields(.required, to: 3) }),
    ]
  }

  static func wideFields(_ policy: FieldPolicy, to count: Int = 72) -> [Field<Wide>] {
    (0..<count).map { Field(wide[$0], wideNames[$0], policy, .mismatch(.setNil)) }
  }

  /// A name as a path of one segment.
  private static func quoted(_ name: String) -> String {
    var text = "['"
    for scalar in name.unicodeScalars {
      switch scalar {
      case "'", "\\": text += "\\\(scalar)"
      case "\n": text += "\\u000A"
      case "\u{7F}": text += "\\u007F"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "']"
  }
}
