import CYajl

// The callbacks that drive a machine.
//
// SAFETY: as for ``YajlCallbacks``. The driver of these tables is a `Machine`, whose storage a `MachineDriver` keeps.
extension YajlCallbacks {
  /// The callbacks that pass every wanted value to the machine.
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

  /// The callbacks for the rest of a container that the machine does not want.
  static let machineSkipping = unsafe skipping { unsafe skippedClose($0) }

  static func skippedClose(_ raw: UnsafeMutableRawPointer?) -> Int32 {
    unsafe endsSkipping(context(raw)) ? close(raw) : 1
  }

  @inline(__always)
  static func machine(_ context: Context) -> UnsafeMutablePointer<Machine> {
    unsafe context.pointee.driver.assumingMemoryBound(to: Machine.self)
  }

  @inline(__always)
  private static func target(_ context: Context) -> Int32 {
    unsafe machine(context).pointee.matcher.top.pointee.isArray
      ? machine(context).pointee.matcher.element() : context.pointee.target
  }

  /// Handles `true`, `false`, `null` and numbers, whose text is used as it is.
  @inline(__always)
  static func machineScalar(
    _ raw: UnsafeMutableRawPointer?, _ kind: Literal.Kind, _ bytes: UnsafePointer<UInt8>?, _ count: Int
  ) -> Int32 {
    let context = unsafe context(raw)
    if kind == .number, unsafe count > context.pointee.limits.number { return unsafe halt(raw, .grammar) }
    let target = unsafe target(context)
    if target > 0 {
      var literal = unsafe Literal(kind, bytes ?? context.pointee.text, count)
      if kind == .number { literal.isPadded = unsafe context.pointee.isPadded(literal.bytes) }
      if kind == .null, unsafe !machine(context).pointee.store.nonFinite.isEmpty {
        let number = unsafe machine(context).pointee.store.nonFinite[context.pointee.position &- count]
        literal = number?.literal ?? literal
      }
      if unsafe !machine(context).pointee.store.set(target, literal),
        unsafe !scalar(context, target, literal, count)
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
      if unsafe !machine(context).pointee.store.set(target, literal),
        unsafe !scalar(context, target, literal, count)
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
    if unsafe machine(context).pointee.matcher.isExhausted {
      unsafe skip(context, to: context.pointee.depth)
      return 1
    }
    let target = unsafe machine(context).pointee.key(bytes ?? context.pointee.text, count)
    unsafe context.pointee.target = target
    // For other kinds, the failure is at the value.
    if target < 0, unsafe machine(context).pointee.store.failure.kind == .unknownName {
      return unsafe fail(context, at: context.pointee.stringRange().lowerBound)
    }
    return 1
  }

  /// Handles a scalar that `store.set` cannot store.
  ///
  /// - Parameter width: the number of its bytes in the record, except for a string.
  @inline(never)
  private static func scalar(_ context: Context, _ target: Int32, _ literal: Literal, _ width: Int) -> Bool {
    var start = 0
    var count = 0
    if unsafe machine(context).pointee.store.wantsRaw(target) {
      let end = unsafe context.pointee.position
      start = unsafe literal.kind == .string ? context.pointee.stringRange().lowerBound : end - width
      count = end - start
    }
    return unsafe machine(context).pointee.scalar(
      target, literal, ModelStore.RawText(context.pointee.text + start, count))
  }

  @inline(__always)
  static func machineOpen(_ raw: UnsafeMutableRawPointer?, isArray: Bool) -> Int32 {
    let context = unsafe context(raw)
    unsafe context.pointee.depth &+= 1
    let depth = unsafe context.pointee.depth
    if unsafe depth > context.pointee.depthLimit { return unsafe halt(raw, .grammar) }
    let target = unsafe target(context)
    if target > 0 {
      let wantsRaw = unsafe machine(context).pointee.store.wantsRaw(target)
      let start = unsafe wantsRaw ? context.pointee.position &- 1 : 0
      switch unsafe machine(context).pointee.open(target, isArray: isArray, depth: depth, start: start)
      {
      case .entered: return 1
      case .skipped: break
      case .failed: return unsafe fail(context, at: context.pointee.position &- 1)
      }
    } else if target < 0 {
      return unsafe fail(context, at: context.pointee.position &- 1)
    }
    unsafe skip(context, to: depth)
    return 1
  }

  /// Ends a container, entered or skipped.
  @inline(__always)
  static func close(_ raw: UnsafeMutableRawPointer?) -> Int32 {
    let context = unsafe context(raw)
    let depth = unsafe context.pointee.depth
    if unsafe machine(context).pointee.awaits(depth: depth),
      unsafe !machine(context).pointee.close(
        depth: depth, text: context.pointee.text, end: context.pointee.position)
    {
      return unsafe fail(context, at: context.pointee.position &- 1)
    }
    unsafe context.pointee.depth = depth &- 1
    return unsafe valueStored(context)
  }

  /// Handles the end of a value that may have been the last one wanted. In an object, the next name checks this,
  /// because often there is none.
  @inline(__always)
  private static func valueStored(_ context: Context) -> Int32 {
    let depth = unsafe context.pointee.depth
    if depth == 0 {
      unsafe context.pointee.complete()
      if unsafe !machine(context).pointee.store.hasRequired(scope: 0) {
        return unsafe fail(context, at: context.pointee.valueEnd - 1)
      }
    } else if unsafe machine(context).pointee.matcher.top.pointee.isArray,
      unsafe machine(context).pointee.matcher.isExhausted
    {
      unsafe skip(context, to: depth)
    }
    return 1
  }

  @inline(never)
  private static func fail(_ context: Context, at offset: Int) -> Int32 {
    unsafe context.pointee.failureOffset = offset
    unsafe context.pointee.halt = .rejected
    return 0
  }
}

/// The callbacks of a machine that notes what it finds. After each event the notes get their offset, which is where a
/// failure would be reported.
///
/// SAFETY: as for ``YajlCallbacks``.
extension YajlCallbacks {
  static let inspecting = unsafe yajl_callbacks(
    yajl_null: { unsafe located($0, machineScalar($0, .null, nil, 4), 4) },
    yajl_boolean: {
      let count = $1 != 0 ? 4 : 5
      return unsafe located($0, machineScalar($0, $1 != 0 ? .true : .false, nil, count), count)
    },
    yajl_integer: nil,
    yajl_double: nil,
    yajl_number: { context, text, count in
      let bytes = unsafe text.map { unsafe UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
      return unsafe located(context, machineScalar(context, .number, bytes, count), count)
    },
    yajl_string: { unsafe located($0, machineString($0, $1, $2), nil) },
    yajl_start_map: { unsafe located($0, machineOpen($0, isArray: false), 1) },
    yajl_map_key: { unsafe locatedName($0, machineKey($0, $1, $2)) },
    yajl_end_map: { unsafe located($0, close($0), 1) },
    yajl_start_array: { unsafe located($0, machineOpen($0, isArray: true), 1) },
    yajl_end_array: { unsafe located($0, close($0), 1) })

  static let inspectingSkipped = unsafe skipping { unsafe located($0, skippedClose($0), 1) }

  /// Sets the offset of notes for a name. An unknown name is reported at the name, a repeated one at its value.
  private static func locatedName(_ raw: UnsafeMutableRawPointer?, _ result: Int32) -> Int32 {
    let isUnknown =
      unsafe machine(context(raw)).pointee.store.notes.failures.last?.failure.kind == .unknownName
    return isUnknown ? unsafe located(raw, result, nil) : result
  }

  /// Sets the offset of the notes of an event.
  ///
  /// - Parameter count: the number of bytes of the token. Nil for a string.
  private static func located(
    _ raw: UnsafeMutableRawPointer?, _ result: Int32, _ count: Int?
  ) -> Int32 {
    let context = unsafe context(raw)
    guard unsafe machine(context).pointee.store.notes.hasUnplaced else { return result }
    let position = unsafe context.pointee.position
    let start = unsafe count.map { position - $0 } ?? context.pointee.stringRange().lowerBound
    // What the record's root value lacks is reported at its last byte.
    let end = unsafe context.pointee.mode == .complete ? position - 1 : start
    unsafe machine(context).pointee.store.notes.locate(at: start, end: end)
    return result
  }
}

extension YajlContext {
  /// Sets whether the machine's notes get offsets, from the next record on.
  mutating func inspects(_ inspects: Bool) {
    activeCallbacks = inspects ? YajlCallbacks.inspecting : YajlCallbacks.machine
    skippingCallbacks = inspects ? YajlCallbacks.inspectingSkipped : YajlCallbacks.machineSkipping
  }
}
