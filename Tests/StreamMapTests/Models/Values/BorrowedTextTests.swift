import CAllocationCounter
import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Borrowed text")
struct BorrowedTextTests {
  @safe struct Line {
    var id = 0
    var level: BorrowedText = unsafe "info"
    var message = unsafe BorrowedText()
    var user: BorrowedText?
    var tags: [BorrowedText] = unsafe []
    var maybe: [BorrowedText]?
    var holes: [BorrowedText?] = unsafe []

    /// Copies of all borrowed values.
    var copy: Copy {
      unsafe Copy(
        id: id, level: String(level), message: String(message), user: user.map { unsafe String($0) },
        tags: tags.map { unsafe String($0) }, maybe: maybe.map { unsafe $0.map { unsafe String($0) } },
        holes: holes.map { unsafe $0.map { unsafe String($0) } })
    }
  }

  struct Copy: Equatable {
    var id = 0
    var level = "info"
    var message = ""
    var user: String?
    var tags: [String] = []
    var maybe: [String]?
    var holes: [String?] = []
  }

  static func borrowing() throws -> Mapping<Line> {
    try Mapping(Line()) {
      Field(\.id, "id")
      unsafe Field(\.level, "level", .mismatch(.keep), .null(.keep))
      unsafe Field(\.message, "message")
      unsafe Field(\.user, "user.name", .mismatch(.setNil))
      unsafe Field(\.tags, "tags[*].text", .badElement(.drop))
      unsafe Field(\.maybe, "maybe", .duplicate(.last))
      unsafe Field(\.holes, "holes")
    }
  }

  static func copying() throws -> Mapping<Copy> {
    try Mapping(Copy()) {
      Field(\.id, "id")
      Field(\.level, "level", .mismatch(.keep), .null(.keep))
      Field(\.message, "message")
      Field(\.user, "user.name", .mismatch(.setNil))
      Field(\.tags, "tags[*].text", .badElement(.drop))
      Field(\.maybe, "maybe", .duplicate(.last))
      Field(\.holes, "holes")
    }
  }

  static let long = "text of more than fifteen bytes, 日本語"

  static let records = [
    #"{"id":1,"level":"warn","message":"\#(long)","user":{"name":"ada"},"tags":[{"text":"a"},{"text":"\u00e9\n"}]}"#,
    #"{"id":2}"#,
    #"{"id":3,"level":"\"\\\ud83d\ude00","message":"","user":{"name":null},"maybe":["x",""],"holes":[null,"\t",null]}"#,
    #"{"level":null,"message":"\#(long)\n\#(long)","user":{"name":7},"tags":[{"text":1},{"text":"b"}],"maybe":null}"#,
    #"{"level":["x"],"maybe":["1","2"],"maybe":["\u0033"],"message":"last"}"#,
  ]

  @Test("equals String record after record", arguments: Engine.allCases)
  func records(engine: Engine) throws {
    let decoder = RecordDecoder(try Self.borrowing(), options: ReadingOptions(engine: engine))
    let reference = try Self.copying().makeDecoder()
    for round in 0..<3 {
      for record in Self.records {
        let bytes = Array(record.utf8)
        let copy = try decoder.read(bytes.span) { $0.copy }
        #expect(try copy == reference.decode(bytes.span), "round \(round): \(record)")
      }
      #expect(throws: MappingError.self) { try Self.skip(#"{"message":1}"#, decoder) }
    }
  }

  /// A copy would give the same result, but slower.
  @Test("text without escapes points into the record", arguments: Engine.allCases, Validation.allCases)
  func inPlace(engine: Engine, validation: Validation) throws {
    let record = Array(Self.records[0].utf8)
    let expected = ["warn", Self.long, "ada", "a"].map { text in
      record.firstRange(of: Array("\"\(text)\"".utf8)).map { $0.lowerBound + 1 }
    }
    #expect(!expected.contains(nil))
    let decoder = RecordDecoder(
      try Self.borrowing(), options: ReadingOptions(engine: engine, validation: validation))
    let places = try Self.placesInRecord(record, decoder)
    #expect(places == expected + [nil], "the last has escapes")

    // Over several windows of the index, and with a last line without a line feed.
    let text = Array([[UInt8]](repeating: record, count: 1_200).joined(separator: [0x0A]))
    let lines = try Self.placesInLines(text, decoder)
    #expect(lines.count == 1_200)
    let wrong = lines.filter { line in line.places != expected.map { $0.map { $0 + line.start } } + [nil] }
    #expect(wrong.isEmpty)
  }

  @Test("lines in memory, in blocks and in chunks")
  func lines() throws {
    let text = Array((Self.records.joined(separator: "\n") + "\n").utf8)
    let expected = try Self.records.map { try Self.copying().decode($0) }
    var seen: [Copy] = []
    try Self.borrowing().makeDecoder().decodeLines(in: text.span) { line, _ in
      seen.append(line.copy)
    }
    #expect(seen == expected)
    seen = []
    try JSONLines(.bytes(text), as: Self.borrowing()).forEach { line, _ in seen.append(line.copy)
    }
    #expect(seen == expected)
    for size in [1, 7, 64, 1_000] {
      seen = []
      var parser = PushParser(try Self.borrowing())
      for start in stride(from: 0, to: text.count, by: size) {
        try parser.feed(Array(text[start..<min(start + size, text.count)])) { line, _ in
          seen.append(line.copy)
        }
      }
      try parser.finish { _, _ in }
      #expect(seen == expected, "pieces of \(size)")
    }
  }

