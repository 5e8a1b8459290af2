import Foundation
import StreamMap
import Testing

@testable import TestSupport

/// Number literals: kept as written, every `Double` and `Float` exact to the bit, every integer exact or an error.
@Suite("Numbers")
struct NumberTests {
  struct Box<Value: Sendable>: Sendable {
    var value: Value
  }

  /// A decoder for a number at the root.
  private func decoder<Value: FieldValue & Sendable>(_ zero: Value) throws -> RecordDecoder<Box<Value>> {
    let key: any WritableKeyPath<Box<Value>, Value> & Sendable = \Box<Value>.value
    return RecordDecoder(try Mapping(Box(value: zero), limits: Limits(number: 1 << 20)) { Field(key, "$") })
  }

  private func read<Value>(_ decoder: RecordDecoder<Box<Value>>, _ literal: [UInt8]) -> Result<Value, Failure>
  {
    var value: Value?
    // SAFETY: the decoder reads the bytes during the call only.
    let error = caught {
      value = try unsafe literal.withUnsafeBytes { try unsafe decoder.read($0) { $0.value } }
    }
    if let value { return .success(value) }
    return .failure(error.map(Failure.init) ?? Failure(kind: "no mapping error", offset: -1, path: ""))
  }

  /// The C library's result, correctly rounded in the "C" locale. No test sets another locale.
  private func expectedDouble(_ text: String) -> Result<UInt64, Failure> {
    // SAFETY: the bridged string is NUL-terminated and lives during the call.
    let value = unsafe strtod(text, nil)
    return value.isFinite ? .success(value.bitPattern) : .failure(outOfRange)
  }

  private func expectedFloat(_ text: String) -> Result<UInt32, Failure> {
    // SAFETY: as above.
    let value = unsafe strtof(text, nil)
    return value.isFinite ? .success(value.bitPattern) : .failure(outOfRange)
  }

  private func expectedInteger<Value: FixedWidthInteger>(
    _ literal: [UInt8], _: Value.Type
  ) -> Result<Value, Failure> {
    switch DecimalReference(literal) {
    case .exact(let value): Value(exactly: value).map(Result.success) ?? .failure(outOfRange)
    case .fraction: .failure(Failure(kind: "notAnInteger", offset: 0, path: "$"))
    case .huge: .failure(outOfRange)
    }
  }

  private let outOfRange = Failure(kind: "outOfRange", offset: 0, path: "$")

  private func check(_ literals: [[UInt8]]) throws {
    let double = try decoder(0.0)
    let float = try decoder(Float(0))
    let int = try decoder(0)
    let unsigned = try decoder(UInt64(0))
    let small = try decoder(Int8(0))
    var findings = Findings()
    for literal in literals {
      let text = String(decoding: literal, as: UTF8.self)
      var differences = Differences()
      differences.compare("Double", read(double, literal).map(\.bitPattern), expectedDouble(text))
      differences.compare("Float", read(float, literal).map(\.bitPattern), expectedFloat(text))
      differences.compare("Int", read(int, literal), expectedInteger(literal, Int.self))
      differences.compare("UInt64", read(unsigned, literal), expectedInteger(literal, UInt64.self))
      differences.compare("Int8", read(small, literal), expectedInteger(literal, Int8.self))
      for difference in differences.texts { findings.add(literal, difference) }
    }
    findings.report()
  }

  @Test("yyjson's numbers, to the bit", .corpus(NumberCorpus.folder, cases: NumberCorpus.count))
  func corpus() throws {
    let literals = try NumberCorpus.literals()
    #expect(literals.count == NumberCorpus.count)
    let numbers = literals.filter { $0.verdict != .rejected }
    #expect(numbers.count > 29_000)
    try check(numbers.map(\.text))
  }

