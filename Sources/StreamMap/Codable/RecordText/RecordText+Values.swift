// How values are read where they stand.
extension RecordText {
  /// The address of a session's record, as the session's containers have it. Its methods are not the record's own, which
  /// would copy the record: it is large.
  ///
  /// SAFETY: as for ``RecordText``. The session allocates the record, and outlives its places, its containers and the
  /// values in them. An offset is that of a value in the record, or one that a method here returned, which debug builds
  /// check. A negative one stands for no value: only the methods that return an optional, and `isNull`, take it.
  @safe struct Pointer {
    let address: UnsafeMutablePointer<RecordText>

    init(_ address: UnsafeMutablePointer<RecordText>) {
      unsafe self.address = unsafe address
    }
  }
}

extension RecordText.Pointer {
  /// The number of the record that is being read.
  @inline(__always)
  var number: Int { unsafe address.pointee.number }

  /// Copies the text from one offset to another.
  func text(_ range: Range<Int>) -> [UInt8] {
    unsafe precondition(range.lowerBound >= 0 && range.upperBound <= address.pointee.end, "not in the record")
    return unsafe Array(
      UnsafeBufferPointer(start: address.pointee.text + range.lowerBound, count: range.count))
  }

  /// Notes that code outside gets a place as a decoder.
  @inline(__always)
  func lend(_ place: DecodingPlace) { unsafe address.pointee.loans.append(place) }

  /// Notes that code outside gets the container of a tape.
  @inline(__always)
  func lend(_ tape: MemberTape.Pointer) { unsafe address.pointee.lend(tape) }

  @inline(__always)
  func byte(_ offset: Int) -> UInt8 {
    unsafe assert(offset >= 0 && offset <= address.pointee.end)
    return unsafe address.pointee.text[offset]
  }

  @inline(__always)
  func skipSpace(_ offset: Int) -> Int {
    unsafe offset < address.pointee.end && address.pointee.text[offset] <= ASCII.space
      ? skipMoreSpace(offset) : offset
  }

  @inline(never)
  private func skipMoreSpace(_ offset: Int) -> Int {
    var offset = offset
    while unsafe offset < address.pointee.end && ASCII.isWhitespace(address.pointee.text[offset]) {
      offset &+= 1
    }
    return offset
  }

  /// Behind the value that begins at an offset.
  @inline(__always)
  func end(ofValueAt offset: Int) -> Int {
    assert(offset >= 0)
    return unsafe address.pointee.structure.next(after: address.pointee.text[offset], offset)
  }

  /// Behind the value that begins at an offset, without the white space behind a scalar.
  func end(ofTextAt offset: Int) -> Int {
    var end = end(ofValueAt: offset)
    while ASCII.isWhitespace(byte(end - 1)) { end -= 1 }
    return end
  }

  /// The first element of the array that begins at an offset, or its end.
  @inline(__always)
  func firstElement(ofArrayAt offset: Int) -> Int { skipSpace(offset &+ 1) }

  /// The element behind the one that begins at an offset, or the array's end.
  @inline(__always)
  func element(after offset: Int) -> Int {
    var next = skipSpace(end(ofValueAt: offset))
    if byte(next) == ASCII.comma { next = skipSpace(next &+ 1) }
    return next
  }

  /// The members of the object that begins at an offset, in the order of the record.
  func members(ofObjectAt offset: Int) -> Members { Members(record: self, offset: offset + 1) }

  /// Names, and where their values begin.
  struct Members: Sequence, IteratorProtocol {
    let record: RecordText.Pointer
    /// Behind the last value.
    fileprivate(set) var offset: Int

    mutating func next() -> (name: String, value: Int)? {
      guard let member = record.name(from: offset) else { return nil }
      offset = record.end(ofValueAt: member.value)
      return (member.text, member.value)
    }
  }

  /// The name of the member that comes next, and where its value begins; nil at the object's end.
  func name(from begin: Int) -> (text: String, value: Int)? {
    var offset = skipSpace(begin)
    if byte(offset) == ASCII.comma { offset = skipSpace(offset &+ 1) }
    guard let text = string(offset) else { return nil }
    let colon = skipSpace(end(ofValueAt: offset))
    return (text, skipSpace(colon &+ 1))
  }

  // MARK: Values

