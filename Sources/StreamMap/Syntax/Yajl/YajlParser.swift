import CYajl

/// Passes the bytes of one record after another to yajl. It does not know the type of the driver that receives the
/// events.
///
/// yajl checks the grammar and finds the tokens. `RecordCheck` and the callbacks reject the malformed texts that yajl
/// accepts. The callbacks check the depth, the lengths, and that each record has one value. The handle is created for
/// the first record, in yajl's mode for many values, and is reused. It is recreated only after an error, because yajl
/// cannot continue then.
///
/// Invariant: between two records yajl is between two values, or `isBroken`.
///
/// SAFETY: the context is allocated in `init` and freed in `deinit`, so its address, which yajl keeps, is stable and
/// outlives the handle. yajl declares the table `const`, which binds yajl and not this code: yajl reads an entry
/// before each call of it. It copies the table of functions by which it allocates.
@safe final class YajlParser {
  private let memory: UnsafeMutablePointer<YajlContext>
  let limits: Limits
  /// Whether errors have a path, an excerpt and a message. Otherwise a failure has only a kind, and the offset at which it
  /// was found.
  var explains = true
  private var isBroken = true

  /// Creates a parser with two tables of callbacks, for values that the driver takes and for others.
  ///
  /// - Parameter driver: the receiver of these callbacks. The caller keeps it alive.
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

  /// The state of the parse, without a copy.
  var context: YajlContext {
    unsafeAddress { unsafe UnsafePointer(memory) }
    unsafeMutableAddress { unsafe memory }
  }

  /// Begins a record and discards the state of the one before.
  func begin() {
    if isBroken { renewHandle() }
    context.beginRecord()
  }

  /// Abandons the last record. yajl cannot continue from its state.
  func abandon() {
    isBroken = true
  }

  /// The functions by which yajl allocates. They end the process with a message if there is no memory, because yajl does
  /// not check for null.
  private static var allocation: yajl_alloc_funcs {
    unsafe yajl_alloc_funcs(
      malloc: { _, count in unsafe UnsafeMutableRawPointer(Memory.allocate(count)) },
      realloc: { _, bytes, count in
        guard let bytes = unsafe bytes?.assumingMemoryBound(to: UInt8.self) else {
          return unsafe UnsafeMutableRawPointer(Memory.allocate(count))
        }
        return unsafe UnsafeMutableRawPointer(Memory.grow(bytes, to: count))
      },
      free: { _, bytes in if let bytes = unsafe bytes { unsafe Memory.release(bytes) } },
      ctx: nil)
  }

  private func renewHandle() {
    if let handle = unsafe context.handle { unsafe yajl_free(handle) }
    var allocation = unsafe Self.allocation
    let handle = unsafe yajl_alloc(&memory.pointee.callbacks, &allocation, memory)
    unsafe context.handle = unsafe handle
    unsafe streammap_yajl_enable(handle, yajl_allow_multiple_values)
    unsafe streammap_yajl_enable(handle, yajl_dont_validate_strings)
    isBroken = false
  }

  /// Feeds the bytes of a range.
  ///
  /// - Parameters:
  ///   - text: the record's bytes from `textOffset` on. They include those of each value that began earlier and is
  ///     kept whole.
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

  /// Ends a number at the end of the bytes, and detects any other truncated token.
  func flush(_ text: Span<UInt8>, from textOffset: Int = 0, at offset: Int) -> Bool {
    unsafe text.withUnsafeBufferPointer { text in
      unsafe withUnsafePointer(to: ASCII.lineFeed) { lineFeed in
        unsafe feed(UnsafeBufferPointer(start: lineFeed, count: 1), at: offset, text.baseAddress, textOffset)
      }
    }
  }

  /// Feeds bytes.
  ///
  /// - Parameter text: the address of the record's byte at `textOffset`. The context's address of the record's
  ///   beginning is calculated from it. Nothing is read before this byte.
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

  /// The reason why a callback ended the parse.
  var halt: YajlContext.Halt { context.halt }

  /// Scans a whole record. Returns its first error, and the offset up to which its tokens are complete.
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
    // Unreachable: the scanner's grammar is at least as strict as yajl's. The record is rejected anyway, because a
    // record that yajl rejects was not read to its end.
    let offset = min(context.position, bytes.count)
    return RecordFailure(
      .syntax, at: offset, path: "$", expected: "JSON that yajl accepts", text: bytes)
  }
}

