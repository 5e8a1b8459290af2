// Reads values in place.
extension RecordText {
  /// The address of a session's record, for the session's containers. The methods are not on the record itself, because
  /// that would copy the record, which is large.
  ///
  /// SAFETY: as for ``RecordText``. The session allocates the record, and outlives its places, its containers and the
  /// values in them. An offset is that of a value in the record, or one that a method here returned. Debug builds check
  /// this. A negative offset stands for no value: only the methods that return an optional, and `isNull`, accept it.
  @safe struct Pointer {
    let address: UnsafeMutablePointer<RecordText>

    init(_ address: UnsafeMutablePointer<RecordText>) {
      unsafe self.address = unsafe address
    }

    /// The record, in place.
    var pointee: RecordText {
      @inline(__always) unsafeAddress { unsafe UnsafePointer(address) }
      @inline(__always) nonmutating unsafeMutableAddress { unsafe address }
    }
  }
}

extension RecordText.Pointer {
  /// The number of the current record.
  @inline(__always)
  var number: Int { pointee.number }

  /// Returns a copy of the text in a range of offsets.
  func text(_ range: Range<Int>) -> [UInt8] {
    precondition(range.lowerBound >= 0 && range.upperBound <= pointee.end, "not in the record")
    return unsafe Array(UnsafeBufferPointer(start: pointee.text + range.lowerBound, count: range.count))
  }

  /// Passes the text of the value that begins at `offset` to a closure, without white space around it.
  func withText<Result>(ofValueAt offset: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    let count = end(ofTextAt: offset) - offset
    return unsafe body(Span(_unsafeStart: pointee.text + offset, count: count))
  }

  /// Returns the text of an error, which `make` creates the first time.
  @inline(__always)
  func errorText(_ type: any Any.Type, _ found: ValueDecoder.Found, _ make: () -> String) -> String {
    pointee.errorTexts.text(type, found, make)
  }

  /// Records that outside code borrows a place as a decoder.
  @inline(__always)
  func noteBorrow(_ place: ValueDecoder) { pointee.borrows.append(place) }

  /// Records that outside code borrows the container of a tape.
  @inline(__always)
  func noteBorrow(_ tape: MemberTape.Pointer) { pointee.noteBorrow(tape) }

  @inline(__always)
  func byte(_ offset: Int) -> UInt8 {
    assert(offset >= 0 && offset <= pointee.end)
    return unsafe pointee.text[offset]
  }

  @inline(__always)
  func skipSpace(_ offset: Int) -> Int {
    unsafe offset < pointee.end && pointee.text[offset] <= ASCII.space ? skipMoreSpace(offset) : offset
  }

  @inline(never)
  private func skipMoreSpace(_ offset: Int) -> Int {
    var offset = offset
    while unsafe offset < pointee.end && ASCII.isWhitespace(pointee.text[offset]) {
      offset &+= 1
    }
    return offset
  }

  /// Returns the offset after the value that begins at `offset`.
  @inline(__always)
  func end(ofValueAt offset: Int) -> Int {
    assert(offset >= 0)
    return unsafe pointee.structure.next(after: pointee.text[offset], offset)
  }

  /// Returns the offset after the value that begins at `offset`, without the white space after a scalar.
  func end(ofTextAt offset: Int) -> Int {
    var end = end(ofValueAt: offset)
    while ASCII.isWhitespace(byte(end - 1)) { end -= 1 }
    return end
  }

  /// Returns the offset of the first element of the array that begins at `offset`, or of its end.
  @inline(__always)
  func firstElement(ofArrayAt offset: Int) -> Int { skipSpace(offset &+ 1) }

  /// Returns the offset of the element after the one that begins at `offset`, or of the array's end.
  @inline(__always)
  func element(after offset: Int) -> Int { element(from: end(ofValueAt: offset)) }

  /// Returns the offset of the first element after `end`, where an element ends, or of the array's end.
  @inline(__always)
  func element(from end: Int) -> Int {
    var next = skipSpace(end)
    if byte(next) == ASCII.comma { next = skipSpace(next &+ 1) }
    return next
  }

