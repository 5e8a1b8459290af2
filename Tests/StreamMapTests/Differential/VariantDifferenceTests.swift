import Synchronization
import Testing

@testable import StreamMap
@testable import TestSupport

/// Records that are read from their text, and contain others of the same kind. Their readers share the index of the
/// record, and keep their models for the next one.
@Suite("Variants of both engines")
struct VariantDifferenceTests {
  struct Circle: Equatable, Sendable {
    var radius = 0.0
    var label = ""
  }

  struct Line: Equatable, Sendable {
    var points: [[Int]] = []
    var notes: [String: String] = [:]
    var seen: [Int: Bool]?
  }

  struct Group: Equatable, Sendable {
    var name: String?
    var parts: [Shape] = []
    var any: [String: Shape] = [:]
  }

  indirect enum Shape: Equatable, Sendable {
    case circle(Circle)
    case line(Line)
    case group(Group)

    static let mapping: Result<Mapping<Shape>, any Error> = Result {
      try Mapping(
        discriminator: "is.kind",
        among: [
          Variant(
            "circle",
            try Mapping(Circle()) {
              Field(\.radius, "radius", .required)
              Field(\.label, "label")
            }
          ) { .circle($0) },
          Variant(
            "a line that has a long name",
            try Mapping(Line()) {
              Field(\.points, "points")
              Field(\.notes, "notes")
              Field(\.seen, "seen")
            }
          ) { .line($0) },
          Variant(
            7,
            try Mapping(Group()) {
              Field(\.name, "name")
              Field(\.parts, "parts", recursive: { try Shape.mapping.get() })
              Field(\.any, "any", recursive: { try Shape.mapping.get() })
            }
          ) { .group($0) },
        ])
    }
  }

  // MARK: Records

  private struct Writer {
    var random: SeededRandom
    private(set) var space = ""

    mutating func begin(isLine: Bool = false) {
      space = random.pick(["", "", "", " ", isLine ? "\t  " : "\n\t "])
    }

    mutating func text() -> String {
      random.pick([
        "", "a", "fifteen bytes..", "sixteen bytes ..", "{[\\\"]}, longer than any small string", "é😀",
      ])
    }

    mutating func quoted(_ text: String) -> String {
      var writer = JSONWriter()
      text._write(to: &writer)
      var json = String(decoding: writer.take(), as: UTF8.self)
      if random.chance(1, outOf: 8), let first = text.unicodeScalars.first, first.isASCII, first != "{" {
        json = "\"\\u00" + String(first.value, radix: 16) + json.dropFirst(2)
      }
      return json
    }

    mutating func object(_ members: [(String, String)]) -> String {
      var members = members.shuffled(using: &random)
      if random.chance(1, outOf: 4) {
        members.insert((text() + "?", random.pick(["[{\"kind\":7}]", "{\"is\":[]}", "0", "\"}\""])), at: 0)
      }
      let texts = members.map { "\(quoted($0.0))\(space):\(space)\($0.1)" }
      return "{\(space)\(texts.joined(separator: "\(space),\(space)"))\(space)}"
    }

    mutating func tagged(_ tag: String, _ members: [(String, String)]) -> String {
      object([("is", object([("kind", tag)]))] + members)
    }

    mutating func shape(_ depth: Int) -> (Shape, String) {
      switch random.below(depth > 2 ? 2 : 3) {
      case 0:
        let circle = Circle(radius: Double(random.below(1000)) / 8, label: text())
        let tag = quoted("circle")
        let members = [("radius", "\(circle.radius)"), ("label", quoted(circle.label))]
        return (.circle(circle), tagged(tag, members))
      case 1:
        var line = Line()
        line.points = (0..<random.below(4)).map { row in (0..<random.below(4)).map { $0 * row - 1 } }
        for _ in 0..<random.below(4) { line.notes[text()] = text() }
        if random.chance(1, outOf: 2) { line.seen = [random.below(5): true, 9: false] }
        let notes = line.notes.map { ($0.key, quoted($0.value)) }
        let seen = line.seen?.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        let members = [
          ("points", "\(line.points)"),
          ("notes", "{\(notes.map { "\(quoted($0.0)):\($0.1)" }.joined(separator: ","))}"),
          ("seen", seen.map { "{\($0)}" } ?? "null"),
        ]
        return (.line(line), tagged(quoted("a line that has a long name"), members))
      default:
        let parts = (0..<random.below(4)).map { _ in shape(depth + 1) }
        let one = shape(depth + 1)
        let name = random.chance(1, outOf: 2) ? text() : nil
        let members = [
          ("name", name.map { quoted($0) } ?? "null"),
          ("parts", "[\(space)\(parts.map(\.1).joined(separator: ","))]"), ("any", "{\"one\":\(one.1)}"),
        ]
        let group = Group(name: name, parts: parts.map(\.0), any: ["one": one.0])
        return (.group(group), tagged(random.pick(["7", "7.0", "70e-1"]), members))
      }
    }
  }

