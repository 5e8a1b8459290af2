import CYajl

/// yajl, fed with the bytes of one record after the other. It knows nothing of what its events drive.
///
/// yajl checks the grammar and finds the tokens. What it accepts although it is no JSON is checked before
/// (`RecordCheck`) or by the callbacks: depth, lengths, one value a record. The handle is made for the first record,
/// in yajl's mode for many values, and serves many records. It is made anew only after an error, from which yajl
/// cannot go on.
///
/// Invariant: between two records yajl is between two values, or `isBroken`.
///
/// SAFETY: the context is allocated in `init` and freed in `deinit`, so its address,
/// which yajl keeps, is stable and outlives the handle. yajl declares the table
/// `const`, which binds yajl and not us: it reads an entry each time it is to call it.
@safe final class YajlParser {
  private let memory: UnsafeMutablePointer<YajlContext>
  let limits: Limits
  /// Whether errors have a path, an excerpt and a message. Otherwise a failure has only a kind and an offset.
  var explains = true
  private var isBroken = true

  /// A parser whose callbacks are those of two tables, for values that the driver wants and for others.
  ///
  /// - Parameter driver: what the callbacks of these tables drive. The caller keeps it alive.
  init(active: yajl_callbacks, skipping: yajl_callbacks, driver: UnsafeMutableRawPointer, limits: Limits) {
    self.limits = limits.clamped
    unsafe memory = .allocate(capacity: 1)
    unsafe memory.initialize(
      to: YajlContext(active: active, skipping: skipping, driver: driver, limits: limits.clamped))
  }

  deinit {
    if let handle = unsafe context.handle { unsafe yajl_free(handle) }
    unsafe memory.deinitialize(count: 1)
    unsafe memory.deallocate()
  }

  /// The state of the parse, where it is.
  var context: YajlContext {
    _read { yield unsafe memory.pointee }
    _modify { yield unsafe &memory.pointee }
  }

  /// Begins a record; what was left of one before it is forgotten.
  func begin() {
    if isBroken { renewHandle() }
    context.beginRecord()
  }

  /// The last record was given up: yajl cannot go on from where it is.
  func abandon() {
    isBroken = true
  }

  private func renewHandle() {
    if let handle = unsafe context.handle { unsafe yajl_free(handle) }
    let handle = unsafe yajl_alloc(&memory.pointee.callbacks, nil, memory)
    unsafe context.handle = unsafe handle
    _ = unsafe streammap_yajl_config(handle, yajl_allow_multiple_values, 1)
    _ = unsafe streammap_yajl_config(handle, yajl_dont_validate_strings, 1)
    isBroken = false
  }

  /// Feeds the bytes of a range.
  ///
  /// - Parameters:
  ///   - text: the record's bytes from `textOffset` on. They have those of each value that began earlier and is kept
  ///     whole.
  ///   - range: offsets in the record.
  /// - Returns: false if yajl or a callback ended the parse.
  func feed(_ text: Span<UInt8>, from textOffset: Int = 0, _ range: Range<Int>) -> Bool {
    let bytes = text.extracting((range.lowerBound - textOffset)..<(range.upperBound - textOffset))
    return unsafe text.withUnsafeBufferPointer { text in
      unsafe bytes.withUnsafeBufferPointer { bytes in
        unsafe feed(bytes, at: range.lowerBound, text.baseAddress, textOffset)
      }
    }
  }

  /// Ends a number that nothing follows, and shows any other token that is cut.
  func flush(_ text: Span<UInt8>, from textOffset: Int = 0, at offset: Int) -> Bool {
    unsafe text.withUnsafeBufferPointer { text in
      unsafe withUnsafePointer(to: ASCII.lineFeed) { lineFeed in
        unsafe feed(UnsafeBufferPointer(start: lineFeed, count: 1), at: offset, text.baseAddress, textOffset)
      }
    }
  }

  /// - Parameter text: the address of the record's byte at `textOffset`. Nothing is read between there and the record's
  ///   beginning, to which the context's address is calculated back.
  private func feed(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, _ text: UnsafePointer<UInt8>?, _ textOffset: Int
  ) -> Bool {
    guard let text = unsafe text else { return true }
    context.fedOffset = offset
    unsafe context.text = unsafe text - textOffset
    return unsafe yajl_parse(context.handle, bytes.baseAddress, bytes.count) == yajl_status_ok
  }

  // MARK: The record

  /// Whether the record's value is complete.
  var isComplete: Bool { context.mode == .complete }

  /// Why a callback ended the parse.
  var halt: YajlContext.Halt { context.halt }

  /// Whether the driver may still reject a value that it has accepted.
  var isUndecided: Bool { context.isUndecided }

  /// Scans a whole record. Returns its first error, and up to where its tokens are complete.
  func scan(
    _ bytes: Span<UInt8>, allowsByteOrderMark: Bool
  ) -> (failure: RecordFailure?, end: Int) {
    var scanner = Scanner(limits: limits, allowsByteOrderMark: allowsByteOrderMark, keepsNames: false)
    do throws(Scanner.Failure) {
      try scanner.scanPiece(bytes)
      try scanner.finish()
      return (nil, bytes.count)
    } catch {
      let end = scanner.completeThrough(atEnd: true)
      guard explains else { return (RecordFailure(error.kind, at: scanner.offset), end) }
      return (scanner.recordFailure(error, text: bytes), end)
    }
  }

  /// Returns the first error of a record that yajl rejected.
  func locate(_ bytes: Span<UInt8>, allowsByteOrderMark: Bool) -> RecordFailure {
    if let failure = scan(bytes, allowsByteOrderMark: allowsByteOrderMark).failure { return failure }
    // Unreachable: the scanner's grammar is at least as strict as yajl's. The record is rejected all
    // the same, since nothing that yajl rejects was read to its end.
    let offset = min(context.position, bytes.count)
    return RecordFailure(
      .syntax, at: offset, path: "$", expected: "JSON that yajl accepts", text: bytes)
  }
}

