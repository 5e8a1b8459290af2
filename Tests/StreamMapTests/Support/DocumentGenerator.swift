/// Random documents, random paths over the same names, and mutated documents. Names come from a small pool, so that
/// random paths often match. Each name may be spelled with escapes.
struct DocumentGenerator {
  /// The options that tests vary.
  struct Options {
    var maximumDepth = 5
    var maximumCount = 5
    /// Whether LF and CR may be between tokens. JSON Lines does not allow them in a record.
    var allowsLineBreaks = true
    var allowsByteOrderMark = false
  }

  static let names = [
    "id", "a", "b", "c", "user", "name", "text", "items", "tags", "A",
    // Same length and first eight bytes, to test for a weak hash.
    "in_reply_to_user_id_str", "in_reply_to_screen_name",
    "", " ", "a.b", "x y", "0", "true", "é", "日本", "😀", "e\u{301}", "it's", "[*]", "$", "*", "\n\u{7F}", "\\",
  ]

  var random: SeededRandom
  var options = Options()

  init(seed: UInt64, options: Options = Options()) {
    random = SeededRandom(seed: seed)
    self.options = options
  }

  // MARK: Documents

  /// Returns a valid document. Containers are more likely at the root than further in.
  mutating func document() -> [UInt8] {
    var bytes: [UInt8] = []
    if options.allowsByteOrderMark, random.chance(1, outOf: 20) { bytes += [0xEF, 0xBB, 0xBF] }
    appendSpace(to: &bytes)
    if random.chance(1, outOf: 40) {
      appendTower(to: &bytes)
    } else {
      appendValue(to: &bytes, depth: 0)
    }
    appendSpace(to: &bytes)
    return bytes
  }

  private mutating func appendValue(to bytes: inout [UInt8], depth: Int) {
    let mayNest = depth < options.maximumDepth
    switch random.below(mayNest ? (depth == 0 ? 20 : 12) : 6) {
    case 0: bytes += Array("null".utf8)
    case 1: bytes += Array((random.chance(1, outOf: 2) ? "true" : "false").utf8)
    case 2, 3: appendNumber(to: &bytes)
    case 4, 5: appendString(to: &bytes)
    case 6, 7, 8: appendArray(to: &bytes, depth: depth)
    default: appendObject(to: &bytes, depth: depth)
    }
  }

