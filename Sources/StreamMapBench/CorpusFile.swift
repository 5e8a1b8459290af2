// State: a path, and whether the file is removed at the end.

import Foundation

/// The file of a corpus: a file of the user, or a temporary file that is removed with this object.
final class CorpusFile {
  let path: String
  private let isTemporary: Bool

  /// Uses a file of the user.
  init(path: String) {
    self.path = path
    isTemporary = false
  }

  /// Writes `bytes` to a new temporary file.
  init(temporary bytes: [UInt8]) throws {
    let directory = FileManager.default.temporaryDirectory
    path = directory.appendingPathComponent("streammap-bench-\(UUID().uuidString).jsonl").path
    isTemporary = true
    try bytes.write(toFile: path)
  }

  deinit {
    if isTemporary { try? FileManager.default.removeItem(atPath: path) }
  }
}
