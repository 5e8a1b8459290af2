import CYajl

/// The tables of C functions, one for each mode of the context, and the parts that all drivers share.
///
/// SAFETY: the first argument of each callback is the address of the `YajlContext` that `YajlParser` gave yajl. It is
/// valid during the parse. Strings and numbers are `count` readable bytes.
enum YajlCallbacks {
  /// The context of a callback, in place. It is used only during the callback.
  @safe struct Context {
    private let address: UnsafeMutablePointer<YajlContext>

    /// yajl's context is never nil.
    @inline(__always)
    fileprivate init(_ raw: UnsafeMutableRawPointer?) {
      unsafe address = raw.unsafelyUnwrapped.assumingMemoryBound(to: YajlContext.self)
    }

    var pointee: YajlContext {
      @inline(__always) unsafeAddress { unsafe UnsafePointer(address) }
      @inline(__always) nonmutating unsafeMutableAddress { unsafe address }
    }
  }

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
    yajl_number: { unsafe skippedNumber(context($0), $2) },
    yajl_string: { unsafe skippedString(context($0), $2) },
    yajl_start_map: { unsafe skippedOpen(context($0)) },
    yajl_map_key: { unsafe skippedKey(context($0), $2) },
    yajl_end_map: nil,
    yajl_start_array: { unsafe skippedOpen(context($0)) },
    yajl_end_array: nil)

  /// The table after the record's value. Any other value is an error.
  static let complete = unsafe yajl_callbacks(
    yajl_null: { unsafe halt(context($0), .grammar) },
    yajl_boolean: { raw, _ in unsafe halt(context(raw), .grammar) },
    yajl_integer: nil,
    yajl_double: nil,
    yajl_number: { raw, _, _ in unsafe halt(context(raw), .grammar) },
    yajl_string: { raw, _, _ in unsafe halt(context(raw), .grammar) },
    yajl_start_map: { unsafe halt(context($0), .grammar) },
    yajl_map_key: { raw, _, _ in unsafe halt(context(raw), .grammar) },
    yajl_end_map: { unsafe halt(context($0), .grammar) },
    yajl_start_array: { unsafe halt(context($0), .grammar) },
    yajl_end_array: { unsafe halt(context($0), .grammar) })

  /// Returns the context of a callback.
  @inline(__always)
  static func context(_ raw: UnsafeMutableRawPointer?) -> Context { unsafe Context(raw) }

  /// What a callback returns unless it ends the parse.
  static let proceed: Int32 = 1

  static func halt(_ context: Context, _ reason: YajlContext.Halt) -> Int32 {
    context.pointee.halt = reason
    return 0
  }

  // MARK: Skipping

  @inline(__always)
  static func skip(_ context: Context, to depth: Int32) {
    context.pointee.skipDepth = depth
    context.pointee.setMode(.skipping)
  }

  /// Whether the container that ends is the skipped one. If it is, `depth` is left to the caller.
  @inline(__always)
  static func endsSkipping(_ context: Context) -> Bool {
    guard context.pointee.depth == context.pointee.skipDepth else {
      context.pointee.depth &-= 1
      return false
    }
    context.pointee.setMode(.active)
    return true
  }

  private static func skippedNumber(_ context: Context, _ count: Int) -> Int32 {
    count > context.pointee.limits.number ? halt(context, .grammar) : proceed
  }

  private static func skippedString(_ context: Context, _ count: Int) -> Int32 {
    context.pointee.isTooLong(string: count) ? halt(context, .grammar) : proceed
  }

  private static func skippedKey(_ context: Context, _ count: Int) -> Int32 {
    context.pointee.isTooLong(name: count) ? halt(context, .grammar) : proceed
  }

  private static func skippedOpen(_ context: Context) -> Int32 {
    context.pointee.depth &+= 1
    return context.pointee.depth > context.pointee.depthLimit ? halt(context, .grammar) : proceed
  }
}

