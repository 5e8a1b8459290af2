// The state of a record while it is being read.
extension DocumentReader {
  /// Whether a value has begun and no error was found.
  var isOpen: Bool {
    guard state == .reading else { return false }
    switch scanner.state {
    case .start, .byteOrderMark1, .byteOrderMark2, .value: return !scanner.containers.isEmpty
    default: return true
    }
  }

  /// Decodes the text so far of an open string. Returns false if no string is open. Names do not count.
  mutating func readOpenText() -> Bool {
    let isString =
      scanner.state.rawValue >= Scanner.State.string.rawValue
      && scanner.state.rawValue <= Scanner.State.continuation.rawValue
    guard isString, !scanner.isName else { return false }
    openText.read(window, from: windowStart, start: scanner.tokenStart)
    return true
  }

  /// Abandons the record, if it is still being read.
  mutating func abandon() {
    if state == .reading { give(up: .stopped) }
  }
}
