import Foundation
import StreamMap
import Synchronization
import Testing

@testable import TestSupport

/// Code that was written for Foundation's coders, with only the names replaced.
@Suite("Coders in place of Foundation's")
struct DropInTests {
  typealias JSONDecoder = StreamDecoder
  typealias JSONEncoder = StreamEncoder

  struct Event: Codable, Equatable {
    var eventName: String
    var start: Date
    var payload: Data
    var level: Double

    static let example = Event(
      eventName: "launch", start: Date(timeIntervalSince1970: 1_700_000_000), payload: Data([1, 2, 3]),
      level: .infinity)
  }

  // MARK: Reference semantics

  private static let shared: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }()

  private func configure(_ decoder: JSONDecoder, _ encoder: JSONEncoder) {
    decoder.dateDecodingStrategy = .secondsSince1970
    decoder.dataDecodingStrategy = .base64
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.dataEncodingStrategy = .base64
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    encoder.outputFormatting = [.sortedKeys]
    encoder.outputFormatting.insert(.withoutEscapingSlashes)
  }

  @Test("constants are configured in place")
  func references() throws {
    let decoder = JSONDecoder()
    let encoder = JSONEncoder()
    configure(decoder, encoder)
    let data = try encoder.encode(Event.example)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"event_name":"launch","level":"inf","payload":"AQID","start":1700000000}"#)
    #expect(try decoder.decode(Event.self, from: data) == Event.example)
    let sameDecoder = decoder
    sameDecoder.keyDecodingStrategy = .useDefaultKeys
    #expect(throws: DecodingError.self) { try decoder.decode(Event.self, from: data) }
  }

  /// A switch over an alias needs the cases of Foundation's type.
  @Test("strategy types are those of Foundation")
  func strategies() {
    let date: JSONDecoder.DateDecodingStrategy = Foundation.JSONDecoder().dateDecodingStrategy
    let format: JSONEncoder.OutputFormatting = Foundation.JSONEncoder.OutputFormatting.sortedKeys
    let data: JSONEncoder.DataEncodingStrategy = Foundation.JSONEncoder().dataEncodingStrategy
    let keys: JSONDecoder.KeyDecodingStrategy = Foundation.JSONDecoder().keyDecodingStrategy
    let names: JSONEncoder.KeyEncodingStrategy = Foundation.JSONEncoder().keyEncodingStrategy
    let floats: JSONDecoder.NonConformingFloatDecodingStrategy = .throw
    let texts: JSONEncoder.NonConformingFloatEncodingStrategy = .throw
    let times: JSONEncoder.DateEncodingStrategy = .iso8601
    let blobs: JSONDecoder.DataDecodingStrategy = .deferredToData
    guard case .deferredToDate = date, case .base64 = data, case .useDefaultKeys = keys,
      case .useDefaultKeys = names, case .throw = floats, case .throw = texts, case .iso8601 = times,
      case .deferredToData = blobs
    else {
      Issue.record("a default strategy differs")
      return
    }
    #expect(format == .sortedKeys)
  }

  // MARK: Subclasses

  final class APIDecoder: JSONDecoder, @unchecked Sendable {
    let calls = Mutex(0)

    override init() {
      super.init()
      dateDecodingStrategy = .secondsSince1970
    }

    override var keyDecodingStrategy: KeyDecodingStrategy {
      get { .convertFromSnakeCase }
      set {}
    }

    override func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      calls.withLock { $0 += 1 }
      return try super.decode(type, from: data)
    }
  }

  final class PrettyEncoder: JSONEncoder, @unchecked Sendable {
    override init() {
      super.init()
      outputFormatting = [.prettyPrinted]
    }

    override func encode<Value: Encodable>(_ value: Value) throws -> Data {
      try super.encode(value) + Data("\n".utf8)
    }
  }

  final class FoundationDecoder: Foundation.JSONDecoder, @unchecked Sendable {
    override var keyDecodingStrategy: KeyDecodingStrategy {
      get { .convertFromSnakeCase }
      set {}
    }
  }

  /// An overridden property is not read during a call, as in Foundation.
  @Test("a subclass that overrides a property behaves as with Foundation")
  func overriddenProperties() {
    struct Named: Decodable { var firstName: String }
    for text in [#"{"first_name":"a"}"#, #"{"firstName":"a"}"#] {
      let own = try? APIDecoder().decode(Named.self, from: Data(text.utf8))
      let foundation = try? FoundationDecoder().decode(Named.self, from: Data(text.utf8))
      #expect(own?.firstName == foundation?.firstName)
    }
  }

  @Test("subclasses override calls and change settings")
  func subclasses() throws {
    let decoder = APIDecoder()
    let base: JSONDecoder = decoder
    #expect(try base.decode([Date].self, from: Data("[0]".utf8)) == [Date(timeIntervalSince1970: 0)])
    #expect(decoder.calls.withLock { $0 } == 1)
    #expect(String(decoding: try PrettyEncoder().encode([1]), as: UTF8.self) == "[\n  1\n]\n")
  }

  // MARK: Configurations

  struct Scaled: DecodableWithConfiguration, EncodableWithConfiguration, Equatable {
    var value: Int

    init(_ value: Int) { self.value = value }

    init(from decoder: any Decoder, configuration: Int) throws {
      value = try decoder.singleValueContainer().decode(Int.self) * configuration
    }

    func encode(to encoder: any Encoder, configuration: Int) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value / configuration)
    }
  }

  enum Tenfold: DecodingConfigurationProviding, EncodingConfigurationProviding {
    static let decodingConfiguration = 10
    static let encodingConfiguration = 10
  }

  @Test("values and providers configure a type")
  func configurations() throws {
    let decoder = JSONDecoder()
    let encoder = JSONEncoder()
    let data = Data("7".utf8)
    #expect(try decoder.decode(Scaled.self, from: data, configuration: 3) == Scaled(21))
    #expect(try decoder.decode(Scaled.self, from: data, configuration: Tenfold.self) == Scaled(70))
    #expect(try encoder.encode(Scaled(21), configuration: 3) == data)
    #expect(try encoder.encode(Scaled(70), configuration: Tenfold.self) == data)
    #expect(throws: DecodingError.self) {
      try decoder.decode(Scaled.self, from: Data(#""7""#.utf8), configuration: 3)
    }
  }

  // MARK: Foundation's own

  /// A function of another module, which takes Foundation's type.
  private func name(_ data: Data, _ decoder: Foundation.JSONDecoder) throws -> String {
    try decoder.decode(Event.self, from: data).eventName
  }

  private func roundTrip(_ encoder: any DocumentEncoder, _ decoder: some DocumentDecoder) throws -> Event {
    try decoder.decode(Event.self, from: encoder.encode(Event.example))
  }

  @Test("settings are copied to Foundation's coders and back")
  func copies() throws {
    let decoder = JSONDecoder()
    let encoder = JSONEncoder()
    configure(decoder, encoder)
    let key = try #require(CodingUserInfoKey(rawValue: "key"))
    decoder.userInfo[key] = 7
    encoder.userInfo[key] = 8
    decoder.assumesTopLevelDictionary = true
    let (foundationDecoder, foundationEncoder) = (
      Foundation.JSONDecoder(decoder), Foundation.JSONEncoder(encoder)
    )
    let data = try encoder.encode(Event.example)
    #expect(try foundationEncoder.encode(Event.example) == data)
    #expect(try name(data, foundationDecoder) == "launch")
    #expect(foundationDecoder.userInfo[key] as? Int == 7 && foundationEncoder.userInfo[key] as? Int == 8)
    #expect(foundationDecoder.assumesTopLevelDictionary)
    let (back, encoderBack) = (JSONDecoder(foundationDecoder), JSONEncoder(foundationEncoder))
    #expect(back.userInfo[key] as? Int == 7 && back.assumesTopLevelDictionary)
    for encoder in [encoder, encoderBack, foundationEncoder] as [any DocumentEncoder] {
      #expect(try roundTrip(encoder, decoder) == .example)
      #expect(try roundTrip(encoder, back) == .example)
      #expect(try roundTrip(encoder, foundationDecoder) == .example)
    }
    foundationDecoder.allowsJSON5 = true
    #expect(JSONDecoder(foundationDecoder).allowsJSON5)
  }

  // MARK: JSON5

  @Test("JSON5 goes to Foundation with all settings")
  func json5() throws {
    let decoder = JSONDecoder()
    let foundation = Foundation.JSONDecoder()
    decoder.allowsJSON5 = true
    foundation.allowsJSON5 = true
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    foundation.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    foundation.dateDecodingStrategy = .secondsSince1970
    struct Model: Decodable, Equatable { var startDate: Date; var size: Int }
    let text = "{start_date: +17, /* a comment */ 'size': 0x1F,}"
    let expected = try foundation.decode(Model.self, from: Data(text.utf8))
    #expect(try decoder.decode(Model.self, from: Data(text.utf8)) == expected)
    #expect(try decoder.decode(Model.self, from: text) == expected)
    #expect(try decoder.decode(Scaled.self, from: Data("+7".utf8), configuration: 2) == Scaled(14))
    decoder.allowsJSON5 = false
    #expect(throws: DecodingError.self) { try decoder.decode(Model.self, from: Data(text.utf8)) }
  }

  // MARK: Snapshots

  @Test("a stream keeps the settings it was created with")
  func streams() throws {
    struct Line: Decodable, Sendable { var firstName: String }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let lines = JSONLines(
      .text(#"{"first_name":"Ada"}"#), decoding: Line.self, decoder: decoder)
    decoder.keyDecodingStrategy = .useDefaultKeys
    var names: [String] = []
    try lines.forEach { line, _ in names.append(line.firstName) }
    #expect(names == ["Ada"])
  }

  @Test("a writer keeps the settings it was created with")
  func writers() throws {
    struct Line: Encodable { var firstName: String }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let output = Mutex<[UInt8]>([])
    let writer = JSONLinesWriter(encoding: Line.self, encoder: encoder) { bytes in
      output.withLock { $0 += Array(bytes.indices.map { bytes[$0] }) }
    }
    encoder.keyEncodingStrategy = .useDefaultKeys
    try writer.write(Line(firstName: "Ada"))
    try writer.close()
    #expect(String(decoding: output.withLock { $0 }, as: UTF8.self) == "{\"first_name\":\"Ada\"}\n")
  }

  /// Each call works with one state of the settings, also while another thread changes them.
  @Test("concurrent calls share a coder whose settings change")
  func concurrency() async throws {
    struct Both: Codable { var firstName: String }
    let decoder = JSONDecoder()
    let encoder = JSONEncoder()
    let texts = [#"{"first_name":"a"}"#, #"{"firstName":"a"}"#]
    await withTaskGroup { group in
      group.addTask {
        for turn in 0..<2_000 {
          decoder.keyDecodingStrategy = turn.isMultiple(of: 2) ? .convertFromSnakeCase : .useDefaultKeys
          encoder.keyEncodingStrategy = turn.isMultiple(of: 2) ? .convertToSnakeCase : .useDefaultKeys
        }
      }
      for _ in 0..<3 {
        group.addTask {
          for _ in 0..<1_000 {
            // The second text has the key in both states.
            #expect((try? decoder.decode(Both.self, from: Data(texts[1].utf8)))?.firstName == "a")
            let text = (try? encoder.encode(Both(firstName: "a"))).map { String(decoding: $0, as: UTF8.self) }
            #expect(text.map(texts.contains) == true)
          }
        }
      }
    }
  }

  @Test("settings that are changed concurrently are all kept")
  func settingsAtOnce() async {
    for _ in 0..<200 {
      let decoder = JSONDecoder()
      await withTaskGroup { group in
        group.addTask { decoder.allowsJSON5 = true }
        group.addTask { decoder.assumesTopLevelDictionary = true }
        group.addTask { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        group.addTask { decoder.limits = Limits(depth: 7) }
      }
      #expect(decoder.allowsJSON5 && decoder.assumesTopLevelDictionary && decoder.limits?.depth == 7)
      guard case .convertFromSnakeCase = decoder.keyDecodingStrategy else {
        Issue.record("a setting was lost")
        return
      }
    }
  }

  // MARK: New coders

  /// New coders share what earlier ones learned. Their settings must not leak.
  @Test("new coders with changing settings give the results of fresh ones")
  func freshCoders() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    struct Item: Codable { var someKey: [String: Double]; var time: Date; var blob: Data }
    let item = Item(
      someKey: ["a_b": 1.5], time: Date(timeIntervalSinceReferenceDate: 12.25), blob: Data("StreamMap/é".utf8)
    )
    for turn in 0..<500 {
      let (own, foundation) = (JSONEncoder(), Foundation.JSONEncoder())
      let formatting: JSONEncoder.OutputFormatting = random.pick([
        [.sortedKeys], [.sortedKeys, .prettyPrinted], [.sortedKeys, .withoutEscapingSlashes],
      ])
      let date: JSONEncoder.DateEncodingStrategy = random.pick([
        .deferredToDate, .secondsSince1970, .iso8601,
        .custom { _, encoder in
          var container = encoder.singleValueContainer()
          try container.encode("date \(turn)")
        },
      ])
      let keys: JSONEncoder.KeyEncodingStrategy = random.pick([
        .useDefaultKeys, .convertToSnakeCase, .custom { PathStep("\($0.last?.stringValue ?? "")/\(turn)") },
      ])
      let blob: JSONEncoder.DataEncodingStrategy = random.pick([
        .base64, .deferredToData,
        .custom { _, encoder in
          var container = encoder.singleValueContainer()
          try container.encode(turn)
        },
      ])
      own.outputFormatting = formatting
      foundation.outputFormatting = formatting
      own.dateEncodingStrategy = date
      foundation.dateEncodingStrategy = date
      own.keyEncodingStrategy = keys
      foundation.keyEncodingStrategy = keys
      own.dataEncodingStrategy = blob
      foundation.dataEncodingStrategy = blob
      let expected = try foundation.encode(item)
      #expect(try own.encode(item) == expected, "\(SeededRandom.again)")
    }
  }

  struct PathStep: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  // MARK: Limits

  @Test("one document has no limit but its depth")
  func documentLimits() throws {
    let long = String(repeating: "x", count: 17 << 20)
    #expect(try JSONDecoder().decode(String.self, from: Data("\"\(long)\"".utf8)) == long)
    let name = String(repeating: "k", count: 70 << 10)
    #expect(try JSONDecoder().decode([String: Int].self, from: Data("{\"\(name)\":1}".utf8)) == [name: 1])
    let digits = "0." + String(repeating: "0", count: 2_000) + "1e2000"
    #expect(try JSONDecoder().decode(Double.self, from: Data(digits.utf8)) == 0.1)
  }

  @Test("an exceeded limit is named")
  func namedLimits() throws {
    let decoder = JSONDecoder()
    let deep = Data((String(repeating: "[", count: 513) + String(repeating: "]", count: 513)).utf8)
    func description(_ data: Data) -> String {
      do {
        _ = try decoder.decode([[Int]].self, from: data)
        return "a value"
      } catch DecodingError.dataCorrupted(let context) {
        return context.debugDescription
      } catch {
        return "\(error)"
      }
    }
    #expect(description(deep).contains("512"))
    #expect(!description(deep).contains("valid JSON"))
    decoder.limits = Limits(string: 3)
    #expect(description(Data(#"["four"]"#.utf8)).contains("string"))
    decoder.limits = Limits(record: 3)
    #expect(description(Data("[[ ]]".utf8)).contains("3"))
    decoder.limits = nil
    #expect(try decoder.decode([[Int]].self, from: Data("[[ ]]".utf8)) == [[]])
    #expect(description(Data("[".utf8)) == "The given data was not valid JSON.")
  }
}
