import CStructure

/// What decoding keeps from record to record: the index, the tree of places with what was learned of
/// them, and memory.
///
/// Decoders and containers are *lent* to a model for as long as its record is read, and used again for
/// the next. A model may keep one all the same. When a record ends, everything that was lent is looked
/// at; if somebody still holds some of it, the session is *retired*: it copies the record, what is held
/// holds the session from then on, nothing is used again, and the next record gets a new session.
///
/// Invariants: the record's loans are in the tree, so that the session holds them, and have its number as
/// that of the record in which they were lent last; what is not in the tree is counted, and holds the
/// session.
///
/// SAFETY: `record` and `index` are allocated here and freed in `deinit`. The record's text lives as long
/// as the record is being read, or is the session's own. `@unchecked Sendable`: one thread at a time has
/// the session, for it is handed on through a lock, and what it lends is of the thread that decodes.
@safe final class DecodingSession: @unchecked Sendable {
  let record: RecordText.Pointer
  private(set) var options: DecodingOptions
  /// Where the record begins that is being read.
  private(set) var recordStart = 0
  private let limits: Limits
  private let indexing: IndexOptions
  private let index: UnsafeMutablePointer<StructuralIndex>
  /// For records that are short enough to be copied, and once the session is retired.
  private var copy = TextCopy()

  private var roots: [(type: ObjectIdentifier, place: DecodingPlace)] = []
  /// The last one of them.
  private var lastRootType: ObjectIdentifier?
  private var lastRoot: Unmanaged<DecodingPlace>?
  private var shapeCount: Int32 = 0
  private var sharedShapes: [ObjectIdentifier: Shape] = [:]
  private var placeCount = 0
  private(set) var isRetired = false

  /// What code that pulls values keeps with the session.
  var companion: AnyObject?

  /// What a model's own code threw last, and where the model is.
  var refusal: RecordRefusal?

  /// Places and members that are not in the tree, and are still held by somebody.
  var outsideCount = 0

  private var held: [AnyObject] = []

  /// A tree with more places does not grow any more.
  private static let maximumPlaceCount = 4096

  init(_ options: DecodingOptions, limits: Limits) {
    self.options = options
    self.limits = limits.clamped
    indexing = IndexOptions(limits: self.limits, validates: true)
    unsafe index = indexing.makeIndex()
    record = unsafe RecordText.Pointer(.allocate(capacity: 1))
    unsafe record.address.initialize(
      to: RecordText(index.pointee.index(record: copy.start, 0), indexing.kernel.skip))
    unsafe record.address.pointee.underflowIsZero = options.underflowIsZero
  }

  deinit {
    unlink()
    unsafe record.address.pointee.deallocate()
    unsafe record.address.deinitialize(count: 1)
    unsafe record.address.deallocate()
    unsafe index.pointee.deallocate()
    unsafe index.deinitialize(count: 1)
    unsafe index.deallocate()
    copy.deallocate()
  }

  /// Sets other options, with the same rule for keys.
  func set(_ options: DecodingOptions) {
    if self.options === options { return }
    self.options = options
    unsafe record.address.pointee.underflowIsZero = options.underflowIsZero
  }

  // MARK: Records

  /// Takes a record; it has to stay where it is until ``finish()``.
  ///
  /// - Parameter indexed: the record in an indexed text, if it stands in one.
  func load(
    _ bytes: UnsafeBufferPointer<UInt8>, _ indexed: IndexedRecord?, allowsByteOrderMark: Bool
  ) throws(RecordFailure) {
    let span = unsafe Span(_unsafeElements: bytes)
    if bytes.count > limits.record { throw failure(span, allowsByteOrderMark) }
    var record = indexed
    if record == nil {
      let text = unsafe copy.padded(bytes) ?? bytes.baseAddress ?? UnsafePointer(copy.start)
      var own = unsafe index.pointee.index(record: text, bytes.count)
      if unsafe text == copy.start { own = own.readable(bytes.count + RecordText.padding) }
      record = own
    }
    guard let record = record else { return }
    var markCount = 0
    if record.isDoubtful {
      if let failure = verdict(span, allowsByteOrderMark) { throw failure }
      if allowsByteOrderMark, span.starts(with: ASCII.byteOrderMark) { markCount = ASCII.byteOrderMark.count }
    }
    recordStart = record.start
    unsafe self.record.address.pointee.load(record, indexing.kernel.skip, markCount: markCount)
  }

