// State: the generator of the good records, and the random number generator that damages some of them.

/// The records of workload `logs`. Some are damaged, and are rejected.
///
/// Errors of one kind occur at any place in a record. A syntax error may be reported only later in the record: a string
/// without its last quote ends at the next one.
struct BadLogGenerator<Errors: RecordErrors>: RecordGenerator {
  private var logs: LogGenerator
  private var random: SplitMix64
  private var deck = Deck(repeating(Errors.percentages))

  init(seed: UInt64) {
    logs = LogGenerator(seed: seed)
    random = SplitMix64(seed: ~seed)
  }

  mutating func append(to out: inout LineWriter) {
    var record = LineWriter(capacity: 300)
    logs.append(to: &record)
    var text = record.bytes
    switch deck.draw(&random) {
    case .none: break
    case .syntax: spoilSyntax(&text)
    case .mismatch: spoilValue(&text)
    }
    out.raw(text)
  }

  // MARK: Syntax

  private mutating func spoilSyntax(_ text: inout [UInt8]) {
    switch random.below(6) {
    // The first bytes differ from record to record.
    case 0: text.removeLast(random.within(1...(text.count - 40)))
    case 1: text.remove(at: random.pick(places(of: "\"", in: text)))
    case 2: text.insert(contentsOf: Array(#"\x"#.utf8), at: inString(of: text))
    case 3: text.insert(random.pick([0xC3, 0xED, 0xFF]), at: inString(of: text))
    case 4: text.remove(at: random.pick(Array(members(of: text).dropFirst())).lowerBound - 1)
    default: spoilNumber(&text)
    }
  }

  /// Adds a byte to a number that must not be there.
  private mutating func spoilNumber(_ text: inout [UInt8]) {
    let values = members(of: text).map { value(of: $0, in: text) }
    let number = random.pick(values.filter { isNumber($0, in: text) })
    if random.below(2) == 0 {
      text.insert(UInt8(ascii: "0"), at: number.lowerBound)
    } else {
      text.insert(UInt8(ascii: "."), at: number.upperBound)
    }
  }

  // MARK: Values

  /// Removes a required member, or gives it a value that does not fit.
  private mutating func spoilValue(_ text: inout [UInt8]) {
    let required = members(of: text).filter { !text[$0].starts(with: Array(#""trace_id""#.utf8)) }
    let member = random.pick(required)
    if random.below(4) == 0 {
      // One of the commas beside the member goes, too.
      text.removeSubrange(
        member.lowerBound == 1 ? 1..<(member.upperBound + 1) : (member.lowerBound - 1)..<member.upperBound)
      return
    }
    let value = self.value(of: member, in: text)
    let others =
      isNumber(value, in: text) ? [#""none""#, "null", "1e99", "[1]"] : ["7", "null", "{}", "-0.5"]
    text.replaceSubrange(value, with: Array(random.pick(others).utf8))
  }

  // MARK: Places

  private func members(of text: [UInt8]) -> [Range<Int>] {
    var index = 0
    return Shuffling.parts(text, &index)
  }

  private func value(of member: Range<Int>, in text: [UInt8]) -> Range<Int> {
    // The names have no colons.
    let colon = text[member].firstIndex(of: UInt8(ascii: ":")) ?? member.upperBound
    return (colon + 1)..<member.upperBound
  }

  private func isNumber(_ value: Range<Int>, in text: [UInt8]) -> Bool {
    text[value.lowerBound] <= UInt8(ascii: "9") && text[value.lowerBound] >= UInt8(ascii: "0")
  }

  private func places(of character: Unicode.Scalar, in text: [UInt8]) -> [Int] {
    text.indices.filter { text[$0] == UInt8(ascii: character) }
  }

  /// Returns the place of the first byte in a string or name. The strings have no escapes.
  private mutating func inString(of text: [UInt8]) -> Int {
    let quotes = places(of: "\"", in: text)
    return quotes[random.below(quotes.count / 2) * 2] + 1
  }
}

/// The kind of damage to a record.
enum RecordError {
  case none, syntax, mismatch
}

/// The shares of the records with errors.
protocol RecordErrors: SendableMetatype {
  static var percentages: [(RecordError, Int)] { get }
}

enum AnyErrors: RecordErrors {
  static let percentages: [(RecordError, Int)] = [(.none, 70), (.syntax, 15), (.mismatch, 15)]
}

enum SyntaxErrors: RecordErrors {
  static let percentages: [(RecordError, Int)] = [(.none, 70), (.syntax, 30)]
}

enum Mismatches: RecordErrors {
  static let percentages: [(RecordError, Int)] = [(.none, 70), (.mismatch, 30)]
}
