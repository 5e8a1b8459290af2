import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Integers")
struct IntegerTests {
  /// The next number away from zero, as text.
  static func beyond(_ text: String) -> String {
    var digits = Array(text.utf8)
    for place in digits.indices.reversed() {
      if digits[place] == UInt8(ascii: "-") { break }
      if digits[place] < UInt8(ascii: "9") {
        digits[place] += 1
        return String(decoding: digits, as: UTF8.self)
      }
      digits[place] = UInt8(ascii: "0")
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The same number as thousandths.
  static func scaled(_ text: String) -> String {
    text.hasSuffix("0") && text.count <= 2 ? "\(text).000e3" : "\(text)000.0e-3"
  }

  static func bounds<Value: FieldValue & FixedWidthInteger & Sendable>(_: Value.Type) throws {
    let lowest = "\(Value.min)"
    let highest = "\(Value.max)"
    let below = Value.isSigned ? beyond(lowest) : "-1"
    let above = beyond(highest)
    for (text, number) in [(lowest, Value.min), (highest, .max), ("0", 0), ("-0", 0), ("1", 1), ("100", 100)]
    {
      #expect(try value(of: text, into: 7 as Value) == number, "\(Value.self)")
      #expect(try value(of: "\(text).0", into: 7 as Value) == number, "\(Value.self)")
      #expect(try value(of: "\(text).000e0", into: 7 as Value) == number, "\(Value.self)")
      #expect(try value(of: Self.scaled(text), into: 7 as Value) == number, "\(Value.self)")
      #expect(try value(of: text, into: nil as Value?) == number, "\(Value.self)")
      #expect(try value(of: "[\(text),\(text)]", into: [] as [Value]) == [number, number], "\(Value.self)")
    }
    for text in [below, above, "1e400", "-1e400", above + "00000000000000000000", "1e20"] {
      let mapping = try boxed(7 as Value)
      #expect(try mapping.verdict(on: "{\"v\":\(text)}") == Verdict(.outOfRange, 5, "v"), "\(Value.self)")
      let clamped: Value = text.hasPrefix("-") ? .min : .max
      #expect(try value(of: text, into: 7 as Value, .clamping) == clamped, "\(Value.self) \(text)")
      let truncating = try boxed(7 as Value, .truncating)
      #expect(try truncating.verdict(on: "{\"v\":\(text)}") == Verdict(.outOfRange, 5, "v"), "\(Value.self)")
    }
    for (text, whole) in [("1.5", 1), ("0.999", 0), ("-0.5", 0), ("15e-1", 1), ("1e-400", 0)]
      as [(String, Value)]
    {
      let mapping = try boxed(7 as Value)
      #expect(try mapping.verdict(on: "{\"v\":\(text)}") == Verdict(.notAnInteger, 5, "v"), "\(Value.self)")
      let clamping = try boxed(7 as Value, .clamping)
      #expect(try clamping.verdict(on: "{\"v\":\(text)}").kind == .notAnInteger, "\(Value.self)")
      #expect(try value(of: text, into: 7 as Value, .truncating) == whole, "\(Value.self)")
    }
  }

  @Test("bounds of every width", .feature("7"))
  func everyWidth() throws {
    try Self.bounds(Int.self)
    try Self.bounds(Int8.self)
    try Self.bounds(Int16.self)
    try Self.bounds(Int32.self)
    try Self.bounds(Int64.self)
    try Self.bounds(UInt.self)
    try Self.bounds(UInt8.self)
    try Self.bounds(UInt16.self)
    try Self.bounds(UInt32.self)
    try Self.bounds(UInt64.self)
  }

  @Test(
    "integers in every notation",
    arguments: [
      ("1e3", 1_000), ("1E+3", 1_000), ("1.5e1", 15), ("0.0000001e7", 1), ("100e-2", 1), ("-2.50e1", -25),
      ("0e400", 0), ("-0.0e-400", 0), ("0.000", 0), ("123456789012345678", 123_456_789_012_345_678),
      ("9.223372036854775807e18", Int.max), ("-9223372036854775808.0", Int.min),
      ("0.000000000000000000000000000001e30", 1), ("9223372036854775807000e-3", Int.max),
      ("1000000000000000000000e-21", 1),
    ])
  func forms(text: String, number: Int) throws {
    #expect(try value(of: text, into: -7) == number)
    #expect(try value(of: text, into: -7, .clamping) == number)
    #expect(try value(of: text, into: -7, .truncating) == number)
  }

  @Test("truncates negative fractions", .feature("7"))
  func negativeFractions() throws {
    #expect(try value(of: "-1.9", into: 0, .truncating) == -1)
    #expect(try value(of: "-19e-1", into: 0 as Int8, .truncating) == -1)
    #expect(try value(of: "-128.999", into: 0 as Int8, .truncating) == -128)
    #expect(try value(of: "255.999", into: 0 as UInt8, .truncating) == 255)
  }

  @Test("random 64-bit integers", .feature("7"), arguments: [11, UInt64.random(in: .min ... .max)])
  func random(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let signed = try boxed(0 as Int64)
    let unsigned = try boxed(0 as UInt64)
    for _ in 0..<500 {
      let bits = dice.next() >> UInt64.random(in: 0...63, using: &dice)
      #expect(try unsigned.decode("{\"v\":\(bits)}").value == bits, "seed \(seed)")
      let number = Int64(bitPattern: bits)
      #expect(try signed.decode("{\"v\":\(number)}").value == number, "seed \(seed)")
    }
  }

  @Test("rejects other types", arguments: ["true", "\"1\"", "[1]", "{\"v\":1}"])
  func otherTypes(json: String) throws {
    let error = try boxed(0).refusal(of: "{\"v\":\(json)}")
    #expect(Verdict(error) == Verdict(.typeMismatch, 5, "v"))
    #expect(error.expected == "an integer for Int")
  }
}
