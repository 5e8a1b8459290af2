// Reads the lines of a file written with --rejects-format raw.

import StreamMap

final class RejectedLines {
  private let file: InputFile
  private let reader: DecompressingReader
  private var block = [UInt8](repeating: 0, count: 64 << 10)
  /// The bytes read but not returned yet.
  private var rest: ArraySlice<UInt8> = []
  private(set) var count = 0

  /// - Parameter interruption: ends a waiting read.
  init(_ file: InputFile, until interruption: Interruption) throws(FileFailure) {
    self.file = file
    reader = try file.open(until: interruption)
  }

  /// Returns the next line without its line feed, or nil at the end.
  func next() throws(FileFailure) -> ArraySlice<UInt8>? {
    var searched = rest.startIndex
    while true {
      if let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest = rest[(end + 1)...] }
        count += 1
        return rest[..<end]
      }
      searched = rest.endIndex
      let added = try file.read(reader, into: &block)
      if added == 0 {
        defer { rest = [] }
        count += rest.isEmpty ? 0 : 1
        return rest.isEmpty ? nil : rest
      }
      rest += block[..<added]
    }
  }

  /// Returns the line of the next record.
  func take() throws(FileFailure) -> ArraySlice<UInt8> {
    if let line = try next() { return line }
    throw failure("it has \(count) \(count == 1 ? "line" : "lines"), but \(errors) has more")
  }

  /// Throws if lines are left. Blank lines may follow.
  func finish() throws(FileFailure) {
    let known = count
    while let line = try next() {
      guard line.allSatisfy({ $0 <= UInt8(ascii: " ") }) else {
        throw failure("it has more lines than \(errors), which has \(known)")
      }
    }
  }

  private var errors: String { file.name + Session.errorsSuffix }

  private func failure(_ problem: String) -> FileFailure {
    FileFailure(name: file.name, reason: "\(problem): keep each repaired record on its own line")
  }
}
