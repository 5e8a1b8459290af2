// The values inside a value.
extension TapeValue {
  /// Calls `body` with this value as an object, to request its members. Returns nil if it is not an object.
  ///
  /// - Parameters:
  ///   - type: the type to read. What is learned of the names is kept for this type.
  ///   - body: receives the object, which is valid only during the call.
  package func withObject<Result>(
    for type: Any.Type, _ body: (TapeObject) throws -> Result
  ) rethrows -> Result? {
    guard record.byte(offset) == ASCII.openBrace else { return nil }
    let place = place()
    return try place.withMembers(for: type) { tape in try body(TapeObject(tape: tape)) }
  }

  /// The elements of this array. Nil if the value is not an array.
  package var elements: TapeElements? {
    guard record.byte(offset) == ASCII.openBracket else { return nil }
    return TapeElements(of: place())
  }

  /// Calls `body` with each member of this object, in the order of the record.
  ///
  /// A member that is kept after its call can still be read, but the path of a rejection is no longer valid.
  ///
  /// - Returns: false if the value is not an object.
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

  /// The members of this object. Of several members with one name, only the last. Nil if the value is not an object.
  package var lastMembers: TapeMembers? {
    guard record.byte(offset) == ASCII.openBrace else { return nil }
    return TapeMembers(of: place())
  }

  /// Returns the value as dictionaries and arrays. Of several members with one name, the last counts.
  ///
  /// No place is used, so that code that reads a value inside this one is not affected.
  ///
  /// - Parameter leaf: converts a value that is neither object nor array. It must not read values inside it.
  package func tree(_ leaf: (TapeValue) -> Any) -> Any { tree(at: offset, place(), leaf) }

  private func tree(at offset: Int, _ place: ValueDecoder, _ leaf: (TapeValue) -> Any) -> Any {
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

  /// Returns the last member of this object with a name, as a step on a longer path.
  package func member(_ name: String) -> TapeValue? {
    guard record.byte(offset) == ASCII.openBrace else { return nil }
    return TapeObject(tape: place().passage()).value(name)
  }

  /// Returns the element of this array at an index.
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

/// The elements of an array, in order.
///
/// Invariant: `offset` is the offset of the element `index`, or of the array's end.
package struct TapeElements: Sequence, IteratorProtocol {
  private let array: ValueDecoder
  private var offset: Int
  private var index = 0

  init(of array: ValueDecoder) {
    self.array = array
    offset = array.record.firstElement(ofArrayAt: array.offset)
  }

  /// Returns the next element. Objects and arrays borrowed from the previous element must not be in use any more.
  package mutating func next() -> TapeValue? {
    guard array.record.byte(offset) != ASCII.closeBracket else { return nil }
    let element = TapeValue(offset, element: index, of: array)
    offset = array.record.element(after: offset)
    index += 1
    return element
  }
}
