// Begins members, elements and single values.
//
// SAFETY: the keys belong to a shape of the session. Sixteen bytes follow the texts of names.
extension ValueEncoder {
  /// Begins a member. Its value goes to the end of the text.
  @inline(__always)
  func beginMember(_ key: some CodingKey) {
    let name = key.stringValue
    if !beginExpectedMember(name) { beginOtherMember(name, key) }
  }

  /// Begins a member if its key is the expected one.
  @inline(__always)
  private func beginExpectedMember(_ name: String) -> Bool {
    let expected = number &+ 1
    return withText { text in
      guard text.isInnermost(self), unsafe expected < keys.pointee.count else { return false }
      let entry = unsafe keys.pointee.entries + expected
      let bit = 1 as UInt64 &<< UInt64(truncatingIfNeeded: expected)
      guard unsafe entry.pointee.bits == StringBits(name) && seen & bit == 0 else { return false }
      seen |= bit
      number = expected
      unsafe text.json.name(prefix: keys.pointee.text + entry.pointee.base, entry.pointee.count)
      return true
    }
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

  /// Begins a member by the number of its key.
  private func beginMember(_ known: Int) {
    if seen >> UInt64(known) & 1 != 0 {
      let name = shape.writtenNames[known]
      if links.names == nil { noteRepetition(of: name) } else { note(name) }
    }
    number = known
    seen |= 1 << UInt64(known)
    let entry = unsafe keys.pointee.entries[known]
    withText { unsafe $0.json.name(prefix: keys.pointee.text + entry.base, entry.count) }
  }

  /// Begins a member without a number.
  func beginMember(named name: String) {
    takeTurn()
    note(name)
    number = -1
    text.json.name(name)
  }

  /// Returns the number of a key, or nil if its shape does not know it.
  private func number(of name: String, _ key: some CodingKey) -> Int? {
    precondition(form == .object, "A container was used whose value threw an error.")
    if let known = unsafe keys.number(of: name, after: number + 1) { return known }
    return shape.number(of: name, key, session.style) { converted($0, key) }
  }

  /// Converts a key's name to the name that is written.
  private func converted(_ name: String, _ key: some CodingKey) -> String {
    session.options.converted(name) { codingPath + [key] }
  }

  // MARK: Names

  /// Returns whether the object has a member.
  func hasMember(_ name: String, _ known: Int? = nil) -> Bool {
    if let known, links.names == nil { return seen >> UInt64(known) & 1 != 0 }
    gatherNames()
    return links.names?.contains(name) == true
  }

  /// Notes the name of a member that begins.
  private func note(_ name: String) {
    gatherNames()
    if links.names?.insert(name).inserted == false { noteRepetition(of: name) }
  }

  /// Notes that a name gets another value.
  private func noteRepetition(of name: String) {
    session.hasRepeatedNames = true
    if used == 0 { return }
    findNested()
    links.nested?[name] = nil
  }

  /// Gathers the names of the object once one of them has no number. From then on, the mask is not used.
  private func gatherNames() {
    if links.names != nil { return }
    var names: Set<String> = []
    forEachMember { name, _, _ in names.insert(name) }
    links.names = names
    seen = .max
  }

  /// Calls a closure with each name of the object, and the text and the offset of its value.
  private func forEachMember(_ body: (String, EncodedText, Int) -> Void) {
    func read(_ text: EncodedText, from start: Int) {
      text.json.withText { bytes in
        var cursor = RecordCursor(at: start)
        cursor.enter()
        while let name = cursor.nextName(in: bytes) {
          body(name.string(in: bytes), text, cursor.offset)
          cursor.skipValue(in: bytes)
        }
      }
    }
    if let beginning = links.beginning { read(beginning, from: start) }
    read(text, from: links.beginning == nil ? start : 0)
  }

  /// Begins an element.
  @inline(__always)
  func beginElement() {
    if !isInnermost { takeTurn() }
    precondition(form == .array, "A container was used whose value threw an error.")
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
    if form == .object || form == .array {
      if form == .object { own.json.beginObject() } else { own.json.beginArray() }
      text.insert(rest: own, before: end)
      links.beginning = text
    } else {
      text.insert(value: own, inPlaceOf: start..<end)
      start = 0
    }
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
    let name = key.stringValue
    if links.nested == nil && beginExpectedMember(name) { return request(key, isNested: isNested) }
    return requestOtherMember(name, key, isNested: isNested)
  }

  @inline(never)
  private func requestOtherMember(_ name: String, _ key: some CodingKey, isNested: Bool) -> ValueEncoder {
    takeTurn()
    let known = number(of: name, key)
    if let known, links.names == nil, !hasMember(name, known) {
      beginMember(known)
      if links.nested != nil && isNested && !isDiscarding { links.nested?[shape.writtenNames[known]] = used }
      return request(key, isNested: isNested)
    }
    let written = known.map { shape.writtenNames[$0] } ?? converted(name, key)
    if isNested && !isDiscarding && hasMember(written, known) {
      findNested()
      number = known ?? -1
      if let found = links.nested?[written] ?? addContinued(written, key) { return child(found) }
    }
    if let known { beginMember(known) } else { beginMember(named: written) }
    if links.nested != nil && isNested && !isDiscarding { links.nested?[written] = used }
    return request(key, isNested: isNested)
  }

  /// Returns the encoder of an element. The caller may keep it.
  func requestElement(isNested: Bool) -> ValueEncoder {
    beginElement()
    return request(PathKey.super, isNested: isNested)
  }

  @inline(__always)
  private func request(_ key: @autoclosure () -> any CodingKey, isNested: Bool) -> ValueEncoder {
    if isDiscarding { return detached(key, omitsStep: isNested) }
    var text = text
    if !isNested {
      text = session.takeText()
      let end = self.text.json.count
      self.text.insert(value: text, inPlaceOf: end..<end)
    }
    let child = child(beginChild(key, omitsStep: isNested, in: text))
    child.isNested = isNested
    return child
  }

  /// Finds the nested containers that are the last values of their names. Later ones are added as they are requested.
  private func findNested() {
    if links.nested != nil { return }
    var found: [String: Int] = [:]
    let nested = (0..<used).filter { child($0).isNested && !child($0).isFinished }
    if !nested.isEmpty {
      var last: [String: (text: EncodedText, offset: Int)] = [:]
      forEachMember { last[$0] = ($1, $2) }
      for index in nested {
        let child = child(index)
        let name = child.links.key.map { converted($0.stringValue, $0) } ?? shape.writtenNames[child.step]
        guard let last = last[name], last.offset == child.start else { continue }
        if last.text === child.links.beginning ?? child.text { found[name] = index }
      }
    }
    links.nested = found
  }

  /// Adds a child that continues the container which is the last value of a name. Returns its index, or nil if the value
  /// is no container.
  private func addContinued(_ name: String, _ key: some CodingKey) -> Int? {
    var last: (text: EncodedText, offset: Int)?
    forEachMember { if $0 == name { last = ($1, $2) } }
    guard let last else { return nil }
    var (text, range) = (last.text, last.offset..<last.offset)
    text.json.withText { bytes in
      var cursor = RecordCursor(at: last.offset)
      range = cursor.skipValue(in: bytes)
    }
    if let moved = text.move(range, to: session.takeText()) {
      (text, range) = (moved, 0..<moved.json.count)
    }
    var form = Form.nothing
    var count = 0
    text.json.withText { bytes in
      var cursor = RecordCursor(at: range.lowerBound)
      switch cursor.kind(in: bytes) {
      case .object: form = .object
      case .array: form = .array
      default: return
      }
      guard form == .array else { return }
      cursor.enter()
      while cursor.findNext(in: bytes) {
        cursor.skipValue(in: bytes)
        count += 1
      }
    }
    if form == .nothing { return nil }
    let index = addChild({ key }, omitsStep: true)
    child(index).isNested = true
    child(index).resume(form, count, in: text, at: range)
    links.nested?[name] = index
    return index
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
    fileprivate let isTooDeep: Bool
  }

  /// Takes the turn, and returns the current state.
  @inline(__always)
  func mark() -> Mark {
    if !isInnermost { takeTurn() }
    return withText { text in
      Mark(
        identity: ObjectIdentifier(text), text: text.mark, number: number, seen: seen, count: count,
        used: used, isTooDeep: session.isTooDeep)
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
    session.isTooDeep = mark.isTooDeep
    links.nested = nil
    if links.names != nil {
      links.names = nil
      gatherNames()
    }
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
