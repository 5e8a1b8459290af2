// Copies the rows of an earlier run up to given rows.

import StreamMap
import StreamMapTables

final class RowCopier {
  private let reader: DecompressingReader
  private let file: InputFile
  private let format: RowFormat
  private var block = [UInt8](repeating: 0, count: 256 << 10)
  private var rest: ArraySlice<UInt8> = []
  private var rows = 0
  /// Whether the position is within quotes, where a line break does not end the row.
  private var isQuoted = false
  /// The header line, until it is copied. Empty for a format without a header.
  private var header: [UInt8] = []
  /// The number of bytes in which the names of the first row are searched.
  private static let sampleSize = 1 << 20

  /// Opens the file and compares its beginning with the columns of the rows to merge.
  ///
  /// Throws `UsageError` if the file has other columns or another format, and `FileFailure`.
  ///
  /// - Parameters:
  ///   - hasHeader: whether a format with a header line has it.
  ///   - interruption: ends a waiting read.
  init(
    _ file: InputFile, _ rows: RowWriter, _ names: [String], hasHeader: Bool, until interruption: Interruption
  ) throws {
    reader = try file.open(until: interruption)
    self.file = file
    format = rows.format
    rows.header(into: &header)
    if format == .jsonl {
      try compareRow(rows, names)
    } else {
      try compareHeader(isThere: hasHeader)
    }
  }

  private func compareHeader(isThere hasHeader: Bool) throws {
    while rest.count < header.count, try readMore() {}
    if !hasHeader {
      // Such a row is possible, but an output that was written with its header is far more likely.
      if rest.starts(with: header) {
        throw UsageError("\(file.name): its first line is the header line of PATHS: remove --no-header")
      }
      header = []
      return
    }
    guard !rest.starts(with: header) else { return }
    let found = Self.excerpt(of: rest.prefix { $0 != UInt8(ascii: "\n") })
    let expected = Self.excerpt(of: header.dropLast())
    throw other("its first line is '\(found)', and the header line of PATHS is '\(expected)'")
  }

  /// Compares the names in the first row, as far as they are within its first bytes.
  private func compareRow(_ rows: RowWriter, _ names: [String]) throws {
    var searched = rest.startIndex
    while rest.count < Self.sampleSize, !rest[searched...].contains(UInt8(ascii: "\n")) {
      searched = rest.endIndex
      guard try readMore() else { break }
    }
    let row = rest.prefix { $0 != UInt8(ascii: "\n") }
    guard !row.isEmpty else { return }
    let parser = EventParser(into: RowNames(), limits: .unlimited)
    let isJSON = (try? parser.parse(Array(row).span)) != nil || row.count >= Self.sampleSize
    if rows.isRaw {
      guard isJSON else { throw other("its first line is not a JSON value") }
      // Such a value is possible, but an output that was written without --raw is far more likely.
      if parser.sink.names == names { throw other("its rows are objects, but --raw writes values alone") }
      return
    }
    guard isJSON, let found = parser.sink.names else { throw other("its first line is not a JSON object") }
    guard row.count < Self.sampleSize ? found == names : names.starts(with: found) else {
      let (old, new) = (found.joined(separator: ","), names.joined(separator: ","))
      throw other(
        "its columns are \(Self.excerpt(of: old.utf8)), and those of PATHS are \(Self.excerpt(of: new.utf8))")
    }
  }

  private func other(_ problem: String) -> UsageError {
    UsageError("\(file.name): \(problem): use the PATHS, --format and --raw of the run that wrote it")
  }

  private static func excerpt(of text: some Collection<UInt8>) -> String {
    String(decoding: text.prefix(80), as: UTF8.self) + (text.count > 80 ? "…" : "")
  }

  /// Copies the rows before a record that was rejected.
  ///
  /// - Parameter row: the number of rows before it.
  func copy(before row: Int, to output: OutputWriter) throws {
    guard row >= rows else {
      throw FileFailure(
        name: file.name,
        reason: "the rejects are not those of the run that wrote this file, in their original order")
    }
    try copy(to: row, to: output)
  }

  /// Copies the header, and rows until `count` have been copied in total. For `.max`, copies all rows.
  func copy(to count: Int, to output: OutputWriter) throws {
    if !header.isEmpty {
      try output.append { $0 += header }
      rest = rest.dropFirst(header.count)
      header = []
    }
    while rows < count {
      if rest.isEmpty, try !readMore() {
        if count == .max { return }
        throw FileFailure(
          name: file.name,
          reason:
            "it has fewer rows than the rejects expect: use the output of the run that wrote the rejects")
      }
      var end = rest.startIndex
      while end < rest.endIndex, rows < count {
        let byte = rest[end]
        end += 1
        if format != .jsonl, byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        if byte == UInt8(ascii: "\n"), !isQuoted { rows += 1 }
      }
      try output.append { $0 += rest[..<end] }
      rest = rest[end...]
    }
  }

  /// Appends the next block to the remaining bytes. Returns false at the end.
  private func readMore() throws -> Bool {
    try Signals.check()
    let count: Int
    do {
      count = try file.read(reader, into: &block)
    } catch {
      try Signals.check()
      throw error
    }
    rest = (rest + block[..<count])[...]
    return count > 0
  }
}

/// Collects the names of the members of an object.
private struct RowNames: EventSink {
  /// Nil if the value is not an object.
  private(set) var names: [String]?

  mutating func startObject() -> EventAction {
    names = []
    return .proceed
  }

  mutating func startArray() -> EventAction { .skip }

  mutating func key(_ utf8: Span<UInt8>) -> EventAction {
    var name: [UInt8] = []
    for index in utf8.indices { name.append(utf8[index]) }
    names?.append(String(decoding: name, as: UTF8.self))
    return .skip
  }
}
