import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("SyntaxExtensions")
struct LeniencyTests {
  struct Model: Equatable, Sendable {
    var id = 0
    var text = ""
    var raw: RawJSON?
    var table: [String: String] = [:]
  }

  static func mapping() throws -> Mapping<Model> {
    try Mapping(Model()) {
      Field(\.id, "id")
      Field(\.text, "text")
      Field(\.raw, "raw")
      Field(\.table, "table")
    }
  }

  private func read<Root>(
    _ mapping: Mapping<Root>, _ bytes: [UInt8], _ extensions: SyntaxExtensions
  ) -> [Result<Root, MappingError>] {
    Engine.allCases.flatMap { engine in
      [Validation.full, .mapped].map { validation in
        let cursor = mapping.makeDecoder(
          ReadingOptions(engine: engine, validation: validation, extensions: extensions))
        return Result { () throws(MappingError) in try cursor.decode(bytes.span) }
      }
    }
  }

  static let illFormed: [([UInt8], String)] = [
    ([0x80], "\u{FFFD}"), ([0xC3], "\u{FFFD}"), ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"),
    ([0xE0, 0x80, 0xAF], "\u{FFFD}\u{FFFD}\u{FFFD}"), ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xF0, 0x9F, 0x98], "\u{FFFD}"), ([0xF0, 0x9F, 0x98, 0x41], "\u{FFFD}A"),
    ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ([0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF, 0x41], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}A"),
    ([0xFF, 0xFE], "\u{FFFD}\u{FFFD}"), ([0xC3, 0xA9, 0xC3], "é\u{FFFD}"),
    (Array(#"\uD800"#.utf8), "\u{FFFD}"), (Array(#"\uDC00x"#.utf8), "\u{FFFD}x"),
    (Array(#"\uD83D\uDE00\uD83D"#.utf8), "😀\u{FFFD}"), (Array(#"\uD800\uD83D\uDE00"#.utf8), "\u{FFFD}😀"),
    (Array(#"\ud800\n"#.utf8), "\u{FFFD}\n"), (Array(#"\\uD800\uDBFF"#.utf8), "\\uD800\u{FFFD}"),
  ]

  @Test("replaces each part of ill-formed text with one U+FFFD", .feature("62"), arguments: illFormed)
  func text(bytes: [UInt8], text: String) throws {
    let record =
      Array(#"{"x":""#.utf8) + bytes + Array(#"","text":""#.utf8) + bytes
      + Array(#"","id":7,"table":{""#.utf8)
      + bytes + Array(#"":""#.utf8) + bytes + Array(#""}}"#.utf8)
    // The standard library replaces ill-formed bytes in the same way.
    if !bytes.contains(UInt8(ascii: "\\")) { #expect(String(decoding: bytes, as: UTF8.self) == text) }
    for result in read(try Self.mapping(), record, .illFormedUnicode) {
      let model = try result.get()
      #expect(Array(model.text.utf8) == Array(text.utf8))
      #expect(model.id == 7)
      #expect(model.table == [text: text])
    }
    for result in read(try Self.mapping(), record, .nonFiniteNumbers) {
      #expect(throws: MappingError.self) { try result.get() }
    }
  }

  @Test("does not mistake a number of the record for NaN")
  func exponents() throws {
    let exponents = (400...1_100).map { "e\($0)" }.joined(separator: " ")
    let record = #"{"x":"\#(exponents)","raw":[NaN,2e400,2e1100]}"#
    for result in read(try Self.mapping(), Array(record.utf8), .nonFiniteNumbers) {
      #expect(try result.get().raw?.text == "[null,2e400,2e1100]")
    }
  }

  @Test("reports error locations in the original record", .feature("57", "62"))
  func places() throws {
    for record in [[0x80], [0xFF, 0xFE, 0xFD], Array(#"\uD800"#.utf8), [0xF0, 0x9F, 0x98]] as [[UInt8]] {
      let bytes = Array(#"{"x":""#.utf8) + record + Array(#"","id":"y"}"#.utf8)
      for result in read(try Self.mapping(), bytes, .illFormedUnicode) {
        let error = try #require(throws: MappingError.self) { try result.get() }
        #expect(Verdict(error) == Verdict(.typeMismatch, bytes.count - 4, "id"))
        #expect(error.excerpt.hasSuffix(#""id":"y"}"#))
      }
    }
    // Text that cannot be repaired is reported unchanged.
    for json in [
      #"{"text":"\x"}"#, #"{"text":"\uD80"}"#, #"{"id":01}"#, #"{"id":1"#, "\u{B}{}", #"{"text":"a"#,
    ] {
      let strict = read(try Self.mapping(), Array(json.utf8), [])
      let lenient = read(try Self.mapping(), Array(json.utf8), [.illFormedUnicode, .nonFiniteNumbers])
      for (strict, lenient) in zip(strict, lenient) {
        let expected = try? strict.get()
        if let expected {
          #expect(try lenient.get() == expected)
        } else {
          #expect(
            ReportedError(try #require(throws: MappingError.self) { try lenient.get() })
              == ReportedError(try #require(throws: MappingError.self) { try strict.get() }), "\(json)")
        }
      }
    }
    // Outside strings.
    for result in read(try Self.mapping(), [0x80] + Array(#"{"text":"a"}"#.utf8), .illFormedUnicode) {
      #expect(Verdict(try #require(throws: MappingError.self) { try result.get() }).offset == 0)
    }
  }

  struct Reals: Sendable {
    var double = 0.0
    var float: Float? = 0
    var list: [Double] = []
    var table: [String: Float] = [:]
    var int = 0
    var raw: RawJSON?
    var value: JSONValue?
  }

  @Test("reads numbers that JSON lacks", .feature("61"))
  func numbers() throws {
    let mapping = try Mapping(Reals()) {
      Field(\.double, ["double", "d2"])
      Field(\.float, "float")
      Field(\.list, "list")
      Field(\.table, "table", .overflowsToInfinity)
      Field(\.int, "int", .mismatch(.keep), .clamping)
      Field(\.raw, "raw")
      Field(\.value, "value")
    }
    let record = #"""
      {"x":[NaN,{"y":-Infinity}],"double":NaN,"float": -Infinity ,"list":[1,Infinity,NaN,-Infinity,2e99],\#
      "table":{"NaN":NaN,"Infinity":Infinity},"int":Infinity,"raw":[NaN,"NaN",2e998, Infinity],"value":{"a":NaN}}
      """#
    for result in read(mapping, Array(record.utf8), .nonFiniteNumbers) {
      let model = try result.get()
      #expect(model.double.isNaN)
      #expect(model.float == -.infinity)
      #expect(
        model.list.count == 5 && model.list[1] == .infinity && model.list[2].isNaN
          && model.list[3] == -.infinity)
      #expect(model.list[4] == 2e99)
      #expect(model.table["NaN"]?.isNaN == true && model.table["Infinity"] == .infinity)
      #expect(model.int == 0)
      #expect(model.raw?.text == #"[null,"NaN",2e998,null]"#)
      #expect(model.value?["a"] == .null)
    }
    for result in read(mapping, Array(#"{"raw":NaN,"value":Infinity,"d2":Infinity}"#.utf8), .nonFiniteNumbers)
    {
      let model = try result.get()
      #expect(model.raw?.text == "null" || model.raw == nil)
      #expect(model.value == .null || model.value == nil)
      #expect(model.double == .infinity)
    }
    for json in [
      "NaN", "-NaN", "nan", "Inf", "Infinity", "+Infinity", "NaNa", "-Infinity0", "1NaN", #""NaN""#,
    ] {
      for extensions in [SyntaxExtensions.illFormedUnicode, .nonFiniteNumbers] {
        for result in read(mapping, Array(#"{"double":\#(json)}"#.utf8), extensions) {
          let isTaken = extensions == .nonFiniteNumbers && (json == "NaN" || json == "Infinity")
          #expect(((try? result.get()) != nil) == isTaken, "\(json)")
        }
      }
    }
  }

  /// Plain reading and updating a model give the same result, with any extensions.
  @Test("updates an existing model", .feature("28", "61"))
  func updating() throws {
    struct Mixed: Equatable, Sendable {
      var ratio = 0.0
      var name = ""
      var list: [Double] = []
    }
    let mapping = try Mapping(Mixed()) {
      Field(\.ratio, "ratio")
      Field(\.name, "name")
      Field(\.list, "list")
    }
    let head = Array(#"{"name":""#.utf8)
    let records: [[UInt8]] =
      [
        Array(#"{"ratio":-Infinity,"list":[1,Infinity,-Infinity],"name":"n"}"#.utf8),
        Array(#"{"ratio":NaN,"name":"\uD800"}"#.utf8), Array(#"{"list":[Infinity],"name":7}"#.utf8),
        Array(#"{"ratio":Infinit}"#.utf8), Array(#"{"name":"n","ratio":1}"#.utf8),
      ] + Self.illFormed.map { head + $0.0 + Array(#"","ratio":Infinity}"#.utf8) }
    var models = 0
    for record in records {
      for extensions in [[], .nonFiniteNumbers, .illFormedUnicode, [.nonFiniteNumbers, .illFormedUnicode]]
        as [SyntaxExtensions]
      {
        for engine in Engine.allCases {
          for validation in [Validation.full, .mapped] {
            let cursor = mapping.makeDecoder(
              ReadingOptions(engine: engine, validation: validation, extensions: extensions))
            var model = Mixed()
            let plain = Result { () throws(MappingError) in try cursor.decode(record.span) }
            let updated = Result { () throws(MappingError) in try cursor.decode(record.span, into: &model) }
            switch (plain, updated) {
            case (.success(let plain), .success):
              models += 1
              #expect("\(plain)" == "\(model)", "\(excerpt(record)) \(extensions)")
            case (.failure(let plain), .failure(let updated)):
              #expect(ReportedError(plain) == ReportedError(updated), "\(excerpt(record)) \(extensions)")
              #expect(model == Mixed())
            default: Issue.record("\(excerpt(record)) \(extensions) \(engine): \(plain), \(updated)")
            }
          }
        }
      }
    }
    #expect(models > 100)
  }

  private func errors<Root>(_ mapping: Mapping<Root>, _ json: String) -> [MappingError?] {
    read(mapping, Array(json.utf8), .nonFiniteNumbers).map { result in
      guard case .failure(let error) = result else { return nil }
      return error
    }
  }

  private struct Odd: Error, CustomStringConvertible {
    var description: String { "odd" }
  }

  @Test("reports a mismatched extension as written", .feature("63"))
  func mismatch() throws {
    let mapping = try Mapping(Box(value: 0)) { Field(\.value, "v", .clamping) }
    for result in read(mapping, Array(#"{"a":NaN,"v": -Infinity}"#.utf8), .nonFiniteNumbers) {
      let error = try #require(throws: MappingError.self) { try result.get() }
      #expect(Verdict(error) == Verdict(.typeMismatch, 14, "v"))
      #expect(error.found == "-Infinity")
    }
    // Other errors at the number keep what they say.
    let single = try Mapping(Box(value: 0.0)) { Field(\.value, "v", .duplicate(.error)) }
    let keyed = try Mapping(Box(value: [Int: Double]())) { Field(\.value, "v") }
    let odd = Transform<Double, Int>("odd", decode: { _ in throw Odd() })
    let transformed = try Mapping(Box(value: 0)) { Field(\.value, "v", using: odd) }
    let whole = try Mapping(Box(value: 0)) {
      Field(\.value, "v", using: Transform<JSONValue, Int>("odd", decode: { _ in throw Odd() }))
    }
    #expect(errors(single, #"{"v":1,"v":NaN}"#).allSatisfy { $0?.found == "a second member" })
    #expect(errors(keyed, #"{"v":{"x":NaN}}"#).allSatisfy { $0?.found == "another" })
    #expect(errors(transformed, #"{"v":Infinity}"#).allSatisfy { $0?.found == "Infinity" })
    #expect(errors(whole, #"{"v":NaN}"#).allSatisfy { $0?.found == "NaN: odd" })
    let coercing = try Mapping(Box(value: "")) { Field(\.value, "v", .coercing) }
    for result in read(coercing, Array(#"{"v":NaN}"#.utf8), .nonFiniteNumbers) {
      #expect(throws: MappingError.self) { try result.get() }
    }
  }

  /// The placeholder numbers never equal numbers of the record.
  @Test("a record that contains the placeholders", .feature("63"))
  func standIns() throws {
    let mapping = try Mapping(Box(value: [Double]())) { Field(\.value, "v", .overflowsToInfinity) }
    let own = (400...999).map { "2e\($0)" }
    for result in read(
      mapping, Array(#"{"v":[NaN,\#(own.dropFirst(3).joined(separator: ","))]}"#.utf8), .nonFiniteNumbers)
    {
      let values = try result.get().value
      #expect(values[0].isNaN)
      #expect(values.dropFirst().allSatisfy { $0 == .infinity })
    }
  }

  @Test("lines, pushed chunks and the next record", .feature("42", "62"))
  func lines() throws {
    let text =
      Array("{\"id\":1,\"text\":\"".utf8) + [0xC3]
      + Array("\"}\n{\"id\":2}\n{\"id\":NaN}\n{\"text\":\"\\uDC00\",\"id\":4}".utf8)
    let mapping = try Self.mapping()
    let options = ReadingOptions(extensions: [.illFormedUnicode, .nonFiniteNumbers])
    var lines = JSONLines(.bytes(text), as: mapping)
    lines.options = options
    let errors = Noted()
    lines.onError = .skip { error, bytes in errors.note(error, bytes) }
    let models = try lines.results.map { try $0.get() }
    #expect(models.map(\.id) == [1, 2, 4])
    #expect(models.map(\.text) == ["\u{FFFD}", "", "\u{FFFD}"])
    #expect(errors.all.map(\.error.line) == [3])
    #expect(errors.all.map(\.error.byteOffset) == [35])
    for cut in text.indices {
      var parser = PushParser(mapping, options: options)
      parser.onError = .skip { _, _ in }
      var ids: [Int] = []
      try parser.feed(Array(text[..<cut])) { model, _ in ids.append(model.id) }
      try parser.feed(Array(text[cut...])) { model, _ in ids.append(model.id) }
      try parser.finish { model, _ in ids.append(model.id) }
      #expect(ids == [1, 2, 4])
    }
  }

  @safe private struct View {
    var text: BorrowedText = unsafe ""
  }

  @Test("views of repaired text", .feature("62"))
  func borrowed() throws {
    let mapping = try Mapping(View()) { unsafe Field(\.text, "v") }
    for engine in Engine.allCases {
      let cursor = mapping.makeDecoder(ReadingOptions(engine: engine, extensions: .illFormedUnicode))
      for _ in 0..<3 {
        let record = Array(#"{"v":"a"#.utf8) + [0x80] + Array(#""}"#.utf8)
        let text = try cursor.read(record.span) { unsafe String($0.text) }
        #expect(text == "a\u{FFFD}")
      }
    }
  }

  /// A record repaired by the standard library's decoder and read strictly gives the same model.
  @Test("random bytes in strings match String(decoding:)", .feature("62"))
  func random() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let mapping = try Self.mapping()
    let pieces: [UInt8] = [
      0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xA0, 0xED, 0x9F, 0xEF, 0xF0, 0x90, 0xF4, 0x8F, 0xFF,
    ]
    for _ in 0..<1_000 {
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in random.pick(pieces) }
      let record = Array(#"{"text":""#.utf8) + bytes + Array(#""}"#.utf8)
      for result in read(mapping, record, .illFormedUnicode) {
        #expect(try result.get().text == String(decoding: bytes, as: UTF8.self), "seed \(seed): \(bytes)")
      }
    }
  }
}
