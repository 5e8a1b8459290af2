// Where bad records are written, and in which of two forms: a JSON object each, or the lines as they are, with the errors in
// a second file whose line N is about line N of the first.

import StreamMap

extension Session {
  /// The file of the errors that belongs to a file of lines.
  static func errorsPath(of rejects: String) -> String { rejects + ".errors" }

  /// Throws `UsageError` where bad records cannot be written as lines.
  static func refuseRawRejects(_ invocation: Invocation) throws(UsageError) {
    let options = invocation.options
    guard options.rejectsFormat == .raw else { return }
    if options.rejects == nil, invocation.command != .retry {
      throw UsageError("--rejects-format says how --rejects is written: add --rejects FILE")
    }
    if options.rejects == "-" || invocation.command == .retry && invocation.files.contains("-") {
      throw UsageError("--rejects-format raw needs two files, FILE and FILE.errors: name a FILE instead of -")
    }
    if options.input != .lines {
      throw UsageError(
        "--rejects-format raw writes bad lines as they are, and the records of --input \(options.input) are not lines: "
          + "leave one of them out")
    }
  }

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
