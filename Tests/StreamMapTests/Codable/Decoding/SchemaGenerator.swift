import Foundation

/// Generates schemas, and documents that fit them completely or almost.
struct SchemaGenerator {
  var random: SeededRandom
  /// The percentage of values that do not fit.
  var mischief = 0

  private static let names = [
    "a", "b", "id", "name", "\u{E9}", "e\u{301}", "K", "\u{212A}", "created_at",
    "a_name_of_more_than_fifteen_bytes", "_x",
    "with space", "quote\"d", "", "super", "fooBar", "foo_bar", "12", "tab\t", "日本語", "back\\slash",
  ]

  mutating func schema(_ depth: Int = 3) -> Sketch {
    let scalars: [Sketch] = [.bool, .string, .string, .double, .float, .decimal, .date, .url, .data]
    if depth == 0 || random.chance(4, outOf: 10) {
      return random.chance(1, outOf: 2) ? .integer(random.below(12)) : random.pick(scalars)
    }
    switch random.below(12) {
    case 0: return .optional(schema(depth - 1))
    case 1: return .array(schema(depth - 1))
    case 2: return .elements(schema(depth - 1))
    case 3: return .dictionary(schema(depth - 1))
    case 4: return .numbered(schema(depth - 1))
    case 5: return .everyKey(schema(depth - 1))
    case 6: return .single(schema(depth - 1))
    default: return object(depth)
    }
  }

  mutating func object(_ depth: Int = 3) -> Sketch {
    let names = Self.names.shuffled(using: &random).prefix(random.below(9))
    return .object(
      names.map { name in
        let way = random.chance(1, outOf: 2) ? .value : random.pick(Sketch.Way.allCases)
        guard way == .nested else { return Sketch.Member(name: name, schema: schema(depth - 1), way: way) }
        return Sketch.Member(
          name: name,
          schema: random.chance(1, outOf: 2) && depth > 1 ? object(depth - 1) : .elements(.integer(0)),
          way: way)
      })
  }

  // MARK: Documents

  mutating func document(_ schema: Sketch) -> [UInt8] {
    var text = ""
    write(schema, &text)
    var bytes = Array((space() + text + space()).utf8)
    if random.chance(mischief, outOf: 400), !bytes.isEmpty { mutate(&bytes) }
    return bytes
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    let place = random.below(bytes.count)
    switch random.below(4) {
    case 0: bytes.remove(at: place)
    case 1: bytes[place] = UInt8(truncatingIfNeeded: random.next())
    case 2: bytes.insert(random.pick(Array("{}[]\",:0 \\e-.".utf8)), at: place)
    default: bytes.removeSubrange(place...)
    }
  }

  private mutating func space() -> String {
    random.chance(9, outOf: 10)
      ? "" : random.pick([" ", "\n", "\t ", "  \r\n ", String(repeating: " ", count: 50)])
  }

  private mutating func write(_ schema: Sketch, _ text: inout String) {
    if random.chance(mischief, outOf: 100) {
      text += random.pick([
        "null", "true", "1", "1.5", "\"x\"", "[]", "{}", "[1,2]", "{\"a\":1}", "-7", "300", "1e3", "[null]",
        "{\"\":{}}",
      ])
      return
    }
    switch schema {
    case .bool: text += random.pick(["true", "false"])
    case .string: text += string()
    case .double:
      text += random.pick(["0", "-0.0", "1.5", "3.141592653589793", "1e10", "-2.5E-3", "17", number()])
    case .float: text += random.pick(["0", "0.1", "1.5", "16777217", "1e-10", number()])
    case .decimal: text += random.pick(["0", "1.10", "-3.14159", "12345678901234567890.123", number()])
    case .date: text += random.pick(["0", "1.5", "700000000", number()])
    case .url:
      text += random.pick(["\"https://example.org/a?b=c#d\"", "\"x\"", "\"a b\"", "\"\"", "\"http://[\""])
    case .data: text += random.pick(["\"AAEC\"", "\"\"", "\"////\"", "\"A\"", "\"AA==\""])
    case .integer:
      text += random.pick(["0", "1", "-1", "127", "255", "65536", "4294967296", "1.0", "20e1", number()])
    case .optional(let inner): if random.chance(1, outOf: 3) { text += "null" } else { write(inner, &text) }
    case .single(let inner): write(inner, &text)
    case .array(let inner), .elements(let inner):
      text += "[" + space()
      for index in 0..<random.below(5) {
        if index > 0 { text += "," + space() }
        write(inner, &text)
        text += space()
      }
      text += "]"
    case .dictionary(let inner), .everyKey(let inner):
      let names = (0..<random.below(random.chance(1, outOf: 9) ? 30 : 4)).map { _ in anyName() }
      members(names.map { ($0, inner) }, &text)
    case .numbered(let inner):
      members((0..<random.below(4)).map { _ in ("\(random.below(9))", inner) }, &text)
    case .object(let wanted):
      var all: [(String, Sketch)] = []
      for member in wanted where !random.chance(mischief + 1, outOf: 60) {
        let schema: Sketch =
          member.way == .null || member.way == .contains ? .optional(.integer(0)) : member.schema
        all.append((member.name, schema))
        if random.chance(mischief, outOf: 100) { all.append((member.name, schema)) }
      }
      while random.chance(1, outOf: 3) { all.append((anyName(), self.schema(1))) }
      if random.chance(1, outOf: 4) { all.shuffle(using: &random) }
      members(all, &text)
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
    text += "}"
  }

  private mutating func number() -> String {
    switch random.below(4) {
    case 0: return "\(Int(truncatingIfNeeded: random.next()))"
    case 1: return "\(UInt64(random.next()))"
    case 2: return "\(random.below(100_000)).\(random.below(100_000))"
    default: return "\(Double(random.below(1_000_000)) / 64)"
    }
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
