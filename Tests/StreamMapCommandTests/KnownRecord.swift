// Generated records with known results.

/// A valid record and its row, or a malformed one and its error.
struct KnownRecord {
  /// The error and its location, as the bytes of the record before it.
  struct Flaw: Hashable {
    let kind: String
    let at: Int
    let path: String
  }

  static let paths = "id,text=a,c=b.c"
  /// The required `--max-depth`.
  static let depth = 12

  let bytes: [UInt8]
  /// The output of `select --format jsonl`.
  let row: String
  let flaw: Flaw?
  /// Whether brackets, quotes and white space delimit it as one value.
  let isBalanced: Bool
  /// Whether its first byte and its last are brackets.
  var isContainer: Bool { [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes[0]) }

  static func row(id: String = "null", text: String = "null", c: String = "null") -> String {
    #"{"id":\#(id),"text":\#(text),"c":\#(c)}"#
  }

  /// A valid record in one of several shapes.
  static func good(_ id: Int, _ dice: inout SeededGenerator) -> KnownRecord {
    let filler = String(repeating: dice.chance(30) ? "é" : "x", count: dice.number(0...60))
    func record(_ text: String, _ row: String = row()) -> KnownRecord {
      KnownRecord(bytes: Array(text.utf8), row: row + "\n", flaw: nil, isBalanced: true)
    }
    switch dice.number(0...15) {
    case 0: return record(#"{"id": \#(id)}"#, row(id: "\(id)"))
    case 1: return record("{\"list\": [\(id), {\"id\": 1}], \"b\": [\(id)]}")
    case 2: return record("{\"b\":" + dice.one(of: ["\(id)", "\"\(id)\"", "true", "null", "-1.5e3"]) + "}")
    case 3: return record("{ \"b\" :{ \"c\":\(id)} ,\t\"id\": null }", row(c: "\(id)"))
    case 4:
      return record(
        #"{"z":[[{"id":0}],"}\"]"],"a":"\u00e9\n\#(filler)","id":"\#(id)"}"#,
        row(id: "\"\(id)\"", text: "\"\\u00e9\\n\(filler)\""))
    default:
      let c = #"[\#(id),"two, \n \"three\""]"#
      return record(
        #"{"id":\#(id),"a":"\#(filler)","b":{"c":\#(c)}}"#, row(id: "\(id)", text: "\"\(filler)\"", c: c))
    }
  }

  /// The kinds of errors that the program can find without column types.
  enum Wrong: CaseIterable {
    case value, zero, controlByte, junk, encoding, escape, surrogate
    case openArray, openString, openObject, bracket, secondValue
    case depth, number, record, name

    /// Whether the record's end can be found in an array, or before another one without a line feed.
    var isBalanced: Bool {
      switch self {
      case .openArray, .openString, .openObject, .bracket, .secondValue: false
      default: true
      }
    }

    /// The smallest `--max-record` that accepts it.
    var leastLimit: Int { self == .name ? 70_000 : 1_500 }
  }

  /// A malformed record.
  ///
  /// - Parameter limit: The value of `--max-record`.
  static func bad(_ id: Int, _ wrong: Wrong, limit: Int, _ dice: inout SeededGenerator) -> KnownRecord {
    let filler = String(repeating: "é", count: dice.number(0...40))
    let start = #"{"id":\#(id),"f":"\#(filler)","a":"#
    func record(
      _ kind: String, _ path: String, _ before: String, _ rest: String = "", bytes: [UInt8] = [],
      at: Int? = nil
    ) -> KnownRecord {
      KnownRecord(
        bytes: Array(before.utf8) + bytes + Array(rest.utf8), row: "",
        flaw: Flaw(kind: kind, at: at ?? before.utf8.count, path: path), isBalanced: wrong.isBalanced)
    }
    /// Reported at the first byte that no character can have there.
    func wrongEncoding(_ start: String, _ number: Int) -> KnownRecord {
      let (wrong, good): ([UInt8], Int) = [([0xFF], 0), ([0xC3], 1), ([0xED, 0xA0, 0x80], 1)][number]
      return record("encoding", "a", start + "\"", "\"}", bytes: wrong, at: start.utf8.count + 1 + good)
    }
    return switch wrong {
    case .value: record("syntax", "a", start, "oops}")
    case .zero: record("syntax", "$", #"{"f":"\#(filler)","id":0"#, "\(id)}")
    case .controlByte: record("syntax", "a", start + "\"x", "\u{1}\"}")
    case .junk: record("syntax", "$", "", "\u{1}")
    case .encoding: wrongEncoding(start, dice.number(0...2))
    case .escape: record("escape", "a", start + "\"\\", "x\"}")
    case .surrogate: record("escape", "a", start + "\"\\ud800", "\"}")
    case .openArray: record("truncated", "a", start + "[1,2")
    case .openString: record("truncated", "a", start + "\"open")
    case .openObject: record("truncated", "$", #"{"f":"\#(filler)","id":\#(id)"#)
    case .bracket: record("extraValue", "$", #"{"id":\#(id),"f":"\#(filler)"}"#, "]")
    case .secondValue: record("extraValue", "$", #"{"id":\#(id),"f":"\#(filler)"} "#, "{}")
    case .depth:
      record(
        "depthLimit", "a" + String(repeating: "[0]", count: depth - 1),
        start + String(repeating: "[", count: depth - 1),
        "[" + String(repeating: "]", count: depth) + "}")
    case .number:
      record("numberLimit", "id", #"{"f":"\#(filler)","id":"# + String(repeating: "1", count: 1_000), "1}")
    case .record:
      record(
        "recordLimit", "a", start + "\"", String(repeating: "x", count: limit + dice.number(0...400)) + "\"}",
        at: limit)
    case .name:
      record("nameLimit", "$", start + "0,\"" + String(repeating: "n", count: 64 << 10), "n\":1}")
    }
  }

  /// Some records, of which the given percentage is malformed.
  static func some(_ count: Int, bad: Int, limit: Int, onlyBalanced: Bool, _ dice: inout SeededGenerator)
    -> [KnownRecord]
  {
    let wrongs = Wrong.allCases.filter { $0.leastLimit <= limit && ($0.isBalanced || !onlyBalanced) }
    return (0..<count).map { id in
      dice.chance(bad) ? Self.bad(id, dice.one(of: wrongs), limit: limit, &dice) : good(id, &dice)
    }
  }
}
