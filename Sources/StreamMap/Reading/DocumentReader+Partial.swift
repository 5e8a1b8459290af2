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

  /// What the value is wanted for that comes next, or is open.
  ///
  /// SAFETY: the source's context lives as long as the source.
  var openTarget: Int32 {
    let context = unsafe source.context
    guard unsafe context.pointee.mode == .active else { return 0 }
    let isElement =
      unsafe context.pointee.depth > 0 && context.pointee.machine.pointee.matcher.top.pointee.isArray
    return unsafe isElement ? context.pointee.machine.pointee.matcher.nextElement : context.pointee.target
  }

  /// Gives the record up, if it is still being read.
  mutating func abandon() {
    if state == .reading { give(up: .stopped) }
  }
}
