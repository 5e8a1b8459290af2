import Foundation
import StreamMap
import Testing

@testable import TestSupport

/// Generated models over generated documents by `JSONDecoder` and ``StreamDecoder`` give the same values and errors,
/// except for the differences listed here.
@Suite("Decoders on random input")
struct DecoderDifferenceTests {
  /// The known differences, each with its reason.
  enum Difference: CaseIterable {
    /// `JSONDecoder` does not check numbers and strings that are not requested, and may report a mismatch before text
    /// that is invalid. RFC 8259 allows no such text.
    case invalid
    /// `JSONDecoder` reports "not valid JSON", without a path, for a number that does not fit its type.
    case numberPath
    /// `JSONDecoder` reports an invalid ISO 8601 date at the path of the decoder that contains the date.
    case datePath
    /// `JSONDecoder` does not describe the error for a `Decimal`.
    case decimal
    /// `JSONDecoder` rounds integers in other notations: it accepts `1.0000000000000001`, and rejects
    /// `9223372036854775807.0`, or `1e25` for an `Int128`. It rejects `0e5` for a `Double`.
    case integer
    /// `JSONDecoder` returns `allKeys` in random order, so that any of several errors may be the first.
    case order

    init?(_ trial: Trial, _ foundation: DecodingVerdict, _ own: DecodingVerdict) {
      let isValid = trial.isValid
      switch (foundation, own) {
      case (_, .failure("dataCorrupted", _, [], _)) where !isValid: self = .invalid
      case (
        .failure("dataCorrupted", _, [], "The given data was not valid JSON."),
        .failure("dataCorrupted", _, _, let text)
      )
      where isValid && text?.hasPrefix("The number ") == true:
        self = .numberPath
      case (.failure("dataCorrupted", _, let path, let text), .failure("dataCorrupted", _, let ownPath, _))
      where isValid && ownPath.starts(with: path)
        && text == "Expected date string to be ISO8601-formatted.":
        self = .datePath
      case (.failure(let name, "Decimal", let path, ""), .failure(let ownName, "Decimal", let ownPath, _))
      where name == ownName && path == ownPath:
        self = .decimal
      case _ where isValid && trial.hasExoticNumber: self = .integer
      case (.failure, .failure) where trial.schema.isOrdered: self = .order
      default: return nil
      }
    }
  }

  /// A schema and a document.
  struct Trial {
    var schema: Sketch
    /// The document in UTF-8, with its braces.
    var document: [UInt8]

    var isValid: Bool {
      (try? ReferenceParser.parse(document, limits: ReferenceLimits(allowsTrailingCommas: true))) != nil
    }

    /// Whether there is a number that is another one as a `Double`, or a zero with an exponent.
    var hasExoticNumber: Bool {
      let literals = String(decoding: document, as: UTF8.self).split { !"0123456789+-.eE".contains($0) }
      return literals.contains { literal in
        guard literal.contains(where: { ".eE".contains($0) }), let value = Double(literal) else {
          return false
        }
        if value.magnitude >= 0x1p53 { return true }
        let parts = literal.split(omittingEmptySubsequences: false) { "eE".contains($0) }
        let digits = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let fraction = digits.count > 1 ? digits[1] : ""
        if parts[0].allSatisfy({ "-0.".contains($0) }) { return parts.count > 1 }
        let zeros = (digits[0] + fraction).reversed().prefix { $0 == "0" }.count
        let isInteger = exponent - fraction.count + zeros >= 0
        return isInteger != (value == value.rounded())
      }
    }
  }

  private static let keys: [JSONDecoder.KeyDecodingStrategy] = [
    .useDefaultKeys, .useDefaultKeys, .useDefaultKeys, .convertFromSnakeCase,
    // Short names show the path.
    .custom { path in
      let name = path.last?.stringValue ?? ""
      guard name.count < 3 else { return AnyKey(name) }
      return AnyKey(
        path.map { "\($0.stringValue) \($0.intValue.map(String.init) ?? "-")" }.joined(separator: "/"))
    },
    .custom { path in AnyKey((path.last?.stringValue ?? "").lowercased()) },
  ]

  private static let formatter: DateFormatter = {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "yyyy-MM-dd"
    return formatter
  }()