  @Test("yyjson's numbers, as text", .corpus(NumberCorpus.folder, cases: NumberCorpus.count))
  func corpusText() throws {
    let parser = EventParser(into: EventLog(), limits: Limits(number: 1 << 20))
    for literal in try NumberCorpus.literals() {
      parser.sink.events = []
      let error = caught { try parser.parse(literal.text) }
      let text = String(decoding: literal.text, as: UTF8.self)
      if literal.verdict == .rejected {
        let isOtherValue = ["true", "false", "null"].contains(text)
        #expect((error == nil) == isOtherValue, "\(literal.file): \(text)")
        #expect(isOtherValue || error?.byteOffset != nil, "\(literal.file): \(text)")
      } else {
        #expect(error == nil, "\(literal.file): \(text)")
        #expect(parser.sink.events == [.number(literal.text)], "\(literal.file): \(text)")
      }
      if literal.verdict == .infinite { #expect(!(Double(text) ?? 0).isFinite, "\(literal.file): \(text)") }
    }
  }

  /// The hardest cases of rounding: halves between two neighbours, written in full, and one digit more or less.
  @Test("halfway cases, written in full")
  func halfway() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    var literals: [[UInt8]] = []
    for _ in 0..<2_000 {
      // (2m + 1) × 2^e is halfway between two Doubles when m has 53 bits.
      let odd = (UInt64(1) << 53 | random.next() >> 11) << 1 | 1
      var digits = String(odd)
      let exponent = random.below(60)
      for _ in 0..<exponent { digits = doubled(digits) }
      literals += ["", ".0", ".00000000000000000000000001", "e-30", "e5"].map { Array((digits + $0).utf8) }
      literals.append(Array((digits.dropLast() + "4").utf8))
    }
    try check(literals)
  }

  private func doubled(_ digits: String) -> String {
    var carry: UInt8 = 0
    var result: [UInt8] = []
    for digit in digits.utf8.reversed() {
      let value = (digit - 0x30) * 2 + carry
      result.append(value % 10 + 0x30)
      carry = value / 10
    }
    if carry > 0 { result.append(carry + 0x30) }
    return String(decoding: result.reversed(), as: UTF8.self)
  }

  @Test("random literals of every shape")
  func random() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    func digits(_ count: Int) -> String {
      String(decoding: (0..<count).map { _ in UInt8(0x30 + random.below(10)) }, as: UTF8.self)
    }
    var literals: [[UInt8]] = []
    for _ in 0..<Effort.pick(10_000, 30_000, 30_000) {
      var text = random.chance(1, outOf: 3) ? "-" : ""
      text += random.chance(1, outOf: 4) ? "0" : "\(1 + random.below(9))" + digits(random.below(22))
      if random.chance(1, outOf: 2) { text += "." + digits(1 + random.below(22)) }
      if random.chance(1, outOf: 2) {
        text +=
          random.pick(["e", "E"]) + random.pick(["", "+", "-"])
          + "\(random.below(random.pick([10, 40, 400])))"
      }
      literals.append(Array(text.utf8))
    }
    try check(literals)
  }

  @Test("integers around the edges of every width")
  func edges() throws {
    func edges<Value: FieldValue & FixedWidthInteger & Sendable>(_: Value.Type) throws {
      let decoder = try decoder(Value.zero)
      for edge in [Int128(Value.min), Int128(Value.max)] {
        for distance in Int128(-2)...2 {
          let integer = edge + distance
          for text in [
            "\(integer)", "\(integer).0", integer == 0 ? "0e-1" : "\(integer)0e-1", "\(integer)e0",
            "\(integer).5",
          ] {
            let literal = Array(text.utf8)
            #expect(read(decoder, literal) == expectedInteger(literal, Value.self), "\(Value.self): \(text)")
          }
        }
      }
    }
    try edges(Int.self)
    try edges(Int8.self)
    try edges(Int16.self)
    try edges(Int32.self)
    try edges(Int64.self)
    try edges(UInt.self)
    try edges(UInt8.self)
    try edges(UInt16.self)
    try edges(UInt32.self)
    try edges(UInt64.self)
  }
}