  @inline(__always)
  func isNull(_ offset: Int) -> Bool { offset < 0 || byte(offset) == ASCII.lowerN }

  @inline(__always)
  func bool(_ offset: Int) -> Bool? {
    guard offset >= 0 else { return nil }
    switch byte(offset) {
    case ASCII.lowerT: return true
    case ASCII.lowerF: return false
    default: return nil
    }
  }

  /// The text of the number that begins at an offset; nil if another value does.
  @inline(__always)
  private func number(_ offset: Int) -> (bytes: UnsafePointer<UInt8>, count: Int)? {
    guard offset >= 0 else { return nil }
    let bytes = unsafe address.pointee.text + offset
    let first = unsafe bytes[0]
    guard first &- ASCII.zero <= 9 || first == ASCII.minus else { return nil }
    var count = unsafe address.pointee.structure.end(from: offset) &- offset
    while unsafe bytes[count &- 1] <= ASCII.space { count &-= 1 }
    return unsafe (bytes, count)
  }

  /// The integer there; nil if there is none, or not one of this type.
  @inline(__always)
  func integer<Value: FixedWidthInteger>(_ offset: Int, as: Value.Type = Value.self) -> Value? {
    guard let (bytes, count) = unsafe number(offset) else { return nil }
    if let plain = unsafe NumberText.plainInteger(
      bytes, count, isPadded: offset <= address.pointee.comparable),
      let value = Value(exactly: plain)
    {
      return value
    }
    return unsafe try? NumberText.exactInteger(bytes, count, .exact)
  }

  /// The number there, rounded once. Nil if there is none, or it is out of range. A number that is too small for the type
  /// is out of range unless `underflowIsZero` is set.
  @inline(__always)
  func double(_ offset: Int) -> Double? {
    guard let (bytes, count) = unsafe number(offset) else { return nil }
    let isPadded = unsafe offset <= address.pointee.comparable && offset >= Literal.lead
    let plain = isPadded ? unsafe NumberText.plainDouble(bytes, count) : nil
    guard let value = unsafe plain ?? NumberText.nearestDouble(bytes, count),
      unsafe value != 0 || address.pointee.underflowIsZero || RecordText.isZero(bytes, count)
    else { return nil }
    return value
  }

  /// The same, as a `Float`.
  @inline(__always)
  func float(_ offset: Int) -> Float? {
    guard let (bytes, count) = unsafe number(offset),
      let value = unsafe try? NumberText.float(bytes, count, .error),
      unsafe value != 0 || address.pointee.underflowIsZero || RecordText.isZero(bytes, count)
    else { return nil }
    return value
  }

  /// Returns a signed zero if the number there is too small for the type.
  @inline(never)
  func vanishingDouble(_ offset: Int) -> Double? {
    unsafe number(offset).flatMap { unsafe NumberText.nearestDouble($0.bytes, $0.count) }
  }

  /// The same, as a `Float`.
  @inline(never)
  func vanishingFloat(_ offset: Int) -> Float? {
    unsafe number(offset).flatMap { unsafe try? NumberText.float($0.bytes, $0.count, .error) }
  }

  /// The text of a number, for messages and for other types' own ways to read it.
  func numberText(_ offset: Int) -> String? {
    unsafe number(offset).map { unsafe String(validated: $0.bytes, $0.count) }
  }

  /// The string there, its escapes decoded; nil if another value is there.
  @inline(__always)
  func string(_ offset: Int) -> String? {
    guard offset >= 0 && byte(offset) == ASCII.quote else { return nil }
    let (close, hasBackslash) = unsafe address.pointee.structure.string(from: offset &+ 1)
    if hasBackslash { return unsafe address.pointee.escapedString(offset &+ 1, close) }
    let bytes = unsafe address.pointee.text + (offset &+ 1)
    let count = close &- offset &- 1
    if count <= SmallString.capacity, SmallString.isLayoutKnown {
      return unsafe SmallString(bytes, count, isPadded: offset < address.pointee.comparable).string
    }
    return unsafe String.copy(of: bytes, count)
  }

  /// Whether the string there has an escape.
  func hasEscape(_ offset: Int) -> Bool {
    assert(offset >= 0)
    return unsafe address.pointee.structure.string(from: offset + 1).hasBackslash
  }
}
