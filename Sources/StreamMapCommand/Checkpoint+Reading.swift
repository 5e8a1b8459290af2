// A checkpoint as text, and back. All that the text says is covered by a checksum
// at its end, and no number is believed that a run cannot have written: a
// checkpoint is used as a whole, or not at all.

import StreamMap

extension Checkpoint {
  /// What it is checked against when it is read.
  struct Expectation {
    /// The fingerprint of the command.
    var command: String
    /// How many inputs there are.
    var inputs: Int
    /// The columns that are reported on.
    var survey: Survey
  }

  /// One JSON object on a line, of which the checksum is the last member.
  var text: [UInt8] {
    var bytes: [UInt8] = []
    // What is encoded is texts and numbers, which always can be.
    try? StreamEncoder().encode(self, into: &bytes)
    bytes.removeLast()
    return bytes + Self.ending(of: bytes)
  }

  /// What follows all that the checksum covers.
  private static func ending(of bytes: some Sequence<UInt8>) -> [UInt8] {
    let digits = String(hash(bytes), radix: 16)
    let zeros = String(repeating: "0", count: 16 - digits.count)
    return Array(",\"checksum\":\"\(zeros)\(digits)\"}\n".utf8)
  }

  private static let endingCount = ending(of: []).count

  /// Reads the one that there is; nil if there is none.
  ///
  /// Throws `FileFailure`, and `UsageError` for a file that is no checkpoint, and for one that this run cannot use.
  static func read(_ path: FilePath, _ expected: Expectation) throws -> Checkpoint? {
    guard let bytes = try contents(of: path) else { return nil }
    let again = "name another FILE to begin anew"
    guard version(of: bytes) == format else {
      throw UsageError("\(path) is a checkpoint of another version of streammap: \(again)")
    }
    let covered = bytes.dropLast(endingCount)
    guard bytes.suffix(endingCount).elementsEqual(ending(of: covered)),
      let found = try? StreamDecoder().decode(Checkpoint.self, from: bytes.span)
    else {
      throw UsageError(
        "\(path) is a checkpoint that was edited or damaged, and nothing of it is used: \(again)")
    }
    guard found.command == expected.command else {
      throw UsageError(
        "\(path) is the checkpoint of another command: give the same files and options again, or remove it to begin anew"
      )
    }
    guard found.isPossible(expected) else {
      throw UsageError("\(path) has numbers that no run writes, and nothing of it is used: \(again)")
    }
    return found
  }

  /// The bytes of the file; nil if there is none. Of a file that begins otherwise than a checkpoint no more is read.
  private static func contents(of path: FilePath) throws -> [UInt8]? {
    var contents: [UInt8]?
    do throws(SystemCode) {
      // To open a pipe could take for ever.
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

  /// The version that a checkpoint begins with, this one or another, as `{"version":3,"command":"`; nil if it is none.
  private static func version(of bytes: [UInt8]) -> Int? {
    let beginning = Array("{\"version\":".utf8)
    guard bytes.starts(with: beginning) else { return nil }
    let rest = bytes.dropFirst(beginning.count)
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard rest.dropFirst(digits.count).starts(with: ",\"command\":\"".utf8) else { return nil }
    return Int(String(decoding: digits, as: UTF8.self))
  }

  private static let longestBeginning = 64

  /// Whether a run can have come here. Numbers are so small that what is added to them does not overflow.
  private func isPossible(_ expected: Expectation) -> Bool {
    let numbers =
      [input, offset, records, lines, allRecords, bytes, rows, bad, outputBytes, rejectsBytes] + kinds.values
    let findings = survey.columns.flatMap { [$0.absent] + $0.types }
    return (numbers + findings.map(\.count) + findings.compactMap(\.offset)).allSatisfy {
      0...Int.max / 8 ~= $0
    }
      && input < max(expected.inputs, 1) && records <= allRecords
      && findings.allSatisfy { $0.file.map { 0..<expected.inputs ~= $0 } ?? true }
      && survey.columns.map(\.path) == expected.survey.columns.map(\.path)
      && survey.columns.map(\.types.count) == expected.survey.columns.map(\.types.count)
  }
}
