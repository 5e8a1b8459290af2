import CStructure

/// A validated record, as the containers of a decoder see it: its bytes, its structure, and methods that read values in
/// place.
///
/// It has a stable address that every container of a session points at, so a new record only needs to be filled in. It
/// holds no reference, so its use needs no reference counting.
///
/// Offsets count from `text`. The offset of a value is that of its first byte. A negative offset stands for an absent
/// value, which reads as nothing.
///
/// SAFETY: the promises of `IndexedRecord` hold. The record was validated, so what begins at an offset ends before
/// `end`, and every search finds what it looks for. `padding` bytes can be read from any offset up to `comparable`.
@safe struct RecordText {
  private(set) var text: UnsafePointer<UInt8>
  private(set) var structure: Structure
  private(set) var start = 0
  private(set) var end = 0
  /// The last offset from which a predicted text, or a number with its padding, can be read.
  private(set) var comparable = -1
  var gaps: MemberPredictor
  /// Whether a number too small for its type becomes zero instead of an error.
  var underflowIsZero = false
  /// The number of the record.
  private(set) var number = 0
  /// What was borrowed since the record began.
  var borrows = Borrows()
  /// The elements of arrays that are being decoded.
  var values = ValueStack()
  /// The path and the texts of earlier errors. Later errors use them again, so that a failed attempt costs little.
  var lastPath = LastPath()
  var errorTexts = ErrorTexts()
  /// A buffer for decoding escapes.
  private var scratch: UnsafeMutablePointer<UInt8>
  private var scratchCapacity = 1024

  /// The number of bytes that are read from an offset without checking the record's end.
  static let padding = max(MemberPredictor.longest, Literal.padding) + 1

  init(_ record: IndexedRecord, _ skip: streammap_skip_function) {
    unsafe text = unsafe record.text
    structure = unsafe Structure(record.structure, skip, end: record.end)
    gaps = MemberPredictor(nodeCount: Shape.nodeCount, crossesLines: true)
    unsafe scratch = .allocate(capacity: scratchCapacity)
  }

  func deallocate() {
    gaps.deallocate()
    borrows.deallocate()
    values.deallocate()
    unsafe scratch.deallocate()
  }

  /// The size of the buffers that grow with a record.
  var bufferSize: Int { scratchCapacity + values.capacity }

  /// The number of bytes from `text` that can be read.
  private var readable: Int { comparable + Self.padding }

  /// Loads another record. Its value begins at `start`.
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

  /// Records that the container of a tape, which is in the tree, is borrowed.
  @inline(__always)
  mutating func noteBorrow(_ tape: MemberTape.Pointer) {
    if tape.pointee.borrowedIn == number { return }
    tape.pointee.borrowedIn = number
    borrows.append(tape)
  }

  /// Decodes a string with escapes, given the offsets inside its quotes.
  @inline(never)
  mutating func escapedString(_ start: Int, _ close: Int) -> String? {
    let count = close &- start
    if count + Unescaping.slack > scratchCapacity {
      unsafe scratch.deallocate()
      scratchCapacity = max(count + Unescaping.slack, 2 * scratchCapacity)
      unsafe scratch = .allocate(capacity: scratchCapacity)
    }
    guard
      let length = unsafe Unescaping.decode(text + start, count, readable: readable - start, into: scratch)
    else { return nil }
    return unsafe String(validated: UnsafePointer(scratch), length)
  }

  /// Returns whether a number has only zeros as digits before its exponent.
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

/// Memory of a session for the text of a record. A short record is copied so that bytes after its end can be read. A
/// record with a decoder that is still held is copied because its text would become invalid.
///
/// SAFETY: the memory is allocated here and freed by `deallocate`, which the owner calls once. `capacity` bytes can be
/// written.
@safe struct TextCopy {
  private(set) var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int

  /// The length of the longest record that is copied.
  private static let short = 16 << 10

  init() {
    capacity = Self.short + RecordText.padding
    unsafe start = .allocate(capacity: capacity)
    unsafe start.initialize(repeating: 0, count: capacity)
  }

  func deallocate() {
    unsafe start.deallocate()
  }

  /// Returns a copy of a short text, followed by padding. Returns nil for a long text.
  mutating func padded(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<UInt8>? {
    guard bytes.count <= Self.short, let source = bytes.baseAddress else { return nil }
    unsafe start.update(from: source, count: bytes.count)
    unsafe (start + bytes.count).update(repeating: 0, count: RecordText.padding)
    return unsafe UnsafePointer(start)
  }

  /// Copies a record to the same offsets, with spaces before it.
  mutating func take(_ record: RecordText) {
    if unsafe record.text == UnsafePointer(start) { return }
    let needed = record.end + RecordText.padding
    if needed > capacity {
      unsafe start.deallocate()
      capacity = needed
      unsafe start = .allocate(capacity: capacity)
    }
    unsafe start.update(repeating: ASCII.space, count: record.start)
    unsafe (start + record.start).update(from: record.text + record.start, count: record.end - record.start)
    unsafe (start + record.end).update(repeating: 0, count: RecordText.padding)
  }
}

/// What was borrowed from a session's tree since its record began: decoders and keyed containers.
///
/// SAFETY: the memory is allocated here and freed by `deallocate`, which the owner calls once. The tree holds what is
/// borrowed until the record is finished.
@safe struct Borrows {
  private var places = unsafe List<Unmanaged<ValueDecoder>>()
  private var tapes = List<MemberTape.Pointer>()

  @safe private struct List<Element> {
    var start = UnsafeMutablePointer<Element>.allocate(capacity: 16)
    var count = 0
    private var capacity = 16

    @inline(__always)
    mutating func append(_ element: Element) {
      if count == capacity { grow() }
      unsafe (start + count).initialize(to: element)
      count &+= 1
    }

    @inline(never)
    private mutating func grow() {
      let larger = UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity)
      unsafe larger.moveInitialize(from: start, count: count)
      unsafe start.deallocate()
      unsafe start = unsafe larger
      capacity *= 2
    }
  }

  func deallocate() {
    unsafe places.start.deallocate()
    unsafe tapes.start.deallocate()
  }

  @inline(__always)
  mutating func append(_ place: ValueDecoder) {
    unsafe places.append(.passUnretained(place))
  }

  @inline(__always)
  mutating func append(_ tape: MemberTape.Pointer) {
    tapes.append(tape)
  }

  /// Removes all entries.
  @inline(__always)
  mutating func clear() {
    unsafe places.count = 0
    tapes.count = 0
  }

  /// Whether only the tree holds the borrowed objects.
  var areReturned: Bool {
    for index in unsafe 0..<places.count where isHeld(place: index) { return false }
    for index in 0..<tapes.count where unsafe !tapes.start[index].pointee.isIdle { return false }
    return true
  }

  /// Checks the reference in place, so that the check adds no reference.
  @inline(__always)
  private func isHeld(place index: Int) -> Bool {
    unsafe (places.start + index).withMemoryRebound(to: ValueDecoder.self, capacity: 1) {
      unsafe !isKnownUniquelyReferenced(&$0.pointee)
    }
  }

  /// Gives away everything that is still held.
  func giveAway() {
    for index in 0..<tapes.count where unsafe !tapes.start[index].pointee.isIdle {
      unsafe tapes.start[index].pointee.owner.giveAway()
    }
    for index in unsafe 0..<places.count where isHeld(place: index) {
      unsafe places.start[index]._withUnsafeGuaranteedRef { $0.keep() }
    }
  }
}
