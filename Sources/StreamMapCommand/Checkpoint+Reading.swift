// Reads and writes a checkpoint as text. A checksum at the end covers the whole
// text. Numbers that no run can have written are rejected. A checkpoint is used as
// a whole or not at all.

import StreamMap

extension Checkpoint {
  /// The values that a checkpoint must match when it is read.
  struct Expectation {
    /// The fingerprint of the command.
    var command: String
    /// The number of inputs.
    var inputs: Int
    /// The columns of the report.
    var survey: Survey
  }

  /// One JSON object on a line. The checksum is its last member.
  var text: [UInt8] {
    var bytes: [UInt8] = []
    // Only strings and numbers are encoded, which cannot fail.
    try? StreamEncoder().encode(self, into: &bytes)
    bytes.removeLast()
    return bytes + Self.ending(of: bytes)
  }

  /// Returns the text after the bytes that the checksum covers.
  private static func ending(of bytes: some Sequence<UInt8>) -> [UInt8] {
    let digits = String(hash(bytes), radix: 16)
    let zeros = String(repeating: "0", count: 16 - digits.count)
    return Array(",\"checksum\":\"\(zeros)\(digits)\"}\n".utf8)
  }

  private static let endingCount = ending(of: []).count

  /// Reads the checkpoint. Returns nil if the file does not exist.
  ///
  /// Throws `FileFailure`, or `UsageError` for a file that is not a checkpoint or that this run cannot use.
  static func read(_ path: FilePath, _ expected: Expectation) throws -> Checkpoint? {
    guard let found = try read(path) else { return nil }
    guard found.command == expected.command else {
      throw UsageError(
        "\(path) is the checkpoint of another command: give the same files and options again, or use another --checkpoint and --output"
      )
    }
    guard found.isPossible(expected) else {
      throw UsageError("\(path) is a checkpoint with impossible numbers, and cannot be used: \(again)")
    }
    return found
  }

  private static let again = "name another FILE to start over"

  /// Reads the checkpoint of any command. Returns nil if the file does not exist.
  ///
  /// Throws `FileFailure`, or `UsageError` for a file that is not a checkpoint.
  static func read(_ path: FilePath) throws -> Checkpoint? {
    guard let bytes = try contents(of: path) else { return nil }
    guard version(of: bytes) == format else {
      throw UsageError("\(path) is a checkpoint of another version of streammap: \(again)")
    }
    let covered = bytes.dropLast(endingCount)
    guard bytes.suffix(endingCount).elementsEqual(ending(of: covered)),
      let found = try? StreamDecoder().decode(Checkpoint.self, from: bytes.span)
    else {
      throw UsageError(
        "\(path) is a checkpoint that was edited or damaged, and cannot be used: \(again)")
    }
    return found
  }

  /// Returns the bytes of the file, or nil if it does not exist. A file that is not a checkpoint is not read further
  /// than its first bytes.
  private static func contents(of path: FilePath) throws -> [UInt8]? {
    var contents: [UInt8]?
    do throws(SystemCode) {
      // Opening a pipe could block forever.
      if try System.status(of: path).isRegular {
        let descriptor = try System.openForReading(path)
        defer { try? System.close(descriptor) }
        let first = try System.contents(of: descriptor, atMost: longestBeginning)
        if version(of: first) != nil { contents = try first + System.contents(of: descriptor) }
      }
    } catch .notFound {
      return nil
    } catch {
      throw FileFailure(name: path.description, code: error)
    }
    guard let contents else {
      throw UsageError("\(path) is not a checkpoint: name another FILE for --checkpoint")
    }
    return contents
  }

  /// Returns the version at the beginning of a checkpoint, as in `{"version":4,"command":"`, or nil if there is none.
  private static func version(of bytes: [UInt8]) -> Int? {
    let beginning = Array("{\"version\":".utf8)
    guard bytes.starts(with: beginning) else { return nil }
    let rest = bytes.dropFirst(beginning.count)
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard rest.dropFirst(digits.count).starts(with: ",\"command\":\"".utf8) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  private static let longestBeginning = 64

  /// Whether a run can have reached this state. The numbers are small enough that later additions do not overflow.
  private func isPossible(_ expected: Expectation) -> Bool {
    let numbers =
      [input, offset, records, lines, allRecords, bytes, rows, bad, outputBytes, rejectsBytes] + kinds.values
      + (inputBytes ?? []) + [filtered ?? 0, skippedLines ?? 0]
    let findings = survey.columns.flatMap(\.findings) + survey.unread.values
    return (numbers + findings.map(\.count) + findings.compactMap(\.offset) + findings.compactMap(\.line))
      .allSatisfy {
        0...Int.max / 8 ~= $0
      }
      && input < max(expected.inputs, 1) && records <= allRecords
      && inputBytes?.count ?? 0 <= expected.inputs
      && findings.allSatisfy { $0.file.map { 0..<expected.inputs ~= $0 } ?? true }
      && survey.columns.map(\.path) == expected.survey.columns.map(\.path)
      && survey.columns.map(\.types.count) == expected.survey.columns.map(\.types.count)
  }
}
