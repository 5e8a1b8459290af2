extension LineGenerator {
  /// Adds one to three faults to the line. Most lines are malformed then, not all.
  mutating func mutate() {
    for _ in 0..<random.pick([1, 1, 1, 2, 3]) where !line.isEmpty { mutateOnce() }
  }

  private mutating func mutateOnce() {
    let place = random.below(line.count)
    switch random.below(18) {
    case 0: line[place] ^= 1 << UInt8(random.below(8))
    case 1: line[place] = UInt8(random.below(256))
    case 2: line[place] = random.pick(Self.suspects)
    case 3, 4: line.insert(random.pick(Self.suspects), at: place)
    case 5: line.remove(at: place)
    case 6: line.removeSubrange(place..<min(line.count, place + 1 + random.below(8)))
    case 7: line.removeSubrange(place...)
    case 8: line.insert(contentsOf: random.pick(Self.fragments), at: place)
    case 9:
      let end = min(line.count, place + 1 + random.below(30))
      line.insert(contentsOf: Array(line[place..<end]), at: place)
    case 10: replace(after: place, Self.brackets, with: random.pick(Self.brackets))
    case 11: remove(after: place, [UInt8(ascii: "\"")])
    case 12: remove(after: place, Array(",:".utf8))
    case 13: remove(after: place, Self.brackets)
    case 14: replace(after: place, Array(",:".utf8), with: random.pick(Array(",:;} ".utf8)))
    case 15: breakLiteral(after: place)
    case 16: line += random.pick(Self.fragments)
    default: cutString(after: place)
    }
  }

  /// Inserts a raw line feed into a string, or ends the line there. The string is unterminated, and continues on the
  /// next line.
  private mutating func cutString(after place: Int) {
    guard let quote = line[place...].firstIndex(of: UInt8(ascii: "\"")) else { return }
    let inside = min(line.count, quote + 1 + random.below(4))
    if random.chance(1, outOf: 2) {
      line.removeSubrange(inside...)
    } else {
      line.insert(random.pick([0x0A, 0x0A, 0x0D, 0x09, 0x00, 0x1F]), at: inside)
    }
  }

  private mutating func breakLiteral(after place: Int) {
    guard let letter = line[place...].firstIndex(where: { Self.letters.contains($0) }) else { return }
    switch random.below(3) {
    case 0: line.remove(at: letter)
    case 1: line[letter] ^= 0x20
    default: line.insert(line[letter], at: letter)
    }
  }

  private mutating func remove(after place: Int, _ bytes: [UInt8]) {
    if let index = line[place...].firstIndex(where: { bytes.contains($0) }) { line.remove(at: index) }
  }

  private mutating func replace(after place: Int, _ bytes: [UInt8], with byte: UInt8) {
    if let index = line[place...].firstIndex(where: { bytes.contains($0) }) { line[index] = byte }
  }

  private static let brackets = Array("{}[]".utf8)
  private static let letters = Array("truefalsn".utf8)

  private static let suspects: [UInt8] =
    Array("{}[]:,\"\\/-+.eE0123456789truefalsn \t\n\rud".utf8)
    + [0x00, 0x0B, 0x0C, 0x1F, 0x7F, 0x80, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFE, 0xFF]

  private static let fragments: [[UInt8]] =
    [
      "\\u", "\\uD83D", "\\uDE00", "\\uD83D\\uDE00", "\\ud83d\\n", "\\uD800\\uDBFF", "\\x", "\\u12", "\\",
      "\"", "\"\"", "{}", "[]", ",,", "1e", "01", "-", "1.", "tru", "nul", "NaN", "//", "'", "{\"a\":",
      "[[[[", "}}", "]", "\n", "\r\n", ",", ":", " 1", "{\"id\":2}", "\"id\":3,", ",\"id\":4", "null",
    ].map { Array($0.utf8) } + [
      [0xC0, 0xAF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE3, 0x81],
      [0xEF, 0xBB, 0xBF], [0xF0, 0x9F, 0x98, 0x80], [0xF0, 0x9F, 0x98],
    ]
}
