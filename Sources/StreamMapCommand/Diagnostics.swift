// What is said on standard error. Holds the count of the bad records, and the
// first failure to write their lines to a file.

import StreamMap

final class Diagnostics {
  private let descriptor: Int32
  private let isQuiet: Bool
  private let progress: ProgressLine
  /// Where the lines of bad records go instead of standard error.
  private let errors: OutputWriter?
  private(set) var badRecords = 0
  private(set) var writeFailure: (any Error)?

  init(descriptor: Int32, isQuiet: Bool, progress: ProgressLine, errors: OutputWriter?) {
    self.descriptor = descriptor
    self.isQuiet = isQuiet
    self.progress = progress
    self.errors = errors
  }

  /// A bad record, as a line `FILE:LINE:COLUMN: byte N: message`.
  func badRecord(_ error: MappingError, in file: String) {
    badRecords += 1
    if let errors {
      guard writeFailure == nil else { return }
      do {
        try errors.append(Self.line(for: error, in: file) + "\n")
      } catch {
        writeFailure = error
      }
    } else if !isQuiet {
      write(Self.line(for: error, in: file))
    }
  }

  /// The last line, when records were left out.
  func summary(of records: Int) {
    guard badRecords > 0, !isQuiet else { return }
    write("streammap: \(badRecords) of \(records) \(records == 1 ? "record" : "records") skipped")
  }

  /// Something about the run itself, which --quiet does not silence.
  func failure(_ message: String) {
    write("streammap: \(message)")
  }

  static func line(for error: MappingError, in file: String) -> String {
    var text = file
    if let line = error.line { text += ":\(line)" }
    if let column = error.column { text += ":\(column)" }
    text += ": "
    if let byte = error.byteOffset { text += "byte \(byte): " }
    return text + error.message
  }

  private func write(_ line: String) {
    progress.clear()
    Self.write(line + "\n", to: descriptor)
  }

  /// Writes in one call where it can, so that the lines of several programs
  /// on one terminal do not mix.
  static func write(_ text: String, to descriptor: Int32) {
    let writer = OutputWriter(descriptor: descriptor, name: "<stderr>")
    // There is nowhere left to report a failure to.
    try? writer.append(text)
    try? writer.flush()
  }
}
