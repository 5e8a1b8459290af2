// Begins members, elements and single values.
//
// SAFETY: the keys belong to a shape of the session. Sixteen bytes follow the texts of names.
extension ValueEncoder {
  /// Begins a member. Its value goes to the end of the text.
  @inline(__always)
  func beginMember(_ key: some CodingKey) {
    let name = key.stringValue
    let expected = number &+ 1
    let isExpected = withText { text in
      guard text.isInnermost(self), unsafe expected < keys.pointee.count else { return false }
      let entry = unsafe keys.pointee.entries + expected
      let bit = 1 as UInt64 &<< UInt64(truncatingIfNeeded: expected)
      guard unsafe entry.pointee.bits == StringBits(name) && seen & bit == 0 else { return false }
      seen |= bit
      number = expected
      unsafe text.json.name(prefix: keys.pointee.text + entry.pointee.base, entry.pointee.count)
      return true
    }
    if !isExpected { beginOtherMember(name, key) }
  }

  /// Begins a member whose key is not the expected one.
  @inline(never)
  private func beginOtherMember(_ name: String, _ key: some CodingKey) {
    takeTurn()
    if let known = number(of: name, key) {
      beginMember(known)
    } else {
      beginMember(named: converted(name, key))
    }
  }

  private func beginMember(_ known: Int) {
    if hasMember(known) {
      session.hasRepeatedNames = true
      forgetNested(shape.writtenNames[known])
    }
    number = known
    seen |= 1 << UInt64(known)
    let entry = unsafe keys.pointee.entries[known]
    withText { unsafe $0.json.name(prefix: keys.pointee.text + entry.base, entry.count) }
  }

  /// Begins a member of an object that does not know its names.
  func beginMember(named name: String) {
    takeTurn()
    session.hasRepeatedNames = true
    forgetNested(name)
    number = -1
    text.json.name(name)
  }

  /// Returns the number of a key, or nil if the names of the object are not known.
  private func number(of name: String, _ key: some CodingKey) -> Int? {
    if let known = unsafe keys.number(of: name, after: number + 1) { return known }
    return shape.number(of: name, key, session.style) { converted($0, key) }
  }

  private func hasMember(_ number: Int) -> Bool { seen >> UInt64(number) & 1 != 0 }

  /// Converts a key's name to the name that is written.
  private func converted(_ name: String, _ key: some CodingKey) -> String {
    session.options.converted(name) { codingPath + [key] }
  }

  /// Begins an element.
  @inline(__always)
  func beginElement() {
    if !isInnermost { takeTurn() }
    count &+= 1
    withText { $0.json.element() }
  }

  /// Begins the only value.
  @inline(__always)
  func beginSingle() {
    if !isInnermost { takeTurn() }
    precondition(
      form == .nothing,
      "A value was already encoded here: an encoder takes one single value, or one container.")
    form = .scalar
  }

  // MARK: Turns

  /// Whether this encoder is the innermost open one.
  @inline(__always)
  var isInnermost: Bool { withText { $0.isInnermost(self) } }

  /// Makes this encoder the innermost open one.
  @inline(never)
  func takeTurn() {
    if isInnermost { return }
    if isOpen { return text.closeAll(inside: self) }
    if isOver {
      text = session.discarded
      text.clear()
      return
    }
    let own = session.takeText()
    switch form {
    case .object: own.json.beginObject()
    case .array: own.json.beginArray()
    case .nothing, .scalar:
      text.insert(value: own, inPlaceOf: start..<end)
      text = own
      start = 0
      return open()
    }
    text.insert(rest: own, before: end)
    links.beginning = text
    text = own
    open()
  }

  /// Whether nothing can be added any more, because this value or one that contains it is finished.
  private var isOver: Bool {
    var encoder: ValueEncoder? = self
    while let this = encoder {
      if this.isFinished { return true }
      encoder = this.parent
    }
    return false
  }

  // MARK: Nested

