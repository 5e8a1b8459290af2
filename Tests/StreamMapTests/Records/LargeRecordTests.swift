import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// Records about as long as the index supports, and longer, give the same results as small ones on every route.
@Suite("Large records")
struct LargeRecordTests {
  private static let longest = StructuralIndex.longestRecord

  /// Returns a record of a given length with a mapped value at its end.
  private static func record(_ id: Int, count: Int, isGood: Bool = true) -> [UInt8] {
    let end = Array("],\"text\":\"\(isGood ? "a" : "\\x")\",\"id\":\(id)}".utf8)
    let value = Array("\"\(String(repeating: "x", count: 5_000))]\\\"\",".utf8)
    var record = Array("{\"a\":[".utf8)
    while record.count + value.count + end.count + 2 < count { record += value }
    record += [UInt8](repeating: ASCII.space, count: count - record.count - end.count - 1)
    return record + [ASCII.zero] + end
  }

  /// Large records between small ones, valid and malformed.
  private static let records: [[UInt8]] = {
    [record(1, count: 50), record(2, count: longest + 1), record(3, count: 60)]
      + [record(4, count: longest + 1, isGood: false), record(5, count: 70)]
  }()

  private static func read(_ bytes: [UInt8], _ framing: Framing, _ engine: Engine, isFile: Bool = false)
    throws
    -> [String]
  {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "streammap-\(UUID().uuidString)", directoryHint: .notDirectory)
      .path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    if isFile { try Data(bytes).write(to: URL(filePath: path)) }
    let noted = Noted()
    var lines =
      isFile ? JSONLines(path: path, as: try Row.mapping()) : JSONLines(.bytes(bytes), as: try Row.mapping())
    lines.framing = framing
    lines.options.engine = engine
    lines.onError = .skip { error, bytes in noted.note(error, bytes) }
    var seen: [String] = []
    try lines.forEach { row, place in seen.append("\(row.id) \(place.byteCount)") }
    return seen
      + noted.all.map { "\($0.error.record ?? 0) \($0.error.kind) \($0.error.path) \($0.bytes.count)" }
  }

  private static func text(_ separator: UInt8) -> [UInt8] {
    var text: [UInt8] = []
    for (index, record) in records.enumerated() {
      if index > 0 { text.append(separator) }
      text += record
    }
    return text
  }

  @Test("every engine and framing matches yajl on lines")
  func alike() throws {
    let lines = Self.text(ASCII.lineFeed)
    let expected = try Self.read(lines, .lines, .yajl)
    #expect(expected.count == Self.records.count)
    #expect(try Self.read(lines, .lines, .index) == expected)
    #expect(try Self.read(lines, .lines, .index, isFile: true) == expected)
    #expect(try Self.read(lines, .concatenated, .index) == expected)
    let array =
      [ASCII.openBracket] + Self.text(ASCII.comma) + [ASCII.closeBracket]
    #expect(try Self.read(array, .array(), .index) == expected)
  }

  @Test("indexes the lines after an over-limit line")
  func structure() throws {
    let text =
      Self.records[1] + [ASCII.lineFeed] + Self.record(2, count: Self.longest) + [ASCII.lineFeed]
      + Self.records[0]
    let decoder = RecordDecoder(try Mapping(Row()) { Field(\.id, "id") })
    guard let framer = decoder.makeFramer(.lines) as? LineFramer else {
      Issue.record("lines have another framer")
      return
    }
    var isIndexed: [Bool] = []
    var index = 0
    while index < text.count || !framer.isComplete {
      if index < text.count {
        index += framer.append(text.span.extracting(index...))
      } else {
        framer.isComplete = true
      }
      while framer.next() { isIndexed.append(framer.withBytes { _, structure in structure != nil }) }
    }
    #expect(isIndexed == [false, true, true])
  }

  @Test("extends a line past its range by further reads")
  func beyond() throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "streammap-\(UUID().uuidString)", directoryHint: .notDirectory)
      .path(percentEncoded: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data([UInt8](repeating: ASCII.zero, count: 200) + [ASCII.lineFeed, ASCII.zero]).write(
      to: URL(filePath: path))
    var range = LineRange(try #require(try ByteFile(.path(path))), 0..<1)
    var block: [UInt8] = [0]
    var buffer = block.mutableSpan
    var count = 0
    while try range.read(into: &buffer) == 1 { count += 1 }
    #expect(count == 201)
  }

  @Test("a buffer doubles, and shrinks after a large record")
  func capacity() {
    let (block, large) = (1 << 18, 64 << 20)
    #expect(Memory.capacity(insteadOf: 2 * block, used: block, block: block) == nil)
    #expect(Memory.capacity(insteadOf: 2 * block, used: block + 1, block: block) == 4 * block)
    #expect(Memory.capacity(insteadOf: large, used: large / 8, block: block) == nil)
    #expect(Memory.capacity(insteadOf: large, used: block, block: block) == 3 * block)
    #expect(Memory.capacity(insteadOf: 8 << 20, used: 0, block: block) == nil)
  }
}
