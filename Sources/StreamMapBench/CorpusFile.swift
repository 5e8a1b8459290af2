// State: a path, and whether the file is ours to remove.

import Foundation

/// The file behind a corpus: the user's own, or a temporary one which goes when this object does.
final class CorpusFile {
  let path: String
  private let isTemporary: Bool

  /// A file of the user's.
  init(path: String) {
    self.path = path
    isTemporary = false
  }

  /// Writes `bytes` to a new temporary file.
  init(temporary bytes: [UInt8]) throws {
    let directory = FileManager.default.temporaryDirectory
    path = directory.appendingPathComponent("streammap-bench-\(UUID().uuidString).jsonl").path
    isTemporary = true
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  deinit {
    if isTemporary { try? FileManager.default.removeItem(atPath: path) }
  }
}
