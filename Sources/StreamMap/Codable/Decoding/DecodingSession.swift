import CStructure

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What decoding keeps from record to record: the structural index, the tree of places with what they learned, and
/// memory.
///
/// A model *borrows* decoders and containers while its record is read. They are reused for the next record. A model may
/// still keep one. When a record ends, everything that was borrowed is checked. If anything is still held, the session
/// is *retired*: it copies the record, each held object holds the session from then on, and nothing is reused. The next
/// record gets a new session.
///
/// Invariants: what a record borrowed is in the tree, so the session holds it, and its `borrowedIn` is the record's
/// number. What is not in the tree is counted, and holds the session.
///
/// SAFETY: `record` and `index` are allocated here and freed in `deinit`. The record's text lives as long as the record
/// is being read, or belongs to the session. `@unchecked Sendable`: one thread at a time has the session, because it is
/// passed on through a lock, and borrowed objects belong to the thread that decodes.
@safe final class DecodingSession: Session, @unchecked Sendable {
  let record: RecordText.Pointer
  private(set) var options: DecodingOptions
  /// The settings that `options` are.
  private var snapshot: Snapshot<DecodingOptions>
  /// The offset where the current record begins.
  private(set) var recordStart = 0
  private var limits: Limits
  private var indexing: IndexOptions
  private var index: UnsafeMutablePointer<StructuralIndex>
  /// A copy of the record, if it is short or the session is retired.
  private var copy = TextCopy()

  private var roots: [(type: ObjectIdentifier, place: ValueDecoder)] = []
  /// The type and the place of the last root.
  private var lastRootType: ObjectIdentifier?
  private var lastRoot: Unretained<ValueDecoder>?
  private var shapeCount: Int32 = 0
  private var sharedShapes: [ObjectIdentifier: Shape] = [:]
  private var placeCount = 0
  private(set) var isRetired = false

  /// An object that code that pulls values keeps with the session.
  var attachment: AnyObject?

  /// The last error thrown by a model's own code, with the place of the model.
  var rejection: RecordRejection?

  private var knownTypes: [ObjectIdentifier: ValueDecoder.KnownType] = [:]

  /// The number of places and members that are outside the tree and still held.
  var outsideCount = 0

  private var held: [AnyObject] = []

  /// A tree with this many places stops growing.
  private static let maximumPlaceCount = 4096

  init(_ snapshot: Snapshot<DecodingOptions>, limits: Limits) {
    self.snapshot = snapshot
    options = snapshot.options
    self.limits = limits.clamped
    indexing = IndexOptions(limits: self.limits, validates: true)
    unsafe index = indexing.makeIndex()
    record = unsafe RecordText.Pointer(.allocate(capacity: 1))
    unsafe record.address.initialize(
      to: RecordText(index.pointee.index(record: copy.start, 0), indexing.kernel.skip))
    record.pointee.underflowIsZero = options.underflowIsZero
  }

  deinit {
    unlink()
    record.pointee.deallocate()
    unsafe record.address.deinitialize(count: 1)
    unsafe record.address.deallocate()
    freeIndex()
    copy.deallocate()
  }

  /// Replaces the settings for one document. The session must be of their pool.
  @inline(__always)
  func set(_ snapshot: Snapshot<DecodingOptions>) {
    if self.snapshot !== snapshot { replace(snapshot) }
  }

  @inline(never)
  private func replace(_ snapshot: Snapshot<DecodingOptions>) {
    self.snapshot = snapshot
    options = snapshot.options
    record.pointee.underflowIsZero = options.underflowIsZero
    let limits = options.documentLimits.clamped
    if limits == self.limits { return }
    self.limits = limits
    indexing = IndexOptions(limits: limits, validates: true)
    freeIndex()
    unsafe index = indexing.makeIndex()
  }

  private func freeIndex() {
    unsafe index.pointee.deallocate()
    unsafe index.deinitialize(count: 1)
    unsafe index.deallocate()
  }

  // MARK: Records

