// Copies the rows of an earlier run up to given rows.

import StreamMap

final class RowCopier {
  private let reader: DecompressingReader
  private let file: InputFile
  private let format: RowFormat
  private var block = [UInt8](repeating: 0, count: 256 << 10)
  private var rest: ArraySlice<UInt8> = []
  private var rows = 0
  /// Whether the position is within quotes, where a line break does not end the row.
  private var isQuoted = false

  /// - Parameter interruption: ends a waiting read.
  init(_ file: InputFile, _ format: RowFormat, until interruption: Interruption) throws(FileFailure) {
    reader = try file.open(until: interruption)
    self.file = file
    self.format = format
  }

  /// Copies the header, if the file has one. Of several parts of an input, only the first has.
  func copy(header: [UInt8], to output: OutputWriter) throws {
    while rest.count < header.count, try readMore() {}
    guard !header.isEmpty, rest.starts(with: header) else { return }
    try output.append { $0 += header }
    rest = rest.dropFirst(header.count)
  }

  /// Copies the rows before a record that was rejected.
  func copy(before reject: Reject, to output: OutputWriter) throws {
    guard let row = reject.row, row >= rows else {
      throw FileFailure(
        name: file.name,
        reason: "the rejects are not those of the run that wrote this file, in their original order")
    }
    try copy(to: row, to: output)
  }

  /// Copies until `count` rows have been copied in total. For `.max`, copies all rows.
  func copy(to count: Int, to output: OutputWriter) throws {
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
