import Testing

@testable import StreamMap
@testable import TestSupport

/// Texts over many windows of the index give the same records and errors as lines.
@Suite("Framing, windows")
struct FramingWindowTests {
  /// Records of all sizes. Some are malformed in ways that keep their brackets balanced.
  private static func records(_ random: inout SeededRandom, badOutOf: Int) -> [[UInt8]] {
    (0..<400).map { id in
      let text = String(
        repeating: random.pick(["x", "é", "\\u00e9", "\\\\", "{]", "😀"]),
        count: random.pick([0, 1, 9, 200, 3_000]))
      var record = Array("{\"id\":\(id),\"text\":\"\(text)\",\"a\":[{\"b\":[]},{},\(id)]}".utf8)
      if random.chance(1, outOf: 100) {
        record = Array("{\"id\":\(id),\"a\":\"\(String(repeating: "y", count: 90_000))\"}".utf8)
      }
      guard random.chance(1, outOf: badOutOf) else { return record }
      switch random.below(8) {
      case 0: return Array("{\"id\":01}".utf8)
      case 1: return Array("{\"id\":\(id),}".utf8)
      case 2: return Array("{\"a\":[1,2},\"id\":\(id)}".utf8)
      case 3: return Array("{\"text\":\"\\x\"}".utf8)
      case 4: return Array("{\"text\":\"a".utf8) + [0xFF] + Array("\"}".utf8)
      case 5: return Array("tru".utf8)
      case 6: return Array("{\"id\":\"no\"}".utf8)
      default: return Array("{\"id\" 1}".utf8)
      }
    }
  }

  private static func read(_ bytes: [UInt8], _ framing: Framing, _ engine: Engine, _ validation: Validation)
    throws -> (models: [Row], verdicts: [String])
  {
    let noted = Noted()
    var lines = JSONLines(.bytes(bytes), as: try Row.mapping())
    lines.framing = framing
    lines.options = ReadingOptions(engine: engine, validation: validation)
    lines.onError = .skip { error, bytes in noted.note(error, bytes) }
    var models: [Row] = []
    try lines.forEach { row, _ in models.append(Row(id: row.id, text: row.text)) }
    return (
      models, noted.all.map { "\($0.error.record ?? 0) \($0.error.kind) \($0.error.path) \($0.bytes.count)" }
    )
  }

  @Test(
    "many windows give the same results as lines", .feature("45"), arguments: Engine.allCases,
    Validation.allCases)
  func windows(engine: Engine, validation: Validation) throws {
    var random = SeededRandom(seed: SeededRandom.seed &+ 400)
    for badOutOf in [10_000, 100, 3] {
      let records = Self.records(&random, badOutOf: badOutOf)
      let lines = try Self.read(Array(records.joined(separator: [0x0A])), .lines, engine, validation)
      let texts: [(Framing, [UInt8])] = [
        (.array(), [0x5B] + Array(records.joined(separator: [0x2C])) + [0x5D]),
        (.array(), [0x5B, 0x0A] + Array(records.joined(separator: [0x20, 0x2C, 0x0A])) + [0x0A, 0x5D]),
        (.concatenated, Array(records.joined(separator: [0x0A]))),
        (.sequence, [0x1E] + Array(records.joined(separator: [0x0A, 0x1E])) + [0x0A]),
      ]
      for (framing, text) in texts {
        let read = try Self.read(text, framing, engine, validation)
        #expect(read.models == lines.models, "\(framing), \(SeededRandom.again)")
        #expect(read.verdicts == lines.verdicts, "\(framing), \(SeededRandom.again)")
      }
    }
  }

  @Test("the decoder gives the same results as lines")
  func decoded() throws {
    var random = SeededRandom(seed: SeededRandom.seed &+ 500)
    let records = Self.records(&random, badOutOf: 20)
    let lines = try Framed.decoded(Array(records.joined(separator: [0x0A])), .lines)
    let array = try Framed.decoded([0x5B] + Array(records.joined(separator: [0x2C])) + [0x5D], .array())
    #expect(lines.ids == array.ids)
    #expect(lines.places.map(\.record) == array.places.map(\.record))
    #expect(lines.places.map(\.byteCount) == array.places.map(\.byteCount))
  }

