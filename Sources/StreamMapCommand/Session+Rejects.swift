// Where bad records are written, and in which of two forms: a JSON object each, or the lines as they are, with the errors in
// a second file whose line N is about line N of the first.

import StreamMap

extension Session {
  static let errorsSuffix = ".errors"

  /// The file of the errors that belongs to a file of lines.
  static func errorsPath(of rejects: FilePath) -> FilePath { rejects + errorsSuffix }

  /// Writes a bad record, if that is wanted.
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