  /// Returns the members of the object that begins at `offset`, in the order of the record.
  func members(ofObjectAt offset: Int) -> Members { Members(record: self, offset: offset + 1) }

  /// Names, with the offsets of their values.
  struct Members: Sequence, IteratorProtocol {
    let record: RecordText.Pointer
    /// The offset after the last value.
    fileprivate(set) var offset: Int

    mutating func next() -> (name: String, value: Int)? {
      guard let member = record.name(from: offset) else { return nil }
      offset = record.end(ofValueAt: member.value)
      return (member.text, member.value)
    }
  }

  /// Returns the number of members of the object that begins at `offset`.
  func count(ofMembersAt offset: Int) -> Int {
    var count = 0
    var end = offset + 1
    while let name = name(offsetFrom: end) {
      count += 1
      end = self.end(ofValueAt: value(ofNameAt: name).offset)
    }
    return count
  }

  /// Returns the name of the next member, the offset of its closing quote, and the offset of its value. Returns nil at the
  /// object's end.
  func name(from begin: Int) -> (text: String, close: Int, value: Int)? {
    guard let name = name(offsetFrom: begin), let text = string(name) else { return nil }
    let (close, value) = value(ofNameAt: name)
    return (text, close, value)
  }

  /// Returns the offset of the name of the next member. Returns nil at the object's end.
  @inline(__always)
  private func name(offsetFrom begin: Int) -> Int? {
    var offset = skipSpace(begin)
    if byte(offset) == ASCII.comma { offset = skipSpace(offset &+ 1) }
    return byte(offset) == ASCII.quote ? offset : nil
  }