  @Test("reads most array records with their framing index")
  func shared() throws {
    var random = SeededRandom(seed: SeededRandom.seed &+ 600)
    for badOutOf in [10_000, 100] {
      let records = Self.records(&random, badOutOf: badOutOf)
      let text = [0x5B] + Array(records.joined(separator: [0x2C])) + [0x5D]
      let framer = ValueFramer(.array(), limits: Limits(), validates: true)
      var index = 0
      var sound = 0
      while index < text.count {
        index += framer.append(text.span.extracting(index...))
        while try framer.next() { sound += framer.record.isSound ? 1 : 0 }
      }
      #expect(sound > records.count / 2, "\(sound) of \(records.count), one of \(badOutOf) bad")
    }
  }

  @Test("reads array records with their framing index, before a comma, a space and the bracket")
  func sharedBeforeEach() throws {
    let text = Array(#"[{"id":1},{"id":2} , {"id":3}]\#(String(repeating: " ", count: 200))"#.utf8)
    let framer = ValueFramer(.array(), limits: Limits(), validates: true)
    _ = framer.append(text.span)
    for _ in 0..<3 {
      #expect(try framer.next() && framer.record.isSound)
    }
  }

  @Test("reads valid array records with their framing index, except where a piece ends")
  func allShared() throws {
    var random = SeededRandom(seed: SeededRandom.seed &+ 700)
    // The others are further from the beginning than half of what the longest record may have.
    let long = [0x22] + [UInt8](repeating: 0x78, count: StructuralIndex.longestRecord / 2) + [0x22]
    let records = [long] + (0..<4).flatMap { _ in Self.records(&random, badOutOf: 1 << 30) }
    let text =
      [0x5B] + Array(records.joined(separator: [0x2C])) + [0x5D] + [UInt8](repeating: 0x20, count: 128)
    let framer = ValueFramer(.array(), limits: Limits(), validates: true)
    var (index, pieces, sound) = (0, 0, 0)
    while index < text.count {
      index += framer.append(text.span.extracting(index...))
      // The end of a piece can only cut a record after the long one.
      pieces += index > long.count ? 1 : 0
      while try framer.next() { sound += framer.record.isSound ? 1 : 0 }
    }
    #expect(records.count - sound < pieces, "\(sound) of \(records.count), \(pieces), \(SeededRandom.again)")
  }

  // MARK: Text around an array

  /// Returns the end of the value that begins after `front`, if an index finds it, and then that of the value after
  /// `between`.
  private static func ends(
    _ front: String, _ value: String, _ between: String, _ next: String, _ rest: String
  )
    throws -> [Int?]
  {
    let framer = try ValueFramer(.array(at: RecordPath("x")), limits: Limits(), validates: true)
    let text = Array((front + value + between + next + rest).utf8) + [UInt8](repeating: 0x20, count: 128)
    #expect(framer.append(text.span) == text.count)
    try framer.envelope.scanPiece(Array(front.utf8).span)
    let starts = [front.utf8.count, (front + value + between).utf8.count]
    return starts.map { start in
      framer.position = start
      return framer.soundEnd(ofValueWith: text[start])
    }
  }

  @Test(
    "finds the ends of values around an array, in the containers that are open",
    arguments: [("", ""), ("[", ",1]"), ("{\"a\":", ",\"b\":1}"), ("{\"a\":[", ",1],\"b\":2}")])
  func around(front: String, rest: String) throws {
    let value = "{\"b\":[1,\"]\\\"\"],\"c\":\"}\"}"
    for next in [value, "[[],[{}]]", "\"\\\\\""] {
      // A value outside of containers follows no other.
      guard !front.isEmpty else {
        #expect(try Self.ends("", next, "", " ", "")[0] == next.utf8.count)
        continue
      }
      let between = front.hasSuffix("[") ? ", " : ",\"c\":"
      let ends = try Self.ends(front, value, between, next, rest)
      let start = (front + value + between).utf8.count
      #expect(ends == [front.utf8.count + value.utf8.count, start + next.utf8.count], "\(front) \(next)")
    }
  }

  @Test("finds the end of a value around an array that begins in the indexed window and ends after it")
  func aroundWindows() throws {
    let window = StructuralIndex.windowSize
    for distance in [1, 2, 3, 64, 1_000] {
      let value = "\"\(String(repeating: "x", count: window - distance))\""
      let next = "[\(String(repeating: "1,", count: 2_000))1]"
      let ends = try Self.ends("[", value, ",", next, ",1]")
      // An error in a value would be known one byte after it.
      #expect(
        ends == [distance < 3 ? nil : value.utf8.count + 1, (value + next).utf8.count + 2], "\(distance)")
    }
  }
}