  /// Returns the encoder of a member. The caller may keep it.
  ///
  /// - Parameter isNested: whether the encoder is that of a nested container, and not of a separate encoder. A nested
  ///   container continues the one that the object already has for the key.
  func requestMember(_ key: some CodingKey, isNested: Bool) -> ValueEncoder {
    if !isInnermost { takeTurn() }
    let name = key.stringValue
    let known = number(of: name, key)
    if let known, !hasMember(known), links.nested == nil {
      beginMember(known)
      return request(key, isNested: isNested)
    }
    let written = known.map { shape.writtenNames[$0] } ?? converted(name, key)
    findNested()
    if isNested, let found = links.nested?[written] { return child(found) }
    if let known { beginMember(known) } else { beginMember(named: written) }
    if isNested { links.nested?[written] = used }
    return request(key, isNested: isNested)
  }

  /// Returns the encoder of an element. The caller may keep it.
  func requestElement(isNested: Bool) -> ValueEncoder {
    beginElement()
    return request(PathKey.super, isNested: isNested)
  }

  @inline(__always)
  private func request(_ key: @autoclosure () -> any CodingKey, isNested: Bool) -> ValueEncoder {
    if isLast { return detached(key, omitsStep: isNested) }
    var text = text
    if !isNested {
      text = session.takeText()
      let end = self.text.json.count
      self.text.insert(value: text, inPlaceOf: end..<end)
    }
    return child(beginChild(key, omitsStep: isNested, in: text))
  }

  /// Finds the nested containers by name. They are found once, and noted from then on.
  private func findNested() {
    if links.nested != nil { return }
    var found: [String: Int] = [:]
    for index in 0..<used {
      let child = child(index)
      if let key = child.links.key {
        found[converted(key.stringValue, key)] = index
      } else {
        found[shape.writtenNames[child.step]] = index
      }
    }
    links.nested = found
  }

  /// Forgets the nested container of a name that gets another value.
  private func forgetNested(_ name: String) {
    if used == 0 { return }
    findNested()
    links.nested?[name] = nil
  }

  // MARK: Objects of models

  /// Returns the names of the object, which is the innermost open one.
  func memberNames() -> Set<String> {
    var names: Set<String> = []
    func add(_ text: EncodedText, from start: Int) {
      text.json.withText { text in
        var cursor = RecordCursor(at: start)
        cursor.enter()
        while let name = cursor.nextName(in: text) {
          names.insert(name.string(in: text))
          cursor.skipValue(in: text)
        }
      }
    }
    if let beginning = links.beginning { add(beginning, from: start) }
    add(text, from: links.beginning == nil ? start : 0)
    return names
  }

  // MARK: What failed

  /// The state before a value.
  struct Mark {
    fileprivate let identity: ObjectIdentifier
    fileprivate let text: EncodedText.Mark
    fileprivate let number: Int
    fileprivate let seen: UInt64
    fileprivate let count: Int
    fileprivate let used: Int
    fileprivate let nested: [String: Int]?
  }

  /// Takes the turn, and returns the current state.
  @inline(__always)
  func mark() -> Mark {
    if !isInnermost { takeTurn() }
    return withText { text in
      Mark(
        identity: ObjectIdentifier(text), text: text.mark, number: number, seen: seen, count: count,
        used: used,
        nested: links.nested)
    }
  }

  /// Removes a value that threw an error, together with the text that introduces it. Returns false if the value's own
  /// code closed this encoder: then the text stays.
  @inline(never) @discardableResult
  func takeBack(_ mark: Mark) -> Bool {
    guard isOpen && ObjectIdentifier(text) == mark.identity else { return false }
    text.closeAll(inside: self)
    finishChildren(from: mark.used)
    text.rewind(to: mark.text)
    number = mark.number
    seen = mark.seen
    count = mark.count
    links.nested = mark.nested
    return true
  }
}

extension UnsafeMutablePointer where Pointee == KeyShape.Table {
  /// Returns the number of a name with the same two words, searching from the expected number on. Nil if it is not
  /// there.
  func number(of name: String, after next: Int) -> Int? {
    let bits = StringBits(name)
    let count = unsafe pointee.count
    for number in min(next, count)..<count where unsafe pointee.entries[number].bits == bits { return number }
    for number in 0..<min(next, count) where unsafe pointee.entries[number].bits == bits { return number }
    return nil
  }
}
