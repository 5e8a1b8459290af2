// The state of a run, from which the same command resumes with the same result. It is
// written to a temporary file that is then renamed, so that the file is always
// complete.

import StreamMap

struct Checkpoint: Codable, Sendable, Hashable {
  /// The version of the format.
  static let format = 4

  var version = Self.format
  /// The fingerprint of the command. Another command cannot resume from here.
  var command: String
  /// The input, and the byte offset in it, at which to resume.
  var input = 0
  var file = ""
  var offset = 0
  /// The identity of that file, to detect another file with the same name. Nil if it is not a regular file.
  var device: UInt64?
  var inode: UInt64?
  /// The records and lines of this input before the offset.
  var records = 0
  var lines = 0
  /// The totals of the whole run.
  var allRecords = 0
  var bytes = 0
  var rows = 0
  var bad = 0
  /// The records that --where has skipped. Nil without the option.
  var filtered: Int?
  /// The lines that have other text instead of a record. Nil if each line is a record.
  var skippedLines: Int?
  var kinds: [String: Int] = [:]
  var survey = Survey()
  /// The columns that no record has had. Nil if they were not recorded.
  var seen: SeenColumns?
  /// The lengths of the written files.
  var outputBytes = 0
  var rejectsBytes = 0
  /// The length of the file of errors beside the rejects. Nil if there is none.
  var rejectErrorsBytes: Int?
  /// The number of rows after the offset that are already in the output. Nil for an output of text.
  var writtenRows: Int?
  /// The number of bytes read of each input, up to the current one. Nil if no report is written.
  var inputBytes: [Int]?
  /// The columns that were inferred when the run began. Nil without `--schema auto`.
  var columns: String?

  init(command: String) {
    self.command = command
  }

  /// The records without those that --where has skipped.
  var keptRecords: Int { allRecords - (filtered ?? 0) }

  /// The records that were kept and are good.
  var goodRecords: Int { keptRecords - bad }

  /// Counts rejected records.
  mutating func addBad(_ kind: MappingError.Kind, _ count: Int = 1) {
    bad += count
    kinds[kind.description, default: 0] += count
  }

  /// Replaces the previous checkpoint atomically and durably.
  func write(_ path: FilePath) throws(FileFailure) {
    let temporary = path + Self.partialSuffix
    do throws(SystemCode) {
      let descriptor = try System.openForWriting(temporary)
      do throws(SystemCode) {
        try System.truncate(descriptor)
        try System.writeAll(descriptor, text)
        try System.synchronize(descriptor)
      } catch {
        try? System.close(descriptor)
        throw error
      }
      try System.close(descriptor)
      try System.rename(temporary, to: path)
      try System.synchronizeDirectory(of: path)
    } catch {
      try? System.remove(temporary)
      throw FileFailure(name: path.description, code: error)
    }
  }

  /// The suffix of the temporary file that is renamed to the checkpoint.
  static let partialSuffix = ".partial"
  /// The suffix of the lock file of a checkpoint.
  static let lockSuffix = ".lock"

  /// The files beside a checkpoint.
  static func sideFiles(of path: FilePath) -> [FilePath] { [path + lockSuffix, path + partialSuffix] }

  /// Returns a fingerprint of the command line.
  static func fingerprint(of words: [[UInt8]]) -> String {
    String(hash(words.joined(separator: [0])), radix: 16)
  }

  /// FNV-1a, 64 bits (Fowler, Noll and Vo, 1991).
  static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
