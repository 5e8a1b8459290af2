// What is said on standard error. Holds the count of the bad records.

final class Diagnostics {
  private let descriptor: Int32
  private let isQuiet: Bool
  private let progress: ProgressLine
  private(set) var badRecords = 0

  init(descriptor: Int32, isQuiet: Bool, progress: ProgressLine) {
    self.descriptor = descriptor
    self.isQuiet = isQuiet
    self.progress = progress
  }

  /// A bad record, as a line `FILE:LINE:COLUMN: byte N: message`.
  func badRecord(_ line: String) {
    badRecords += 1
    if !isQuiet { write(line) }
  }

  /// The last line, when records were left out.
  func summary(skipped: Int, of records: Int) {
    guard skipped > 0, !isQuiet else { return }
    write("streammap: \(skipped) of \(records) \(records == 1 ? "record" : "records") skipped")
  }

  /// Something about the run itself, which --quiet does not silence.
  func failure(_ message: String) {
    write("streammap: \(message)")
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
