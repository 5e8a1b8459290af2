// What is below a value.
extension TapeValue {
  /// Lends the object that this is to code that asks for its members; nil if it is none.
  ///
  /// - Parameters:
  ///   - type: whose code it is; what is learned of the names is kept for it.
  ///   - body: gets the object, which must not outlive it.
  package func withObject<Result>(
    for type: Any.Type, _ body: (TapeObject) throws -> Result
  ) rethrows -> Result? {
    guard record.byte(offset) == ASCII.openBrace else { return nil }
    let place = place()
    return try place.withMembers(for: type) { tape in try body(TapeObject(tape: tape)) }
  }

  /// The elements of the array that this is; nil if it is none.
  package var elements: TapeElements? {
    guard record.byte(offset) == ASCII.openBracket else { return nil }
    return TapeElements(of: place())
  }

  /// Shows the members of the object that this is, all of them, in the order of the record.
  ///
  /// What is kept of a member beyond its turn is good for its value, and not for the path of a refusal.
  ///
  /// - Returns: false if it is no object.
  package func forEachMember<Failure: Error>(
    _ body: (String, TapeValue) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard record.byte(offset) == ASCII.openBrace else { return false }
    let place = place()
    for (name, value) in record.members(ofObjectAt: offset) {
      let member = place.element(-1, value)
      member.key = PathKey(stringValue: name)
      if !member.isInTree { member.session.hold(member) }
      try body(name, TapeValue(at: member))
    }
    return true
  }

  /// The members of the object that this is, of those of one name the last; nil if it is none.
  package var lastMembers: TapeMembers? {
    guard record.byte(offset) == ASCII.openBrace else { return nil }
    return TapeMembers(of: place())
  }

  /// The value as dictionaries and arrays, of members of one name the last.
  ///
  /// No place is used for it, so that it does not disturb who reads a value below.
  ///
  /// - Parameter leaf: what becomes of a value that is neither object nor array; it must not look below it.
  package func tree(_ leaf: (TapeValue) -> Any) -> Any { tree(at: offset, place(), leaf) }

  private func tree(at offset: Int, _ place: DecodingPlace, _ leaf: (TapeValue) -> Any) -> Any {
    switch record.byte(offset) {
    case ASCII.openBrace:
      var members: [String: Any] = [:]
      for (name, value) in record.members(ofObjectAt: offset) {
        members[name] = tree(at: value, place, leaf)
      }
      return members
    case ASCII.openBracket:
      var elements: [Any] = []
      var next = record.firstElement(ofArrayAt: offset)
      while record.byte(next) != ASCII.closeBracket {
        elements.append(tree(at: next, place, leaf))
        next = record.element(after: next)
      }
      return elements
    default: return leaf(TapeValue(offset, element: -1, of: place))
    }
  }

  /// Shows the members of the object that this is, of several of one name the last alone.
  ///
  /// - Returns: false if it is no object.
  /// - Complexity: O(n) in the object's text.
  package func forEachLastMember<Failure: Error>(
    _ body: (String, TapeValue) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    guard let members = lastMembers else { return false }
    for (name, value) in members { try body(name, value) }
    return true
  }

  /// The member of a name of the object that this is, the last one of that name: a step on a longer way.
  package func member(_ name: String) -> TapeValue? {
    guard record.byte(offset) == ASCII.openBrace else { return nil }
    return TapeObject(tape: place().passage()).value(name)
  }

  /// The element at an index of the array that this is.
  ///
  /// - Complexity: O(n) in the index.
  package func element(_ index: Int) -> TapeValue? {
    guard index >= 0, var elements else { return nil }
    for _ in 0..<index {
      guard elements.next() != nil else { return nil }
    }
    return elements.next()
  }
}
