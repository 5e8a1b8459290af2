import CStructure
import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// The framings compared with the slow reference, over random texts that are truncated and mutated at random.
@Suite("Framing, differential")
struct FramingDifferenceTests {
  /// Generates random records and separators.
  struct Generator {
    var random: SeededRandom

    /// Returns a value, mostly a record of the model.
    mutating func value(_ depth: Int = 0) -> String {
      switch random.below(depth > 4 ? 6 : 10) {
      case 0: return random.pick(["null", "true", "false"])
      case 1: return random.pick(["0", "-1", "17", "1.5e3", "123456789012345678901234567890"])
      case 2: return text()
      case 3: return random.pick(["{}", "[]", "[ ]", "{\n}"])
      case 4, 5: return "{\(space())\"id\":\(space())\(random.below(100))\(space())}"
      case 6:
        let values = (0..<random.below(5)).map { _ in "\(space())\(value(depth + 1))\(space())" }
        return "[\(values.joined(separator: ","))]"
      default:
        let members = (0..<random.below(4)).map { _ in
          "\(space())\(text())\(space()):\(space())\(value(depth + 1))\(space())"
        }
        return "{\(members.joined(separator: ","))}"
      }
    }

    mutating func text() -> String {
      let pieces = [
        "id", "text", "{", "}", "]", "[[", ",", ":", " ", "é", "\u{1F600}", "\\\"", "\\\\", "\\u007b", "\\n",
        "x",
      ]
      let count = random.chance(1, outOf: 20) ? 90 : random.below(4)
      return "\"\((0..<count).map { _ in random.pick(pieces) }.joined())\""
    }

    mutating func space() -> String {
      random.chance(2, outOf: 3)
        ? "" : random.pick([" ", "\n", "\r\n", "\t", "  \n  ", String(repeating: " ", count: 70)])
    }

    /// Returns records in a framing.
    mutating func document(_ framing: Framing) -> [UInt8] {
      let records = (0..<random.pick([0, 1, 2, 5, 12])).map { _ in value() }
      var text = random.chance(1, outOf: 8) ? "\u{FEFF}" : ""
      switch framing.kind {
      case .sequence:
        for record in records {
          text +=
            random.pick(["\u{1E}", "\u{1E}\u{1E}", "\u{1E}\n"]) + space() + record
            + random.pick(["\n", "\r\n", "", " "])
        }
      case .array(let path, let isObject):
        let elements = records.map { record in
          let name = isObject ? "\(space())\(self.text())\(space()):" : ""
          return "\(name)\(space())\(record)\(space())"
        }.joined(separator: ",")
        let container = isObject ? "{\(space())\(elements)}" : "[\(space())\(elements)]"
        text += space() + wrap(container, path.segments[...]) + space()
      case .markdown:
        for record in records { text += passage(record) + random.pick(["\n", "\r\n", "\n\n", " "]) }
      default:
        for record in records { text += record + random.pick(["", "", "\n", " ", "\n\n"]) }
      }
      return Array(text.utf8)
    }

    /// Returns a passage of Markdown with a record.
    private mutating func passage(_ record: String) -> String {
      let fence = random.pick(["```", "~~~", "````"])
      switch random.below(6) {
      case 0: return random.pick(["Here: ", "- ", "`", "[1] ", "{x} ", "``` "]) + record
      case 1, 2: return record + random.pick(["", " is it", ".", ","])
      default:
        let language = random.pick(["json", "json", " JSONL x", "", "python"])
        var text = "\(space())\(fence)\(language)\n\(record)"
        for _ in 0..<random.below(3) { text += random.pick(["\n", " ", "\n\n", ",\n"]) + value() }
        return text + random.pick(["\n", "\n  ", "", " "]) + random.pick([fence, fence, "```", ""])
      }
    }

