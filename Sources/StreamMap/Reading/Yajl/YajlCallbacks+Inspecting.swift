import CYajl

/// The tables of a machine that notes what it finds: after each event the notes get their place, as a failure
/// there would have.
///
/// SAFETY: as ``YajlCallbacks``.
extension YajlCallbacks {
  static let inspecting = unsafe yajl_callbacks(
    yajl_null: { unsafe placed($0, machineScalar($0, .null, nil, 4), 4) },
    yajl_boolean: {
      let count = $1 != 0 ? 4 : 5
      return unsafe placed($0, machineScalar($0, $1 != 0 ? .true : .false, nil, count), count)
    },
    yajl_integer: nil,
    yajl_double: nil,
    yajl_number: { context, text, count in
      let bytes = unsafe text.map { unsafe UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
      return unsafe placed(context, machineScalar(context, .number, bytes, count), count)
    },
    yajl_string: { unsafe placed($0, machineString($0, $1, $2), nil) },
    yajl_start_map: { unsafe placed($0, machineOpen($0, isArray: false), 1) },
    yajl_map_key: { unsafe placedName($0, machineKey($0, $1, $2)) },
    yajl_end_map: { unsafe placed($0, close($0), 1) },
    yajl_start_array: { unsafe placed($0, machineOpen($0, isArray: true), 1) },
    yajl_end_array: { unsafe placed($0, close($0), 1) })

  static let inspectingSkipped = unsafe skipping { unsafe placed($0, skippedClose($0), 1) }

  /// A name that is unknown is told where it stands; one that is there twice, where its value does.
  private static func placedName(_ raw: UnsafeMutableRawPointer?, _ result: Int32) -> Int32 {
    let isUnknown =
      unsafe machine(context(raw)).pointee.store.notes.failures.last?.failure.kind == .unknownName
    return isUnknown ? unsafe placed(raw, result, nil) : result
  }

  /// Gives the notes of an event their place.
  ///
  /// - Parameter count: the bytes of the token; nil for a string.
  private static func placed(
    _ raw: UnsafeMutableRawPointer?, _ result: Int32, _ count: Int?
  ) -> Int32 {
    let context = unsafe context(raw)
    defer { if unsafe context.pointee.isUndecided { unsafe context.pointee.forgetMismatch() } }
    guard unsafe machine(context).pointee.store.notes.hasUnplaced else { return result }
    let position = unsafe context.pointee.position
    let start = unsafe count.map { position - $0 } ?? context.pointee.stringRange().lowerBound
    // What the record's own value lacks is told at its last byte.
    let end = unsafe context.pointee.mode == .complete ? position - 1 : start
    unsafe machine(context).pointee.store.notes.place(at: start, end: end)
    return result
  }
}

extension YajlContext {
  private var machine: UnsafeMutablePointer<Machine> { unsafe driver.assumingMemoryBound(to: Machine.self) }

  /// Sets the offset of the values deferred last. If one of them may fail the record, later failures are noted from
  /// here on, because the failure with the smallest offset is reported.
  mutating func placeDeferred(at offset: Int) {
    if unsafe machine.pointee.store.placeDeferred(at: offset), unsafe !machine.pointee.store.notes.collects {
      expectMismatch(true)
    }
  }

  /// Sets the offset of a deferred container that has just begun.
  @inline(never)
  mutating func placeOpened() {
    if unsafe machine.pointee.store.hasUnplacedDeferred { placeDeferred(at: position &- 1) }
  }

  mutating func expectMismatch(_ expects: Bool) {
    if expects == isUndecided { return }
    isUndecided = expects
    unsafe machine.pointee.store.collectNotes(expects)
    inspects(expects)
    if mode == .active { setMode(.active) }
  }

  /// Stops noting failures if no mismatch is deferred and no failure is noted.
  fileprivate mutating func forgetMismatch() {
    if unsafe machine.pointee.store.deferred.isEmpty, unsafe machine.pointee.store.notes.failures.isEmpty {
      expectMismatch(false)
    }
  }

  /// Has the notes of the machine placed from the next record on, or no longer.
  mutating func inspects(_ inspects: Bool) {
    activeCallbacks = inspects ? YajlCallbacks.inspecting : YajlCallbacks.machine
    skippingCallbacks = inspects ? YajlCallbacks.inspectingSkipped : YajlCallbacks.machineSkipping
  }
}
