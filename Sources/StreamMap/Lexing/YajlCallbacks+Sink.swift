import CYajl

// The callbacks that tell a sink. `target` is 0 after a name whose value the sink does
// not want.
//
// SAFETY: as for ``YajlCallbacks``.
extension YajlCallbacks {
  /// Every event goes to the sink.
  static let sink = yajl_callbacks(
    yajl_null: { scalar($0, .null) },
    yajl_boolean: { scalar($0, .bool($1 != 0)) },
    yajl_integer: nil,
    yajl_double: nil,
    yajl_number: { raw, text, count in
      let context = context(raw)
      if count > context.pointee.limits.number { return halt(raw, .grammar) }
      guard let text, isWanted(context) else { return passed(context) }
      let bytes = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
      return after(context, receiver(context).number(Span(_unsafeStart: bytes, count: count)))
    },
    yajl_string: { raw, text, count in
      let context = context(raw)
      if count > context.pointee.stringSuspicion, context.pointee.exceeds(context.pointee.limits.string) {
        return halt(raw, .grammar)
      }
      guard isWanted(context) else { return passed(context) }
      let bytes = text ?? context.pointee.text
      return after(context, receiver(context).string(Span(_unsafeStart: bytes, count: count)))
    },
    yajl_start_map: { open($0, .startObject) },
    yajl_map_key: { raw, text, count in
      let context = context(raw)
      if count > context.pointee.nameSuspicion, context.pointee.exceeds(context.pointee.limits.name) {
        return halt(raw, .grammar)
      }
      let bytes = text ?? context.pointee.text
      switch receiver(context).key(Span(_unsafeStart: bytes, count: count)) {
      case .proceed: break
      case .skip: context.pointee.target = 0
      case .stop: return halt(raw, .stopped)
      }
      return 1
    },
    yajl_end_map: { close($0, .endObject) },
    yajl_start_array: { open($0, .startArray) },
    yajl_end_array: { close($0, .endArray) })

  @inline(__always)
  private static func receiver(_ context: Context) -> EventReceiver {
    // The table is used only where there is a receiver.
    context.pointee.receiver.unsafelyUnwrapped.takeUnretainedValue()
  }

  /// Whether the value now read is to be told; from the next on, it is again.
  @inline(__always)
  private static func isWanted(_ context: Context) -> Bool {
    let isWanted = context.pointee.target != 0
    context.pointee.target = 1
    return isWanted
  }

  private static func scalar(_ raw: UnsafeMutableRawPointer?, _ event: Event) -> Int32 {
    let context = context(raw)
    return isWanted(context) ? after(context, receiver(context).receive(event)) : passed(context)
  }

  /// After a scalar or the end of a container.
  @inline(__always)
  private static func after(_ context: Context, _ action: EventAction) -> Int32 {
    action == .stop ? halt(UnsafeMutableRawPointer(context), .stopped) : passed(context)
  }

  @inline(__always)
  private static func passed(_ context: Context) -> Int32 {
    if context.pointee.depth == 0 { context.pointee.setMode(.complete) }
    return 1
  }

  private static func open(_ raw: UnsafeMutableRawPointer?, _ event: Event) -> Int32 {
    let context = context(raw)
    context.pointee.depth &+= 1
    if context.pointee.depth > context.pointee.depthLimit { return halt(raw, .grammar) }
    switch isWanted(context) ? receiver(context).receive(event) : .skip {
    case .proceed: break
    case .skip: skip(context, to: context.pointee.depth)
    case .stop: return halt(raw, .stopped)
    }
    return 1
  }

  private static func close(_ raw: UnsafeMutableRawPointer?, _ event: Event) -> Int32 {
    let context = context(raw)
    context.pointee.depth &-= 1
    return after(context, receiver(context).receive(event))
  }

  /// The end of a container that the sink did not want to the end.
  static func closeSkipped(_ context: Context) -> Int32 {
    context.pointee.depth &-= 1
    return passed(context)
  }
}
