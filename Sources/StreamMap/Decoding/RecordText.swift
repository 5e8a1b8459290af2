import CStructure

/// A record that is known to be valid, as the containers of a decoder see it: its bytes, its
/// structure, and what reads values where they stand.
///
/// It has a place of its own in memory, which every container of a session points at, so that a
/// record costs no more than filling it in. It holds no reference, so that no use of it counts any.
///
/// Offsets count from `text`; that of a value is that of its first byte. A negative one is a value
/// that is not there, which reads as nothing.
///
/// SAFETY: `IndexedRecord`'s promises; the record was validated, so that what begins at an offset
/// ends before `end`, and every search finds what it looks for; `padding` bytes can be read from
/// any offset up to `comparable`.
@safe struct RecordText {
  private(set) var text: UnsafePointer<UInt8>
  private(set) var structure: Structure
  private(set) var start = 0
  private(set) var end = 0
  /// The last offset from which a gap, or a number with its padding, can be read.
  private(set) var comparable = -1
  var gaps: GapTable
  /// Counts the records.
  private(set) var number = 0
  /// What was lent since this one began.
  var loans = Loans()
  /// Where escapes are decoded.
  private var scratch: UnsafeMutablePointer<UInt8>
  private var scratchCapacity = 1024

  /// What is read beyond an offset without a look at the record's end.
  static let padding = max(GapTable.longest, Literal.padding) + 1

  init(_ record: IndexedRecord, _ skip: streammap_skip_function) {
    unsafe text = unsafe record.text
    structure = unsafe Structure(record.structure, skip, end: record.end)
    gaps = GapTable(nodeCount: Shape.nodeCount)
    unsafe scratch = .allocate(capacity: scratchCapacity)
  }

  func deallocate() {
    gaps.deallocate()
    loans.deallocate()
    unsafe scratch.deallocate()
  }

  /// Takes another record; its value begins at `start`.
  @inline(__always)
  mutating func load(_ record: IndexedRecord, _ skip: streammap_skip_function, markCount: Int) {
    unsafe text = unsafe record.text
    structure = unsafe Structure(record.structure, skip, end: record.end)
    start = record.start &+ markCount
    end = record.end
    comparable = record.readable &- Self.padding
    gaps.prepare()
    number &+= 1
  }

  /// Says that somebody gets the container of a tape, which is in the tree.
  @inline(__always)
  mutating func lend(_ tape: UnsafeMutablePointer<MemberTape>) {
    if unsafe tape.pointee.lentIn == number { return }
    unsafe tape.pointee.lentIn = number
    unsafe loans.append(tape)
  }

  @inline(__always)
  func byte(_ offset: Int) -> UInt8 { unsafe text[offset] }

  @inline(__always)
  func skipSpace(_ offset: Int) -> Int {
    unsafe offset < end && text[offset] <= ASCII.space ? skipMoreSpace(offset) : offset
  }

  @inline(never)
  private func skipMoreSpace(_ offset: Int) -> Int {
    var offset = offset
    while offset < end, unsafe ASCII.isWhitespace(text[offset]) { offset &+= 1 }
    return offset
  }

  /// Behind the value that begins at an offset.
  @inline(__always)
  func end(ofValueAt offset: Int) -> Int {
    unsafe structure.next(after: text[offset], offset)
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
    let first = byte(offset)
    guard first &- ASCII.zero <= 9 || first == ASCII.minus else { return nil }
    var stop = structure.end(from: offset)
    while byte(stop &- 1) <= ASCII.space { stop &-= 1 }
    return unsafe (text + offset, stop &- offset)
  }

  /// The integer there; nil if there is none, or not one of this type.
  @inline(__always)
  func integer<Value: FixedWidthInteger>(_ offset: Int, as: Value.Type = Value.self) -> Value? {
    guard let (bytes, count) = unsafe number(offset) else { return nil }
    if let plain = unsafe NumberText.plainInteger(bytes, count, isPadded: offset <= comparable),
      let value = Value(exactly: plain)
    {
      return value
    }
    return unsafe try? NumberText.exactInteger(bytes, count, .exact)
  }

  /// The number there, rounded once; nil if there is none, or it is beyond the type, or so small
  /// that nothing would be left of it.
  @inline(__always)
  func double(_ offset: Int) -> Double? {
    guard let (bytes, count) = unsafe number(offset) else { return nil }
    let isPadded = offset <= comparable && offset >= Literal.lead
    let plain = isPadded ? unsafe NumberText.plainDouble(bytes, count) : nil
    guard let value = unsafe plain ?? NumberText.nearestDouble(bytes, count),
      unsafe value != 0 || Self.isZero(bytes, count)
    else { return nil }
    return value
  }

  /// The same, as a `Float`.
  @inline(__always)
  func float(_ offset: Int) -> Float? {
    guard let (bytes, count) = unsafe number(offset),
      let value = unsafe try? NumberText.float(bytes, count, .error),
      unsafe value != 0 || Self.isZero(bytes, count)
    else { return nil }
    return value
  }

  /// Whether a number's text has no digit but zeros before its exponent.
  @inline(never)
  private static func isZero(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    for index in 0..<count {
      let byte = unsafe bytes[index]
      if byte | 0x20 == ASCII.lowerE { break }
      if byte &- 1 &- ASCII.zero < 9 { return false }
    }
    return true
  }

  /// The text of a number, for messages and for other types' own ways to read it.
  func numberText(_ offset: Int) -> String? {
    unsafe number(offset).map { unsafe String(validated: $0.bytes, $0.count) }
  }

  /// The string there, its escapes decoded; nil if another value is there.
  @inline(__always)
  mutating func string(_ offset: Int) -> String? {
    guard offset >= 0, byte(offset) == ASCII.quote else { return nil }
    let (close, hasBackslash) = structure.string(from: offset &+ 1)
    if hasBackslash { return escapedString(offset &+ 1, close) }
    let count = close &- offset &- 1
    if count <= SmallString.capacity, SmallString.isLayoutKnown {
      return unsafe SmallString(text + (offset &+ 1), count, isPadded: offset < comparable).string
    }
    return unsafe String.copy(of: text + (offset &+ 1), count)
  }

  /// Whether the string there has an escape.
  func hasEscape(_ offset: Int) -> Bool { structure.string(from: offset + 1).hasBackslash }

  @inline(never)
  private mutating func escapedString(_ start: Int, _ close: Int) -> String? {
    let count = close &- start
    if count > scratchCapacity {
      unsafe scratch.deallocate()
      scratchCapacity = max(count, 2 * scratchCapacity)
      unsafe scratch = .allocate(capacity: scratchCapacity)
    }
    guard let length = unsafe Unescaping.decode(text + start, count, into: scratch) else { return nil }
    return unsafe String(validated: UnsafePointer(scratch), length)
  }
}