  /// Loads a record. Its bytes must stay in place until ``finish()``.
  ///
  /// - Parameter indexed: the record in an indexed text, if there is one.
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
    unsafe self.record.pointee.load(record, indexing.kernel.skip, markCount: markCount)
  }

  private func failure(_ bytes: Span<UInt8>, _ allowsByteOrderMark: Bool) -> RecordFailure {
    verdict(bytes, allowsByteOrderMark)
      ?? RecordFailure(
        .recordLimit, at: limits.record, path: "$", expected: "at most \(limits.record) bytes of record",
        text: bytes)
  }

  /// Returns the syntax error of a record, or nil if it is valid.
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

  /// Decodes the record's value with a configuration.
  func decode<Value: DecodableWithConfiguration>(
    _ type: Value.Type, configuration: Value.DecodingConfiguration
  ) throws -> Value {
    try withRoot(for: type) { place in
      place.borrow()
      return try Value(from: place, configuration: configuration)
    }
  }

  /// Calls `body` with the place of the record's value in a model of `type`.
  @inline(__always)
  func withRoot<Value>(for type: Any.Type, _ body: (ValueDecoder) throws -> Value) rethrows -> Value {
    let type = ObjectIdentifier(type)
    let offset = record.skipSpace(record.pointee.start)
    if let lastRoot, lastRootType == type {
      return try lastRoot.withObject { place in
        place.offset = offset
        return try body(place)
      }
    }
    let place = otherRoot(type)
    lastRootType = type
    lastRoot = Unretained(place)
    place.offset = offset
    return try body(place)
  }

  private func otherRoot(_ type: ObjectIdentifier) -> ValueDecoder {
    let place: ValueDecoder
    if let index = roots.firstIndex(where: { $0.type == type }) {
      place = roots.remove(at: index).place
    } else {
      if placeCount >= Self.maximumPlaceCount {
        unlink()
        // The shape numbers are free again.
        shapeCount = 0
        record.pointee.gaps.clear()
      }
      place = ValueDecoder(self, in: nil)
      placeCount += 1
    }
    roots.append((type, place))
    return place
  }

  /// Holds an object that is outside the tree until the record ends.
  func hold(_ object: AnyObject) { held.append(object) }

  var bufferSize: Int {
    record.pointee.bufferSize + held.capacity * MemoryLayout<AnyObject>.stride
  }

  /// Ends the record. Returns false if the session must not be reused.
  func finish() -> Bool {
    if rejection != nil { rejection = nil }
    if !held.isEmpty { held.removeAll(keepingCapacity: true) }
    let isFree = outsideCount == 0 && record.pointee.borrows.areReturned
    if isFree { unsafe index.pointee.giveBack() } else { retire() }
    record.pointee.values.shrink()
    record.pointee.borrows.clear()
    return isFree
  }

  /// Makes every object that is still held own the session.
  private func retire() {
    isRetired = true
    copy.take(record.pointee)
    let own = unsafe index.pointee.index(record: copy.start, record.pointee.end)
    let start = record.pointee.start
    unsafe record.pointee.load(
      own.readable(own.end + RecordText.padding), indexing.kernel.skip, markCount: start)
    record.pointee.borrows.giveAway()
    unlink()
  }

  // MARK: Types, places and shapes

  /// Returns how a type is decoded.
  func known(_ type: any Any.Type) -> ValueDecoder.KnownType {
    if let known = knownTypes[ObjectIdentifier(type)] { return known }
    let known = ValueDecoder.KnownType(type)
    knownTypes[ObjectIdentifier(type)] = known
    return known
  }

  /// Whether one more place may be kept. Reading it counts that place.
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

  /// Returns the shape for objects at places that are not kept.
  func sharedShape(_ keyType: ObjectIdentifier) -> Shape {
    if let shape = sharedShapes[keyType] { return shape }
    let shape = Shape(keyType: keyType, node: 0, isOpen: options.keyRule == .custom)
    sharedShapes[keyType] = shape
    return shape
  }

  private func unlink() {
    for root in roots { root.place.unlink() }
    lastRoot = nil
    roots = []
    placeCount = 0
  }

  /// Converts a member's name by the key strategy.
  @inline(__always)
  func converted(_ name: String, at place: ValueDecoder) -> String {
    options.keyRule == .same ? name : options.converted(name, place.codingPath)
  }
}

extension IndexedRecord {
  /// Returns the same record with a new count of readable bytes after it.
  func readable(_ count: Int) -> IndexedRecord {
    unsafe IndexedRecord(
      text: text, structure: structure, readable: count, start: start, end: end, isDoubtful: isDoubtful)
  }
}
