// These are mutating, so that the machine is not copied for the call.
extension Machine {
  /// Describes the failure at an offset up to which a scanner has read.
  mutating func recordFailure(
    at offset: Int, in scanner: Scanner, text: borrowing Span<UInt8>, textOffset: Int
  ) -> RecordFailure {
    let kind = store.failure.kind ?? .typeMismatch
    let place = offset - textOffset
    let isAtEnd = text.indices.contains(place) && ASCII.isClosing(text[place])
    var scanner = scanner
    // These failures are found at the end of a value: a missing member, whose brace may follow a number, or a rejected
    // value that was kept whole. The path is that of the container.
    let isFoundAtEnd = store.failure.isFoundAtEnd || store.failure.start != nil
    if isFoundAtEnd { scanner.endNumber() }
    var path = scanner.path(ofContainer: isFoundAtEnd && isAtEnd, in: text)
    if let inner = store.rejection?.failure, inner.kind == kind {
      var failure = RecordFailure(
        kind, at: (store.failure.start ?? offset) + inner.offset,
        path: path.description.joined(inner.path, texts: inner.texts),
        expected: inner.expected, found: inner.found, text: text, textOffset: textOffset)
      failure.texts = inner.texts
      if inner.texts > 0 { failure.field = inner.field }
      return failure
    }
    if kind == .unknownName {
      path.append(name: Scanner.name(in: text, from: place))
      return RecordFailure(
        kind, at: offset, path: path.description, expected: "a name that the mapping knows", found: "another",
        text: text, textOffset: textOffset)
    }
    if kind == .missingField {
      for segment in reportedPath().segments.dropFirst(store.failure.steps) { path.append(segment) }
    }
    return RecordFailure(
      kind, at: store.failure.start ?? offset, path: path.description,
      expected: expectation(),
      found: found(at: offset, text, textOffset),
      text: text, textOffset: textOffset)
  }

  private mutating func field() -> ProgramField {
    store.description.field(store.failure.field, of: store.failure.scope)
  }

  private mutating func reportedPath() -> RecordPath {
    let field = field()
    return field.reportedPath ?? field.path
  }

  private mutating func expectation() -> String {
    if store.failure.kind == .wrongContext, let expected = store.rejection?.expected { return expected }
    if let kinds = store.failure.kinds {
      if store.failure.isRoot { return kinds.expected }
      let scope = store.description.scopes[Int(store.failure.scope)]
      return "\(kinds.expected) for \(scope.path.joined(reportedPath().text))"
    }
    if store.failure.isModel {
      return "values for \(store.description.scopes[Int(store.failure.scope)].instance.typeName)"
    }
    let field = field()
    switch store.failure.kind {
    case .missingField: return reportedPath().text
    case .duplicateName: return "no second member of this name"
    case .invalidName: return "a name that is a key of \(field.typeName)"
    case .depthLimit: return "at most \(JSONValue.maximumDepth) levels of nesting for \(field.typeName)"
    // Times are strings. The words for their format would say that it is wrong.
    case .outOfRange where store.failure.found == .string: return "a value in the range of \(field.typeName)"
    default: break
    }
    return "\(field.storage.expectation(level: store.failure.level)) for \(field.typeName)"
  }

  /// Returns the value that was found: its text, or the kind of an object or array.
  private mutating func found(at offset: Int, _ text: borrowing Span<UInt8>, _ textOffset: Int) -> String {
    switch store.failure.kind {
    case .missingField: return "the end of its object"
    case .duplicateName: return "a second member"
    case .invalidName: return "another"
    case .invalidModel, .wrongContext: return store.rejection?.reason ?? "others"
    default: break
    }
    let start = store.failure.start ?? offset
    let found =
      store.nonFinite[start]?.rawValue ?? store.failure.found.found(in: text, at: start - textOffset)
    if store.failure.kind == .invalidValue, let reason = store.rejection?.reason {
      return "\(found): \(reason)"
    }
    return found
  }
}

extension String {
  /// Returns the path of a value in the text of the string at this path.
  ///
  /// - Parameters:
  ///   - inner: the path in the text.
  ///   - texts: the number of strings whose text was read, with this one. Nothing is read from a text if it is 0.
  fileprivate func joined(_ inner: String, texts: Int) -> String {
    guard texts > 0 else { return joined(inner) }
    let opening = String(repeating: "json(", count: texts - 1)
    return "\(opening)json(\(self))".joined(String(inner.dropFirst(opening.count)))
  }

  /// Returns this path followed by a path relative to it.
  func joined(_ inner: String) -> String {
    if inner == "$" { return self }
    if self == "$" { return inner }
    return inner.hasPrefix("[") ? self + inner : "\(self).\(inner)"
  }
}
