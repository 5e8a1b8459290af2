import Foundation

@testable import TestSupport

/// Generates schemas, and documents that fit them completely or almost.
struct SchemaGenerator {
  var random: SeededRandom
  /// The percentage of values that do not fit.
  var mischief = 0
  /// The texts of dates and data, which depend on the strategies.
  var dates = ["0", "1.5", "700000000"]
  var data = [#""AAEC""#, #""""#, #""////""#, #""A""#, #""AA==""#]
  /// Whether documents have at least one random change.
  var isMalformed = false
  /// The percentage of containers with a comma before the closing bracket.
  var trailingCommas = 0
  /// Whether documents may have numbers that `JSONDecoder` reads through a `Double`.
  var isExotic = false

  private static let names = [
    "a", "b", "id", "name", "\u{E9}", "e\u{301}", "K", "\u{212A}", "created_at",
    "a_name_of_more_than_fifteen_bytes", "_x",
    "with space", "quote\"d", "", "super", "fooBar", "foo_bar", "12", "tab\t", "日本語", "back\\slash",
  ]

  mutating func schema(_ depth: Int = 3) -> Sketch {
    let scalars: [Sketch] = [.bool, .string, .string, .double, .float, .decimal, .date, .url, .data]
    if depth <= 0 || random.chance(4, outOf: 10) {
      return random.chance(1, outOf: 2) ? .integer(random.below(12)) : random.pick(scalars)
    }
    switch random.below(19) {
    case 0: return .optional(schema(depth - 1))
    case 1: return .array(schema(depth - 1))
    case 2, 3: return elements(depth)
    case 4, 5: return .dictionary(random.pick(Sketch.Keys.allCases), schema(depth - 1))
    case 6: return .everyKey(schema(depth - 1))
    case 7: return .single(schema(depth - 1))
    case 8: return .either(schema(depth - 1), schema(depth - 1))
    case 9:
      return .inherited(
        base: object(depth - 1), own: object(depth - 1), isSeparate: random.chance(1, outOf: 2))
    case 10: return .instance(isDerived: random.chance(1, outOf: 2), schema(depth - 1))
    case 11, 12: return .collection(random.below(StandardCollection.all.count))
    default: return object(depth)
    }
  }

  private mutating func elements(_ depth: Int) -> Sketch {
    let way = random.pick(Sketch.Request.allCases)
    guard way == .nested && depth > 1 else { return .elements(schema(depth - 1), way) }
    return .elements(random.chance(1, outOf: 2) ? object(depth - 1) : elements(depth - 1), way)
  }

  mutating func object(_ depth: Int = 3) -> Sketch {
    let names = Self.names.shuffled(using: &random).prefix(random.below(9))
    return .object(
      names.map { name in
        let way = random.chance(1, outOf: 2) ? .value : random.pick(Sketch.Request.allCases)
        guard way == .nested else { return Sketch.Member(name: name, schema: schema(depth - 1), way: way) }
        return Sketch.Member(
          name: name,
          schema: random.chance(1, outOf: 2) && depth > 1 ? object(depth - 1) : elements(max(depth, 1)),
          way: way)
      })
  }

  // MARK: Documents

  mutating func document(_ schema: Sketch) -> [UInt8] {
    var text = ""
    write(schema, &text)
    var bytes = Array((space() + text + space()).utf8)
    if isMalformed { mutate(&bytes) }
    while random.chance(mischief, outOf: 100), !bytes.isEmpty { mutate(&bytes) }
    return bytes
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = random.below(bytes.count)
    switch random.below(6) {
    case 0: bytes.remove(at: place)
    case 4: bytes.insert(contentsOf: random.pick(Self.fragments).utf8, at: place)
    case 5:
      bytes.insert(
        contentsOf: random.pick([[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xFF], [0xE2, 0x82]]), at: place)
    case 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
    case 2: bytes.insert(random.pick(Array("{}[]\",:0 \\e-.".utf8)), at: place)
    default: bytes.removeSubrange(place...)
    }
  }

  private static let fragments = [
    "\\u0000", "\\uD800", "\\udc00\\ud800", "\\x", "//", "/**/", "NaN", "Infinity", "+1", "01", ".5", "1.",
    "1e", "'a'",
    "\u{0}", "\u{1F}", "\u{7F}", "\u{FEFF}", "\u{A0}", ",,", "::", "null", "truefalse", "1 2", "{}", "[]",
    "\"\"",
  ]

  private mutating func space() -> String {
    random.chance(9, outOf: 10)
      ? "" : random.pick([" ", "\n", "\t ", "  \r\n ", String(repeating: " ", count: 50)])
  }

  /// Seldom returns a comma for an empty container, where it is invalid.
  private mutating func trailingComma(after count: Int) -> String {
    guard random.chance(trailingCommas, outOf: 100), count > 0 || random.chance(1, outOf: 20) else {
      return ""
    }
    return "," + space()
  }

  private mutating func write(_ schema: Sketch, _ text: inout String) {
    if random.chance(mischief, outOf: 100) {
      text += random.pick([
        "null", "true", "1", "1.5", "1e400", "-1e-400", "1e39", "\"x\"", "[]", "{}", "[1,2]", "{\"a\":1}",
        "-7", "300", "1e3", "[null]",
        "{\"\":{}}",
      ])
      return
    }
    switch schema {
    case .bool: text += random.pick(["true", "false"])
    case .string: text += string()
    case .double:
      text += random.pick([
        "0", "-0.0", "1.5", "3.141592653589793", "1e10", "-2.5E-3", "17", "\"inf\"",
        "\"-inf\"",
        "\"nan\"", "\"\\u0069nf\"", number(),
      ])
    case .float:
      text += random.pick(["0", "0.1", "1.5", "16777217", "1e-10", "\"-inf\"", "\"nan\"", number()])
    case .decimal:
      text += random.pick(["0", "1.10", "-3.14159", "12345678901234567890.123", number(), number()])
    case .date: text += random.pick(dates + (random.chance(1, outOf: 9) ? [number(), "\"x\""] : []))
    case .url:
      text += random.pick(["\"https://example.org/a?b=c#d\"", "\"x\"", "\"a b\"", "\"\"", "\"http://[\""])
    case .data: text += random.pick(data)
    case .integer:
      if isExotic, random.chance(1, outOf: 2) {
        text += random.pick(Self.exotic)
        return
      }
      text += random.pick([
        "0", "1", "-1", "127", "255", "65536", "4294967296", "1.0", "20e1",
        random.chance(1, outOf: 4) ? number() : "7",
      ])
    case .optional(let inner): if random.chance(1, outOf: 3) { text += "null" } else { write(inner, &text) }
    case .single(let inner), .instance(_, let inner): write(inner, &text)
    case .either(let first, let second): write(random.chance(1, outOf: 2) ? first : second, &text)
    case .collection(let index): write(StandardCollection.all[index].sketch, &text)
    case .array(let inner), .elements(let inner, _):
      text += "[" + space()
      let count = random.below(5)
      for index in 0..<count {
        if index > 0 { text += "," + space() }
        write(inner, &text)
        text += space()
      }
      text += trailingComma(after: count) + "]"
    case .dictionary(.pairs, let inner):
      let pairs = (0..<random.below(3)).flatMap { _ in [Sketch.integer(4), inner] }
      text += "["
      for (index, schema) in pairs.enumerated() {
        if index > 0 { text += "," }
        write(schema, &text)
      }
      text += trailingComma(after: pairs.count) + "]"
    case .dictionary(let keys, let inner):
      let names = (0..<random.below(random.chance(1, outOf: 9) ? 30 : 4)).map { _ in name(keys) }
      members(names.map { ($0, inner) }, &text)
    case .everyKey(let inner):
      let names = (0..<random.below(random.chance(1, outOf: 9) ? 30 : 4)).map { _ in anyName() }
      members(names.map { ($0, inner) }, &text)
    case .object(let wanted): members(content(wanted), &text)
    case .inherited(.object(let base), .object(let own), let isSeparate):
      members(content(own) + (isSeparate ? [("super", .object(base))] : content(base)), &text)
    case .inherited(_, let own, _): write(own, &text)
    }
  }

  /// Returns names and schemas of an object's members.
  private mutating func content(_ wanted: [Sketch.Member]) -> [(String, Sketch)] {
    var all: [(String, Sketch)] = []
    for member in wanted where !random.chance(mischief + 1, outOf: 60) {
      let schema: Sketch =
        member.way == .null || member.way == .contains ? .optional(.integer(0)) : member.schema
      all.append((member.name, schema))
      if random.chance(mischief, outOf: 100) { all.append((member.name, schema)) }
    }
    while random.chance(1, outOf: 3) { all.append((anyName(), schema(1))) }
    if random.chance(1, outOf: 4) { all.shuffle(using: &random) }
    return all
  }

  private mutating func name(_ keys: Sketch.Keys) -> String {
    if random.chance(mischief, outOf: 60) { return anyName() }
    return switch keys {
    case .strings, .names, .pairs: anyName()
    case .numbers: "\(random.below(9))"
    case .cases: random.pick(["a", "fooBar", "foo_bar", "e\u{301}", "\u{E9}"])
    case .numberedCases: "\(1 + random.below(3))"
    }
  }

  private mutating func anyName() -> String {
    random.chance(1, outOf: 2) ? random.pick(Self.names) : "name\(random.below(40))"
  }

  private mutating func members(_ members: [(String, Sketch)], _ text: inout String) {
    text += "{" + space()
    for (index, (name, schema)) in members.enumerated() {
      if index > 0 { text += "," + space() }
      text += quoted(name) + space() + ":" + space()
      write(schema, &text)
      text += space()
    }
    text += trailingComma(after: members.count) + "}"
  }

  /// Numbers that `JSONDecoder` reads through a `Double`, or rejects as one.
  private static let exotic = [
    "1.0000000000000001", "18446744073709551615.0", "1e25", "9007199254740993.0", "9223372036854775807.0",
    "-9223372036854775808e0", "12345678901234567890e1", "170141183460469231731687303715884105727.0", "0.1e1",
    "100000000000000000000000e-23",
  ]

  private mutating func number() -> String {
    switch random.below(6) {
    case 4, 5: return literal()
    case 0: return "\(Int(truncatingIfNeeded: random.next()))"
    case 1: return "\(UInt64(random.next()))"
    case 2: return "\(random.below(100_000)).\(random.below(100_000))"
    default: return "\(Double(random.below(1_000_000)) / 64)"
    }
  }

  /// Returns a number of up to forty digits, in any notation.
  private mutating func literal() -> String {
    func digits(_ count: Int) -> String { (0..<count).map { _ in "\(random.below(10))" }.joined() }
    var text = random.chance(1, outOf: 3) ? "-" : ""
    let count = random.below(random.pick([3, 10, 20, 40]))
    text += count == 0 ? "0" : "\(1 + random.below(9))" + digits(count - 1)
    if random.chance(1, outOf: 2) { text += "." + digits(1 + random.below(random.pick([3, 10, 20, 40]))) }
    if random.chance(1, outOf: 3) {
      text +=
        random.pick(["e", "E"]) + random.pick(["", "+", "-"]) + "\(random.below(random.pick([5, 30, 150])))"
    }
    return text
  }

  private mutating func string() -> String {
    let count = random.below(random.chance(1, outOf: 8) ? 200 : 24)
    let scalars: [Unicode.Scalar] = ["a", "b", " ", "é", "\n", "\"", "\\", "日", "😀", "/", "z"]
    var text = ""
    for _ in 0..<count {
      text.unicodeScalars.append(random.chance(3, outOf: 4) ? "x" : random.pick(scalars))
    }
    return quoted(text)
  }

  /// Returns a quoted string with the necessary escapes, and sometimes with more.
  private mutating func quoted(_ text: String) -> String {
    var quoted = "\""
    let escapes = random.chance(1, outOf: 12)
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" {
        quoted += "\\" + String(scalar)
      } else if scalar.value < 0x20 || escapes {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
