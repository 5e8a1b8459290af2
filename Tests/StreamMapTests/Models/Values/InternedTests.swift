import CAllocationCounter
import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Interned strings")
struct InternedTests {
  struct Model: Equatable {
    var plain = "template"
    var optional: String?
    var list: [String] = []
    var holes: [String?] = []
    var set = ""
  }

  static func mapping(_ policies: FieldPolicy...) throws -> Mapping<Model> {
    try Mapping(Model()) {
      Field(\.plain, "plain", all: policies)
      Field(\.optional, "optional", all: policies)
      Field(\.list, "list", all: policies)
      Field(\.holes, "list", all: policies)
      for policy in policies.isEmpty ? [FieldPolicy.null(.setNil)] : policies {
        Field("set", policy) { (model: inout Model, text: String) in model.set = text }
      }
    }
  }

  private static func text(_ random: inout SeededRandom) -> String {
    let number = random.below(random.pick([3, 40, 3_000]))
    let pieces = ["é", "value-", "日本", "", "a rather long piece of text "]
    return "\(number)" + String(repeating: pieces[number % pieces.count], count: number % 7)
  }

  @Test("equal plain strings for any input", arguments: Engine.allCases)
  func same(engine: Engine) throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let interned = RecordDecoder(try Self.mapping(.interned), options: ReadingOptions(engine: engine))
    let plain = RecordDecoder(try Self.mapping(), options: ReadingOptions(engine: engine))
    for _ in 0..<4_000 {
      func quoted() -> String { "\"\(Self.text(&random))\"" }
      let list = (0..<random.below(4)).map { _ in quoted() }.joined(separator: ",")
      let record = Array(
        #"{"plain":\#(quoted()),"optional":\#(quoted()),"list":[\#(list)],"set":\#(quoted())}"#.utf8)
      try #require(try interned.decode(record.span) == plain.decode(record.span), "\(SeededRandom.again)")
    }
  }

  @Test("texts of 16 to 127 bytes share their storage", arguments: [16, 127, 128])
  func lengths(count: Int) throws {
    let decoder = RecordDecoder(try Self.mapping(.interned), options: ReadingOptions())
    let text = String(repeating: "x", count: count)
    let model = try decoder.decode(#"{"plain":"\#(text)","list":["\#(text)"]}"#.utf8.span)
    let addresses = [model.plain, model.list[0]].map { text in
      unsafe text.utf8.withContiguousStorageIfAvailable {
        unsafe $0.baseAddress.map { Int(bitPattern: $0) }
      }
    }
    #expect(model.plain == text && model.list == [text])
    #expect((addresses[0] == addresses[1]) == (count <= 127))
  }

  /// Two texts with one hash. The stored text is compared completely.
  @Test("texts with equal hashes")
  func collisions() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    func word() -> UInt64 {
      (0..<8).reduce(0) { word, _ in word << 8 | UInt64(0x20 + random.below(0x5E)) }
    }
    func bytes(_ words: [UInt64]) -> [UInt8] {
      words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64($0 * 8)) } }
    }
    var table = StringTable()
    defer { table.deallocate() }
    var found = 0
    while found < 20 {
      let (first, second, other) = (word(), word(), word())
      // The hash of sixteen bytes is fold(sum(first) ^ second).
      func sum(_ word: UInt64) -> UInt64 { 16 &+ (word ^ word >> 32) &* KeyHash.multiplier }
      let last = second ^ sum(first) ^ sum(other)
      guard bytes([last]).allSatisfy({ $0 < 0x80 }) else { continue }
      found += 1
      for text in [bytes([first, second]), bytes([other, last]), bytes([first, second])] {
        // SAFETY: the buffer's bytes are read during the call.
        let made = unsafe text.withUnsafeBufferPointer { buffer in
          unsafe buffer.baseAddress.map { unsafe table.string(validated: $0, buffer.count) }
        }
        #expect(made.map { Array($0.utf8) } == text)
      }
      let hashes = [bytes([first, second]), bytes([other, last])].map { text in
        unsafe text.withUnsafeBufferPointer { buffer in
          unsafe buffer.baseAddress.map { unsafe StringTable.hash($0, buffer.count) }
        }
      }
      #expect(hashes[0] == hashes[1])
    }
  }

  @Test("hashes every byte and the order of words", arguments: 8...130)
  func hashes(count: Int) {
    // SAFETY: the buffer has at least eight bytes, which are read during the call.
    func hash(_ text: [UInt8]) -> UInt64 {
      unsafe text.withUnsafeBufferPointer { buffer in
        unsafe buffer.baseAddress.map { unsafe StringTable.hash($0, buffer.count) } ?? 0
      }
    }
    let text = Array(repeating: 0x61 as UInt8, count: count)
    for place in 0..<count {
      var other = text
      other[place] = 0x62
      #expect(hash(other) != hash(text), "byte \(place)")
      if place + 16 < count {
        var swapped = text
        swapped[place + 8] = 0x62
        #expect(hash(other) != hash(swapped), "bytes \(place) and \(place + 8)")
      }
    }
  }

  @Test("changing a copy changes no other string")
  func copies() throws {
    let decoder = try Self.mapping(.interned).makeDecoder()
    let record = Array(#"{"plain":"a text of many bytes"}"#.utf8)
    var first = try decoder.decode(record.span)
    first.plain += "!"
    #expect(try decoder.decode(record.span).plain == "a text of many bytes")
    #expect(first.plain == "a text of many bytes!")
  }

  struct Other {
    var number = 0
    var numbers: [Double] = []
    var raw = RawJSON()
    var level: Level?
    var model = Model()
  }

  enum Level: String, Sendable {
    case low
  }

  @Test("rejected for non-strings")
  func refused() throws {
    func expectRefusal(_ field: Field<Other>, _ type: String, at location: SourceLocation = #_sourceLocation)
      throws
    {
      let error = try #require(throws: PathError.self, sourceLocation: location) {
        _ = try Mapping(Other()) { field }
      }
      #expect(
        error.description.contains("interned needs a field of type String, not \(type)"),
        sourceLocation: location)
    }
    try expectRefusal(Field(\.number, "a", .interned), "Int")
    try expectRefusal(Field(\.numbers, "a", .interned), "Array<Double>")
    try expectRefusal(Field(\.raw, "a", .interned), "RawJSON")
    try expectRefusal(Field(\.level, "a", .interned), "Optional<Level>")
    try expectRefusal(Field(\.model, "a", mapping: Self.mapping(), .interned), "Model")
  }

  #if !DEBUG
    @Test("does not allocate for a repeated text", .enabled(if: allocation_counter_is_available()))
    func allocations() throws {
      let records = [
        #"{"plain":"a text of many bytes","optional":"another text of many bytes","list":["and one more of them"]}"#,
        #"{"plain":"another text of many bytes","list":["a text of many bytes","and one more of them"]}"#,
      ]
      let mapping = try Mapping(Model()) {
        Field(\.plain, "plain", .interned)
        Field(\.optional, "optional", .interned)
        Field(\.list, "list", .interned)
      }
      #expect(try Allocations.count(mapping, records) == 0)
    }
  #endif
}
