import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Unescaping")
struct UnescapingTests {
  /// Source and target where neither the byte before nor the byte after is accessible.
  private struct Places {
    let source: GuardedBytes
    let target: GuardedBytes

    init() throws {
      source = try #require(GuardedBytes())
      target = try #require(GuardedBytes())
    }

    /// Decodes with each at the end of accessible memory and at its beginning, alone and followed by bytes that may be read.
    func decode(_ raw: [UInt8], _ following: [[UInt8]] = [[], quotes]) -> [[UInt8]?] {
      var results: [[UInt8]?] = []
      // SAFETY: the source has as many bytes as are passed, and the target is writable and has enough.
      for following in following {
        unsafe source.show(raw + following) { source in
          unsafe target.show([UInt8](repeating: 0xAA, count: raw.count + Unescaping.slack)) { target in
            let output = unsafe UnsafeMutablePointer(mutating: target)
            let readable = raw.count + following.count
            let count = unsafe Unescaping.decode(source, raw.count, readable: readable, into: output)
            results.append(count.map { unsafe Array(UnsafeBufferPointer(start: output, count: $0)) })
          }
        }
      }
      return results
    }

    /// The end of a string, and others.
    static let quotes = Array(String(repeating: #""\n\u0041\\"#, count: 10).utf8.prefix(Unescaping.slack))

    /// Bytes that continue a truncated escape, as many as is stated, from none to more than are needed.
    static let continuations = ["\"\\n", #"\n"#, #"\u0041"#, #"\ude00"#, "00dc", "u0041", "n"].flatMap {
      text in
      [0, 1, 5, 11, 12, 48, 62, 63, 64, 65].map { Array(String(repeating: text, count: 65).utf8.prefix($0)) }
    }
  }

  /// Rows of escapes that end with the text, or are cut there, before bytes that would continue them.
  @Test("rows of escapes at the end of a text")
  func rows() throws {
    let places = try Places()
    for escape in [#"\u0041"#, #"\u00e9"#, #"\u65e5"#, #"\ud83d\ude00"#, #"\n"#] {
      for count in [1, 2, 3, 10, 11, 12, 25, 60] {
        for before in [0, 1, 31, 32, 33, 63] {
          let row = Array(
            (String(repeating: "a", count: before) + String(repeating: escape, count: count)).utf8)
          for cut in 0..<escape.utf8.count {
            let raw = Array(row.dropLast(cut))
            let results = places.decode(
              raw, cut < 2 ? Places.continuations : [[], Places.continuations[16], Places.continuations[25]])
            let expected = cut == 0 ? reference(raw) : nil
            if results.contains(where: { $0 != expected }) {
              Issue.record("\(count) of \(escape) after \(before) bytes, \(cut) bytes cut")
            }
          }
        }
      }
    }
  }

  @Test(
    "escapes",
    arguments: [
      ("", ""), ("a", "a"), (#"\n"#, "\n"), (#"\"\\\/\b\f\n\r\t"#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#"\u0041"#, "A"),
      (#"\u00e9\u00E9"#, "éé"), (#"\u65e5\u672C"#, "日本"), (#"\ud83d\ude00"#, "😀"), (#"\uD834\uDD1Ex"#, "𝄞x"),
      (#"a\u0000b"#, "a\0b"), (#"\u007f\u0080\u07ff\u0800\uffff"#, "\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}"),
      (#"\u007f.\u0080.\u07ff.\u0800.\uffff"#, "\u{7F}.\u{80}.\u{7FF}.\u{800}.\u{FFFF}"),
      (#"\ud7ff\ue000"#, "\u{D7FF}\u{E000}"), (#"\udbff\udfff"#, "\u{10FFFF}"), (#"\\u0041"#, #"\u0041"#),
      (
        #"0123456789abcdef\n0123456789abcdef0123456789abcdefx\t"#,
        "0123456789abcdef\n0123456789abcdef0123456789abcdefx\t"
      ),
      (#"0123456789abcde\n"#, "0123456789abcde\n"), (#"01234567\n89"#, "01234567\n89"), ("日本é😀\\n", "日本é😀\n"),
    ])
  func good(raw: String, text: String) throws {
    for result in try Places().decode(Array(raw.utf8)) { #expect(result == Array(text.utf8)) }
  }

  /// Windows of 64 bytes are decoded in place, and the end of a text in a copy.
  @Test("escapes at each place of a window")
  func windows() throws {
    let places = try Places()
    let escapes = [
      (#"\n"#, "\n"), (#"\u00e9"#, "é"), (#"\u65e5"#, "日"), (#"\ud83d\ude00"#, "😀"), (#"\\"#, #"\"#),
    ]
    for (raw, text) in escapes + [(escapes.map(\.0).joined(), escapes.map(\.1).joined())] {
      for before in 0..<200 {
        for after in [0, 1, 20, 63, 64, 65, 300] {
          let (head, tail) = (String(repeating: "a", count: before), String(repeating: "b", count: after))
          let expected = Array("\(head)\(text)\(tail)".utf8)
          let results = places.decode(Array("\(head)\(raw)\(tail)".utf8))
          if results.contains(where: { $0 != expected }) {
            Issue.record("\(raw) after \(before) bytes and before \(after)")
          }
        }
      }
    }
  }

  @Test(
    "rejects malformed escapes",
    arguments: [
      #"\"#, #"a\"#, #"\x"#, #"\u"#, #"\u1"#, #"\u12"#, #"\u123"#, #"\u123g"#, #"\ug123"#, #"\u 123"#,
      #"\u-123"#,
      #"\ud800"#, #"\udc00"#, #"\udfff"#, #"\ud800x"#, #"\ud800\"#, #"\ud800\n"#, #"\ud800\u"#,
      #"\ud800\udc"#,
      #"\ud800\udbff"#, #"\ud800\u0041"#, #"\ud800\ue000"#, #"\udc00\ud800"#, #"\U0041"#, #"\N"#, #"\'"#,
      #"\0"#,
      "\\\n", "\\é", #"0123456789abcdef\"#, #"0123456789abcde\u00"#, #"\\\"#, #"\n\ud83d\ude0"#,
    ])
  func bad(raw: String) throws {
    for result in try Places().decode(Array(raw.utf8)) { #expect(result == nil) }
  }

  /// Returns a JSON string with escapes of all kinds, possibly with one wrong byte.
  private func text(_ random: inout SeededRandom, isMutated: Bool) -> [UInt8] {
    var raw: [UInt8] = []
    for _ in 0..<random.below(random.pick([3, 12, 40])) {
      switch random.below(8) {
      case 0:
        raw += Array(random.pick([#"\n"#, #"\""#, #"\\"#, #"\/"#, #"\b"#, #"\f"#, #"\r"#, #"\t"#]).utf8)
      case 1:
        raw += escape(random.pick([0x41, 0xE9, 0x65E5, 0xFFFF, 0xD800, 0xDC00, random.below(0x1_0000)]))
      case 2: raw += escape(0xD800 + random.below(0x400)) + escape(0xDC00 + random.below(0x400))
      case 3: raw += Array(random.pick(["é", "日", "😀", " "]).utf8)
      default:
        raw += Array(repeating: UInt8(0x61 + random.below(26)), count: random.below(random.pick([4, 40])))
      }
    }
    if isMutated, !raw.isEmpty {
      let place = random.below(raw.count)
      switch random.below(3) {
      case 0: raw.remove(at: place)
      case 1: raw.insert(random.pick(Array(#"\"u0dn"#.utf8)), at: place)
      default: raw[place] = UInt8(random.below(256))
      }
    }
    return raw

    func escape(_ unit: Int) -> [UInt8] {
      let digits = String(unit, radix: 16, uppercase: unit % 2 == 0)
      return Array((#"\u"# + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8)
    }
  }

  /// The reference parser's value, if the text is one string and nothing else.
  private func reference(_ raw: [UInt8]) -> [UInt8]? {
    let outcome = ReferenceParser.read([0x22] + raw + [0x22])
    guard case .success = outcome.result, outcome.events.count == 1,
      case .string(let bytes) = outcome.events[0]
    else {
      return nil
    }
    return bytes
  }

  #if DEBUG
    static let rounds = 20_000
  #else
    static let rounds = 400_000
  #endif

  @Test("random strings match the reference parser and the other decoder")
  func random() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let places = try Places()
    var findings = Findings()
    for round in 0..<Self.rounds {
      let raw = text(&random, isMutated: round % 2 == 0)
      let results = places.decode(raw)
      if Set(results).count > 1 { findings.add(raw, "not the same in another place") }
      if let expected = reference(raw) {
        if results[0] != expected { findings.add(raw, "not as the reference parser has it") }
        var other: [UInt8] = []
        Unescaping.appendTruncated(raw.span, to: &other)
        if other != expected { findings.add(raw, "the other decoder is wrong") }
      } else if isString(raw), results[0] != nil {
        findings.add(raw, "decoded, though the reference parser refuses it")
      }
    }
    findings.report()
  }

  /// Only its escapes can be malformed.
  private func isString(_ raw: [UInt8]) -> Bool {
    var isEscaped = false
    for byte in raw {
      if byte < 0x20 || byte == UInt8(ascii: "\"") && !isEscaped { return false }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return String(validating: raw, as: UTF8.self) != nil
  }

  /// Runs without escapes are unchanged, and no inaccessible byte is read.
  @Test("random bytes")
  func anyBytes() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let places = try Places()
    for _ in 0..<(Self.rounds / 4) {
      let alphabet = Array(#"\\\u"0dDe8"#.utf8) + [UInt8(random.below(256))]
      let raw = (0..<random.below(random.pick([70, 300]))).map { _ in random.pick(alphabet) }
      let results = places.decode(raw)
      #expect(Set(results).count == 1, "\(SeededRandom.again) \(raw)")
      if !raw.contains(UInt8(ascii: "\\")) { #expect(results[0] == raw, "\(SeededRandom.again)") }
    }
  }
}
