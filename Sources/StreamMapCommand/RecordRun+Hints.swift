// Adds the hints about inputs that were read as something else.

import StreamMap

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
    let isArray = if case .array = framing { true } else { false }
    switch error.inputHint {
    case .array, .document:
      return detectedFraming(of: input) == .concatenated ? .concatenated : error.inputHint
    case nil where framing == .document || isArray:
      return error.kind == .extraValue && ["'{'", "'['"].contains(error.found) ? .concatenated : nil
    case let hint: return hint
    }
  }

  /// Returns the framing that the first bytes of an input have. Nil if they cannot be read again.
  private func detectedFraming(of input: Int) -> Framing? {
    let file = session.inputs[input]
    let bytes: ByteInput
    if input == 0, !sample.isEmpty {
      bytes = .bytes(sample)
    } else if file.status.isRegular {
      bytes = file.bytes
    } else {
      return nil
    }
    return try? Framing.detect(in: bytes, .ofInputs, until: nil).framing
  }
}
