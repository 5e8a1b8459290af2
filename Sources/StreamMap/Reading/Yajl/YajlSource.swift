import CYajl

/// Events by yajl, told to the machine or to a sink.
///
/// yajl gives the grammar's verdict and the tokens; what it lets pass is checked
/// before (`RecordCheck`) or here: depth, lengths, one value a record. One handle
/// serves many records, in yajl's mode for many values; it is made anew only after an
/// error, from which yajl cannot go on.
///
/// The callbacks get the address of a `YajlContext`. It holds the table of callbacks
/// too, and they change it: while nothing is wanted, yajl finds no callback for
/// strings and names, and does not even decode their escapes; once the record's value
/// is complete, every callback ends the parse.
///
/// Invariant: between two records yajl is between two values, or `isBroken`.
///
/// SAFETY: the context is allocated in `init` and freed in `deinit`, so its address,
/// which yajl keeps, is stable and outlives the handle. yajl declares the table
/// `const`, which binds yajl and not us: it reads an entry each time it is to call it.
@safe final class YajlSource {
  let context: UnsafeMutablePointer<YajlContext>
  let limits: Limits
  /// Whether errors have a path, an excerpt and a message. Otherwise a failure has only a kind and an offset.
  var explains = true
  /// Whether no event can fail or is reported. Only the grammar is checked then.
  let isIndifferent: Bool
  private var isBroken = true

  /// Owns the machine, which other sources may drive too, one record at a time.
  private let storage: MachineStorage

  init(_ storage: MachineStorage, limits: Limits, receiver: EventReceiver? = nil) {
    self.storage = storage
    self.limits = limits.clamped
    let program = storage.program
    isIndifferent =
      receiver == nil && program.paths.nodeCount == 0 && program.fieldCount == 0
      && program.scopes.allSatisfy { $0.requiredMask < 0 }
    unsafe context = .allocate(capacity: 1)
    unsafe context.initialize(to: YajlContext(storage.machine, limits: limits.clamped, receiver: receiver))
  }

  var machine: UnsafeMutablePointer<Machine> { unsafe storage.machine }

  deinit {
    if let handle = unsafe context.pointee.handle { unsafe yajl_free(handle) }
    unsafe context.pointee.receiver?.release()
    unsafe context.deinitialize(count: 1)
    unsafe context.deallocate()
  }

  /// Begins a record; what was left of one before it is forgotten.
  func begin() {
    if isBroken { renewHandle() }
    unsafe context.pointee.beginRecord()
  }

  /// The last record was given up: yajl cannot go on from where it is.
  func abandon() {
    isBroken = true
  }

  private func renewHandle() {
    if let handle = unsafe context.pointee.handle { unsafe yajl_free(handle) }
    let handle = unsafe yajl_alloc(&context.pointee.callbacks, nil, context)
    unsafe context.pointee.handle = unsafe handle
    _ = unsafe streammap_yajl_config(handle, yajl_allow_multiple_values, 1)
    _ = unsafe streammap_yajl_config(handle, yajl_dont_validate_strings, 1)
    isBroken = false
  }

  /// Hands bytes to yajl.
  ///
  /// - Parameters:
  ///   - offset: of the first of them in the record.
  ///   - text: the address that the record's first byte has, or would have: where the
  ///     bytes of a value that began earlier are found.
  /// - Returns: false if yajl or a callback ended the parse.
  func feed(_ bytes: UnsafePointer<UInt8>, _ count: Int, at offset: Int, text: UnsafePointer<UInt8>) -> Bool {
    unsafe context.pointee.fedOffset = offset
    unsafe context.pointee.text = unsafe text
    return unsafe yajl_parse(context.pointee.handle, bytes, count) == yajl_status_ok
  }

  /// Ends a number that nothing follows, and shows any other token that is cut.
  func flush(at offset: Int, text: UnsafePointer<UInt8>) -> Bool {
    unsafe withUnsafePointer(to: ASCII.lineFeed) { unsafe feed($0, 1, at: offset, text: text) }
  }
}

/// What the callbacks know.
@safe struct YajlContext {
  let machine: UnsafeMutablePointer<Machine>
  /// Gets the events instead of the machine, where there is one.
  var receiver: Unmanaged<EventReceiver>?
  /// The table that yajl reads, and what it is in each mode.
  var callbacks: yajl_callbacks
  var activeCallbacks: yajl_callbacks
  var skippingCallbacks = YajlCallbacks.skipping
  let completeCallbacks = YajlCallbacks.complete
  var handle: yajl_handle?

  /// Open containers.
  var depth: Int32 = 0
  /// While skipping: the depth of the container whose end ends it.
  var skipDepth: Int32 = 0
  /// What the value that follows the last name is wanted for.
  var target: Int32 = 0
  var mode = Mode.complete
  var halt = Halt.none
  /// Where the record's value ends, once it is complete; -1 before.
  var valueEnd = -1
  /// Where the value that does not fit the model begins, in the record.
  var failureOffset = 0
  /// Whether failures are noted and not reported yet, because an earlier value may be a mismatch.
  var awaitsMismatch = false

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
    /// Values reach the machine or the sink.
    case active
    /// Values are counted, not looked at.
    case skipping
    /// The record's value is complete; any other is one too many.
    case complete
  }

  enum Halt: UInt8 {
    case none
    /// The scanner will find what is wrong: a limit, or a second value.
    case grammar
    /// The value does not fit the model.
    case model
    /// The sink wants no more.
    case stopped
  }

  init(_ machine: UnsafeMutablePointer<Machine>, limits: Limits, receiver: EventReceiver?) {
    unsafe self.machine = unsafe machine
    self.limits = limits
    unsafe self.receiver = unsafe receiver.map(Unmanaged.passRetained)
    activeCallbacks = receiver == nil ? YajlCallbacks.machine : YajlCallbacks.sink
    callbacks = completeCallbacks
    depthLimit = Int32(clamping: limits.depth)
    // An escape of six bytes makes one.
    stringSuspicion = limits.string / 6
    nameSuspicion = limits.name / 6
    unsafe text = unsafe UnsafePointer(machine.pointee.store.names)
  }

  mutating func beginRecord() {
    expectMismatch(false)
    depth = 0
    target = 1
    halt = .none
    valueEnd = -1
    stableCount = 0
    setMode(.active)
  }

  /// The record's value is complete. False if it lacks a required field.
  @inline(__always)
  mutating func complete() -> Bool {
    valueEnd = position
    setMode(.complete)
    return unsafe machine.pointee.store.hasRequired(scope: 0)
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

  // MARK: Places

  /// The offset up to which the record is read to describe the machine's failure.
  var modelFailureOffset: Int {
    // The value's mismatch was decided only at the end of its model.
    if unsafe machine.pointee.store.failure.kinds != nil,
      let start = unsafe machine.pointee.store.failure.start
    {
      return start
    }
    return failureOffset
  }

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
