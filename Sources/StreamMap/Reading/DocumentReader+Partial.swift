// The record while it is being read.
extension DocumentReader {
  /// A value has begun, and nothing is wrong with it.
  var isOpen: Bool {
    guard state == .reading else { return false }
    switch scanner.state {
    case .start, .byteOrderMark1, .byteOrderMark2, .value: return !scanner.containers.isEmpty
    default: return true
    }
  }

  /// Decodes what there is of a string that is open, and says whether there is one. Names are none.
  mutating func readOpenText() -> Bool {
    let isString =
      scanner.state.rawValue >= Scanner.State.string.rawValue
      && scanner.state.rawValue <= Scanner.State.continuation.rawValue
    guard isString, !scanner.isName else { return false }
    openText.read(window, from: windowStart, start: scanner.tokenStart)
    return true
  }

  /// Gives the record up, if it is still being read.
  mutating func abandon() {
    if state == .reading { give(up: .stopped) }
  }
}