/// What the callbacks of yajl get: the state of one record, and a reference to what the events drive.
///
/// It holds the table of callbacks too, and they change it. While nothing is wanted, yajl finds no callback for
/// strings and names, and does not decode their escapes. Once the record's value is complete, every callback ends
/// the parse.
///
/// SAFETY: a `YajlParser` owns the context. Only the callbacks of the active and the skipping table read
/// `driver`. They cast it to its type. The owner of the parser passed it with these tables, and keeps it alive.
@safe struct YajlContext {
  /// What the events drive.
  let driver: UnsafeMutableRawPointer
  /// The table that yajl reads, and what it is in each mode.
  var callbacks: yajl_callbacks
  var activeCallbacks: yajl_callbacks
  var skippingCallbacks: yajl_callbacks
  let completeCallbacks = YajlCallbacks.complete
  var handle: yajl_handle?

  /// Open containers.
  var depth: Int32 = 0
  /// While skipping: the depth of the container whose end ends it.
  var skipDepth: Int32 = 0
  /// What the driver wants the value for that follows the last name. 0 if it does not want the value.
  var target: Int32 = 0
  var mode = Mode.complete
  var halt = Halt.none
  /// Where the record's value ends, once it is complete; -1 before.
  var valueEnd = -1
  /// Where the value begins that the driver rejected, in the record.
  var failureOffset = 0
  /// Whether the driver may still reject a value that it has accepted. Set by the driver.
  var isUndecided = false

  let depthLimit: Int32
  /// A decoded string or name of more bytes may exceed its limit undecoded.
  let stringSuspicion: Int
  let nameSuspicion: Int
  let limits: Limits

  /// Where in the record the bytes that yajl was given begin, and where the record's
  /// own first byte is, or would be.
  var fedOffset = 0
  var text: UnsafePointer<UInt8>
  /// How many of the record's bytes, from `text` on, stay where they are while it is shown.
  var stableCount = 0

  enum Mode: UInt8 {
    /// Values reach the driver.
    case active
    /// Values are counted, not looked at.
    case skipping
    /// The record's value is complete; any other is one too many.
    case complete
  }

  enum Halt: UInt8 {
    case none
    /// The scanner will find the error: a limit, or a second value.
    case grammar
    /// The driver rejected a value.
    case rejected
    /// The driver wants no more events.
    case stopped
  }

  init(active: yajl_callbacks, skipping: yajl_callbacks, driver: UnsafeMutableRawPointer, limits: Limits) {
    unsafe self.driver = unsafe driver
    self.limits = limits
    activeCallbacks = active
    skippingCallbacks = skipping
    callbacks = completeCallbacks
    depthLimit = Int32(clamping: limits.depth)
    // An escape of six bytes makes one.
    stringSuspicion = limits.string / 6
    nameSuspicion = limits.name / 6
    // Set before any callback reads it.
    unsafe text = unsafe ("" as StaticString).utf8Start
  }

  mutating func beginRecord() {
    depth = 0
    target = 1
    halt = .none
    valueEnd = -1
    stableCount = 0
    setMode(.active)
  }

  /// The record's value is complete.
  @inline(__always)
  mutating func complete() {
    valueEnd = position
    setMode(.complete)
  }

  @inline(__always)
  mutating func setMode(_ mode: Mode) {
    self.mode = mode
    switch mode {
    case .active: callbacks = activeCallbacks
    case .skipping: callbacks = skippingCallbacks
    case .complete: callbacks = completeCallbacks
    }
  }

  // MARK: Limits

  /// Whether the string just read, of `count` bytes decoded, exceeds its limit.
  @inline(__always)
  mutating func isTooLong(string count: Int) -> Bool {
    count > stringSuspicion && exceeds(limits.string)
  }

  /// Whether the name just read, of `count` bytes decoded, exceeds its limit.
  @inline(__always)
  mutating func isTooLong(name count: Int) -> Bool {
    count > nameSuspicion && exceeds(limits.name)
  }

  /// Whether there are more bytes between the quotes than a limit.
  @inline(never)
  private mutating func exceeds(_ limit: Int) -> Bool {
    stringRange().count - 2 > limit
  }

  // MARK: Places

  /// Whether text is where it will be as long as the record is shown, and not in yajl's own
  /// buffer.
  @inline(__always)
  func isStable(_ bytes: UnsafePointer<UInt8>) -> Bool {
    unsafe UInt(bitPattern: bytes) &- UInt(bitPattern: text) < UInt(bitPattern: stableCount)
  }

  // Mutating, so that nothing of the context is copied for the call.

  /// How many of the record's bytes yajl has read, the token's last included.
  var position: Int { unsafe fedOffset &+ yajl_get_bytes_consumed(handle) }

  /// Where the string that yajl has just read stands in the record, quotes included.
  ///
  /// Without escapes it is handed over where it stands. Otherwise the opening quote is
  /// the nearest one, going back from the closing one, that no backslash is before:
  /// inside, every quote is escaped.
  @inline(never)
  mutating func stringRange() -> Range<Int> {
    let end = position
    var start = end &- 2
    while true {
      if unsafe text[start] == ASCII.quote, !isEscaped(start) { return start..<end }
      start &-= 1
    }
  }

  private mutating func isEscaped(_ offset: Int) -> Bool {
    var backslashes = 0
    while offset &- 1 &- backslashes >= 0, unsafe text[offset &- 1 &- backslashes] == ASCII.backslash {
      backslashes &+= 1
    }
    return backslashes & 1 == 1
  }
}