  /// Strategies with the texts of dates.
  private static let dates: [(JSONDecoder.DateDecodingStrategy, [String])] = [
    (.deferredToDate, ["0", "1.5", "700000000"]), (.secondsSince1970, ["0", "-1.5", "1700000000"]),
    (.millisecondsSince1970, ["0", "1.5", "1700000000000"]),
    (.iso8601, [#""2001-02-03T04:05:06Z""#, #""2001-02-03T04:05:06+01:00""#, #""2001-02-03""#]),
    (.formatted(formatter), [#""2001-02-03""#, #""2001-02-30""#, #""""#]),
    (
      .custom { decoder in
        let container = try decoder.singleValueContainer()
        let path = container.codingPath.map(\.stringValue).joined()
        return Date(timeIntervalSince1970: try container.decode(Double.self) + Double(path.utf8.count))
      }, ["0", "2"]
    ),
    (
      .custom { decoder in
        let container = try decoder.container(keyedBy: AnyKey.self)
        return Date(timeIntervalSince1970: try container.decode(Double.self, forKey: AnyKey("at")))
      }, [#"{"at":5}"#, #"{"at":6,"a":[]}"#, "{}"]
    ),
    (
      .custom { decoder in
        throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: ""))
      },
      ["0"]
    ),
  ]

  /// Strategies with the texts of data.
  private static let data: [(JSONDecoder.DataDecodingStrategy, [String])] = [
    (.base64, [#""AAEC""#, #""""#, #""////""#, #""A""#, #""AA==""#]),
    (.base64, [#""AAEC""#, #""\u0041AEC""#, #""\/\/8=""#]),
    (.deferredToData, ["[]", "[1,2,255]", "[256]"]),
    (
      .custom { decoder in
        var container = try decoder.unkeyedContainer()
        return Data(repeating: try container.decode(UInt8.self), count: 3)
      }, ["[1]", "[2,null]", "[]"]
    ),
  ]

  private static let floats: [JSONDecoder.NonConformingFloatDecodingStrategy] = [
    .throw, .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan"),
  ]

  /// Removes the braces of an object.
  private func withoutBraces(_ document: [UInt8]) -> [UInt8]? {
    guard let first = document.firstIndex(of: UInt8(ascii: "{")),
      let last = document.lastIndex(of: UInt8(ascii: "}")), first < last,
      document[..<first].allSatisfy({ $0 <= 0x20 })
    else { return nil }
    var text = document
    text[first] = 0x20
    text[last] = 0x20
    return text
  }

  /// Returns the document with a mark or in another encoding, for each decoder.
  private func encoded(_ document: [UInt8], _ random: inout SeededRandom) -> (foundation: Data, own: Data) {
    let mark = random.chance(1, outOf: 2)
    if random.chance(1, outOf: 6) {
      let data = Data(mark ? [0xEF, 0xBB, 0xBF] + document : document)
      return (data, data)
    }
    let encodings: [(String.Encoding, [UInt8])] = [
      (.utf16LittleEndian, [0xFF, 0xFE]), (.utf16BigEndian, [0xFE, 0xFF]),
      (.utf32LittleEndian, [0xFF, 0xFE, 0, 0]), (.utf32BigEndian, [0, 0, 0xFE, 0xFF]),
    ]
    let (encoding, bytes) = random.pick(encodings)
    guard let text = String(validating: document, as: UTF8.self),
      !text.unicodeScalars.starts(with: ["\u{FEFF}"]),
      let data = text.data(using: encoding)
    else { return (Data(document), Data(document)) }
    // `JSONDecoder` does not know the mark of UTF-32LE.
    return (
      mark && bytes.count == 4 && bytes[0] == 0xFF ? data : (mark ? Data(bytes) + data : data),
      mark ? Data(bytes) + data : data
    )
  }

  @Test("random models and documents", .feature("33"))
  func random() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    var findings = Findings()
    var counts: [String: Int] = [:]
    var listed: [Difference: Int] = [:]
    var documents = 0
    while documents < Effort.documents {
      var generator = SchemaGenerator(random: SeededRandom(seed: random.next()))
      let schema = generator.schema()
      var settings = DecoderSettings(
        keys: generator.random.pick(Self.keys), floats: generator.random.pick(Self.floats))
      (settings.dates, generator.dates) = generator.random.pick(Self.dates)
      (settings.data, generator.data) = generator.random.pick(Self.data)
      settings.assumesTopLevelDictionary = generator.random.chance(1, outOf: 12)
      let pair = DecoderPair(settings)
      // Many documents by the same decoders. What they learned must not affect results.
      for _ in 0..<(1 + generator.random.below(24)) {
        generator.mischief = generator.random.pick([0, 0, 2, 8])
        generator.isMalformed = generator.random.chance(1, outOf: 8)
        generator.trailingCommas = generator.random.chance(1, outOf: 6) ? 20 : 0
        generator.isExotic = generator.random.chance(1, outOf: 40)
        var document = generator.document(schema)
        var trial = Trial(schema: schema, document: document)
        if settings.assumesTopLevelDictionary {
          if generator.random.chance(1, outOf: 2), let bare = withoutBraces(document) { document = bare }
          if document.first(where: { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }) != UInt8(ascii: "{") {
            trial.document = Array("{".utf8) + document + Array("}".utf8)
          }
        }
        let data =
          generator.random.chance(1, outOf: 10)
          ? encoded(document, &generator.random) : (foundation: Data(document), own: Data(document))
        let (foundation, own) = pair.verdicts(schema, data.foundation, data.own)
        documents += 1
        counts[foundation.name, default: 0] += 1
        if foundation == own { continue }
        if let difference = Difference(trial, foundation, own) {
          listed[difference, default: 0] += 1
          continue
        }
        findings.add(document, "\(schema)\nJSONDecoder: \(foundation)\nStreamDecoder: \(own)")
      }
    }
    findings.report()
    print("decoders: \(documents) documents, \(counts), differences \(listed), \(SeededRandom.again)")
    guard documents >= 20_000 else { return }
    for name in ["a value", "typeMismatch", "valueNotFound", "keyNotFound", "dataCorrupted"] {
      #expect(counts[name, default: 0] > documents / 500, "\(name)")
    }
  }
}
