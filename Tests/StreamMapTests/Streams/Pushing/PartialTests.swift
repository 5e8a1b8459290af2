import CAllocationCounter
import Testing

@testable import StreamMap
@testable import TestSupport

/// Models of unfinished records.
@Suite("Partial models")
struct PartialTests {
  enum Color: String, Sendable { case red, green }

  struct Grand: Derivable, Equatable {
    var text: String?
    var flag = false
  }

  struct Child: Derivable, Equatable {
    var name = "no name"
    var points: [Int] = [7]
    var tags: [String] = []
    var inner: Grand?
    var grands: [Grand] = []
  }

  struct Model: Equatable {
    var id = -1
    var title = "untitled"
    var note: String? = "a note of more than fifteen bytes"
    var tags: [String] = ["template"]
    var holes: [String?]?
    var color = Color.green
    var child = Child()
    var maybe: Child?
    var children: [Child] = []
    var table: [String: [Int]] = [:]
    var names: Set<String> = []
    var grid: [[Int]] = []
    var raw: RawJSON?
    var deep = ""
    var texts: [String] = []
    var shout = "" {
      didSet { shouts += 1 }
    }
    var shouts = 0

    static func == (left: Model, right: Model) -> Bool {
      (left.id, left.title, left.note, left.tags, left.holes, left.color) == (
        right.id, right.title, right.note, right.tags, right.holes, right.color
      )
        && (left.child, left.maybe, left.children, left.table, left.names, left.grid) == (
          right.child, right.maybe, right.children, right.table, right.names, right.grid
        )
        && (left.raw, left.deep, left.texts, left.shout) == (right.raw, right.deep, right.texts, right.shout)
    }
  }

  static func mapping(_ policies: FieldPolicy...) throws -> Mapping<Model> {
    try Mapping(
      deriving: Model(), .policies(.null(.keep)), .exclude("shouts"),
      .rename("colour", to: "color")
    ) {
      Field(\.id, "id", all: policies)
      Field(\.note, "note")
      Field(\.holes, "holes")
      Field(\.deep, "meta.deep.text")
      Field(\.texts, "items[*].text")
      Field(\.shout, "shout")
    }
  }

  static let showing: [String: PartialReference.Showing] = [
    "colour": .nothing, "raw": .nothing, "shout": .nothing, "table": .elements, "names": .elements,
    "grid": .elements,
  ]

  // MARK: Random documents

  private struct Source {
    var random: SeededRandom

    mutating func text() -> String {
      let pieces = [
        "a", "word ", "\\n", "\\\"", "\\\\", "\\/", "\\u0041", "\\u00e9", "\\u0905", "\\ud7ff",
        "\\ud83d\\ude00", "é", "日本", "😀",
        "{", "]",
        ",", ":", "\\uD834\\uDD1E", " ", "0123456789", "\\udbff\\udfff", "\\t",
      ]
      return "\"\((0..<random.below(6)).map { _ in random.pick(pieces) }.joined())\""
    }

    mutating func list(_ count: Int = 4, _ element: (inout Source) -> String) -> String {
      "[\((0..<random.below(count)).map { _ in element(&self) }.joined(separator: space(",")))]"
    }

    mutating func space(_ text: String) -> String {
      random.chance(1, outOf: 4) ? " \(text) " : text
    }

    mutating func number() -> String { "\(random.below(3_000) - 1_000)" }