    /// Returns the array and its surroundings.
    private mutating func wrap(_ array: String, _ steps: ArraySlice<RecordPath.Segment>) -> String {
      let inner: String
      switch steps.first {
      case .name(let name):
        inner = wrap(array, steps.dropFirst())
        var members = (0..<random.below(3)).map { _ in "\(text())\(space()):\(space())\(value(2))" }
        members.append("\(space())\"\(name)\":\(space())\(inner)")
        for _ in 0..<random.below(3) {
          members.append("\(random.pick(["\"x\"", "\"\(name)\""])):\(value(2))")
        }
        return "{\(members.joined(separator: ","))\(space())}"
      case .index(let index):
        inner = wrap(array, steps.dropFirst())
        let before = (0..<index).map { _ in "\(space())\(value(2))\(space())" }
        let after = (0..<random.below(3)).map { _ in "\(space())\(value(2))\(space())" }
        return "[\((before + [inner] + after).joined(separator: ","))]"
      default: return array
      }
    }

    /// Returns an array of records at `data.items`, with much text around it.
    mutating func surrounded() -> [UInt8] {
      func many() -> String {
        (0..<random.pick([1, 30, 300])).map { _ in "\(space())\(value())" }.joined(separator: ",")
      }
      let long = String(
        repeating: random.pick(["x", "é", "[1]", " "]), count: random.pick([0, 500, 70_000]))
      return Array(
        """
        {"a":[\(many())],"data":{"b":{"c":[\(many())],"d":"\(long)"},"items":[\(many())]\(space()),"e":[\(many())]},
        "f":{"g":[[\(many())]],"h":"\(long)","i":[\(many())]}}
        """.utf8)
    }

    /// Mutates a text.
    mutating func mutate(_ text: [UInt8]) -> [UInt8] {
      var text = text
      for _ in 0..<(1 + random.below(3)) where !text.isEmpty {
        let place = random.below(text.count)
        switch random.below(5) {
        case 0: text.remove(at: place)
        case 1: text.removeLast(random.below(text.count))
        case 2: text.insert(random.pick(Self.odd), at: place)
        case 3: text[place] = random.pick(Self.odd)
        default: text.insert(contentsOf: text[place..<min(place + random.below(20), text.count)], at: place)
        }
      }
      return text
    }

    private static let odd = Array("{}[]\",:\\ \n1t-`~\u{1E}\0é\u{FEFF}".utf8)
  }

  /// The number of texts of each kind: `STREAMMAP_DOCUMENTS`, or a number for the effort.
  private static let count =
    ProcessInfo.processInfo.environment["STREAMMAP_DOCUMENTS"].flatMap { Int($0) } ?? Effort.pick(25, 50, 50)

  static func framings() throws -> [Framing] {
    try [
      .concatenated, .sequence, .array(), .document, Framed.array("data.items"), Framed.array("a[2].b[*]"),
      Framed.array("[1]"), Framed.array("*"), Framed.array("data[1].*"), .markdown,
    ]
  }

  /// Returns the difference between two readings, or nil.
  static func differs(_ text: [UInt8], _ framing: Framing, _ limits: Limits = Limits(), seed: UInt64) throws
    -> Bool
  {
    let expected = try ReferenceFraming.heard(text, framing, limits: limits)
    var dice = SeededGenerator(seed: seed)
    let size = Int.random(in: 1...200, using: &dice)
    let ways: [(String, Heard)] = try [
      ("read", Framed.read(text, framing, limits: limits)),
      ("by yajl", Framed.read(text, framing, limits: limits, engine: .yajl)),
      ("a byte at a time", Framed.pushed(text, framing, limits: limits) { _ in 1 }),
      (
        "in pieces",
        Framed.pushed(text, framing, limits: limits) { _ in Int.random(in: 1...size, using: &dice) }
      ),
    ]
    // A pushed document keeps no bytes to report.
    for (way, heard) in ways {
      var (heard, expected) = (heard, expected)
      if framing == .document, way.hasSuffix("time") || way.hasSuffix("pieces") {
        heard.refused = []
        expected.refused = []
        // A complete document before other text is delivered, too.
        if let error = expected.refusals.first, error.kind == .extraValue,
          "]}\" \n\r\t".utf8.contains(text[error.offset - 1])
        {
          let before = try ReferenceFraming.heard(Array(text[..<error.offset]), framing, limits: limits)
          (expected.ids, expected.places) = (before.ids, before.places)
        }
      }
      guard heard != expected else { continue }
      Issue.record(
        """
        \(framing), \(way), seed \(SeededRandom.again):
        \(String(decoding: text, as: UTF8.self).debugDescription)
        heard    \(heard)
        expected \(expected)
        """)
      return true
    }
    return false
  }

  @Test("random records give the same results as read alone", .feature("45", "46"), arguments: 0..<10)
  func sound(number: Int) throws {
    #expect(try Self.framings().count == 10, "the arguments of both tests are the numbers of the framings")
    let framing = try Self.framings()[number]
    var generator = Generator(random: SeededRandom(seed: SeededRandom.seed &+ UInt64(number)))
    for round in 0..<Self.count {
      let text = generator.document(framing)
      if try Self.differs(text, framing, seed: UInt64(round)) { return }
    }
  }

  @Test("malformed texts match the reference", .feature("45", "46"), arguments: 0..<10)
  func spoiled(number: Int) throws {
    let framing = try Self.framings()[number]
    var generator = Generator(random: SeededRandom(seed: SeededRandom.seed &+ 100 &+ UInt64(number)))
    for round in 0..<(2 * Self.count) {
      let text = generator.mutate(generator.document(framing))
      let limits = Limits(record: generator.random.pick([1 << 20, 1 << 20, 40, 7, 0]))
      if try Self.differs(text, framing, limits, seed: UInt64(round)) { return }
    }
  }

  @Test("text around an array, valid and mutated", .feature("45"))
  func around() throws {
    var generator = Generator(random: SeededRandom(seed: SeededRandom.seed &+ 250))
    let framing = try Framed.array("data.items")
    for round in 0..<(Self.count / 5) {
      let sound = generator.surrounded()
      if try Self.differs(sound, framing, seed: UInt64(round)) { return }
      if try Self.differs(generator.mutate(sound), framing, seed: UInt64(round)) { return }
    }
  }

  @Test("every two-way split")
  func cuts() throws {
    var generator = Generator(random: SeededRandom(seed: SeededRandom.seed &+ 200))
    for framing in try Self.framings() where framing != .document {
      for isSpoiled in [false, true] {
        let sound = generator.document(framing)
        let text = isSpoiled ? generator.mutate(sound) : sound
        let whole = try ReferenceFraming.heard(text, framing)
        for cut in 0...min(text.count, 4096) {
          var sizes = [cut, .max]
          let heard = try Framed.pushed(text, framing) { _ in max(sizes.removeFirst(), 1) }
          #expect(heard == whole, "\(framing) cut at \(cut), \(SeededRandom.again): \(text)")
        }
      }
    }
  }

  @Test("every kernel finds the same values")
  func kernels() throws {
    var generator = Generator(random: SeededRandom(seed: SeededRandom.seed &+ 300))
    for name in ["scalar", "avx2", "avx512", "neon"] {
      guard let kernel = unsafe streammap_kernel_named(name) else { continue }
      for framing in [Framing.concatenated, .array()] {
        for _ in 0..<50 {
          let text = generator.mutate(generator.document(framing))
          func records(_ framer: ValueFramer) -> [[Int]] {
            var found: [[Int]] = []
            _ = framer.append(text.span)
            framer.isComplete = true
            do {
              while try framer.next() { found.append([framer.record.offset, framer.record.count]) }
            } catch {
              found.append([error.byteOffset ?? -1])
            }
            return found
          }
          let best = records(ValueFramer(framing, limits: Limits(), validates: true))
          let options = unsafe IndexOptions(kernel.pointee, limits: Limits(), validates: true)
          #expect(records(ValueFramer(framing, options, isBorrowed: true)) == best, "\(name)")
        }
      }
    }
  }
}
