import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport
import StreamMapFormatting

@Suite("Transforms")
struct TransformTests {
  /// The result of `{"v": …}` with a transform and both engines.
  func value<Source: _TransformSource, Value: Equatable & Sendable>(
    of json: String, into template: Value, _ transform: Transform<Source, Value>,
    _ policy: FieldPolicy = .null(.setNil),
    at location: SourceLocation = #_sourceLocation
  ) throws -> Value {
    try Mapping(Box(value: template)) { Field(\.value, "v", using: transform, policy) }
      .both(#"{"v":\#(json)}"#, at: location).value
  }

  func refusal<Source: _TransformSource, Value: Equatable & Sendable>(
    of json: String, into template: Value, _ transform: Transform<Source, Value>,
    at location: SourceLocation = #_sourceLocation
  ) throws -> MappingError {
    try Mapping(Box(value: template)) { Field(\.value, "v", using: transform) }
      .bothRefuse(#"{"v":\#(json)}"#, at: location)
  }

  static let epoch = Date(timeIntervalSince1970: 0)

  // MARK: Dates

  @Test("Unix time from numbers and strings", .feature("30", "O15"))
  func unixTime() throws {
    for json in ["1700000000", #""1700000000""#, "1.7e9", #""17e8""#] {
      #expect(
        try value(of: json, into: Self.epoch, .unixSeconds) == Date(timeIntervalSince1970: 1_700_000_000))
    }
    #expect(try value(of: "-0.5", into: Self.epoch, .unixSeconds) == Date(timeIntervalSince1970: -0.5))
    #expect(
      try value(of: "1700000000123", into: Self.epoch, .unixMilliseconds)
        == Date(timeIntervalSince1970: 1_700_000_000_123 / 1000))
    for bad in [#""""#, #""yesterday""#, #"" 1""#, #""1 ""#, #""01""#] {
      let error = try refusal(of: bad, into: Self.epoch, .unixSeconds)
      #expect(Verdict(error) == Verdict(.invalidValue, 5, "v"), "\(bad)")
      #expect(error.message == "v: expected seconds since 1970 for Date, found a string (\(bad))")
    }
    for bad in ["true", "[]", "{}"] {
      #expect(try Verdict(refusal(of: bad, into: Self.epoch, .unixSeconds)) == Verdict(.typeMismatch, 5, "v"))
    }
    #expect(try refusal(of: "01", into: Self.epoch, .unixSeconds).kind == .syntax)
    #expect(try Verdict(refusal(of: "1e999", into: Self.epoch, .unixSeconds)) == Verdict(.outOfRange, 5, "v"))
    for seconds in [0, 1.5, -1e9, 1_700_000_000.25] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(try Transform.unixSeconds.encode(date) == seconds)
      #expect(try Transform.unixSeconds.decode(seconds) == date)
    }
    #expect(
      try Transform.unixMilliseconds.encode(Date(timeIntervalSince1970: 1_700_000_000.123))
        == 1_700_000_000_123)
    #expect(
      try Transform.unixMilliseconds.decode(1_700_000_000_123)
        == Date(timeIntervalSince1970: 1_700_000_000.123))
  }

  @Test("Unix time in smaller units")
  func smallUnits() throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000.123_456)
    #expect(try value(of: "1700000000123456", into: Self.epoch, .unixMicroseconds) == date)
    #expect(try value(of: #""1700000000123456000""#, into: Self.epoch, .unixNanoseconds) == date)
    #expect(try Transform.unixMicroseconds.encode(date) == 1_700_000_000_123_456)
    let error = try refusal(of: "true", into: Self.epoch, .unixNanoseconds)
    #expect(error.message == "v: expected nanoseconds since 1970 for Date, found true")
  }

  @Test("dates and times without a time zone are in UTC, as Foundation's with one")
  func withoutZone() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    for _ in 0..<200 {
      let interval = Double(Int.random(in: -60_000_000_000...200_000_000_000, using: &random))
      let date = Date(timeIntervalSince1970: interval)
      let zoned = Date.ISO8601FormatStyle().format(date)
      let local = String(zoned.dropLast())
      #expect(
        try value(of: "\"\(local)\"", into: Self.epoch, .iso8601WithoutZone) == date, "\(SeededRandom.again)")
      #expect(try Transform.iso8601WithoutZone.encode(date) == local)
      let day = String(local.prefix(10))
      let start = try Date("\(day)T00:00:00Z", strategy: .iso8601)
      #expect(try value(of: "\"\(day)\"", into: Self.epoch, .iso8601Day) == start, "\(SeededRandom.again)")
      #expect(try Transform.iso8601Day.encode(date) == day)
    }
    #expect(
      try value(of: #""2024-02-29 12:34:56.5""#, into: Self.epoch, .iso8601WithoutZone)
        == Date(timeIntervalSince1970: 1_709_210_096.5))
    for bad in ["2024-02-29T12:34:56Z", "2024-02-29", "2023-02-29T12:34:56", "2024-02-29T12:34"] {
      let error = try refusal(of: "\"\(bad)\"", into: Self.epoch, .iso8601WithoutZone)
      #expect(error.message.hasPrefix("v: expected a date and time without a time zone for Date"), "\(bad)")
    }
    for bad in ["2023-02-29", "2024-2-29", "2024-02-29T12:34:56"] {
      #expect(try refusal(of: "\"\(bad)\"", into: Self.epoch, .iso8601Day).kind == .invalidValue, "\(bad)")
    }
  }

  @Test("ISO 8601, with and without fractions", .feature("30"))
  func iso8601() throws {
    let date = try value(of: #""2024-02-29T12:34:56.789+01:00""#, into: Self.epoch, .iso8601)
    #expect(abs(date.timeIntervalSince1970 - 1_709_206_496.789) < 1e-6)
    #expect(
      try value(of: #""2024-02-29T12:34:56\u005A""#, into: Self.epoch, .iso8601)
        == Date(timeIntervalSince1970: 1_709_210_096))
    for bad in ["", "2024-02-29", "2024-02-30T00:00:00Z", "2024-02-29T00:00:00", "2024-02-29T00:00:00Zz"] {
      let error = try refusal(of: #""\#(bad)""#, into: Self.epoch, .iso8601)
      #expect(Verdict(error) == Verdict(.invalidValue, 5, "v"))
      #expect(error.expected == "an ISO 8601 date for Date")
    }
    #expect(try Verdict(refusal(of: "7", into: Self.epoch, .iso8601)) == Verdict(.typeMismatch, 5, "v"))
    #expect(try Transform.iso8601.encode(date) == "2024-02-29T11:34:56Z")
    #expect(try Transform.iso8601WithMilliseconds.encode(date) == "2024-02-29T11:34:56.789Z")
    var random = SeededRandom(seed: SeededRandom.seed)
    for _ in 0..<2_000 {
      let milliseconds = random.below(4_000_000_000) * 1000 + random.below(1000) - 1_000_000_000_000
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      let text = try #require(try Transform.iso8601WithMilliseconds.encode(date))
      let back = try #require(try Transform.iso8601WithMilliseconds.decode(text))
      #expect(abs(back.timeIntervalSince(date)) < 1e-6, "\(text), \(SeededRandom.again)")
    }
  }

  /// Dates parsed without Foundation equal Foundation's.
  @Test("parses random ISO 8601 dates like Foundation", .feature("30"))
  func randomISO8601() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let plain = Date.ISO8601FormatStyle()
    let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    var read = 0
    for _ in 0..<20_000 {
      let year = random.chance(1, outOf: 3) ? random.below(10_000) : 1960 + random.below(100)
      let years = String(repeating: "0", count: 4 - "\(year)".count) + "\(year)"
      var text = "\(years)-\(two(1 + random.below(12)))-\(two(1 + random.below(31)))T"
      text += "\(two(random.below(24))):\(two(random.below(60))):\(two(random.below(61)))"
      var digits = 0
      if random.chance(1, outOf: 2) {
        digits = 1 + random.below(9)
        text += "." + (0..<digits).map { _ in "\(random.below(10))" }.joined()
      }
      let sign = random.pick(["+", "-"])
      text += random.pick([
        "Z", "\(sign)\(two(random.below(15))):\(two(random.below(60)))", "\(sign)\(two(random.below(15)))00",
        "\(sign)\(two(random.below(15)))",
      ])
      if random.chance(1, outOf: 10) {
        var bytes = Array(text.utf8)
        bytes[random.below(bytes.count)] = random.pick(Array("0159:-+.TZ tz".utf8))
        text = String(decoding: bytes, as: UTF8.self)
      }
      guard let date = Date(iso8601: Array(text.utf8).span) else { continue }
      read += 1
      let style = digits > 0 ? fractional : plain
      let expected = try? style.parse(text)
      let difference = expected.map { abs($0.timeIntervalSince(date)) }
      #expect(
        difference.map { $0 < 1e-6 } == true,
        "\(text): \(date), not \(expected as Any), \(SeededRandom.again)")
      if digits == 0 { #expect(difference == 0, "\(text), \(SeededRandom.again)") }
    }
    #expect(read > 15_000)
    // Every existing day.
    for year in [4, 100, 400, 1500, 1581, 1582, 1583, 1600, 1700, 1900, 2000, 2023, 2024, 9999] {
      for month in 1...12 {
        for day in 1...31 where year != 1582 || month != 10 || !(5..<15).contains(day) {
          let text =
            String(repeating: "0", count: 4 - "\(year)".count) + "\(year)-\(two(month))-\(two(day))T00:00:00Z"
          let expected = try plain.parse(text)
          // Foundation accepts a day after the month's end as one of the next month.
          let isDay = plain.format(expected) == text
          #expect(Date(iso8601: Array(text.utf8).span) == (isDay ? expected : nil), "\(text)")
        }
      }
    }
  }

  @Test("dates by pattern and by style", .feature("30"))
  func patterns() throws {
    let twitter = Transform<String, Date>.date(pattern: "EEE MMM dd HH:mm:ss Z yyyy")
    let date = Date(timeIntervalSince1970: 1_219_842_525)
    #expect(try value(of: #""Wed Aug 27 13:08:45 +0000 2008""#, into: Self.epoch, twitter) == date)
    #expect(try twitter.encode(date) == "Wed Aug 27 13:08:45 +0000 2008")
    let error = try refusal(of: #""27 August""#, into: Self.epoch, twitter)
    #expect(
      error.message
        == "v: expected a date as EEE MMM dd HH:mm:ss Z yyyy for Date, found a string (\"27 August\")")
    let zone = try #require(TimeZone(secondsFromGMT: 7200))
    let local = Transform<String, Date>.date(pattern: "yyyy-MM-dd HH:mm", zone: zone)
    #expect(try local.decode("1970-01-01 02:00") == Self.epoch)
    #expect(try local.encode(Self.epoch) == "1970-01-01 02:00")
    let style = Transform<String, Date>("a date", style: Date.ISO8601FormatStyle())
    #expect(try value(of: #""1970-01-01T00:00:00Z""#, into: .distantPast, style) == Self.epoch)
    #expect(try style.encode(Self.epoch) == "1970-01-01T00:00:00Z")
    let thrown = try refusal(of: #""x""#, into: Self.epoch, style)
    #expect(thrown.kind == .invalidValue)
    #expect(thrown.found.hasPrefix("a string ("))
  }

  // MARK: Other values

  @Test("URLs, with percent-encoding or without", .feature("30"))
  func urls() throws {
    let strict = Transform<String, URL>.url(encodesInvalidCharacters: false)
    let lax = Transform<String, URL>.url(encodesInvalidCharacters: true)
    let site = try #require(URL(string: "https://example.org/a%20b"))
    #expect(try value(of: #""https://example.org/a b""#, into: site, lax) == site)
    #expect(
      try Verdict(refusal(of: #""https://example.org/a b""#, into: site, strict))
        == Verdict(.invalidValue, 5, "v"))
    #expect(try strict.decode("https://example.org/a%20b") == site)
    #expect(try strict.encode(site) == "https://example.org/a%20b")
  }

  @Test("base64", .feature("30"))
  func base64() throws {
    let strict = Transform<String, Data>.base64(ignoresUnknownCharacters: false)
    let lax = Transform<String, Data>.base64(ignoresUnknownCharacters: true)
    let data = Data("hello".utf8)
    #expect(try value(of: #""aGVs\nbG8=""#, into: Data(), lax) == data)
    #expect(
      try Verdict(refusal(of: #""aGVs\nbG8=""#, into: Data(), strict)) == Verdict(.invalidValue, 5, "v"))
    #expect(try strict.encode(data) == "aGVsbG8=")
    #expect(try strict.decode("aGVsbG8=") == data)
  }

  @Test("numbers in strings, exact, and strings of numbers", .feature("30", "61"))
  func numbers() throws {
    #expect(try value(of: #""9223372036854775807""#, into: 0, .numberInString) == .max)
    #expect(try value(of: "12", into: 0, .numberInString) == 12)
    #expect(try value(of: #""1e3""#, into: 0 as UInt16, .numberInString) == 1000)
    #expect(try value(of: #""0.1""#, into: 0.5, .numberInString) == 0.1)
    let decimal = try #require(Decimal(string: "12345678901234567890.123456789"))
    #expect(try value(of: #""12345678901234567890.123456789""#, into: 0, .numberInString) == decimal)
    #expect(try value(of: "12345678901234567890.123456789", into: 0, .numberInString) == decimal)
    #expect(
      try Verdict(refusal(of: #""256""#, into: 0 as UInt8, .numberInString)) == Verdict(.outOfRange, 5, "v"))
    #expect(try Verdict(refusal(of: #""1.5""#, into: 0, .numberInString)) == Verdict(.notAnInteger, 5, "v"))
    for bad in [#""""#, #""+1""#, #""0x1""#, #""1,5""#, #"" 1""#, #""NaN""#] {
      #expect(
        try Verdict(refusal(of: bad, into: 0, .numberInString)) == Verdict(.invalidValue, 5, "v"), "\(bad)")
    }
    #expect(try Verdict(refusal(of: "true", into: 0, .numberInString)) == Verdict(.typeMismatch, 5, "v"))
    let texts = Transform<String, Double>.numberInString
    for number in [0, -0.0, 0.1, 1e300, Double.leastNonzeroMagnitude, -1.5] {
      let text = try #require(try texts.encode(number))
      #expect(try texts.decode(text) == number)
    }
    #expect(try texts.encode(.nan) == nil)
    #expect(try texts.encode(.infinity) == nil)
    #expect(try Transform<String, Int128>.numberInString.encode(.min) == "\(Int128.min)")

    #expect(try value(of: "1.50e2", into: "", .numberText) == "1.50e2")
    #expect(try value(of: #""007""#, into: "", .numberText) == "007")
    #expect(try Transform.numberText.encode("1.50")?.literal == "1.50")
    #expect(try Transform.numberText.encode("007") == nil)
  }

  @Test("colours", .feature("30"))
  func colors() throws {
    let clear = ColorComponents(red: 0, green: 0, blue: 0, alpha: 0)
    func color(_ red: Int, _ green: Int, _ blue: Int, _ alpha: Int = 255) -> ColorComponents {
      ColorComponents(
        red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255,
        alpha: Double(alpha) / 255)
    }
    let cases = [
      ("#f80", color(255, 136, 0)), ("F80", color(255, 136, 0)), ("#f808", color(255, 136, 0, 136)),
      ("#0a0B0c", color(10, 11, 12)), ("0a0b0c80", color(10, 11, 12, 128)),
      ("#ffffffff", color(255, 255, 255)),
    ]
    for (text, color) in cases {
      #expect(try value(of: #""\#(text)""#, into: clear, .hexColor) == color, "\(text)")
      let written = try #require(try Transform.hexColor.encode(color))
      #expect(try Transform.hexColor.decode(written) == color)
    }
    #expect(try Transform.hexColor.encode(color(10, 11, 12)) == "#0A0B0C")
    #expect(try Transform.hexColor.encode(color(10, 11, 12, 0)) == "#0A0B0C00")
    #expect(try Transform.hexColor.encode(ColorComponents(red: 2, green: 0, blue: 0)) == nil)
    for bad in ["", "#", "#12", "12345", "#1234567", "#123456789", "#ggg", "##fff", "fff "] {
      #expect(
        try Verdict(refusal(of: #""\#(bad)""#, into: clear, .hexColor)) == Verdict(.invalidValue, 5, "v"),
        "\(bad)")
    }
  }

  struct Size: Codable, Equatable {
    var width: Int
    var depth: [String: Double]?
  }

  @Test("any Codable type", .feature("33"))
  func codable() throws {
    let json = #"{ "width" : 3, "depth": {"a": 1.5} }"#
    let size = Size(width: 3, depth: ["a": 1.5])
    let none = Size(width: 0)
    #expect(try value(of: json, into: none, .codable()) == size)
    #expect(
      try Mapping(Box(value: [Size]())) { Field(\.value, "v", using: .codable()) }
        .both(#"{"v":[{"width":1},\#(json)]}"#).value == [Size(width: 1), size])
    #expect(
      try Mapping(Box(value: none as Size?)) { Field(\.value, "v", using: .codable()) }
        .both(#"{"v":null}"#).value == nil)
    let snake = JSONDecoder()
    snake.dateDecodingStrategy = .secondsSince1970
    #expect(
      try value(of: "[0]", into: [Date](), .codable(decoder: snake)) == [Self.epoch])
    let error = try refusal(of: #"  {"depth":{}}"#, into: none, .codable())
    #expect(Verdict(error) == Verdict(.invalidValue, 7, "v"))
    #expect(error.expected == "a value for Size for Size")
    #expect(error.found.hasPrefix("an object: "))
    #expect(error.found.contains("width"))
    #expect(try Verdict(refusal(of: "7", into: none, .codable())) == Verdict(.invalidValue, 5, "v"))
    let written = try #require(try Transform<RawJSON, Size>.codable().encode(Size(width: 2)))
    #expect(written.text == #"{"width":2}"#)
    #expect(try Transform.codable().decode(written) == Size(width: 2))
  }

  // MARK: Closures

  struct Celsius: Hashable {
    var degrees: Double
  }

  struct TooCold: Error, CustomStringConvertible {
    var description: String { "below absolute zero" }
  }

  static let celsius = Transform<Double, Celsius>("a temperature") { degrees in
    guard degrees >= -273.15 else { throw TooCold() }
    return degrees.isFinite ? Celsius(degrees: degrees) : nil
  } encode: {
    $0.degrees
  }

  @Test("closures that return nil or throw", .feature("31"))
  func closures() throws {
    let zero = Celsius(degrees: 0)
    #expect(try value(of: "21.5", into: zero, Self.celsius) == Celsius(degrees: 21.5))
    let error = try refusal(of: "-300", into: zero, Self.celsius)
    #expect(Verdict(error) == Verdict(.invalidValue, 5, "v"))
    #expect(error.message == "v: expected a temperature for Celsius, found -300: below absolute zero")
    #expect(try Verdict(refusal(of: #""1""#, into: zero, Self.celsius)) == Verdict(.typeMismatch, 5, "v"))
    #expect(try value(of: "-300", into: zero, Self.celsius, .mismatch(.keep)) == zero)
    #expect(try value(of: "1e999", into: zero, Self.celsius, .mismatch(.keep)) == zero)
    // Beyond `Double` the value is infinity, for which the closure returns nil without a reason.
    let infinite = try Mapping(Box(value: zero)) {
      Field(\.value, "v", using: Self.celsius, .overflowsToInfinity)
    }.bothRefuse(#"{"v":1e999}"#)
    #expect(infinite.message == "v: expected a temperature for Celsius, found 1e999")
    #expect(try Verdict(refusal(of: "null", into: zero, Self.celsius)) == Verdict(.unexpectedNull, 5, "v"))
    let oneWay = Transform<String, Int>("a word") { $0.count }
    #expect(try value(of: #""four""#, into: 0, oneWay) == 4)
    #expect(try oneWay.encode(4) == nil)
    let shout = Transform<String, String>("a text", text: { text in String(validated: text).uppercased() })
    #expect(try value(of: #""a\u0062""#, into: "", shout) == "AB")
    #expect(try shout.decode("é") == "É")
    #expect(try Verdict(refusal(of: "1", into: "", shout)) == Verdict(.typeMismatch, 5, "v"))
    let keys = Transform<JSONValue, Int>("an object") { value in
      if case .object(let object) = value { object.members.count } else { nil }
    }
    #expect(try value(of: #"{"a":1,"b":{}}"#, into: 0, keys) == 2)
    #expect(try Verdict(refusal(of: "[1]", into: 0, keys)) == Verdict(.invalidValue, 5, "v"))
  }

  @Test("chained transforms", .feature("31"))
  func chains() throws {
    let chained = Transform<String, Double>.numberInString.then(Self.celsius)
    #expect(try value(of: #""21.5""#, into: Celsius(degrees: 0), chained) == Celsius(degrees: 21.5))
    #expect(try value(of: "21.5", into: Celsius(degrees: 0), chained) == Celsius(degrees: 21.5))
    #expect(try chained.encode(Celsius(degrees: 1.5)) == "1.5")
    #expect(
      try refusal(of: #""-300""#, into: Celsius(degrees: 0), chained).found
        == #"a string ("-300"): below absolute zero"#
    )
    let day = Transform.iso8601.map(
      "a day", decode: { Int($0.timeIntervalSince1970 / 86_400) },
      encode: { Date(timeIntervalSince1970: Double($0) * 86_400) })
    #expect(try value(of: #""1970-01-03T12:00:00Z""#, into: 0, day) == 2)
    #expect(try day.encode(2) == "1970-01-03T00:00:00Z")
    #expect(try refusal(of: #""x""#, into: 0, day).expected == "a day for Int")
    let back = Self.celsius.reversed
    #expect(try back.decode(Celsius(degrees: 3)) == 3)
    #expect(try back.encode(3) == Celsius(degrees: 3))
    enum Level: Int { case low = 1 }
    let level = Transform<String, Int>.numberInString.then(Transform<Int, Level>.rawValue)
    #expect(try value(of: #""1""#, into: .low, level) == .low)
    #expect(try level.encode(.low) == "1")
    #expect(try Verdict(refusal(of: #""2""#, into: .low, level)) == Verdict(.invalidValue, 5, "v"))
    let uuid = UUID()
    let name = Transform<String, UUID>.uuid.map(decode: { $0.uuidString }, encode: { UUID(uuidString: $0) })
    #expect(try value(of: #""\#(uuid)""#, into: "", name) == uuid.uuidString)
  }

  struct Dates: Equatable {
    var maybe: Date?
    var list: [Date] = [TransformTests.epoch]
    var maybeList: [Date]?
    var holes: [Date?] = []
    var set: Set<Date> = []
    var rows: [[Date]] = []
    var byName: [String: Date] = [:]
    var lists: [String: [Date]]? = [:]
    var early = false
  }

  @Test("optionals and collections of transformed values", .feature("31", "O16"))
  func lifted() throws {
    func mapping(_ policies: FieldPolicy...) throws -> Mapping<Dates> {
      let policy = policies[0]
      return try Mapping(Dates()) {
        Field(\.maybe, "maybe", using: .unixSeconds, policy)
        Field(\.list, "list", using: .unixSeconds, policy)
        Field(\.maybeList, "maybeList", using: .unixSeconds, policy)
        Field(\.holes, "holes", using: .unixSeconds, policy)
        Field(\.set, "set", using: .unixSeconds, policy)
        Field(\.rows, "rows", using: .unixSeconds, policy)
        Field(\.byName, "byName", using: .unixSeconds, policy)
        Field(\.lists, "lists", using: .unixSeconds, policy)
        Field("maybe", using: .unixSeconds, policy) { $0.early = $1 < TransformTests.epoch }
      }
    }
    @Sendable func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
    let strict = try mapping(.badElement(.error))
    #expect(
      try strict.both(
        #"{"maybe":-1,"list":[1,"2"],"maybeList":[3],"holes":[null,4],"set":[5,5.0],"rows":[[6],[]],"byName":{"a":7},"lists":{"b":[8]}}"#
      )
        == Dates(
          maybe: at(-1), list: [at(1), at(2)], maybeList: [at(3)], holes: [nil, at(4)], set: [at(5)],
          rows: [[at(6)], []], byName: ["a": at(7)], lists: ["b": [at(8)]], early: true))
    #expect(try strict.both("{}") == Dates())
    #expect(
      Verdict(try strict.bothRefuse(#"{"lists":{"b":[8,"x"]}}"#)) == Verdict(.invalidValue, 17, "lists.b[1]"))
    #expect(
      try mapping(.badElement(.drop)).both(
        #"{"list":["x",1],"set":["y"],"rows":[["z"],7],"byName":{"a":"w","b":2},"lists":{"b":[true]}}"#)
        == Dates(list: [at(1)], rows: [[]], byName: ["b": at(2)], lists: ["b": []]))
    let none = try Mapping(Dates(maybe: at(9))) {
      Field(\.maybe, "maybe", using: .unixSeconds, .mismatch(.setNil))
    }
    #expect(try none.both(#"{"maybe":"x"}"#) == Dates())
    #expect(try none.both(#"{"maybe":null}"#) == Dates())
  }

  @Test("does not allocate for text read in place", .feature("31"))
  func allocations() throws {
    let mapping = try Mapping(Box(value: Self.epoch)) { Field(\.value, "v", using: .iso8601) }
    let cursor = mapping.makeDecoder()
    let bytes = Array(#"{"v":"2024-02-29T12:34:56.789+01:00"}"#.utf8)
    func read() throws { _ = unsafe try bytes.withUnsafeBytes { unsafe try cursor.read($0) { $0.value } } }
    try read()
    #expect(Allocations.count { for _ in 0..<100 { try? read() } } == 0)
  }
}
