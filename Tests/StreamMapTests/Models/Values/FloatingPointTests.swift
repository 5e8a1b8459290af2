import Testing

@testable import StreamMap
@testable import TestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Floating point")
struct FloatingPointTests {
  /// Texts that number parsers often get wrong: halfway cases, both ends of the range, denormals, more digits than
  /// fit in a word, products that need exactly one rounding.
  static let hard = [
    "0", "-0", "0.0", "-0.0", "1", "0.1", "0.3", "1e22", "1e23", "-1e-22", "1e-23", "9007199254740991",
    "9007199254740992", "9007199254740993", "9007199254740993.0000000000000000001", "9007199254740995",
    "1.7976931348623157e308", "1.7976931348623158e308", "2.2250738585072014e-308", "2.2250738585072011e-308",
    "2.2250738585072012e-308", "4.9e-324", "5e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
    "2.5e-324", "1e-400", "0e999", "0.000e-999", "123456789012345678901234567890", "1e19",
    "18446744073709551615",
    "18446744073709551616", "0.500000000000000166533453693773481063544750213623046875",
    "3.518437208883201171875e13", "62.5364939768271845828", "8.10109172351e-10",
    "1.50000000000000011102230246251565",
    "9007199254740991.4999999999999999999999999999999995", "30078505129381147446200",
    "1777820000000000000001",
    "0.000000000000000000000000000000000000000000000000000000000000000000000000000000000001",
    "1448997445238699", "5708990770823839207320493820740630171355185", "1.00000005960464477539062499",
    "16777217", "16777219", "33554433", "1.000000059604644775390625", "1.00000005960464477539062500000001",
    "3.4028234663852886e38", "3.4028235e38", "3.40282356e38", "1.4e-45", "7.0064923216240853e-46",
    "1.1754942e-38",
    "7.006492321624086e-46", "1e10", "1e11", "1e-10", "1e-11", "8388608.5", "8388609.5", "4503599627370496.5",
    "4503599627370497.5",
  ]

  @Test("parses Double bit for bit", arguments: hard)
  func double(text: String) throws {
    let expected = try #require(Double(text))
    let read = try value(of: text, into: 7.0)
    #expect(read.bitPattern == expected.bitPattern)
    unsafe #expect(read.bitPattern == strtod(text, nil).bitPattern)
    #expect(try value(of: "[\(text)]", into: [] as [Double?]).first??.bitPattern == expected.bitPattern)
  }

  @Test("rounds Float once", .feature("7"), arguments: hard)
  func float(text: String) throws {
    let expected = try #require(Float(text))
    guard expected.isFinite else {
      #expect(try boxed(7 as Float).verdict(on: "{\"v\":\(text)}") == Verdict(.outOfRange, 5, "v"))
      return
    }
    let read = try value(of: text, into: 7 as Float)
    #expect(read.bitPattern == expected.bitPattern)
    unsafe #expect(read.bitPattern == strtof(text, nil).bitPattern)
  }

  @Test("parses random numbers bit for bit", arguments: [5, UInt64.random(in: .min ... .max)])
  func random(seed: UInt64) throws {
    var dice = SeededGenerator(seed: seed)
    let doubles = try boxed(0.0)
    let floats = try boxed(0 as Float, .overflowsToInfinity)
    for _ in 0..<1_000 {
      let number = Double(bitPattern: dice.next())
      if number.isFinite {
        #expect(try doubles.decode("{\"v\":\(number)}").value.bitPattern == number.bitPattern, "seed \(seed)")
      }
      let digits = (0..<Int.random(in: 1...25, using: &dice)).map { _ in
        "\(Int.random(in: 0...9, using: &dice))"
      }
      let text = "1\(digits.joined()).\(digits.reversed().joined())e\(Int.random(in: -60...30, using: &dice))"
      #expect(
        try doubles.decode("{\"v\":\(text)}").value.bitPattern == Double(text)?.bitPattern,
        "seed \(seed) \(text)")
      #expect(
        try floats.decode("{\"v\":\(text)}").value.bitPattern == Float(text)?.bitPattern,
        "seed \(seed) \(text)")
    }
  }

  @Test("handles overflow", arguments: ["1e999", "1.7976931348623159e308", "1e309", "17976931348623159e400"])
  func overflow(text: String) throws {
    #expect(try boxed(0.0).verdict(on: "{\"v\":\(text)}") == Verdict(.outOfRange, 5, "v"))
    #expect(try boxed(0.0).verdict(on: "{\"v\":-\(text)}") == Verdict(.outOfRange, 5, "v"))
    #expect(try value(of: text, into: 0.0, .overflowsToInfinity) == .infinity)
    #expect(try value(of: "-\(text)", into: 0.0, .overflowsToInfinity) == -.infinity)
    #expect(try value(of: text, into: 0 as Float, .overflowsToInfinity) == .infinity)
  }

  @Test("rounds underflow", arguments: ["1e-999", "1e-400", "2e-324"])
  func underflow(text: String) throws {
    #expect(try value(of: text, into: 7.0).bitPattern == 0)
    #expect(try value(of: "-\(text)", into: 7.0).bitPattern == (-0.0).bitPattern)
    #expect(try value(of: text, into: 7 as Float).bitPattern == 0)
  }

  @Test("rejects other types", arguments: ["true", "\"1.5\"", "[1]", "{}"])
  func otherTypes(json: String) throws {
    let error = try boxed(0 as Float).refusal(of: "{\"v\":\(json)}")
    #expect(Verdict(error) == Verdict(.typeMismatch, 5, "v"))
    #expect(error.expected == "a number for Float")
  }

  #if canImport(Glibc)
    /// The mask of the category for number formats.
    static let numbers = Int32(1) << Int32(LC_NUMERIC)

    /// A locale with a decimal comma, if the machine has one.
    static let commaLocale: String? = ["de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8"].first {
      name in
      guard let locale = unsafe newlocale(numbers, name, nil) else { return false }
      unsafe freelocale(locale)
      return true
    }

    /// The locale applies to this thread only, so that no other test sees it.
    @Test("in a locale with a decimal comma", .enabled(if: commaLocale != nil))
    func locale() throws {
      let name = try #require(Self.commaLocale)
      let locale = unsafe try #require(newlocale(Self.numbers, name, nil))
      let before = unsafe uselocale(locale)
      defer {
        _ = unsafe uselocale(before)
        unsafe freelocale(locale)
      }
      unsafe #expect(strtod("1,5", nil) == 1.5, "the locale has a comma")
      for text in ["1.5", "0.1e-30", "123456789012345678901234567890.5", "2.2250738585072011e-308"] {
        let read = try value(of: text, into: 0.0)
        #expect(read.description == Double(text)?.description)
        #expect(read != read.rounded(.towardZero) || read > 1e15)
        #expect(try value(of: text, into: 0 as Float) == Float(text))
      }
    }
  #endif
}
