/// The names and values of random records.
enum Vocabulary {
  enum Kind: Sendable {
    case int, small, real, flag, text, color, colors, integers, hole, holes, texts
    case user, address, tag, tags, point, points, row, grid, table, entry, nest, object, any
  }

  struct Member: Sendable {
    var name: [UInt8]
    var kind: Kind

    init(_ name: String, _ kind: Kind) {
      self.name = Array(name.utf8)
      self.kind = kind
    }
  }

  /// The members of one record type come from one of these.
  static let pools: [[Member]] = [common, common, few, few, trapped, wide, Array(common.reversed())]

  private static let few: [Member] = [
    Member("id", .int), Member("text", .text), Member("user", .user), Member("flag", .flag),
  ]

  static let common: [Member] = [
    Member("id", .int), Member("created_at", .text), Member("text", .text), Member("truncated", .flag),
    Member("user", .user), Member("in_reply_to_user_id_str", .text), Member("in_reply_to_screen_name", .text),
    Member("small", .small), Member("ratio", .real), Member("flag", .flag), Member("color", .color),
    Member("list", .integers), Member("names", .texts), Member("holes", .holes), Member("colors", .colors),
    Member("tags", .tags), Member("point", .point), Member("points", .points), Member("grid", .grid),
    Member("table", .table), Member("a", .nest), Member("other", .any), Member("lang", .text),
  ]

  private static let trapped: [Member] =
    MappingFixtures.traps.map { Member($0, .int) } + [Member("id", .int), Member("user", .user)]

  static let wide: [Member] =
    [Member("id", .int)] + MappingFixtures.wideNames.map { Member($0, .small) } + [Member("text", .text)]

  static let user: [Member] = [
    Member("id", .int), Member("id_str", .text), Member("name", .text), Member("address", .address),
    Member("in_reply_to_user_id_str", .int), Member("in_reply_to_screen_name", .int),
    Member("verified", .flag), Member("friends", .integers),
  ]
  static let address: [Member] = [Member("city", .text), Member("zip", .int), Member("lines", .texts)]
  static let tag: [Member] = [Member("text", .text), Member("indices", .integers)]
  static let point: [Member] = [Member("x", .real), Member("y", .real), Member("names", .texts)]
  static let entry: [Member] = [Member("v", .real), Member("id", .int), Member("text", .text)]

  /// Names that no record type has. Some are similar to mapped names.
  static let others: [[UInt8]] =
    MappingFixtures.traps.map { Array($0.utf8) }
    + [
      "id", "i", "idd", "ID", "Id", "di", "text", "tex", "texts", "user", "users", "a", "aa", "v", "w7",
      "list",
    ]
    .map { Array($0.utf8) }

  static let colors = [#""red""#, #""green""#, #""blue""#, #""r\u0065d""#, #""""#].map { Array($0.utf8) }

  static let exponents = ["e1", "E2", "e+3", "e-4", "E+05", "e-0", "e300", "e-300", "e400"].map {
    Array($0.utf8)
  }

  static let numbers =
    [
      "0", "-0", "0.0", "-0.0", "0e0", "1.0", "1e3", "10e-1", "1.5", "-1", "127", "128", "-128", "-129",
      "255", "256", "65535", "65536", "32767", "-32769", "2147483647", "2147483648", "-2147483648",
      "4294967295", "4294967296", "9007199254740993", "9223372036854775807", "9223372036854775808",
      "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
      "99999999999999999999", "1e308", "1e309", "-1e999", "5e-324", "1e-400", "0.1", "12345678", "123456789",
      "1234567890123456", "12345678901234567", "3.4028235e38", "3.4028236e38", "1e18", "1E19", "1.8e1",
      "123456789012345678901234567890", "0.30000000000000004", "2.2250738585072011e-308", "1e-5",
      "7.0000000000000000000000000000000000000000000000000000000000000000000000001",
    ].map { Array($0.utf8) }

  /// The parts of strings, as written in the JSON text.
  static let pieces =
    [
      "a", " ", "word", #"\""#, #"\\"#, #"\/"#, #"\n"#, #"\t"#, #"\b"#, #"\f"#, #"\r"#, "\u{7F}", "\u{80}",
      "é",
      "\u{7FF}", "\u{800}", "日本語", "\u{D7FF}", "\u{E000}", "\u{FEFF}", "\u{FFFF}", "😀", "\u{10000}",
      "\u{10FFFF}", "{", "}", "[", "]", ":", ",", "},{", #"\\\""#, "null", "\u{2028}", "//", "0123456789",
    ].map { Array($0.utf8) }

  static let fillings: [UInt8] = Array("x ,{[]}:0a".utf8)

  static let prose = Array(
    """
    Somebody writes a line, and somebody else has to read it: that is all there is to it, most of the time. The \
    line may be long; it may have {braces, brackets [such as these], commas} and colons: all of which mean \
    nothing as long as nobody forgets the quotes around them. Then again, people do forget, machines stop in \
    the middle of a word, and disks are full on Fridays. So we read what there is, and say where it ends.
    """.utf8)
}