/// The argument of yajl's callbacks: the state of one record, and a reference to the driver.
///
/// It also holds the table of callbacks, and they change it. While values are skipped, the callbacks check only
/// nesting and lengths. Once the record's value is complete, every callback ends the parse.
///
/// SAFETY: a `YajlParser` owns the context. Only the callbacks of the active and the skipping table read `driver`.
/// They cast it to its type. The owner of the parser passed it with these tables, and keeps it alive.
@safe struct YajlContext {
  /// The receiver of the events.
  let driver: UnsafeMutableRawPointer
  /// The table that yajl reads, and its content in each mode.
  var callbacks: yajl_callbacks
  var activeCallbacks: yajl_callbacks
  var skippingCallbacks: yajl_callbacks
  let completeCallbacks = YajlCallbacks.complete
  var handle: yajl_handle?

  /// The number of open containers.
  var depth: Int32 = 0
  /// The depth of the container that is being skipped. Without meaning in other modes.
  var skipDepth = Int32.max
  /// The driver's target for the value after the last name. 0 if the value is skipped.
  var target: Int32 = 0
  var mode = Mode.complete
  var halt = Halt.none
  /// The offset at which the record's value ends, or -1 before.
  var valueEnd = -1
  /// The offset in the record of the value that the driver rejected.
  var failureOffset = 0

  let depthLimit: Int32
  /// A string or name with more decoded bytes than this may exceed its limit in raw form.
  let stringSuspicion: Int
  let nameSuspicion: Int
  let limits: Limits

  /// The offset in the record of the bytes that yajl was given, and the address of the record's first byte, which may
  /// be outside the memory.
  var fedOffset = 0
  var text: UnsafePointer<UInt8>
  /// The number of bytes from `text` on that keep their address while the record is read.
  var stableCount = 0 {
    didSet { paddedCount = max(stableCount - Literal.lead - Literal.padding, 0) }
  }
  /// The number of offsets from `Literal.lead` on at which a literal is padded.
  private var paddedCount = 0

  enum Mode: UInt8 {
    /// Values reach the driver.
    case active
    /// Values are skipped. Only nesting and lengths are checked.
    case skipping
    /// The record's value is complete. Any other value is an error.
    case complete
  }

  enum Halt: UInt8 {
    case none
    /// The scanner will find the error: an exceeded limit or a second value.
    case grammar
    /// The driver rejected a value.
    case rejected
    /// The driver stopped the parse.
    case stopped
  }

  init(active: yajl_callbacks, skipping: yajl_callbacks, driver: UnsafeMutableRawPointer, limits: Limits) {
    unsafe self.driver = unsafe driver
    self.limits = limits
    activeCallbacks = active
    skippingCallbacks = skipping
    callbacks = completeCallbacks
    depthLimit = Int32(clamping: limits.depth)
    // An escape of six bytes can decode to one byte.
    stringSuspicion = limits.string / 6
    nameSuspicion = limits.name / 6
    // The address is set before any callback reads it.
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

  /// Ends the record's value.
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

  /// Whether the string just read, with `count` decoded bytes, exceeds its limit.
  @inline(__always)
  mutating func isTooLong(string count: Int) -> Bool {
    count > stringSuspicion && exceeds(limits.string)
  }

  /// Whether the name just read, with `count` decoded bytes, exceeds its limit.
  @inline(__always)
  mutating func isTooLong(name count: Int) -> Bool {
    count > nameSuspicion && exceeds(limits.name)
  }

  /// Whether there are more bytes between the quotes than a limit.
  @inline(never)
  private mutating func exceeds(_ limit: Int) -> Bool {
    stringRange().count - 2 > limit
  }

  // MARK: Locations

  /// Whether text keeps its address while the record is read, and is not in yajl's own buffer.
  @inline(__always)
  func isStable(_ bytes: UnsafePointer<UInt8>) -> Bool {
    unsafe UInt(bitPattern: bytes) &- UInt(bitPattern: text) < UInt(bitPattern: stableCount)
  }

  /// Whether a literal's lead and padding are readable, because they are part of the record.
  @inline(__always)
  func isPadded(_ bytes: UnsafePointer<UInt8>) -> Bool {
    unsafe UInt(bitPattern: bytes) &- UInt(bitPattern: text) &- UInt(bitPattern: Literal.lead)
      < UInt(bitPattern: paddedCount)
  }

  // These are mutating, so that the context is not copied for the call.

  /// The number of the record's bytes that yajl has read, including the last token.
  var position: Int { unsafe fedOffset &+ yajl_get_bytes_consumed(handle) }

  /// Returns the range in the record of the string that yajl has just read, including its quotes.
  ///
  /// The opening quote is found by searching backwards from the closing one for a quote that no backslash escapes.
  /// Inside the string, every quote is escaped.
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
