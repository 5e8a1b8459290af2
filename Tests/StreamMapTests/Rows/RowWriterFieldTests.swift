import CAllocationCounter
import Testing

@testable import StreamMap
@testable import StreamMapTables
@testable import TestSupport

/// Any text survives a CSV or TSV field, and no array is allocated.
@Suite("Fields of the row writer")
struct RowWriterFieldTests {
  private static let characters: [Character] = [
    "a", "b", "é", "😀", "\"", "\\", ",", "\t", "\n", "\r", "\u{0}", "/", " ", "x", "y", "z",
  ]

  /// A JSON string with necessary and optional escapes.
  private static func json(_ text: [Character], _ random: inout SeededRandom) -> String {
    var json = "\""
    for character in text {
      let units = String(character).utf16.map { unit in
        let hex = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      }.joined()
      switch character {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\t": json += "\\t"
      case "\r": json += "\\r"
      case "\u{0}": json += units
      default: json += random.chance(1, outOf: 6) ? units : String(character)
      }
    }
    return json + "\""
  }

  /// Parses RFC 4180.
  private static func parse(_ text: [UInt8], _ separator: UInt8) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      if isQuoted {
        if byte != UInt8(ascii: "\"") {
          field.append(byte)
        } else if index < text.count, text[index] == byte {
          field.append(byte)
          index += 1
        } else {
          isQuoted = false
        }
      } else if byte == UInt8(ascii: "\""), field.isEmpty {
        isQuoted = true
      } else if byte == separator || byte == UInt8(ascii: "\n") {
        row.append(String(decoding: field, as: UTF8.self))
        field = []
        if byte != separator {
          rows.append(row)
          row = []
        }
      } else {
        field.append(byte)
      }
    }
    return rows
  }

  @Test("any text round-trips", arguments: [RowFormat.csv, .tsv])
  func texts(_ format: RowFormat) throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let projection = try Projection("a,b,c[*]")
    let writer = RowWriter(projection, format: format)
    var expected: [[String]] = []
    var lines = ""
    for _ in 0..<400 {
      func text() -> [Character] {
        // Runs of plain text, some longer than the block that is examined at once.
        (0..<random.below(30)).flatMap { _ in
          [Character](repeating: random.pick(Self.characters), count: random.chance(1, outOf: 8) ? 19 : 1)
        }
      }
      let (first, second) = (text(), text())
      let list = (0..<random.below(3)).map { _ in Self.json(text(), &random) }
      lines +=
        "{\"a\":\(Self.json(first, &random)),\"b\":\(Self.json(second, &random)),\"c\":[\(list.joined(separator: ","))]}\n"
      expected.append([String(first), String(second), "[\(list.joined(separator: ","))]"])
    }
    var output: [UInt8] = []
    try JSONLines(.text(lines), as: try projection.mapping()).forEach { row, _ in
      writer.write(row, into: &output)
    }
    let found = Self.parse(output, format == .csv ? UInt8(ascii: ",") : UInt8(ascii: "\t"))
    #expect(found.count == expected.count)
    for (found, expected) in zip(found, expected) {
      #expect(found.map { Array($0.utf8) } == expected.map { Array($0.utf8) }, "\(SeededRandom.again)")
    }
  }

  /// The text of the key is in the row once.
  @Test("several columns of the record key", arguments: RowFormat.allCases)
  func keys(_ format: RowFormat) throws {
    let key = String(repeating: "key", count: 200)
    let projection = try Projection("a=$key,n,b=$key,c=$key", recordKeys: true)
    let writer = RowWriter(projection, format: format)
    var output: [UInt8] = []
    var lines = JSONLines(.text("{\"\(key)\":{\"n\":1}}"), as: try projection.mapping())
    lines.framing = try .array(at: RecordPath("*"))
    try lines.forEach { row, _ in writer.write(row, into: &output) }
    let text = String(decoding: output, as: UTF8.self)
    switch format {
    case .jsonl: #expect(text == #"{"a":"\#(key)","n":1,"b":"\#(key)","c":"\#(key)"}"# + "\n")
    case .csv, .tsv: #expect(Self.parse(output, format.separator) == [[key, "1", key, key]])
    }
  }

  /// A row of another projection with as many columns is against the precondition. It is written by its own columns.
  @Test("a list where the writer has a value, and the reverse", arguments: RowFormat.allCases)
  func otherProjection(_ format: RowFormat) throws {
    for (row, writer) in [("a[*],b", "a,b"), ("a,b", "a[*],b"), ("a[*].x,b", "a,b")] {
      let writer = RowWriter(try Projection(writer), format: format)
      let own = RowWriter(try Projection(row), format: format)
      var (output, expected): ([UInt8], [UInt8]) = ([], [])
      try JSONLines(.text(#"{"a":[{"x":1}],"b":2}"#), as: try Projection(row).mapping()).forEach { row, _ in
        writer.write(row, into: &output)
        own.write(row, into: &expected)
      }
      let end = UInt8(ascii: format == .jsonl ? ":" : "\n")
      #expect(output.split(separator: end).last == expected.split(separator: end).last)
    }
  }

  /// The texts of a row that is kept are copies, in an arena of its own.
  @Test("kept rows have their own texts")
  func keptRows() throws {
    let lines = (0..<500).map {
      #"{"id":\#($0),"tags":["\#($0)",null],"name":"\#(String(repeating: "n", count: $0))"}"#
    }
    let projection = try Projection("id,tags[*],name")
    let writer = RowWriter(projection, format: .jsonl)
    let rows = try Array(
      JSONLines(.text(lines.joined(separator: "\n")), as: try projection.mapping()).results
    ).map {
      try $0.get()
    }
    for (line, row) in zip(lines, rows) {
      var output: [UInt8] = []
      writer.write(row, into: &output)
      #expect(String(decoding: output, as: UTF8.self) == line.replacing("tags", with: "tags[*]") + "\n")
    }
  }

  @Test("values with the text of a null are quoted", arguments: ["0", "true", "x", "1.5e3"])
  func nullText(_ null: String) throws {
    let projection = try Projection("a,b")
    let writer = RowWriter(projection, format: .csv, null: null)
    var output: [UInt8] = []
    let value = null == "x" ? "\"x\"" : null
    try JSONLines(.text("{\"a\":\(value),\"b\":null}\n{\"a\":\"\"}"), as: try projection.mapping()).forEach {
      row, _ in
      writer.write(row, into: &output)
    }
    #expect(String(decoding: output, as: UTF8.self) == "\"\(null)\",\(null)\n\"\",\(null)\n")
  }

  #if !DEBUG
    /// A guarantee of optimised code. `swift test -c release -Xswiftc -enable-testing` runs this test.
    @Test(
      "does not allocate for texts, lists and numbers", .enabled(if: allocation_counter_is_available()))
    func allocations() throws {
      let projection = try Projection("a,b,c[*],d,e")
      let mapping = try projection.mapping()
      let record = Array(#"{"a":"x, \"y\"\n\u00e9","b":"plain","c":["p","q,\""],"d":1.5,"e":null}"#.utf8)
      for format in RowFormat.allCases {
        let writer = RowWriter(projection, format: format)
        let decoder = mapping.makeDecoder()
        var output: [UInt8] = []
        output.reserveCapacity(100_000)
        try decoder.read(record.span) { writer.write($0, into: &output) }
        let counted = try decoder.read(record.span) { row in
          Allocations.count { for _ in 0..<100 { writer.write(row, into: &output) } }
        }
        #expect(counted == 0, "\(format)")
      }
    }
  #endif
}
