extension Machine {
  /// Describes the failure, found at a place to which a scanner has read.
  func recordFailure(
    at offset: Int, in scanner: Scanner, text: borrowing Span<UInt8>, textOffset: Int = 0
  ) -> RecordFailure {
    let field = description.scopes[Int(failure.scope)].fields[Int(failure.field)]
    let kind = failure.kind ?? .typeMismatch
    let place = offset - textOffset
    let isAtEnd = text.indices.contains(place) && ASCII.isClosing(text[place])
    var scanner = scanner
    // What is found at a value's end: something missing, before whose brace a number may
    // stand, or a value that was kept whole and is refused. The path is the container's.
    let isFoundAtEnd = kind == .missing || failure.start != nil
    if isFoundAtEnd { scanner.endNumber() }
    var path = scanner.path(ofContainer: isFoundAtEnd && isAtEnd)
    if kind == .missing {
      for segment in field.path.segments.dropFirst(failure.steps) { path.append(segment) }
    }
    return RecordFailure(
      kind, at: failure.start ?? offset, path: path.description,
      expected: kind == .missing ? "\(field.path.text)" : expectation(of: field),
      found: found(at: offset, text, textOffset),
      text: text, textOffset: textOffset)
  }

  private func expectation(of field: ProgramField) -> String {
    switch failure.kind {
    case .duplicateName: return "no second member of this name"
    case .invalidName: return "a name that is a key of \(field.typeName)"
    case .depthLimit: return "at most \(JSONValue.maximumDepth) levels of nesting for \(field.typeName)"
    default: break
    }
    return "\(field.storage.expectation(level: failure.level)) for \(field.typeName)"
  }

  /// What stands there: a number by itself, anything else by its kind.
  private func found(at offset: Int, _ text: borrowing Span<UInt8>, _ textOffset: Int) -> String {
    switch failure.kind {
    case .missing: return "the end of its object"
    case .duplicateName: return "a second member"
    case .invalidName: return "another"
    default: break
    }
    if failure.kind == .invalidValue, let reason { return "\(failure.found.found): \(reason)" }
    guard failure.found == .number else { return failure.found.found }
    var digits: [UInt8] = []
    for index in (offset - textOffset)..<min(text.count, offset - textOffset + 24) {
      guard JSONNumber.isPart(text[index]) else { break }
      digits.append(text[index])
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
