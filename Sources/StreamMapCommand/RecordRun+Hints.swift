// Adds the hints about inputs that were read as something else, and columns of another type.

import StreamMap
import StreamMapTables

extension RecordRun {
  /// Adds the hint of an error in the current input, if it has one.
  func hint(_ error: MappingError) {
    let input = session.tally.input
    if error.inputHint == .longText, session.command == Subcommand.schema.rawValue {
      longText = longText ?? input
      return
    }
    if let hint = inputHint(of: error, input) {
      session.diagnostics.hint(hint, of: session.inputs[input].name)
    }
  }

  /// The error knows the record alone. The input's beginning tells whether another text follows the first one.
  private func inputHint(of error: MappingError, _ input: Int) -> InputHint? {
    if let path = pathOfNumber(in: error) { return .numbersInStrings(path: path) }
    let isArray = if case .array = framing.kind { true } else { false }
    switch error.inputHint {
    case .array, .document:
      return detectedFraming(of: input) == .concatenated ? .concatenated : error.inputHint
    case nil where framing == .document || isArray:
      return error.kind == .extraValue && ["'{'", "'['"].contains(error.found) ? .concatenated : nil
    case nil where framing == .lines && error.kind == .syntax && error.byteOffset == 0:
      return beginning(of: input).flatMap {
        InputHint(firstLines: InferredSchema.plain($0, session.options.decompression).span)
      }
    case let hint: return hint
    }
  }

  /// Returns the path of a value that has a number in a string where a number was expected, without the places in
  /// lists. Nil for all other errors.
  private func pathOfNumber(in error: MappingError) -> String? {
    guard error.kind == .typeMismatch,
      error.expected.hasPrefix("an integer for ") || error.expected.hasPrefix("a number for "),
      error.found.wholeMatch(of: /a string \("-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?"\)/) != nil
    else { return nil }
    return error.path.replacing(/\[[0-9]+\]/, with: "[*]")
  }

  /// Returns the framing that the first bytes of an input have. Nil if they cannot be read again.
  private func detectedFraming(of input: Int) -> Framing? {
    beginning(of: input).flatMap {
      try? Framing.detect(in: .bytes($0), session.inputs[input].decompression, until: nil).framing
    }
  }

  /// Returns the first bytes of an input. Nil if they cannot be read again.
  private func beginning(of input: Int) -> [UInt8]? {
    if input == 0, !sample.isEmpty { return sample }
    let file = session.inputs[input]
    return file.status.isRegular ? try? file.bytes.beginning(64 << 10, until: nil).bytes : nil
  }
}
