import CYajl

// The callbacks that drive a machine.
//
// SAFETY: as for ``YajlCallbacks``. The driver of these tables is a `Machine`, whose storage a `MachineDriver` keeps.
extension YajlCallbacks.Context {
  fileprivate var machine: Machine {
    @inline(__always) unsafeAddress {
      unsafe UnsafePointer(pointee.driver.assumingMemoryBound(to: Machine.self))
    }
    @inline(__always) nonmutating unsafeMutableAddress {
      unsafe pointee.driver.assumingMemoryBound(to: Machine.self)
    }
  }
}

extension YajlCallbacks {
  /// The callbacks that pass every wanted value to the machine.
  static let machine = unsafe yajl_callbacks(
    yajl_null: { unsafe machineScalar(context($0), .null, nil, 4) },
    yajl_boolean: { unsafe machineScalar(context($0), $1 != 0 ? .true : .false, nil, $1 != 0 ? 4 : 5) },
    yajl_integer: nil,
    yajl_double: nil,
    yajl_number: { raw, text, count in
      unsafe machineScalar(
        context(raw), .number, text.map { unsafe UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) },
        count)
    },
    yajl_string: { unsafe machineString(context($0), $1, $2) },
    yajl_start_map: { unsafe machineOpen(context($0), isArray: false) },
    yajl_map_key: { unsafe machineKey(context($0), $1, $2) },
    yajl_end_map: { unsafe close(context($0)) },
    yajl_start_array: { unsafe machineOpen(context($0), isArray: true) },
    yajl_end_array: { unsafe close(context($0)) })

  /// The callbacks for the rest of a container that the machine does not want.
  static let machineSkipping = unsafe skipping { unsafe skippedClose(context($0)) }

  static func skippedClose(_ context: Context) -> Int32 {
    endsSkipping(context) ? close(context) : proceed
  }

  @inline(__always)
  private static func target(_ context: Context) -> Int32 {
    context.machine.matcher.isInArray ? context.machine.matcher.element() : context.pointee.target
  }

  /// Handles `true`, `false`, `null` and numbers, whose text is used as it is.
  @inline(__always)
  static func machineScalar(
    _ context: Context, _ kind: Literal.Kind, _ bytes: UnsafePointer<UInt8>?, _ count: Int
  ) -> Int32 {
    if kind == .number, count > context.pointee.limits.number { return halt(context, .grammar) }
    let target = target(context)
    if target > 0 {
      var literal = unsafe Literal(kind, bytes ?? context.pointee.text, count)
      if kind == .number { literal.isPadded = unsafe context.pointee.isPadded(literal.bytes) }
      // A cell with the JSON text has null.
      if kind == .null, !context.machine.store.nonFinite.isEmpty, !context.machine.store.isText(target) {
        let number = context.machine.store.nonFinite[context.pointee.position &- count]
        literal = number?.literal ?? literal
      }
      if !context.machine.store.set(target, literal), !scalar(context, target, literal, count) {
        return fail(context, at: context.pointee.position &- count)
      }
      return valueStored(context)
    }
    return target == 0 ? proceed : fail(context, at: context.pointee.position &- count)
  }

  @inline(__always)
  static func machineString(_ context: Context, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    if context.pointee.isTooLong(string: count) { return halt(context, .grammar) }
    let target = target(context)
    if target > 0 {
      var literal = unsafe Literal(.string, bytes ?? context.pointee.text, count)
      literal.isStable = unsafe context.pointee.isStable(literal.bytes)
      if !context.machine.store.set(target, literal), !scalar(context, target, literal, count) {
        return fail(context, at: context.pointee.stringRange().lowerBound)
      }
      return valueStored(context)
    }
    return target == 0 ? proceed : fail(context, at: context.pointee.stringRange().lowerBound)
  }

  @inline(__always)
  static func machineKey(_ context: Context, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    if context.pointee.isTooLong(name: count) { return halt(context, .grammar) }
    if context.machine.matcher.isExhausted {
      skip(context, to: context.pointee.depth)
      return proceed
    }
    let target = unsafe context.machine.key(bytes ?? context.pointee.text, count)
    context.pointee.target = target
    // For other kinds, the failure is at the value.
    if target < 0, context.machine.store.failure.kind == .unknownName {
      return fail(context, at: context.pointee.stringRange().lowerBound)
    }
    return proceed
  }

  /// Handles a scalar that `store.set` cannot store.
  ///
  /// - Parameter width: the number of its bytes in the record, except for a string.
  @inline(never)
  private static func scalar(_ context: Context, _ target: Int32, _ literal: Literal, _ width: Int) -> Bool {
    var start = 0
    var count = 0
    if context.machine.store.wantsRaw(target) {
      let end = context.pointee.position
      start = literal.kind == .string ? context.pointee.stringRange().lowerBound : end - width
      count = end - start
    }
    return unsafe context.machine.scalar(
      target, literal, ModelStore.RawText(context.pointee.text + start, count))
  }

  @inline(__always)
  static func machineOpen(_ context: Context, isArray: Bool) -> Int32 {
    context.pointee.depth &+= 1
    let depth = context.pointee.depth
    if depth > context.pointee.depthLimit { return halt(context, .grammar) }
    let target = target(context)
    if target > 0 {
      let wantsRaw = context.machine.store.wantsRaw(target)
      let start = wantsRaw ? context.pointee.position &- 1 : 0
      switch context.machine.open(target, isArray: isArray, depth: depth, start: start)
      {
      case .entered: return proceed
      case .skipped: break
      case .failed: return fail(context, at: context.pointee.position &- 1)
      }
    } else if target < 0 {
      return fail(context, at: context.pointee.position &- 1)
    }
    skip(context, to: depth)
    return proceed
  }

  /// Ends a container, entered or skipped.
  @inline(__always)
  static func close(_ context: Context) -> Int32 {
    let depth = context.pointee.depth
    if context.machine.awaits(depth: depth),
      unsafe !context.machine.close(depth: depth, text: context.pointee.text, end: context.pointee.position)
    {
      return fail(context, at: context.pointee.position &- 1)
    }
    context.pointee.depth = depth &- 1
    return valueStored(context)
  }

  /// Handles the end of a value that may have been the last one wanted. In an object, the next name checks this,
  /// because often there is none.
  @inline(__always)
  private static func valueStored(_ context: Context) -> Int32 {
    let depth = context.pointee.depth
    if depth == 0 {
      context.pointee.complete()
      if !context.machine.store.hasRequired(scope: 0) {
        return fail(context, at: context.pointee.valueEnd - 1)
      }
    } else if context.machine.matcher.isInArray, context.machine.matcher.isExhausted {
      skip(context, to: depth)
    }
    return proceed
  }

  @inline(never)
  private static func fail(_ context: Context, at offset: Int) -> Int32 {
    context.pointee.failureOffset = offset
    context.pointee.halt = .rejected
    return 0
  }
}

