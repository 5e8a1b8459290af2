import CAllocationCounter
import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// A decoder writes a long string over the one before it in the model, unless something else refers to that.
@Suite("Reuse of the memory of strings")
struct StringReuseTests {
  struct Model: Equatable {
    var plain = "a template of more than fifteen bytes"
    var optional: String?
    var list: [String] = []
  }

  private static func mapping() throws -> Mapping<Model> {
    try Mapping(Model()) {
      Field(\.plain, "plain")
      Field(\.optional, "optional")
      Field(\.list, "list")
    }
  }

  @Test("knows the layout of long strings")
  func layout() {
    #if os(Linux) && (arch(x86_64) || arch(arm64))
      #expect(StringBits.isStorageKnown)
    #endif
  }

  /// The first word of a string: its count and flags.
  private static func word(_ text: String) -> UInt64 {
    // SAFETY: a string is two words, which are only read.
    unsafe unsafeBitCast(text, to: (UInt64, UInt64).self).0
  }

  /// Strings of any length are replaced by others. Some are kept, indexed and appended to, and none changes.
  @Test("strings that are kept do not change, and have the bits of new ones", arguments: Engine.allCases)
  func kept(engine: Engine) throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let decoder = RecordDecoder(try Self.mapping(), options: ReadingOptions(engine: engine))
    var kept: [(text: String, bytes: [UInt8])] = []
    func text() -> String {
      let letter = random.pick(["x", "y", "é", "日", "😀", "\\n", "\\u00e9"])
      return String(repeating: letter, count: random.below(random.pick([20, 40, 300])))
        + random.pick(["", "z", "ß"])
    }
    func value(_ text: String) -> String { text.replacing("\\n", with: "\n").replacing("\\u00e9", with: "é") }
    for _ in 0..<6_000 {
      let (plain, optional) = (
        random.chance(1, outOf: 9) ? nil : text(), random.chance(1, outOf: 5) ? nil : text()
      )
      let list = (0..<random.below(3)).map { _ in text() }
      var members = ["\"optional\":" + (optional.map { "\"\($0)\"" } ?? "null")]
      if let plain { members.append("\"plain\":\"\(plain)\"") }
      let record =
        "{\(members.joined(separator: ",")),\"list\":[\(list.map { "\"\($0)\"" }.joined(separator: ","))]}"
      let expected = Model(
        plain: plain.map(value) ?? Model().plain, optional: optional.map(value), list: list.map(value))
      try decoder.decodeLines(in: Array(record.utf8).span) { (model: borrowing Model, _) in
        try #require(copy model == expected, "\(SeededRandom.again)")
        for text in [model.plain, model.optional].compactMap(\.self) {
          let bytes = Array(text.utf8)
          let new = String(decoding: bytes, as: UTF8.self)
          if bytes.count > SmallString.capacity, text != Model().plain {
            try #require(Self.word(text) == Self.word(new), "\(SeededRandom.again)")
          }
          let length = unsafe text.withCString { unsafe strlen($0) }
          try #require(length == bytes.count, "\(SeededRandom.again)")
          try #require(text.utf16.count == new.utf16.count, "\(SeededRandom.again)")
          // Makes a table of offsets, which must not be used for the next string.
          if random.chance(1, outOf: 3) {
            _ = text.utf16.index(text.startIndex, offsetBy: text.utf16.count / 2)
          }
          if random.chance(1, outOf: 4) { kept.append((text, bytes)) }
        }
      }
      if kept.count > 40 {
        for index in kept.indices {
          try #require(Array(kept[index].text.utf8) == kept[index].bytes, "\(SeededRandom.again)")
          kept[index].text += "!"
          try #require(Array(kept[index].text.utf8) == kept[index].bytes + [0x21], "\(SeededRandom.again)")
          kept[index].bytes.append(0x21)
        }
        kept.removeAll { _ in random.chance(1, outOf: 2) }
      }
    }
  }

  final class Visitor {
    var name = String(repeating: "template", count: 3)
  }

  @Test("the template, an object that is kept, and a model that is updated")
  func others() throws {
    let mapping = try Mapping(Visitor()) { Field(\.name, "name") }
    let decoder = RecordDecoder(mapping)
    func record(_ letter: String) -> [UInt8] {
      Array(#"{"name":"\#(String(repeating: letter, count: 24))"}"#.utf8)
    }
    let first = try decoder.decode(record("a").span)
    let name = first.name
    let second = try decoder.decode(record("b").span)
    #expect(
      first.name == String(repeating: "a", count: 24) && second.name == String(repeating: "b", count: 24))
    #expect(try decoder.decode(Array("{}".utf8).span).name == Visitor().name)
    try decoder.decode(record("c").span, into: first)
    #expect(first.name == String(repeating: "c", count: 24) && name == String(repeating: "a", count: 24))
    #expect(try decoder.decode(Array("{}".utf8).span).name == Visitor().name)
  }

  #if !DEBUG
    @Test(
      "allocates only for what does not fit, or was kept", .enabled(if: allocation_counter_is_available()))
    func allocations() throws {
      let mapping = try Self.mapping()
      func records(_ counts: Int...) -> [String] {
        counts.map { #"{"plain":"\#(String(repeating: "x", count: $0))","optional":"fifteen or less"}"# }
      }
      #expect(try Allocations.count(mapping, records(100, 90, 60, 100)) == 0)
      // Twice as much memory as is needed is left to the next string, and not more.
      #expect(try Allocations.count(mapping, records(1_000, 100), rounds: 5) == 10)
      let decoder = RecordDecoder(mapping)
      var kept: [String] = []
      kept.reserveCapacity(8)
      let lines = Array(records(40, 40, 40, 40).joined(separator: "\n").utf8)
      func allocations(_ body: (borrowing Model) -> Void) throws -> Int {
        try Allocations.count {
          try decoder.decodeLines(in: lines.span) { (model: borrowing Model, _) in body(model) }
        }
      }
      _ = try allocations { _ in }
      let others = try allocations { _ in }
      // The first is written over the last one of the run before.
      #expect(try allocations { kept.append($0.plain) } == others + 3)
      #expect(kept.count == 4)
    }
  #endif
}
