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
  let context: UnsafeMutablePointer<YajlContext>
  let limits: Limits
  /// Whether errors have a path, an excerpt and a message. Otherwise a failure has only a kind and an offset.
  var explains = true
  private var isBroken = true

  /// A parser whose callbacks are those of two tables, for values that the driver wants and for others.
  ///
  /// - Parameter driver: what the callbacks of these tables drive. The caller keeps it alive.
  init(active: yajl_callbacks, skipping: yajl_callbacks, driver: UnsafeMutableRawPointer, limits: Limits) {
    self.limits = limits.clamped
    unsafe context = .allocate(capacity: 1)
    unsafe context.initialize(
      to: YajlContext(active: active, skipping: skipping, driver: driver, limits: limits.clamped))
  }

  deinit {
    if let handle = unsafe context.pointee.handle { unsafe yajl_free(handle) }
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

  // MARK: The record

  /// Whether the record's value is complete.
  var isComplete: Bool { unsafe context.pointee.mode == .complete }

  /// Why a callback ended the parse.
  var halt: YajlContext.Halt { unsafe context.pointee.halt }

  /// Whether the driver may still reject a value that it has accepted.
  var isUndecided: Bool { unsafe context.pointee.isUndecided }

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
    let offset = unsafe min(context.pointee.position, bytes.count)
    return RecordFailure(
      .syntax, at: offset, path: "$", expected: "JSON that yajl accepts", text: bytes)
  }
}
