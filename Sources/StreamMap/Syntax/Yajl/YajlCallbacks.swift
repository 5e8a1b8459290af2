import CYajl

/// The tables of C functions, one for each mode of the context, and the parts that all drivers share.
///
/// SAFETY: the first argument of each callback is the address of the `YajlContext` that `YajlParser` gave yajl. It is
/// valid during the parse. Strings and numbers are `count` readable bytes.
enum YajlCallbacks {
  typealias Context = UnsafeMutablePointer<YajlContext>

  /// Returns the table for skipping, which checks only nesting and lengths.
  ///
  /// - Parameter close: called at the end of a container. It calls ``endsSkipping(_:)``.
  static func skipping(close: @convention(c) (UnsafeMutableRawPointer?) -> Int32) -> yajl_callbacks {
    var callbacks = skipping
    unsafe callbacks.yajl_end_map = unsafe close
    unsafe callbacks.yajl_end_array = unsafe close
    return callbacks
  }

  private static let skipping = unsafe yajl_callbacks(
    yajl_null: nil,
    yajl_boolean: nil,
    yajl_integer: nil,
    yajl_double: nil,
    yajl_number: { unsafe skippedNumber($0, $2) },
    yajl_string: { unsafe skippedString($0, $2) },
    yajl_start_map: { unsafe skippedOpen($0) },
    yajl_map_key: { unsafe skippedKey($0, $2) },
    yajl_end_map: nil,
    yajl_start_array: { unsafe skippedOpen($0) },
    yajl_end_array: nil)

  /// The table after the record's value. Any other value is an error.
  static let complete = unsafe yajl_callbacks(
    yajl_null: { unsafe halt($0, .grammar) },
    yajl_boolean: { context, _ in unsafe halt(context, .grammar) },
    yajl_integer: nil,
    yajl_double: nil,
    yajl_number: { context, _, _ in unsafe halt(context, .grammar) },
    yajl_string: { context, _, _ in unsafe halt(context, .grammar) },
    yajl_start_map: { unsafe halt($0, .grammar) },
    yajl_map_key: { context, _, _ in unsafe halt(context, .grammar) },
    yajl_end_map: { unsafe halt($0, .grammar) },
    yajl_start_array: { unsafe halt($0, .grammar) },
    yajl_end_array: { unsafe halt($0, .grammar) })

  /// Returns the context of a callback. yajl's context is never nil.
  @inline(__always)
  static func context(_ raw: UnsafeMutableRawPointer?) -> Context {
    unsafe raw.unsafelyUnwrapped.assumingMemoryBound(to: YajlContext.self)
  }

  static func halt(_ raw: UnsafeMutableRawPointer?, _ reason: YajlContext.Halt) -> Int32 {
    unsafe context(raw).pointee.halt = reason
    return 0
  }

  // MARK: Skipping

  @inline(__always)
  static func skip(_ context: Context, to depth: Int32) {
    unsafe context.pointee.skipDepth = depth
    unsafe context.pointee.setMode(.skipping)
  }

  /// Whether the container that ends is the skipped one. If it is, `depth` is left to the caller.
  @inline(__always)
  static func endsSkipping(_ context: Context) -> Bool {
    guard unsafe context.pointee.depth == context.pointee.skipDepth else {
      unsafe context.pointee.depth &-= 1
      return false
    }
    if unsafe context.pointee.depth > 1 { unsafe context.pointee.setMode(.active) }
    return true
  }

  private static func skippedNumber(_ raw: UnsafeMutableRawPointer?, _ count: Int) -> Int32 {
    unsafe count > context(raw).pointee.limits.number ? halt(raw, .grammar) : 1
  }

  private static func skippedString(_ raw: UnsafeMutableRawPointer?, _ count: Int) -> Int32 {
    let context = unsafe context(raw)
    return unsafe context.pointee.isTooLong(string: count) ? halt(raw, .grammar) : 1
  }

  private static func skippedKey(_ raw: UnsafeMutableRawPointer?, _ count: Int) -> Int32 {
    let context = unsafe context(raw)
    return unsafe context.pointee.isTooLong(name: count) ? halt(raw, .grammar) : 1
  }

  private static func skippedOpen(_ raw: UnsafeMutableRawPointer?) -> Int32 {
    let context = unsafe context(raw)
    unsafe context.pointee.depth &+= 1
    return unsafe context.pointee.depth > context.pointee.depthLimit ? halt(raw, .grammar) : 1
  }
}