  @Test("reads nested variants in any order and with any white space, and keeps no model that it gave away")
  func values() throws {
    var writer = Writer(random: SeededRandom(seed: SeededRandom.seed))
    let mapping = try Shape.mapping.get()
    let decoders = [
      mapping.makeDecoder(ReadingOptions(engine: .yajl)), mapping.makeDecoder(ReadingOptions(engine: .index)),
      mapping.makeDecoder(ReadingOptions(engine: .index, validation: .mapped)),
    ]
    var kept: [[Shape]] = [[], [], []]
    var expected: [Shape] = []
    for _ in 0..<(Effort.now == .quick ? 600 : 6_000) {
      writer.begin()
      let (shape, json) = writer.shape(0)
      expected.append(shape)
      for (number, decoder) in decoders.enumerated() {
        let text = Array("\(writer.space)\(json)\(writer.space)".utf8)
        do {
          kept[number].append(try decoder.decode(text.span))
        } catch {
          Issue.record("\(json): \(error); \(SeededRandom.again)")
        }
      }
    }
    for number in decoders.indices {
      #expect(kept[number] == expected, "decoder \(number); \(SeededRandom.again)")
    }
  }

  @Test("reads nested variants in lines and in an array", arguments: [1, 2, 3])
  func streams(workers: Int) throws {
    var writer = Writer(random: SeededRandom(seed: SeededRandom.seed &+ 2))
    let shapes = (0..<(Effort.now == .quick ? 400 : 4_000)).map { _ in
      writer.begin(isLine: true)
      return writer.shape(0)
    }
    let expected = shapes.map(\.0)
    let mapping = try Shape.mapping.get()
    let lines = Array(shapes.map(\.1).joined(separator: "\n").utf8)
    for engine in [Engine.yajl, .index] {
      let kept = Mutex<[(start: Int, shape: Shape)]>([])
      var reading = JSONLines(.bytes(lines), as: mapping)
      reading.options.engine = engine
      try reading.forEach(workers: workers) { shape, range in
        let shape = copy shape
        kept.withLock { $0.append((range.lowerBound, shape)) }
      }
      let read = kept.withLock { $0.sorted { $0.start < $1.start }.map(\.shape) }
      #expect(read == expected, "\(engine); \(SeededRandom.again)")

      var elements: [Shape] = []
      var array = JSONLines(.text("[\(shapes.map(\.1).joined(separator: ", "))]"), as: mapping)
      array.framing = .array()
      array.options.engine = engine
      try array.forEach { (shape: borrowing Shape, _: RecordLocation) in elements.append(copy shape) }
      #expect(elements == expected, "\(engine); \(SeededRandom.again)")
    }
  }

  private struct Outcome: Equatable {
    var shape: Shape?
    var error: ReportedError?
  }

  @Test("reports the same error for a value that does not fit, at any depth")
  func errors() throws {
    var writer = Writer(random: SeededRandom(seed: SeededRandom.seed &+ 1))
    let mapping = try Shape.mapping.get()
    let options = [
      ReadingOptions(engine: .yajl), ReadingOptions(engine: .index),
      ReadingOptions(engine: .index, validation: .mapped),
    ]
    let decoders = options.map { mapping.makeDecoder($0) }
    var rejected = 0
    for _ in 0..<(Effort.now == .quick ? 1_500 : 15_000) {
      writer.begin()
      var text = Array("\(writer.space)\(writer.shape(0).1)\(writer.space)".utf8)
      // Another value, kind or name, and sometimes malformed text.
      for _ in 0..<(1 + writer.random.below(2)) {
        let place = writer.random.below(text.count)
        text[place] = writer.random.pick(Array("7x\"]{e,".utf8))
      }
      let outcomes = decoders.map { decoder in
        do throws(MappingError) {
          return Outcome(shape: try decoder.decode(text.span))
        } catch {
          return Outcome(error: ReportedError(error))
        }
      }
      if outcomes[0].error != nil { rejected += 1 }
      #expect(
        outcomes[1] == outcomes[0] && outcomes[2] == outcomes[0],
        "\(String(decoding: text, as: UTF8.self)): \(outcomes); \(SeededRandom.again)")
    }
    #expect(rejected > 500)
  }
}