// The callbacks that pass events to a sink. The driver is an `EventReceiver`. `target` is 0 after a name whose value
// the sink skips.
//
// SAFETY: as for ``YajlCallbacks``.
extension YajlCallbacks {
  /// Creates a parser that passes every event to a receiver. The caller keeps the receiver.
  static func parser(for receiver: EventReceiver, limits: Limits) -> YajlParser {
    unsafe YajlParser(
      active: sink, skipping: sinkSkipping, driver: Unmanaged.passUnretained(receiver).toOpaque(),
      limits: limits)
  }

  /// The table that passes every event to the sink.
  static let sink = unsafe yajl_callbacks(
    yajl_null: { unsafe scalar(context($0), .null) },
    yajl_boolean: { unsafe scalar(context($0), .bool($1 != 0)) },
    yajl_integer: nil,
    yajl_double: nil,
    yajl_number: { raw, text, count in
      let context = unsafe context(raw)
      if count > context.pointee.limits.number { return halt(context, .grammar) }
      guard let text = unsafe text, isWanted(context) else { return passed(context) }
      let bytes = unsafe UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
      return unsafe after(context, receiver(context).number(Span(_unsafeStart: bytes, count: count)))
    },
    yajl_string: { raw, text, count in
      let context = unsafe context(raw)
      if context.pointee.isTooLong(string: count) { return halt(context, .grammar) }
      guard isWanted(context) else { return passed(context) }
      let bytes = unsafe text ?? context.pointee.text
      return unsafe after(context, receiver(context).string(Span(_unsafeStart: bytes, count: count)))
    },
    yajl_start_map: { unsafe open(context($0), .startObject) },
    yajl_map_key: { raw, text, count in
      let context = unsafe context(raw)
      if context.pointee.isTooLong(name: count) { return halt(context, .grammar) }
      let bytes = unsafe text ?? context.pointee.text
      switch unsafe receiver(context).key(Span(_unsafeStart: bytes, count: count)) {
      case .proceed: break
      case .skip: context.pointee.target = 0
      case .stop: return halt(context, .stopped)
      }
      return proceed
    },
    yajl_end_map: { unsafe close(context($0), .endObject) },
    yajl_start_array: { unsafe open(context($0), .startArray) },
    yajl_end_array: { unsafe close(context($0), .endArray) })

  /// The table while the sink skips the rest of a container, including its end.
  static let sinkSkipping = unsafe skipping { raw in
    let context = unsafe context(raw)
    guard endsSkipping(context) else { return proceed }
    context.pointee.depth &-= 1
    return passed(context)
  }

  @inline(__always)
  private static func receiver(_ context: Context) -> EventReceiver {
    unsafe Unmanaged<EventReceiver>.fromOpaque(context.pointee.driver).takeUnretainedValue()
  }

  /// Whether the sink takes the current value. It takes the next one unless it says otherwise.
  @inline(__always)
  private static func isWanted(_ context: Context) -> Bool {
    let isWanted = context.pointee.target != 0
    context.pointee.target = 1
    return isWanted
  }

  private static func scalar(_ context: Context, _ event: Event) -> Int32 {
    return isWanted(context) ? after(context, receiver(context).receive(event)) : passed(context)
  }

  /// Handles the sink's action after a scalar or the end of a container.
  @inline(__always)
  private static func after(_ context: Context, _ action: EventAction) -> Int32 {
    action == .stop ? halt(context, .stopped) : passed(context)
  }

  @inline(__always)
  private static func passed(_ context: Context) -> Int32 {
    if context.pointee.depth == 0 { context.pointee.complete() }
    return proceed
  }

  private static func open(_ context: Context, _ event: Event) -> Int32 {
    context.pointee.depth &+= 1
    if context.pointee.depth > context.pointee.depthLimit { return halt(context, .grammar) }
    switch isWanted(context) ? receiver(context).receive(event) : .skip {
    case .proceed: break
    case .skip: skip(context, to: context.pointee.depth)
    case .stop: return halt(context, .stopped)
    }
    return proceed
  }

  private static func close(_ context: Context, _ event: Event) -> Int32 {
    context.pointee.depth &-= 1
    return after(context, receiver(context).receive(event))
  }
}