  private func failure(_ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool) -> RecordFailure {
    verdict(bytes, allowsByteOrderMark)
      ?? RecordFailure(
        .recordLimit, at: limits.record, path: "$", expected: "at most \(limits.record) bytes of record",
        text: bytes)
  }

  /// What is wrong with a record; nil if it is valid.
  private func verdict(_ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool) -> RecordFailure? {
    var scanner = Scanner(limits: limits, allowsByteOrderMark: allowsByteOrderMark)
    do throws(Scanner.Failure) {
      try scanner.scanPiece(bytes)
      try scanner.finish()
      return nil
    } catch {
      return scanner.recordFailure(error, text: bytes)
    }
  }

  /// Decodes the record's value.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try withRoot(for: type) { place in try place.value(as: type) }
  }

  /// Lends the place of the record's value in a model of a type.
  @inline(__always)
  func withRoot<Value>(for type: Any.Type, _ body: (DecodingPlace) throws -> Value) rethrows -> Value {
    let type = ObjectIdentifier(type)
    let offset = unsafe record.skipSpace(record.address.pointee.start)
    if let lastRoot = unsafe lastRoot, lastRootType == type {
      return unsafe try lastRoot._withUnsafeGuaranteedRef { place in
        place.offset = offset
        return try body(place)
      }
    }
    let place = otherRoot(type)
    lastRootType = type
    unsafe lastRoot = unsafe .passUnretained(place)
    place.offset = offset
    return try body(place)
  }

  private func otherRoot(_ type: ObjectIdentifier) -> DecodingPlace {
    let place: DecodingPlace
    if let index = roots.firstIndex(where: { $0.type == type }) {
      place = roots.remove(at: index).place
    } else {
      if placeCount >= Self.maximumPlaceCount {
        unlink()
        // Their numbers are free again.
        shapeCount = 0
        unsafe record.address.pointee.gaps.clear()
      }
      place = DecodingPlace(self, in: nil)
      placeCount += 1
    }
    roots.append((type, place))
    return place
  }

  /// Holds what is not in the tree, but has to last as long as the record.
  func hold(_ object: AnyObject) { held.append(object) }

  /// Ends the record; false if the session must not be used again.
  func finish() -> Bool {
    if refusal != nil { refusal = nil }
    if !held.isEmpty { held.removeAll(keepingCapacity: true) }
    let isFree = unsafe outsideCount == 0 && record.address.pointee.loans.areReturned
    if isFree { unsafe index.pointee.giveBack() } else { retire() }
    unsafe record.address.pointee.loans.clear()
    return isFree
  }

  /// Gives everything that is held to those who hold it.
  private func retire() {
    isRetired = true
    unsafe copy.take(record.address.pointee)
    let own = unsafe index.pointee.index(record: copy.start, record.address.pointee.end)
    let start = unsafe record.address.pointee.start
    unsafe record.address.pointee.load(
      own.readable(own.end + RecordText.padding), indexing.kernel.skip, markCount: start)
    unsafe record.address.pointee.loans.giveAway()
    unlink()
  }

  // MARK: Places and shapes

  /// Says that one more place is to be kept, if there may be one more.
  var mayGrow: Bool {
    if isRetired || placeCount >= Self.maximumPlaceCount { return false }
    placeCount += 1
    return true
  }

  func makeShape(_ keyType: ObjectIdentifier) -> Shape {
    let isOpen = options.keyRule == .custom
    if !isOpen, Int(shapeCount) < Shape.nodeCount - 1 {
      shapeCount += 1
    } else {
      return Shape(keyType: keyType, node: 0, isOpen: isOpen)
    }
    return Shape(keyType: keyType, node: shapeCount, isOpen: false)
  }

  /// The shape for objects at places that are not kept.
  func sharedShape(_ keyType: ObjectIdentifier) -> Shape {
    if let shape = sharedShapes[keyType] { return shape }
    let shape = Shape(keyType: keyType, node: 0, isOpen: options.keyRule == .custom)
    sharedShapes[keyType] = shape
    return shape
  }

  private func unlink() {
    for root in roots { root.place.unlink() }
    unsafe lastRoot = nil
    roots = []
    placeCount = 0
  }

  /// A member's name as keys see it.
  @inline(__always)
  func converted(_ name: String, at place: DecodingPlace) -> String {
    options.keyRule == .same ? name : options.converted(name, place.codingPath)
  }
}

extension IndexedRecord {
  /// The same, with bytes behind it that can be read.
  func readable(_ count: Int) -> IndexedRecord {
    unsafe IndexedRecord(
      text: text, structure: structure, readable: count, start: start, end: end, isDoubtful: isDoubtful)
  }
}