  /// The bytes of a chunk do not live as long as the document.
  @Test("documents in chunks", arguments: [1, 3, 16, 1_000])
  func document(size: Int) throws {
    for record in Self.records {
      var parser = PushParser(try Self.borrowing(), framing: .document)
      let bytes = Array(record.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        var piece = Array(bytes[start..<min(start + size, bytes.count)])
        try parser.feed(piece) { _, _ in }
        for index in piece.indices { piece[index] = 0xFF }
      }
      var seen: Copy?
      try parser.finish { line, _ in seen = line.copy }
      #expect(try seen == Self.copying().decode(record))
    }
  }

  @Test("rejects other types")
  func refused() throws {
    let decoder = try Self.borrowing().makeDecoder()
    let error = try #require(throws: MappingError.self) { try Self.skip(#"{"message":1}"#, decoder) }
    #expect(error.kind == .typeMismatch)
    #expect(error.expected == "a string for BorrowedText")
  }

  struct Parsed {
    var letters = 0
  }

  /// The closure gets the text while it is valid, and the model keeps none of it.
  @safe struct Node {
    var name = unsafe BorrowedText()
    var nodes: [Node] = []

    static let mapping: Result<Mapping<Node>, any Error> = Result {
      try Mapping(Node()) {
        unsafe Field(\.name, "name")
        Field(\.nodes, "nodes", recursive: { try Node.mapping.get() })
      }
    }
  }

  @Test("a model that a machine of its own reads cannot have it")
  func inOtherMachines() throws {
    let nodes = try Node.mapping.get()
    let error = try #require(throws: MappingError.self) {
      try nodes.makeDecoder().read(Array(#"{"nodes":[{"name":"a"},{"name":"b"}]}"#.utf8).span) { _ in }
    }
    #expect(error.path == "nodes[0]")
    #expect(error.message.contains("a recursive model cannot have a BorrowedText; use String"))
    #expect(throws: PathError.self) { try nodes.updating(Argument<Int>("id")) { _ in nil } }
    let refused = try #require(throws: PathError.self) {
      try Mapping<Node>(discriminator: "type", among: [Variant("node", nodes) { $0 }])
    }
    #expect(refused.path == "name" && refused.position == 0)
    #expect(refused.reason == "a mapping with variants cannot have a BorrowedText; use String")
  }

  @Test("a closure stores derived values in a kept model")
  func closure() throws {
    let mapping = try Mapping(Parsed()) {
      unsafe Field("text") { (model: inout Parsed, text: BorrowedText) in model.letters = unsafe text.count }
    }
    #expect(try mapping.decode(#"{"text":"123456"}"#).letters == 6)
    #expect(try mapping.decode(#"{"text":"\u00e9\n"}"#).letters == 3)
    #expect(try mapping.decode("{}").letters == 0)
  }

  @Test("comparing and hashing by bytes")
  func comparing() throws {
    let borrowed: BorrowedText = unsafe "é"
    unsafe #expect(borrowed == "é")
    unsafe #expect(borrowed != "e\u{301}", "canonically equal, and other bytes")
    unsafe #expect(borrowed == String("é"))
    unsafe #expect(String("e\u{301}") != borrowed)
    unsafe #expect(borrowed == BorrowedText("é"))
    unsafe #expect(borrowed == "xéx".dropFirst().dropLast())
    unsafe #expect(borrowed != String("e"))
    unsafe #expect(borrowed.count == 2)
    unsafe #expect(!borrowed.isEmpty)
    unsafe #expect(BorrowedText().isEmpty)
    unsafe #expect(BorrowedText() == "")
    unsafe #expect(BorrowedText() == String())
    unsafe #expect("\(borrowed)" == "é")
    unsafe #expect(borrowed.withUTF8 { $0.count } == 2)
  }

  /// The overloads must not take literals from strings, which compare differently.
  @Test("compares strings as before")
  func strings() {
    let name = "e\u{301}"
    #expect(name == "é")
    #expect(!(name != "é"))
    #expect("é" == name)
    #expect(!("é" != name))
    #expect(name.prefix(5) == "é")
    #expect(!(name.prefix(5) != "é"))
    #expect(Optional(name) == "é")
  }

  struct Word {
    var equals = false
    var hash = 0
  }

