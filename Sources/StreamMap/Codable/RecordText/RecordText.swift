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
  var gaps: MemberPredictor
  /// A number of which nothing is left in its type is zero, and not refused.
  var underflowIsZero = false
  /// Counts the records.
  private(set) var number = 0
  /// What was lent since this one began.
  var loans = Borrows()
  /// Where escapes are decoded.
  private var scratch: UnsafeMutablePointer<UInt8>
  private var scratchCapacity = 1024

  /// What is read beyond an offset without a look at the record's end.
  static let padding = max(MemberPredictor.longest, Literal.padding) + 1

  init(_ record: IndexedRecord, _ skip: streammap_skip_function) {
    unsafe text = unsafe record.text
    structure = unsafe Structure(record.structure, skip, end: record.end)
    gaps = MemberPredictor(nodeCount: Shape.nodeCount)
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
  mutating func lend(_ tape: MemberTape.Pointer) {
    if unsafe tape.address.pointee.lentIn == number { return }
    unsafe tape.address.pointee.lentIn = number
    loans.append(tape)
  }

  /// Decodes what stands between two quotes, and has escapes.
  @inline(never)
  mutating func escapedString(_ start: Int, _ close: Int) -> String? {
    let count = close &- start
    if count > scratchCapacity {
      unsafe scratch.deallocate()
      scratchCapacity = max(count, 2 * scratchCapacity)
      unsafe scratch = .allocate(capacity: scratchCapacity)
    }
    guard let length = unsafe Unescaping.decode(text + start, count, into: scratch) else { return nil }
    return unsafe String(validated: UnsafePointer(scratch), length)
  }

  /// Whether a number's text has no digit but zeros before its exponent.
  @inline(never)
  static func isZero(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    for index in 0..<count {
      let byte = unsafe bytes[index]
      if byte | 0x20 == ASCII.lowerE { break }
      if byte &- 1 &- ASCII.zero < 9 { return false }
    }
    return true
  }
}
