// How far a run has come: enough to go on from there with the same result. It is
// written beside its place and then renamed, so that the file always holds a
// whole one, whatever happens meanwhile.

import StreamMap

struct Checkpoint: Codable, Sendable, Hashable {
  /// Of what is written here.
  static let format = 2

  var version = Self.format
  /// What was asked for: another command cannot go on from here.
  var command: String
  /// The input, and the byte of it, with which to go on.
  var input = 0
  var file = ""
  var offset = 0
  /// Which file that was, so that another one of its name is not taken for it; nil if it was none.
  var device: UInt64?
  var inode: UInt64?
  /// The records and lines of this input before that.
  var records = 0
  var lines = 0
  /// The same of the whole run.
  var allRecords = 0
  var bytes = 0
  var rows = 0
  var bad = 0
  var kinds: [String: Int] = [:]
  var survey = Survey()
  /// The columns that no record has had; nil if that was not noted.
  var seen: SeenColumns?
  /// How long the files were that had been written.
  var outputBytes = 0
  var rejectsBytes = 0
  /// Of the file beside it that has the errors; nil if there is none.
  var rejectErrorsBytes: Int?

  init(command: String) {
    self.command = command
  }

  /// Reads the one that there is; nil if there is none.
  ///
  /// Throws `FileFailure`, and `UsageError` for one of another command.
  static func read(_ path: String, for command: String) throws -> Checkpoint? {
    let bytes: [UInt8]
    do {
      bytes = try System.contents(of: path)
    } catch .notFound {
      return nil
    } catch {
      throw FileFailure(name: path, code: error)
    }
    guard let found = try? StreamDecoder().decode(Checkpoint.self, from: bytes.span), found.version == format
    else {
      throw UsageError(
        "\(path) is no checkpoint of this version: name another file, or remove it to begin anew")
    }
    guard found.command == command else {
      throw UsageError(
        "\(path) is the checkpoint of another command: give the same files and options again, or remove it to begin anew"
      )
    }
    return found
  }

  /// Puts it in the place of the last one, so that it is there whatever happens then.
  func write(_ path: String) throws(FileFailure) {
    let temporary = path + ".partial"
    do throws(SystemCode) {
      let descriptor = try System.openForWriting(temporary)
      do throws(SystemCode) {
        try System.truncate(descriptor)
        var bytes: [UInt8] = []
        try? StreamEncoder().encode(self, into: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        try System.writeAll(descriptor, bytes)
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
      throw FileFailure(name: path, code: error)
    }
  }

  /// A fingerprint of what was asked for (FNV-1a, 64 bits: Fowler, Noll and Vo, 1991).
  static func fingerprint(of words: [String]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for word in words {
      for byte in Array(word.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return String(hash, radix: 16)
  }
}
