// Writes messages to standard error. Stores the first failure to write the lines of bad
// records to a file.

import StreamMap

final class Diagnostics {
  private let descriptor: Int32
  private let isQuiet: Bool
  private let progress: ProgressLine
  /// The destination for the lines of bad records, if it is not standard error.
  private let errors: OutputWriter?
  /// The lines not yet written to standard error. Nil if nothing is written, and after a write has failed.
  private var lines: OutputWriter?
  private(set) var writeFailure: (any Error)?
  /// The hints to report, in order, with the names of their inputs.
  private var hints: [(hint: InputHint, first: String, files: Set<String>)] = []

  /// - Parameter isSilent: whether nothing is written.
  init(
    descriptor: Int32, isQuiet: Bool, progress: ProgressLine, errors: OutputWriter?, isSilent: Bool = false
  ) {
    self.descriptor = descriptor
    self.isQuiet = isQuiet
    self.progress = progress
    self.errors = errors
    lines = isSilent ? nil : OutputWriter(descriptor: descriptor, name: "<stderr>")
  }

  /// Whether bad records are reported, and not only counted.
  var reportsRecords: Bool { errors != nil || !isQuiet }

  /// Reports a bad record as a line `FILE:LINE:COLUMN: byte N: message`, or `FILE: byte N: message` if the line is
  /// unknown.
  func badRecord(_ error: MappingError, in file: String) {
    if let errors {
      guard writeFailure == nil else { return }
      do {
        try errors.append(Self.line(for: error, in: file) + "\n")
      } catch {
        writeFailure = error
      }
    } else if !isQuiet {
      append(Self.line(for: error, in: file))
    }
  }

  /// Adds a hint about an input, which ``writeHints()`` reports.
  func hint(_ hint: InputHint, of file: String) {
    if let index = hints.firstIndex(where: { $0.hint == hint }) {
      hints[index].files.insert(file)
    } else {
      hints.append((hint, file, [file]))
    }
  }

  /// Reports each hint once, with the number of inputs that it holds for.
  func writeHints() {
    for (hint, file, files) in hints {
      let others = files.count - 1
      let more = others == 0 ? "" : " and \(others) other file\(others == 1 ? "" : "s")"
      let name = file == InputFile.standardInputName ? nil : file
      note("\(file)\(more): \(hint.message(for: name, others: others))")
    }
    hints = []
  }

  /// Reports a retried record that is still bad, with its location in its original file.
  func badRecord(_ reject: Reject) {
    guard !isQuiet else { return }
    write(
      Self.line(in: reject.file, reject.line, reject.column, byte: reject.byte, message: reject.message))
  }

  /// Writes the last line of a run that skipped records.
  func summary(_ bad: Int, of records: Int) {
    writeHints()
    guard bad > 0, !isQuiet else { return }
    write("streammap: \(bad) of \(records) \(records == 1 ? "record" : "records") skipped")
  }

  /// Writes a warning, unless --quiet is given.
  func note(_ message: String) {
    if !isQuiet { failure(message) }
  }

  /// Writes a message that --quiet does not suppress.
  func failure(_ message: String) {
    write(Self.printable("streammap: \(message)"))
  }

  static func line(for error: MappingError, in file: String) -> String {
    line(in: file, error.line, error.column, byte: error.byteOffset, message: error.commandMessage)
  }

  private static func line(
    in file: String, _ line: Int?, _ column: Int?, byte: Int?, message: String
  ) -> String {
    var text = file
    text.reserveCapacity(file.utf8.count + 128)
    // A column without a line would be read as a line.
    for number in line == nil ? [] : [line, column] {
      guard let number else { continue }
      text += ":"
      text += String(number)
    }
    text += ": "
    if let byte {
      text += "byte "
      text += String(byte)
      text += ": "
    }
    text += message
    return printable(text)
  }

  /// Returns `text` with control characters escaped. Names of files and members are untrusted, and are shown on a
  /// terminal.
  static func printable(_ text: String) -> String {
    // Control characters beyond ASCII begin with the byte C2 in UTF-8.
    guard Array(text.utf8).contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }

  private func write(_ line: String) {
    append(line)
    flush()
  }

  /// Adds a line to the buffer. One system call for each of a million lines would take longer than the reading.
  private func append(_ line: String) {
    if lines?.isEmpty == true { progress.clear() }
    attempt { lines in try lines.append(line + "\n") }
  }

  /// Writes the buffered lines.
  func flush() {
    guard lines?.isEmpty == false else { return }
    progress.clear()
    attempt { lines in try lines.flush() }
  }

  /// Writes unless an earlier write has failed. There is nowhere left to report that failure.
  private func attempt(_ write: (OutputWriter) throws -> Void) {
    guard let lines else { return }
    do {
      try write(lines)
    } catch {
      self.lines = nil
    }
  }

  /// Writes in one call if possible, so that the lines of several programs on one terminal do not mix.
  static func write(_ text: String, to descriptor: Int32) {
    let writer = OutputWriter(descriptor: descriptor, name: "<stderr>")
    // A failure cannot be reported anywhere.
    try? writer.append(text)
    try? writer.flush()
  }
}
