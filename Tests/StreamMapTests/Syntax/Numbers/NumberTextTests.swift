import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Number text")
struct NumberTextTests {
  /// Numbers at the very end of readable memory.
  @Test(
    "reads no byte outside",
    arguments: [
      "0", "-0", "7", "12", "-123", "1234567", "12345678", "-12345678", "123456789", "1234567890123456",
      "12345678901234567", "1234567890123456789", "12345678901234567890", "-9223372036854775808", "1.5",
      "0.1e-5",
      "1e3", "-1.25E+10", "3.25", "1234.567", "-1234.567", "122.4194155", "-1.2345678901234567",
      "1234567.890123456789", "123456789012345678901234567890.5e-20",
    ])
  func bounds(text: String) throws {
    let guarded = try #require(GuardedBytes())
    let bytes = Array(text.utf8)
    // SAFETY: the address has the number's bytes.
    unsafe guarded.show(bytes) { address in
      unsafe #expect((try? NumberText.double(address, bytes.count, .error)) == Double(text))
      unsafe #expect((try? NumberText.float(address, bytes.count, .error)) == Float(text))
      let whole: Int? = unsafe try? NumberText.integer(address, bytes.count, .truncate)
      #expect(whole == Int(text) ?? Double(text).flatMap { Int(exactly: $0.rounded(.towardZero)) })
    }
  }

  /// Callers read other integers by the slow path.
  @Test("reads integers of up to nineteen digits", arguments: [false, true])
  func plain(isPadded: Bool) throws {
    let guarded = try #require(GuardedBytes())
    /// The results at both ends of readable memory.
    func plain(_ text: [UInt8]) -> Set<Int64?> {
      let padding = Array(repeating: 0x2E as UInt8, count: isPadded ? Literal.padding : 0)
      var values: Set<Int64?> = []
      // SAFETY: the address has the text's bytes, with the padding that `isPadded` promises.
      unsafe guarded.show(padding + text + padding) { address in
        values.insert(
          unsafe NumberText.plainInteger(address + padding.count, text.count, isPadded: isPadded))
      }
      return values
    }
    var digits = ""
    for digit in "1234567890123456789" {
      digits.append(digit)
      for sign in ["", "-"] {
        #expect(plain(Array((sign + digits).utf8)) == [Int64(sign + digits)])
        #expect(plain(Array((sign + "0" + digits).utf8)) == [nil])
        for place in 0..<digits.utf8.count {
          for other in Array("/:.e".utf8) + [0x80, 0xB0, 0xFF] {
            var text = Array((sign + digits).utf8)
            text[sign.utf8.count + place] = other
            #expect(plain(text) == [nil], "\(text)")
          }
        }
      }
    }
    #expect(plain(Array("0".utf8)) == [0])
    #expect(plain(Array("-0".utf8)) == [0])
    #expect(plain(Array("9223372036854775807".utf8)) == [.max])
    for text in ["", "-", "--1", "9223372036854775808", "-9223372036854775808", "12345678901234567890"] {
      #expect(plain(Array(text.utf8)) == [nil], "\(text)")
    }
  }

  @Test(
    "rejects text that is not a number",
    arguments: [
      "", "-", "--1", "+1", "00", "01", "-01", "-00", "00.5", "012345678", "0123456789012345678", "1.", "-1.",
      ".5", "-.5",
      "1..5", "1.5.", "1.5.5", "1e", "1e+", "1e-", "1.e5", "1.5e", "1.5e1.5", "1e5e", "e5", "1 ", " 1", "1\n",
      "1,", "1}",
      "1]", "1\u{0}", "0x10", "1a", "12345678a", "1234567890123456a", "1.2345678a", "NaN", "nan", "Infinity",
      "-inf", "true",
      "1_000", "٣", "１", "1e1 ", "1/2", "1:", "123456789012345678901234567890.", "1.5-", "1-5", "12-", "-1-",
      "12345678:",
    ])
  func malformed(text: String) throws {
    let guarded = try #require(GuardedBytes())
    // SAFETY: the address has the text's bytes.
    unsafe guarded.show(Array(text.utf8)) { unsafe Self.expectMalformed($0, text.utf8.count, text) }
  }

  private static func expectMalformed(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ text: String) {
    unsafe #expect(!NumberText.isNumber(bytes, count), "\(text)")
    #expect(throws: NumberText.Failure.malformed, "\(text)") {
      unsafe try NumberText.double(bytes, count, .infinity)
    }
    #expect(throws: NumberText.Failure.malformed, "\(text)") {
      unsafe try NumberText.float(bytes, count, .infinity)
    }
    for rule in [NumberRules.Integer.exact, .clamp, .truncate] {
      #expect(throws: NumberText.Failure.malformed, "\(text)") {
        unsafe try NumberText.integer(bytes, count, rule, as: Int.self)
      }
      #expect(throws: NumberText.Failure.malformed, "\(text)") {
        unsafe try NumberText.integer(bytes, count, rule, as: UInt8.self)
      }
    }
  }

  /// The standard library's value of a number, correctly rounded, also for an integer.
  private static func check(_ bytes: [UInt8], _ findings: inout Findings) {
    let isNumber = NumberLiterals.isNumber(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    // SAFETY: the buffer's bytes are read during the call.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let address = buffer.baseAddress else { return }
      let double = unsafe try? NumberText.double(address, bytes.count, .infinity)
      let float = unsafe try? NumberText.float(address, bytes.count, .infinity)
      if double?.bitPattern != (isNumber ? Double(text)?.bitPattern : nil) { findings.add(bytes, "Double") }
      if float?.bitPattern != (isNumber ? Float(text)?.bitPattern : nil) { findings.add(bytes, "Float") }
      if unsafe NumberText.isNumber(address, bytes.count) != isNumber {
        findings.add(bytes, "a number or not")
      }
      let int: Int? = unsafe try? NumberText.integer(address, bytes.count, .exact)
      let unsigned: UInt64? = unsafe try? NumberText.integer(address, bytes.count, .exact)
      if !isNumber {
        if int != nil || unsigned != nil { findings.add(bytes, "an integer that is no number") }
      } else {
        if let expected = Int(text), int != expected { findings.add(bytes, "Int") }
        if let expected = UInt64(text), unsigned != expected { findings.add(bytes, "UInt64") }
      }
    }
  }

  #if DEBUG
    static let rounds = 60_000
  #else
    static let rounds = 3_000_000
  #endif

  @Test("parses random literals bit for bit")
  func random() {
    var literals = NumberLiterals(random: SeededRandom(seed: SeededRandom.seed))
    var findings = Findings()
    for _ in 0..<Self.rounds { Self.check(Array(literals.next().utf8), &findings) }
    findings.report()
  }

  @Test("random bytes")
  func bytes() {
    var random = SeededRandom(seed: SeededRandom.seed)
    let alphabet = Array("00123456789.-eE+".utf8)
    var findings = Findings()
    for _ in 0..<Self.rounds {
      var bytes = (0..<(1 + random.below(24))).map { _ in random.pick(alphabet) }
      if random.chance(1, outOf: 4) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      Self.check(bytes, &findings)
    }
    findings.report()
  }

  @Test("yyjson's literals, valid and malformed", .corpus(NumberCorpus.folder, cases: NumberCorpus.count))
  func corpus() throws {
    var findings = Findings()
    for literal in try NumberCorpus.literals() {
      Self.check(literal.text, &findings)
      if literal.verdict == .rejected, NumberLiterals.isNumber(literal.text) {
        findings.add(literal.text, "rejected")
      }
    }
    findings.report()
  }
}