    mutating func object(_ members: [(String, String)]) -> String {
      let shown = members.filter { _ in random.chance(3, outOf: 4) }.shuffled(using: &random)
      return "{\(shown.map { "\"\($0.0)\"\(space(":"))\($0.1)" }.joined(separator: space(",")))}"
    }

    mutating func grand() -> String {
      object([("text", random.chance(1, outOf: 4) ? "null" : text()), ("flag", "true"), ("x", text())])
    }

    mutating func child() -> String {
      object([
        ("name", text()), ("points", list { $0.number() }), ("tags", list { $0.text() }), ("inner", grand()),
        ("grands", list { $0.grand() }), ("unknown", object([("name", text())])),
      ])
    }

    mutating func document() -> String {
      object([
        ("id", number()), ("title", text()), ("title", text()), ("note", text()), ("note", "null"),
        ("tags", list { $0.text() }),
        ("holes", list { $0.random.chance(1, outOf: 2) ? "null" : $0.text() }),
        ("colour", random.pick([#""red""#, #""green""#])), ("child", child()), ("child", child()),
        ("maybe", child()), ("maybe", "null"), ("children", list { $0.child() }),
        ("table", object([("a", list { $0.number() }), ("bc", list { $0.number() })])),
        ("names", list { $0.text() }), ("grid", list { $0.list { $0.number() } }),
        ("raw", random.chance(1, outOf: 2) ? list { $0.text() } : object([("x", text())])),
        ("meta", object([("deep", object([("text", text())])), ("text", text())])),
        ("items", list { $0.object([("text", $0.text()), ("name", $0.number())]) }),
        ("shout", text()), ("skipped", list { $0.child() }),
      ])
    }
  }

  /// The fields of the outermost members, and when they are reported complete.
  private static let members = [
    "id", "title", "tags", "holes", "colour", "child", "maybe", "children", "table", "names", "grid", "raw",
    "shout",
  ]

  /// Compares the partial models of a document in chunks with the reference.
  private func check(
    _ text: String, into parser: inout PushParser<Model>, _ prefix: String, _ suffix: String,
    _ texts: inout Int, _ size: () -> Int
  ) throws -> String? {
    let decoder = try Self.mapping().makeDecoder(ReadingOptions(engine: .yajl))
    let bytes = Array(text.utf8)
    let whole = try decoder.decode(bytes.span)
    var shown: [Model] = []
    try parser.feed(Array(prefix.utf8)) { _, _ in }
    var index = 0
    while index < bytes.count {
      let end = min(index + size(), bytes.count)
      try parser.feed(Array(bytes[index..<end])) { model, _ in shown.append(copy model) }
      index = end
      let reference = PartialReference(bytes[..<end], showing: Self.showing)
      if reference.hasOpenText { texts += 1 }
      let expected = try reference.closed.map { try decoder.decode($0.span) }
      var isWrong = ""
      let partial = try parser.partial { model, progress in
        for member in Self.members
        where progress.isComplete(member) != (reference.complete.contains(member) || end == bytes.count) {
          isWrong = "\(member) is \(progress.isComplete(member) ? "" : "not ")complete"
        }
        return copy model
      }
      // Cut before the value begins, so there is nothing to show.
      if partial != expected || !isWrong.isEmpty {
        return """
          after \(end) bytes, \(text.utf8.prefix(end).suffix(60).map { String(UnicodeScalar($0)) }.joined())
          shown: \(String(describing: partial))
          wanted: \(String(describing: expected)) \(isWrong)
          """
      }
    }
    try parser.feed(Array(suffix.utf8)) { model, _ in shown.append(copy model) }
    if suffix.isEmpty { try parser.finish { model, _ in shown.append(copy model) } }
    return shown == [whole] ? nil : "at last \(shown)\nwanted: \(whole)"
  }

  @Test("every cut equals the cut document once closed", .feature("66"))
  func random() throws {
    var source = Source(random: SeededRandom(seed: SeededRandom.seed))
    var findings = Findings()
    var texts = 0
    let mapping = try Self.mapping()
    var documents = PushParser(mapping, framing: .document)
    var lines = PushParser(mapping)
    for round in 0..<Effort.pick(12, 100, 20_000) {
      let text = source.document()
      var random = SeededRandom(seed: source.random.next())
      let most = round % 3 == 0 ? 1 : 9
      let size = { 1 + random.below(most) }
      if let wrong = try check(text, into: &documents, "", "", &texts, size) {
        findings.add(Array(text.utf8), "document: \(wrong)")
        documents = PushParser(mapping, framing: .document)
      }
      // An earlier line, complete or not, leaves no values behind.
      if let wrong = try check(text, into: &lines, round % 5 == 0 ? "\n" : "", "\n", &texts, size) {
        findings.add(Array(text.utf8), "line: \(wrong)")
        lines = PushParser(mapping)
      }
    }
    findings.report()
    #expect(texts > 500)
    print("partial models: \(texts) open texts, \(SeededRandom.again)")
  }

  // MARK: What is shown

  @Test("text that grows word by word", .feature("66"))
  func words() throws {
    struct Answer: Equatable {
      var title = ""
      var steps: [String] = []
    }
    let mapping = try Mapping(Answer()) {
      Field(\.title, "title", .required)
      Field(\.steps, "steps", .required)
    }
    var parser = PushParser(mapping, framing: .document)
    #expect(try parser.partial { _, _ in 0 } == nil)
    var told: [String] = []
    for piece in [
      #" {"ti"#, #"tle":"A caf\u00"#, #"e9 \ud83"#, #"d\ude00 in "#, #"Rome","#, #""steps":["Go"#,
      #" there","Sit"#,
      #"","#,
    ] {
      try parser.feed(Array(piece.utf8)) { _, _ in }
      let line = try parser.partial { answer, progress in
        "\(answer.title)\(progress.isComplete(\.title) ? "." : "…") \(answer.steps)\(progress.isComplete(\.steps))"
      }
      told.append(line ?? "nothing")
    }
    #expect(
      told == [
        "… []false", "A caf… []false", "A café … []false", "A café 😀 in … []false",
        "A café 😀 in Rome. []false", #"A café 😀 in Rome. ["Go"]false"#,
        #"A café 😀 in Rome. ["Go there", "Sit"]false"#, #"A café 😀 in Rome. ["Go there", "Sit"]false"#,
      ])
  }

  @Test("reports complete fields, also nested ones and last duplicates")
  func progress() throws {
    struct Inner { var text = "" }
    struct Outer {
      var inner = Inner()
      var last = ""
      var items: [Inner] = []
    }
    let inner = try Mapping(Inner()) { Field(\.text, "text") }
    let mapping = try Mapping(Outer()) {
      Field(\.inner, "a.inner", mapping: inner)
      Field(\.last, "last", .duplicate(.last))
      Field(\.items, "items", mapping: inner)
    }
    var parser = PushParser(mapping, framing: .document)
    func told(_ piece: String, _ paths: String...) throws -> [Bool]? {
      try parser.feed(Array(piece.utf8)) { _, _ in }
      return try parser.partial { _, progress in paths.map { progress.isComplete($0) } }
    }
    #expect(try told(#"{"last":"x","a":{"#, "last", "a.inner") == [false, false])
    #expect(try told(#""inner":{"text":"x"#, "a.inner", "a.inner.text") == [false, false])
    #expect(try told(#"","#, "a.inner", "a.inner.text", "a.inner.no") == [false, true, false])
    #expect(try told(#""z":1}"#, "a.inner", "a.inner.text", "items") == [true, true, false])
    #expect(try told(#"},"items":[{"text":"x"}"#, "items", "items.text", "[") == [false, false, false])
    #expect(try told("]", "items", "last") == [true, false])
    #expect(try told("}", "items", "last", "whatever") == [true, true, true])
  }

  final class Node: Derivable, Equatable {
    var name = ""
    var next: Leaf?
    var leaves: [Leaf] = []
    static func == (left: Node, right: Node) -> Bool {
      (left.name, left.next, left.leaves) == (right.name, right.next, right.leaves)
    }
  }

  final class Leaf: Derivable, Equatable {
    var text = "leaf"
    static func == (left: Leaf, right: Leaf) -> Bool { left.text == right.text }
  }

  @Test("classes, also when the closure modifies them")
  func classes() throws {
    let mapping = try Mapping(deriving: Node())
    var parser = PushParser(mapping, framing: .document)
    let json = #"{"name":"n","next":{"text":"some text"},"leaves":[{"text":"a"},{"text":"bc"}]}"#
    for isRude in [false, true, false] {
      var kept: [Node] = []
      for byte in json.utf8 {
        try parser.feed([byte]) { _, _ in }
        _ = try parser.partial { node, _ in
          if isRude {
            node.leaves = []
            node.next = nil
            kept.append(copy node)
          }
        }
      }
      try parser.finish { node, _ in
        let whole = try mapping.decode(json)
        if !isRude { #expect(node == whole) }
      }
    }
  }

  @Test("returns nil where no partial model exists")
  func nothing() throws {
    let built = try Mapping(Argument<String>("text")) { text in text }
    var parser = PushParser(built, framing: .document)
    try parser.feed(Array(#"{"text":"x"#.utf8)) { _, _ in }
    #expect(try parser.partial { _, _ in 0 } == nil)
    try parser.feed(Array("\"}".utf8)) { _, _ in }
    var text = ""
    try parser.finish { model, _ in text = copy model }
    #expect(text == "x")
    // A malformed line is reported at its end, a malformed document at once.
    let mapping = try Self.mapping(.required)
    var lines = PushParser(mapping)
    try lines.feed(Array(#"{"id":x"#.utf8)) { _, _ in }
    #expect(try lines.partial { _, _ in 0 } == nil)
    let error = #expect(throws: MappingError.self) { try lines.feed(Array("}\n".utf8)) { _, _ in } }
    #expect(error?.byteOffset == 6)
    #expect(throws: MappingError.self) { try lines.partial { _, _ in 0 } }
    struct Own: Error {}
    var documents = PushParser(mapping, framing: .document)
    try documents.feed(Array(#"{"title":"ti"#.utf8)) { _, _ in }
    #expect(throws: Own.self) { try documents.partial { (_, _) throws in throw Own() } }
    #expect(try documents.partial { model, _ in model.title } == "ti")
  }

  // MARK: Cost

  /// The decoded and allocated bytes are linear in the input for any chunks.
  @Test(
    "work is linear in the text for any chunk size", .enabled(if: allocation_counter_is_available()))
  func linear() throws {
    struct Text { var text = "" }
    let mapping = try Mapping(Text()) { Field(\.text, "text") }
    func bytes(_ count: Int, _ framing: Framing) throws -> Int {
      var parser = PushParser(mapping, framing: framing)
      try parser.feed(Array(#"{"text":""#.utf8)) { _, _ in }
      let piece = Array("word \\n ".utf8)
      var length = 0
      allocation_counter_start_on_this_thread()
      for _ in 0..<count {
        try parser.feed(piece) { _, _ in }
        length = try parser.partial { model, _ in model.text.utf8.count } ?? 0
      }
      allocation_counter_stop_on_this_thread()
      #expect(length == count * 7)
      let decoded = try parser.pieces.withOpenRecord { $0.openText.decodedCount }
      #expect(decoded == count * piece.count)
      return Int(allocation_counter_bytes_on_this_thread())
    }
    for framing in [Framing.document, .lines] {
      let small = try bytes(2_000, framing)
      let large = try bytes(16_000, framing)
      // With quadratic work it would be sixty-four times as many.
      #expect(large < 12 * small, "\(framing): \(small), \(large)")
    }
  }
}