  @Test("comparing with every length")
  func lengths() throws {
    let texts = ["", "a", "abcdefg", "abcdefgh", "abcdefgi", String(repeating: "x", count: 33)]
    for right in texts {
      let mapping = try Mapping(Word()) {
        unsafe Field("$") { (word: inout Word, text: BorrowedText) in
          word.equals = unsafe text == right
          word.hash = unsafe text.hashValue
        }
      }
      for left in texts {
        let word = try mapping.decode("\"\(left)\"")
        #expect(word.equals == (left == right), "\(left) \(right)")
        if left == "abcdefgh" { unsafe #expect(word.hash == BorrowedText("abcdefgh").hashValue) }
      }
    }
  }

  #if !DEBUG
    /// Grown buffers serve every record.
    @Test(
      "does not allocate for a record", .enabled(if: allocation_counter_is_available()),
      arguments: Engine.allCases)
    func allocations(engine: Engine) throws {
      let decoder = try RecordDecoder(Self.borrowing(), options: ReadingOptions(engine: engine))
      let records = Self.records.filter { !$0.contains("maybe") }.map { Array($0.utf8) }
      func round() throws {
        for record in records { try decoder.read(record.span) { _ in } }
      }
      try round()
      try round()
      #expect(try Allocations.count { for _ in 0..<50 { try round() } } == 0)
    }
  #endif

  // MARK: What must not be

  @Test("decode rejects it")
  func decode() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try Self.decodeOwned()
    }
    Self.expect("use read", in: result)
  }

  @Test("results rejects it")
  func results() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try Self.makeResults()
    }
    Self.expect("use forEach", in: result)
  }

  @Test("async rejects it")
  func async() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try Self.makeAsync()
    }
    Self.expect("use forEach", in: result)
  }

  /// The offsets of a record's texts in its bytes. Nil for texts elsewhere.
  private static func placesInRecord(_ record: [UInt8], _ decoder: RecordDecoder<Line>) throws -> [Int?] {
    try unsafe record.withUnsafeBytes { bytes in
      try unsafe decoder.read(bytes) { unsafe places($0, in: bytes) }
    }
  }

  /// The same in lines, with the offset of each line.
  private static func placesInLines(
    _ text: [UInt8], _ decoder: RecordDecoder<Line>
  ) throws -> [(start: Int, places: [Int?])] {
    var lines: [(start: Int, places: [Int?])] = []
    try unsafe text.withUnsafeBytes { bytes in
      try unsafe decoder.decodeLines(in: bytes) { line, place in
        lines.append((place.byteOffset, unsafe places(line, in: bytes)))
      }
    }
    return lines
  }

  private static func places(_ line: borrowing Line, in bytes: UnsafeRawBufferPointer) -> [Int?] {
    let texts = unsafe [line.level, line.message, line.user ?? "", line.tags[0], line.tags[1]]
    return unsafe texts.map { unsafe place(of: $0, in: bytes) }
  }

  /// SAFETY: the addresses are only compared.
  private static func place(of text: BorrowedText, in bytes: UnsafeRawBufferPointer) -> Int? {
    let address = unsafe UInt(bitPattern: text.utf8.baseAddress)
    let base = UInt(bitPattern: bytes.baseAddress)
    let end = unsafe address + UInt(text.count)
    guard address >= base, end <= base + UInt(bytes.count) else { return nil }
    return Int(address - base)
  }

  // Code that ends the process. It is outside the macros, which do not work well with unsafe code.

  private static func skip<Root>(_ record: String, _ decoder: RecordDecoder<Root>) throws {
    try decoder.read(Array(record.utf8).span) { _ in }
  }

  private static func decodeOwned() throws {
    _ = try borrowing().decode("{}")
  }

  private static func makeResults() throws {
    _ = try JSONLines(.bytes([]), as: borrowing()).results
  }

  private static func makeAsync() throws {
    _ = try JSONLines(.bytes([]), as: borrowing()).async
  }

  private static func keepBeyondClosure() throws {
    var kept = unsafe BorrowedText()
    let record = Array(#"{"message":"hello"}"#.utf8)
    let decoder = try borrowing().makeDecoder()
    try decoder.read(record.span) { unsafe kept = unsafe $0.message }
    _ = unsafe kept == "hello"
  }

  private static func keepBeyondCursor() throws {
    var kept: [BorrowedText] = unsafe []
    try JSONLines(.text(records[0]), as: borrowing()).forEach { line, _ in
      unsafe kept = unsafe line.tags
    }
    _ = unsafe String(kept[0])
  }

  private static func expect(
    _ message: String, in result: ExitTest.Result?, at location: SourceLocation = #_sourceLocation
  ) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(message), sourceLocation: location)
  }

  #if DEBUG
    @Test("traps on a view kept beyond its closure")
    func beyondClosure() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try Self.keepBeyondClosure()
      }
      Self.expect("used after its record", in: result)
    }

    @Test("traps on a view kept beyond its decoder")
    func beyondCursor() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        try Self.keepBeyondCursor()
      }
      Self.expect("used after its record", in: result)
    }

    @Test("text of a literal stays valid")
    func literal() throws {
      var kept = unsafe BorrowedText()
      let decoder = try Self.borrowing().makeDecoder()
      try decoder.read(Array("{}".utf8).span) { unsafe kept = unsafe $0.level }
      let isKept = unsafe kept == "info"
      #expect(isKept)
    }
  #endif
}