// The callbacks that pass events to a sink. The driver is an `EventReceiver`. `target` is 0 after a name whose value
// the sink skips.
//
// SAFETY: as for ``YajlCallbacks``.
extension YajlCallbacks {
  /// The table that passes every event to the sink.
  static let sink = unsafe yajl_callbacks(
    yajl_null: { unsafe scalar($0, .null) },
    yajl_boolean: { unsafe scalar($0, .bool($1 != 0)) },
    yajl_integer: nil,
    yajl_double: nil,
    yajl_number: { raw, text, count in
      let context = unsafe context(raw)
      if unsafe count > context.pointee.limits.number { return unsafe halt(raw, .grammar) }
      guard let text = unsafe text, unsafe isWanted(context) else { return unsafe passed(context) }
      let bytes = unsafe UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
      return unsafe after(context, receiver(context).number(Span(_unsafeStart: bytes, count: count)))
    },
    yajl_string: { raw, text, count in
      let context = unsafe context(raw)
      if unsafe context.pointee.isTooLong(string: count) { return unsafe halt(raw, .grammar) }
      guard unsafe isWanted(context) else { return unsafe passed(context) }
      let bytes = unsafe text ?? context.pointee.text
      return unsafe after(context, receiver(context).string(Span(_unsafeStart: bytes, count: count)))
    },
    yajl_start_map: { unsafe open($0, .startObject) },
    yajl_map_key: { raw, text, count in
      let context = unsafe context(raw)
      if unsafe context.pointee.isTooLong(name: count) { return unsafe halt(raw, .grammar) }
      let bytes = unsafe text ?? context.pointee.text
      switch unsafe receiver(context).key(Span(_unsafeStart: bytes, count: count)) {
      case .proceed: break
      case .skip: unsafe context.pointee.target = 0
      case .stop: return unsafe halt(raw, .stopped)
      }
      return 1
    },
    yajl_end_map: { unsafe close($0, .endObject) },
    yajl_start_array: { unsafe open($0, .startArray) },
    yajl_end_array: { unsafe close($0, .endArray) })

  /// The table while the sink skips the rest of a container, including its end.
  static let sinkSkipping = unsafe skipping { raw in
    let context = unsafe context(raw)
    guard unsafe endsSkipping(context) else { return 1 }
    unsafe context.pointee.depth &-= 1
    return unsafe passed(context)
  }

  @inline(__always)
  private static func receiver(_ context: Context) -> EventReceiver {
    unsafe Unmanaged<EventReceiver>.fromOpaque(context.pointee.driver).takeUnretainedValue()
  }

  /// Whether the sink takes the current value. It takes the next one unless it says otherwise.
  @inline(__always)
  private static func isWanted(_ context: Context) -> Bool {
    let isWanted = unsafe context.pointee.target != 0
    unsafe context.pointee.target = 1
    return isWanted
  }

  private static func scalar(_ raw: UnsafeMutableRawPointer?, _ event: Event) -> Int32 {
    let context = unsafe context(raw)
    return unsafe isWanted(context) ? after(context, receiver(context).receive(event)) : passed(context)
  }

  /// Handles the sink's action after a scalar or the end of a container.
  @inline(__always)
  private static func after(_ context: Context, _ action: EventAction) -> Int32 {
    unsafe action == .stop ? halt(UnsafeMutableRawPointer(context), .stopped) : passed(context)
  }

  @inline(__always)
  private static func passed(_ context: Context) -> Int32 {
    if unsafe context.pointee.depth == 0 { unsafe context.pointee.complete() }
    return 1
  }

  private static func open(_ raw: UnsafeMutableRawPointer?, _ event: Event) -> Int32 {
    let context = unsafe context(raw)
    unsafe context.pointee.depth &+= 1
    if unsafe context.pointee.depth > context.pointee.depthLimit { return unsafe halt(raw, .grammar) }
    switch unsafe isWanted(context) ? receiver(context).receive(event) : .skip {
    case .proceed: break
    case .skip: unsafe skip(context, to: context.pointee.depth)
    case .stop: return unsafe halt(raw, .stopped)
    }
    return 1
  }

  private static func close(_ raw: UnsafeMutableRawPointer?, _ event: Event) -> Int32 {
    let context = unsafe context(raw)
    unsafe context.pointee.depth &-= 1
    return unsafe after(context, receiver(context).receive(event))
  }
}
