extension ValueFramer {
  /// Returns the error of a record that is rejected for a flaw in the text around it.
  @inline(never)
  func refusal(_ flaw: Flaw, of bytes: Span<UInt8>) -> RecordFailure {
    switch flaw {
    case .unmarked:
      RecordFailure(
        .syntax, at: 0, path: "$", expected: "a record separator (0x1E) before the record", text: bytes)
    case .unterminated: truncation(bytes)
    }
  }

  /// Returns the error of a scalar that may be incomplete.
  private func truncation(_ bytes: Span<UInt8>) -> RecordFailure {
    var scanner = Scanner(limits: envelope.limits, allowsByteOrderMark: false)
    do throws(Scanner.Failure) {
      try scanner.scanPiece(bytes)
      try scanner.finish()
    } catch {
      return scanner.recordFailure(error, text: bytes)
    }
    let expected = framing == .sequence ? "white space after the value" : isOfMembers ? ", or }" : ", or ]"
    return RecordFailure(.truncated, at: bytes.count, path: "$", expected: expected, text: bytes)
  }
}
