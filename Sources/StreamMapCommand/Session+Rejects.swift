// Writes bad records in one of two formats: one JSON object for each, or the original lines, with the errors in a
// second file. Line N of that file describes line N of the first.

import StreamMap

extension Session {
  static let errorsSuffix = ".errors"

  /// Returns the path of the errors for a file of raw rejects.
  static func errorsPath(of rejects: FilePath) -> FilePath { rejects + errorsSuffix }

  /// Writes buffered rejects.
  func flushRejects() throws {
    try rejects?.writer.flush()
    try rejectErrors?.writer.flush()
  }

  /// Writes a bad record, if rejects are kept.
  func write(_ reject: Reject) throws {
    guard let rejects else { return }
    guard let rejectErrors else { return try rejects.writer.append { reject.write(into: &$0) } }
    try rejects.writer.append { output in
      output += reject.bytes ?? []
      output.append(UInt8(ascii: "\n"))
    }
    var error = reject
    (error.raw, error.rawBase64) = (nil, nil)
    try rejectErrors.writer.append { error.write(into: &$0) }
  }
}
