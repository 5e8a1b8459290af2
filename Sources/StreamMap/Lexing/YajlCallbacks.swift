import CYajl

/// The tables of C functions, one for each mode of the context.
///
/// SAFETY: the first argument of each callback is the address of the `YajlContext`
/// that `YajlSource` gave yajl, valid during the parse; strings and numbers are
/// `count` readable bytes.
enum YajlCallbacks {
  typealias Context = UnsafeMutablePointer<YajlContext>

  /// Every wanted value goes to the machine.
  static let machine = yajl_callbacks(
    yajl_null: { machineScalar($0, .null, nil, 4) },
    yajl_boolean: { machineScalar($0, $1 != 0 ? .true : .false, nil, $1 != 0 ? 4 : 5) },
    yajl_integer: nil,
    yajl_double: nil,
    yajl_number: { context, text, count in
      machineScalar(context, .number, text.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }, count)
    },
    yajl_string: { machineString($0, $1, $2) },
    yajl_start_map: { machineOpen($0, isArray: false) },
    yajl_map_key: { machineKey($0, $1, $2) },
    yajl_end_map: { close($0) },
    yajl_start_array: { machineOpen($0, isArray: true) },
    yajl_end_array: { close($0) })

  /// Nothing is looked at but nesting and lengths.
  static let skipping = yajl_callbacks(
    yajl_null: nil,
    yajl_boolean: nil,
    yajl_integer: nil,
    yajl_double: nil,
    yajl_number: { skippedNumber($0, $2) },
    yajl_string: { skippedString($0, $2) },
    yajl_start_map: { skippedOpen($0) },
    yajl_map_key: { skippedKey($0, $2) },
    yajl_end_map: { skippedClose($0) },
    yajl_start_array: { skippedOpen($0) },
    yajl_end_array: { skippedClose($0) })

  /// Any further value is one too many.
  static let complete = yajl_callbacks(
    yajl_null: { halt($0, .grammar) },
    yajl_boolean: { context, _ in halt(context, .grammar) },
    yajl_integer: nil,
    yajl_double: nil,
    yajl_number: { context, _, _ in halt(context, .grammar) },
    yajl_string: { context, _, _ in halt(context, .grammar) },
    yajl_start_map: { halt($0, .grammar) },
    yajl_map_key: { context, _, _ in halt(context, .grammar) },
    yajl_end_map: { halt($0, .grammar) },
    yajl_start_array: { halt($0, .grammar) },
    yajl_end_array: { halt($0, .grammar) })

  /// What a callback gets: yajl's context is never nil.
  @inline(__always)
  static func context(_ raw: UnsafeMutableRawPointer?) -> Context {
    raw.unsafelyUnwrapped.assumingMemoryBound(to: YajlContext.self)
  }

  static func halt(_ raw: UnsafeMutableRawPointer?, _ reason: YajlContext.Halt) -> Int32 {
    context(raw).pointee.halt = reason
    return 0
  }

  // MARK: Skipping

  private static func skippedNumber(_ raw: UnsafeMutableRawPointer?, _ count: Int) -> Int32 {
    count > context(raw).pointee.limits.number ? halt(raw, .grammar) : 1
  }

  private static func skippedString(_ raw: UnsafeMutableRawPointer?, _ count: Int) -> Int32 {
    let context = context(raw)
    return count > context.pointee.stringSuspicion && context.pointee.exceeds(context.pointee.limits.string)
      ? halt(raw, .grammar) : 1
  }

  private static func skippedKey(_ raw: UnsafeMutableRawPointer?, _ count: Int) -> Int32 {
    let context = context(raw)
    return count > context.pointee.nameSuspicion && context.pointee.exceeds(context.pointee.limits.name)
      ? halt(raw, .grammar) : 1
  }

  private static func skippedOpen(_ raw: UnsafeMutableRawPointer?) -> Int32 {
    let context = context(raw)
    context.pointee.depth &+= 1
    return context.pointee.depth > context.pointee.depthLimit ? halt(raw, .grammar) : 1
  }

  private static func skippedClose(_ raw: UnsafeMutableRawPointer?) -> Int32 {
    let context = context(raw)
    if context.pointee.depth == context.pointee.skipDepth {
      context.pointee.setMode(.active)
      return context.pointee.receiver == nil ? close(raw) : closeSkipped(context)
    }
    context.pointee.depth &-= 1
    return 1
  }

  // MARK: The machine

  @inline(__always)
  private static func target(_ context: Context) -> Int32 {
    context.pointee.machine.top.pointee.isArray ? context.pointee.machine.element() : context.pointee.target
  }

  /// `true`, `false`, `null` and numbers, which stand as they are read.
  @inline(__always)
  private static func machineScalar(
    _ raw: UnsafeMutableRawPointer?, _ kind: Literal.Kind, _ bytes: UnsafePointer<UInt8>?, _ count: Int
  ) -> Int32 {
    let context = context(raw)
    if kind == .number, count > context.pointee.limits.number { return halt(raw, .grammar) }
    let target = target(context)
    if target != 0 {
      var literal = Literal(kind, bytes ?? context.pointee.text, count)
      if context.pointee.machine.wantsRaw(target) {
        let start = context.pointee.position &- count
        literal.raw = context.pointee.text + start
        literal.rawCount = count
      }
      if !context.pointee.machine.scalar(target, literal) {
        return fail(context, at: context.pointee.position &- count)
      }
      return valueStored(context)
    }
    return context.pointee.depth == 0 ? valueStored(context) : 1
  }

  @inline(__always)
  private static func machineString(
    _ raw: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int
  ) -> Int32 {
    let context = context(raw)
    if count > context.pointee.stringSuspicion, context.pointee.exceeds(context.pointee.limits.string) {
      return halt(raw, .grammar)
    }
    let target = target(context)
    if target != 0 {
      var literal = Literal(.string, bytes ?? context.pointee.text, count)
      if context.pointee.machine.wantsRaw(target) {
        let range = context.pointee.stringRange()
        literal.raw = context.pointee.text + range.lowerBound
        literal.rawCount = range.count
      }
      if !context.pointee.machine.scalar(target, literal) {
        return fail(context, at: context.pointee.stringRange().lowerBound)
      }
      return valueStored(context)
    }
    return context.pointee.depth == 0 ? valueStored(context) : 1
  }

  @inline(__always)
  private static func machineKey(
    _ raw: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int
  ) -> Int32 {
    let context = context(raw)
    if count > context.pointee.nameSuspicion, context.pointee.exceeds(context.pointee.limits.name) {
      return halt(raw, .grammar)
    }
    context.pointee.target = context.pointee.machine.key(bytes ?? context.pointee.text, count)
    return 1
  }

  @inline(__always)
  private static func machineOpen(_ raw: UnsafeMutableRawPointer?, isArray: Bool) -> Int32 {
    let context = context(raw)
    context.pointee.depth &+= 1
    let depth = context.pointee.depth
    if depth > context.pointee.depthLimit { return halt(raw, .grammar) }
    let target = target(context)
    if target != 0 {
      let start = context.pointee.machine.wantsRaw(target) ? context.pointee.position &- 1 : 0
      switch context.pointee.machine.open(target, isArray: isArray, depth: depth, start: start) {
      case .entered: return 1
      case .skipped: break
      case .failed: return fail(context, at: context.pointee.position &- 1)
      }
    }
    skip(context, to: depth)
    return 1
  }

  @inline(__always)
  static func skip(_ context: Context, to depth: Int32) {
    context.pointee.skipDepth = depth
    context.pointee.setMode(.skipping)
  }

  /// The end of a container, entered or skipped.
  @inline(__always)
  private static func close(_ raw: UnsafeMutableRawPointer?) -> Int32 {
    let context = context(raw)
    let depth = context.pointee.depth
    if context.pointee.machine.awaits(depth: depth),
      !context.pointee.machine.close(
        depth: depth, text: context.pointee.text, end: context.pointee.position)
    {
      return fail(context, at: context.pointee.position &- 1)
    }
    context.pointee.depth = depth &- 1
    return valueStored(context)
  }

  /// After a value that may have been the last one wanted.
  @inline(__always)
  private static func valueStored(_ context: Context) -> Int32 {
    let depth = context.pointee.depth
    if depth == 0 {
      context.pointee.setMode(.complete)
    } else if context.pointee.machine.isExhausted {
      skip(context, to: depth)
    }
    return 1
  }

  private static func fail(_ context: Context, at offset: Int) -> Int32 {
    context.pointee.failureOffset = offset
    context.pointee.halt = .model
    return 0
  }
}

extension YajlContext {
  /// Whether the string just read has more bytes between its quotes than a limit.
  func exceeds(_ limit: Int) -> Bool {
    stringRange().count - 2 > limit
  }
}
