import CYajl

/// The tables of C functions, one for each mode of the context.
///
/// SAFETY: the first argument of each callback is the address of the `YajlContext`
/// that `YajlSource` gave yajl, valid during the parse; strings and numbers are
/// `count` readable bytes.
enum YajlCallbacks {
  typealias Context = UnsafeMutablePointer<YajlContext>

  /// Every wanted value goes to the machine.
  static let machine = unsafe yajl_callbacks(
    yajl_null: { unsafe machineScalar($0, .null, nil, 4) },
    yajl_boolean: { unsafe machineScalar($0, $1 != 0 ? .true : .false, nil, $1 != 0 ? 4 : 5) },
    yajl_integer: nil,
    yajl_double: nil,
    yajl_number: { context, text, count in
      unsafe machineScalar(
        context, .number, text.map { unsafe UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }, count)
    },
    yajl_string: { unsafe machineString($0, $1, $2) },
    yajl_start_map: { unsafe machineOpen($0, isArray: false) },
    yajl_map_key: { unsafe machineKey($0, $1, $2) },
    yajl_end_map: { unsafe close($0) },
    yajl_start_array: { unsafe machineOpen($0, isArray: true) },
    yajl_end_array: { unsafe close($0) })

  /// Nothing is looked at but nesting and lengths.
  static let skipping = unsafe yajl_callbacks(
    yajl_null: nil,
    yajl_boolean: nil,
    yajl_integer: nil,
    yajl_double: nil,
    yajl_number: { unsafe skippedNumber($0, $2) },
    yajl_string: { unsafe skippedString($0, $2) },
    yajl_start_map: { unsafe skippedOpen($0) },
    yajl_map_key: { unsafe skippedKey($0, $2) },
    yajl_end_map: { unsafe skippedClose($0) },
    yajl_start_array: { unsafe skippedOpen($0) },
    yajl_end_array: { unsafe skippedClose($0) })

  /// Any further value is one too many.
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

  /// What a callback gets: yajl's context is never nil.
  @inline(__always)
  static func context(_ raw: UnsafeMutableRawPointer?) -> Context {
    unsafe raw.unsafelyUnwrapped.assumingMemoryBound(to: YajlContext.self)
  }

  static func halt(_ raw: UnsafeMutableRawPointer?, _ reason: YajlContext.Halt) -> Int32 {
    unsafe context(raw).pointee.halt = reason
    return 0
  }

  // MARK: Skipping

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

  static func skippedClose(_ raw: UnsafeMutableRawPointer?) -> Int32 {
    let context = unsafe context(raw)
    if unsafe context.pointee.depth == context.pointee.skipDepth {
      if unsafe context.pointee.depth > 1 { unsafe context.pointee.setMode(.active) }
      return unsafe context.pointee.receiver == nil ? close(raw) : closeSkipped(context)
    }
    unsafe context.pointee.depth &-= 1
    return 1
  }

  // MARK: The machine

  @inline(__always)
  private static func target(_ context: Context) -> Int32 {
    unsafe context.pointee.machine.pointee.matcher.top.pointee.isArray
      ? context.pointee.machine.pointee.matcher.element() : context.pointee.target
  }

  /// `true`, `false`, `null` and numbers, which stand as they are read.
  @inline(__always)
  static func machineScalar(
    _ raw: UnsafeMutableRawPointer?, _ kind: Literal.Kind, _ bytes: UnsafePointer<UInt8>?, _ count: Int
  ) -> Int32 {
    let context = unsafe context(raw)
    if kind == .number, unsafe count > context.pointee.limits.number { return unsafe halt(raw, .grammar) }
    let target = unsafe target(context)
    if target > 0 {
      let literal = unsafe Literal(kind, bytes ?? context.pointee.text, count)
      if unsafe !context.pointee.machine.pointee.store.set(target, literal),
        unsafe !scalar(context, target, literal)
      {
        return unsafe fail(context, at: context.pointee.position &- count)
      }
      return unsafe valueStored(context)
    }
    return unsafe target == 0 ? 1 : fail(context, at: context.pointee.position &- count)
  }

  @inline(__always)
  static func machineString(
    _ raw: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int
  ) -> Int32 {
    let context = unsafe context(raw)
    if unsafe context.pointee.isTooLong(string: count) { return unsafe halt(raw, .grammar) }
    let target = unsafe target(context)
    if target > 0 {
      var literal = unsafe Literal(.string, bytes ?? context.pointee.text, count)
      literal.isStable = unsafe context.pointee.isStable(literal.bytes)
      if unsafe !context.pointee.machine.pointee.store.set(target, literal),
        unsafe !scalar(context, target, literal)
      {
        return unsafe fail(context, at: context.pointee.stringRange().lowerBound)
      }
      return unsafe valueStored(context)
    }
    return unsafe target == 0 ? 1 : fail(context, at: context.pointee.stringRange().lowerBound)
  }