/// The callbacks of a machine that notes what it finds. After each event the notes get their offset, which is where a
/// failure would be reported.
///
/// SAFETY: as for ``YajlCallbacks``.
extension YajlCallbacks {
  static let inspecting = unsafe yajl_callbacks(
    yajl_null: { unsafe located(context($0), machineScalar(context($0), .null, nil, 4), 4) },
    yajl_boolean: {
      let count = $1 != 0 ? 4 : 5
      return unsafe located(
        context($0), machineScalar(context($0), $1 != 0 ? .true : .false, nil, count), count)
    },
    yajl_integer: nil,
    yajl_double: nil,
    yajl_number: { raw, text, count in
      let bytes = unsafe text.map { unsafe UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
      return unsafe located(context(raw), machineScalar(context(raw), .number, bytes, count), count)
    },
    yajl_string: { unsafe located(context($0), machineString(context($0), $1, $2), nil) },
    yajl_start_map: { unsafe located(context($0), machineOpen(context($0), isArray: false), 1) },
    yajl_map_key: { unsafe locatedName(context($0), machineKey(context($0), $1, $2)) },
    yajl_end_map: { unsafe located(context($0), close(context($0)), 1) },
    yajl_start_array: { unsafe located(context($0), machineOpen(context($0), isArray: true), 1) },
    yajl_end_array: { unsafe located(context($0), close(context($0)), 1) })

  static let inspectingSkipped = unsafe skipping { unsafe located(context($0), skippedClose(context($0)), 1) }

  /// Sets the offset of notes for a name. An unknown name is reported at the name, a repeated one at its value.
  private static func locatedName(_ context: Context, _ result: Int32) -> Int32 {
    let isUnknown = context.machine.store.notes.failures.last?.failure.kind == .unknownName
    return isUnknown ? located(context, result, nil) : result
  }

  /// Sets the offset of the notes of an event.
  ///
  /// - Parameter count: the number of bytes of the token. Nil for a string.
  private static func located(_ context: Context, _ result: Int32, _ count: Int?) -> Int32 {
    guard context.machine.store.notes.hasUnplaced else { return result }
    let position = context.pointee.position
    let start = count.map { position - $0 } ?? context.pointee.stringRange().lowerBound
    // What the record's root value lacks is reported at its last byte.
    let end = context.pointee.mode == .complete ? position - 1 : start
    context.machine.store.notes.locate(at: start, end: end)
    return result
  }
}

extension YajlContext {
  /// Gives the machine's notes offsets, from the next record on.
  mutating func locateNotes() {
    activeCallbacks = YajlCallbacks.inspecting
    skippingCallbacks = YajlCallbacks.inspectingSkipped
  }
}