  private mutating func appendArray(to bytes: inout [UInt8], depth: Int) {
    bytes.append(UInt8(ascii: "["))
    appendSpace(to: &bytes)
    for index in 0..<random.below(options.maximumCount + 1) {
      if index > 0 { appendComma(to: &bytes) }
      appendValue(to: &bytes, depth: depth + 1)
    }
    appendSpace(to: &bytes)
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func appendObject(to bytes: inout [UInt8], depth: Int) {
    bytes.append(UInt8(ascii: "{"))
    appendSpace(to: &bytes)
    var previous = "id"
    for index in 0..<random.below(options.maximumCount + 1) {
      if index > 0 { appendComma(to: &bytes) }
      let name = index > 0 && random.chance(1, outOf: 8) ? previous : random.pick(Self.names)
      previous = name
      appendQuoted(name, to: &bytes)
      appendSpace(to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      appendSpace(to: &bytes)
      appendValue(to: &bytes, depth: depth + 1)
    }
    appendSpace(to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func appendComma(to bytes: inout [UInt8]) {
    appendSpace(to: &bytes)
    bytes.append(UInt8(ascii: ","))
    appendSpace(to: &bytes)
  }

  /// Many levels of one element each, below the default limit of 512.
  private mutating func appendTower(to bytes: inout [UInt8]) {
    let levels = 1 + random.below(500)
    var closers: [UInt8] = []
    for _ in 0..<levels {
      if random.chance(1, outOf: 2) {
        bytes.append(UInt8(ascii: "["))
        closers.append(UInt8(ascii: "]"))
      } else {
        bytes.append(UInt8(ascii: "{"))
        appendQuoted(random.pick(["a", "b", "id"]), to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        closers.append(UInt8(ascii: "}"))
      }
    }
    appendValue(to: &bytes, depth: options.maximumDepth)
    bytes += closers.reversed()
  }

  mutating func appendSpace(to bytes: inout [UInt8]) {
    guard random.chance(1, outOf: 8) else { return }
    for _ in 0...random.below(3) {
      let spaces: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
      bytes.append(spaces[random.below(options.allowsLineBreaks ? 4 : 2)])
    }
  }

  // MARK: Tokens

  private mutating func appendNumber(to bytes: inout [UInt8]) {
    if random.chance(1, outOf: 6) {
      bytes += Array(random.pick(Self.numbers).utf8)
      return
    }
    if random.chance(1, outOf: 3) { bytes.append(UInt8(ascii: "-")) }
    if random.chance(1, outOf: 5) {
      bytes.append(UInt8(ascii: "0"))
    } else {
      bytes.append(UInt8(ascii: "1") + UInt8(random.below(9)))
      appendDigits(random.below(random.chance(1, outOf: 10) ? 30 : 4), to: &bytes)
    }
    if random.chance(1, outOf: 3) {
      bytes.append(UInt8(ascii: "."))
      appendDigits(1 + random.below(random.chance(1, outOf: 10) ? 30 : 4), to: &bytes)
    }
    if random.chance(1, outOf: 5) {
      bytes.append(random.pick([UInt8(ascii: "e"), UInt8(ascii: "E")]))
      let signs: [[UInt8]] = [[], [UInt8(ascii: "+")], [UInt8(ascii: "-")]]
      bytes += random.pick(signs)
      appendDigits(1 + random.below(2), to: &bytes)
    }
  }

  private static let numbers = [
    "0", "-0", "0.0", "-0.0", "0e0", "1.0", "1e3", "10e-1", "1.5", "127", "128", "-128", "255", "256",
    "65536",
    "2147483647", "2147483648", "-2147483648", "9007199254740993", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "18446744073709551616", "1e308", "1e309", "-1e999", "5e-324", "1e-400", "0.1",
    "123456789012345678901234567890",
  ]

  private mutating func appendDigits(_ count: Int, to bytes: inout [UInt8]) {
    for _ in 0..<count { bytes.append(UInt8(ascii: "0") + UInt8(random.below(10))) }
  }

  mutating func appendString(to bytes: inout [UInt8]) {
    var text = ""
    for _ in 0..<random.below(random.chance(1, outOf: 10) ? 40 : 5) {
      text += random.pick(Self.pieces)
    }
    appendQuoted(text, to: &bytes)
  }

  private static let pieces = [
    "a", "Z", "0", " ", "word", "\"", "\\", "/", "\n", "\t", "\r", "\u{8}", "\u{C}", "\u{0}", "\u{1F}",
    "\u{7F}",
    "\u{80}", "é", "\u{7FF}", "\u{800}", "日本語", "\u{D7FF}", "\u{E000}", "\u{FEFF}", "\u{FFFD}", "\u{FFFF}",
    "😀", "\u{10000}", "\u{10FFFF}", "e\u{301}", "{", "}", "[", "]", ":", ",", "\u{2028}",
  ]

  mutating func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    let isPlain = random.chance(3, outOf: 4)
    for scalar in text.unicodeScalars {
      let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
      guard mustEscape || (!isPlain && random.chance(1, outOf: 3)) else {
        bytes += Array(String(scalar).utf8)
        continue
      }
      if let letter = Self.shortEscapes[scalar], random.chance(1, outOf: 2) {
        bytes += [UInt8(ascii: "\\"), letter]
      } else {
        for unit in String(scalar).utf16 { appendUnicodeEscape(unit, to: &bytes) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static let shortEscapes: [Unicode.Scalar: UInt8] = [
    "\"": UInt8(ascii: "\""), "\\": UInt8(ascii: "\\"), "/": UInt8(ascii: "/"), "\u{8}": UInt8(ascii: "b"),
    "\u{C}": UInt8(ascii: "f"), "\n": UInt8(ascii: "n"), "\r": UInt8(ascii: "r"), "\t": UInt8(ascii: "t"),
  ]

  private mutating func appendUnicodeEscape(_ unit: UInt16, to bytes: inout [UInt8]) {
    let digits = Array((random.chance(1, outOf: 2) ? "0123456789abcdef" : "0123456789ABCDEF").utf8)
    bytes += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
    for shift: UInt16 in [12, 8, 4, 0] { bytes.append(digits[Int(unit >> shift & 0xF)]) }
  }
}