  @inline(__always)
  static func machineKey(
    _ raw: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<UInt8>?, _ count: Int
  ) -> Int32 {
    let context = unsafe context(raw)
    if unsafe context.pointee.isTooLong(name: count) { return unsafe halt(raw, .grammar) }
    if unsafe context.pointee.machine.pointee.matcher.isExhausted {
      unsafe skip(context, to: context.pointee.depth)
      return 1
    }
    let target = unsafe context.pointee.machine.pointee.key(bytes ?? context.pointee.text, count)
    unsafe context.pointee.target = target
    // Of others it is the value that is wrong.
    if target < 0, unsafe context.pointee.machine.pointee.store.failure.kind == .unknownName {
      return unsafe fail(context, at: context.pointee.stringRange().lowerBound)
    }
    return 1
  }

  /// A scalar that takes more than to be stored.
  @inline(never)
  private static func scalar(_ context: Context, _ target: Int32, _ literal: Literal) -> Bool {
    var start = 0
    var count = 0
    if unsafe context.pointee.machine.pointee.store.wantsRaw(target) {
      let end = unsafe context.pointee.position
      start = unsafe literal.kind == .string ? context.pointee.stringRange().lowerBound : end - literal.count
      count = end - start
    }
    guard
      unsafe context.pointee.machine.pointee.scalar(
        target, literal, ModelStore.Whole(context.pointee.text + start, count))
    else { return false }
    if unsafe context.pointee.machine.pointee.store.hasUnplacedDeferred {
      let isString = literal.kind == .string
      unsafe context.pointee.placeDeferred(
        at: isString ? context.pointee.stringRange().lowerBound : context.pointee.position &- literal.count)
    }
    return true
  }

  @inline(__always)
  static func machineOpen(_ raw: UnsafeMutableRawPointer?, isArray: Bool) -> Int32 {
    let context = unsafe context(raw)
    unsafe context.pointee.depth &+= 1
    let depth = unsafe context.pointee.depth
    if unsafe depth > context.pointee.depthLimit { return unsafe halt(raw, .grammar) }
    let target = unsafe target(context)
    if target > 0 {
      let wantsRaw = unsafe context.pointee.machine.pointee.store.wantsRaw(target)
      let start = unsafe wantsRaw ? context.pointee.position &- 1 : 0
      switch unsafe context.pointee.machine.pointee.open(target, isArray: isArray, depth: depth, start: start)
      {
      case .entered:
        if wantsRaw { unsafe context.pointee.placeOpened() }
        return 1
      case .skipped: unsafe context.pointee.placeOpened()
      case .failed: return unsafe fail(context, at: context.pointee.position &- 1)
      }
    } else if target < 0 {
      return unsafe fail(context, at: context.pointee.position &- 1)
    }
    unsafe skip(context, to: depth)
    return 1
  }

  @inline(__always)
  static func skip(_ context: Context, to depth: Int32) {
    unsafe context.pointee.skipDepth = depth
    unsafe context.pointee.setMode(.skipping)
  }

  /// The end of a container, entered or skipped.
  @inline(__always)
  static func close(_ raw: UnsafeMutableRawPointer?) -> Int32 {
    let context = unsafe context(raw)
    let depth = unsafe context.pointee.depth
    if unsafe context.pointee.machine.pointee.awaits(depth: depth),
      unsafe !context.pointee.machine.pointee.close(
        depth: depth, text: context.pointee.text, end: context.pointee.position)
    {
      return unsafe fail(context, at: context.pointee.position &- 1)
    }
    unsafe context.pointee.depth = depth &- 1
    return unsafe valueStored(context)
  }

  /// After a value that may have been the last one wanted. Of an object the next name
  /// asks, since often there is none.
  @inline(__always)
  private static func valueStored(_ context: Context) -> Int32 {
    let depth = unsafe context.pointee.depth
    if depth == 0 {
      if unsafe !context.pointee.complete() { return unsafe fail(context, at: context.pointee.valueEnd - 1) }
    } else if unsafe context.pointee.machine.pointee.matcher.top.pointee.isArray,
      unsafe context.pointee.machine.pointee.matcher.isExhausted
    {
      unsafe skip(context, to: depth)
    }
    return 1
  }

  @inline(never)
  private static func fail(_ context: Context, at offset: Int) -> Int32 {
    unsafe context.pointee.failureOffset = offset
    unsafe context.pointee.halt = .model
    return 0
  }
}

extension YajlContext {
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
}