  /// Returns the offset of the closing quote of a name, and the offset of its value.
  @inline(__always)
  private func value(ofNameAt name: Int) -> (close: Int, offset: Int) {
    let close = pointee.structure.quote(from: name &+ 1)
    let colon = skipSpace(close &+ 1)
    return (close, skipSpace(colon &+ 1))
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

  /// Returns the Boolean at `offset`, and the offset of what follows it.
  @inline(__always)
  func bool(_ offset: Int, end: inout Int) -> Bool? {
    end = self.end(ofValueAt: offset)
    return bool(offset)
  }

  /// Returns the text of the number that begins at `offset`. Returns nil for other values.
  ///
  /// - Parameter end: receives the offset of the comma or bracket after the number and white space.
  @inline(__always)
  private func number(_ offset: Int, end: inout Int) -> (bytes: UnsafePointer<UInt8>, count: Int)? {
    guard offset >= 0 else { return nil }
    let bytes = unsafe pointee.text + offset
    let first = unsafe bytes[0]
    guard first &- ASCII.zero <= 9 || first == ASCII.minus else { return nil }
    end = pointee.structure.end(from: offset)
    var count = end &- offset
    while unsafe bytes[count &- 1] <= ASCII.space { count &-= 1 }
    return unsafe (bytes, count)
  }

  @inline(__always)
  private func number(_ offset: Int) -> (bytes: UnsafePointer<UInt8>, count: Int)? {
    var end = 0
    return unsafe number(offset, end: &end)
  }

  /// Returns the integer at `offset`. Returns nil if there is none, or it is not of this type.
  @inline(__always)
  func integer<Value: FixedWidthInteger>(_ offset: Int, as: Value.Type = Value.self) -> Value? {
    var end = 0
    return integer(offset, end: &end)
  }

  /// Returns the integer at `offset`, and the offset of what follows it.
  @inline(__always)
  func integer<Value: FixedWidthInteger>(_ offset: Int, end: inout Int) -> Value? {
    guard let (bytes, count) = unsafe number(offset, end: &end) else { return nil }
    if let plain = unsafe NumberText.plainInteger(
      bytes, count, isPadded: offset <= pointee.comparable),
      let value = Value(exactly: plain)
    {
      return value
    }
    return unsafe try? NumberText.exactInteger(bytes, count, .exact)
  }

  /// Returns the number at `offset`, rounded once. Returns nil if there is none, or it is out of range. A number that
  /// is too small for the type is out of range unless `underflowIsZero` is set.
  @inline(__always)
  func double(_ offset: Int) -> Double? {
    var end = 0
    return double(offset, end: &end)
  }

  /// Returns the number at `offset` as `double(_:)` does, and the offset of what follows it.
  @inline(__always)
  func double(_ offset: Int, end: inout Int) -> Double? {
    guard let (bytes, count) = unsafe number(offset, end: &end) else { return nil }
    let isPadded = offset <= pointee.comparable && offset >= Literal.lead
    let plain = isPadded ? unsafe NumberText.plainDouble(bytes, count) : nil
    guard let value = unsafe plain ?? NumberText.nearestDouble(bytes, count),
      unsafe value != 0 || pointee.underflowIsZero || RecordText.isZero(bytes, count)
    else { return nil }
    return value
  }

  /// Returns the number at `offset` as `double(_:)` does, as a `Float`.
  @inline(__always)
  func float(_ offset: Int) -> Float? {
    var end = 0
    return float(offset, end: &end)
  }

  /// Returns the number at `offset` as `float(_:)` does, and the offset of what follows it.
  @inline(__always)
  func float(_ offset: Int, end: inout Int) -> Float? {
    guard let (bytes, count) = unsafe number(offset, end: &end),
      let value = unsafe try? NumberText.float(bytes, count, .error),
      unsafe value != 0 || pointee.underflowIsZero || RecordText.isZero(bytes, count)
    else { return nil }
    return value
  }

  /// Returns a signed zero if the number at `offset` is too small for the type.
  @inline(never)
  func vanishingDouble(_ offset: Int) -> Double? {
    unsafe number(offset).flatMap { unsafe NumberText.nearestDouble($0.bytes, $0.count) }
  }

  /// Returns a zero as `vanishingDouble(_:)` does, as a `Float`.
  @inline(never)
  func vanishingFloat(_ offset: Int) -> Float? {
    unsafe number(offset).flatMap { unsafe try? NumberText.float($0.bytes, $0.count, .error) }
  }

  /// Passes the text of a number to a closure. Returns nil for other values.
  func withNumber<Result>(_ offset: Int, _ body: (Span<UInt8>) -> Result?) -> Result? {
    unsafe number(offset).flatMap { unsafe body(Span(_unsafeStart: $0.bytes, count: $0.count)) }
  }

  /// Returns the text of a number, for messages and for types that parse it themselves.
  func numberText(_ offset: Int) -> String? {
    unsafe number(offset).map { unsafe String(validated: $0.bytes, $0.count) }
  }

  /// Returns the decoded string at `offset`. Returns nil for other values.
  @inline(__always)
  func string(_ offset: Int) -> String? {
    var end = 0
    return string(offset, end: &end)
  }

  /// Returns the decoded string at `offset`, and the offset after its closing quote.
  @inline(__always)
  func string(_ offset: Int, end: inout Int) -> String? {
    guard offset >= 0 && byte(offset) == ASCII.quote else { return nil }
    let (close, hasBackslash) = pointee.structure.string(from: offset &+ 1)
    end = close &+ 1
    if hasBackslash { return pointee.escapedString(offset &+ 1, close) }
    let bytes = unsafe pointee.text + (offset &+ 1)
    let count = close &- offset &- 1
    if count <= SmallString.capacity, SmallString.isLayoutKnown {
      return unsafe SmallString(bytes, count, isPadded: offset < pointee.comparable).string
    }
    return unsafe String.copy(of: bytes, count)
  }

  /// Returns whether the string at `offset` has an escape.
  func hasEscape(_ offset: Int) -> Bool {
    assert(offset >= 0)
    return pointee.structure.string(from: offset + 1).hasBackslash
  }
}
