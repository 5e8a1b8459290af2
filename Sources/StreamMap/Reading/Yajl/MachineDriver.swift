/// Reads records by yajl into a machine.
///
/// SAFETY: the parser's driver is the machine, which lives as long as `storage`.
@safe final class MachineDriver: YajlDriver {
  let parser: YajlParser
  /// Whether no event can fail or is reported. Only the grammar is checked then.
  private let isIndifferent: Bool
  /// Owns the machine, which other sources may drive too, one record at a time.
  private let storage: MachineStorage

  init(_ storage: MachineStorage, limits: Limits) {
    self.storage = storage
    let program = storage.program
    isIndifferent =
      program.paths.nodeCount == 0 && program.fieldCount == 0
      && program.scopes.allSatisfy { $0.requiredMask < 0 }
    unsafe parser = YajlParser(
      active: YajlCallbacks.machine, skipping: YajlCallbacks.machineSkipping, driver: storage.machine,
      limits: limits)
  }

  var program: Program { storage.program }
  var machine: UnsafeMutablePointer<Machine> { unsafe storage.machine }
  var context: UnsafeMutablePointer<YajlContext> { unsafe parser.context }

  func isIndifferent(toFirst count: Int) -> Bool {
    unsafe (count == 0 || isIndifferent) && !machine.pointee.store.notes.collects
  }

  func beginRecord() {
    unsafe context.pointee.expectMismatch(false)
    if unsafe machine.pointee.store.notes.isOn { unsafe machine.pointee.store.notes.clear() }
    unsafe machine.pointee.store.beginRecord()
  }

  func endRecord() {
    unsafe machine.pointee.store.endRecord()
  }

  func abandonRecord() {
    unsafe context.pointee.expectMismatch(false)
    // Another source may read the record next. An inspection still needs its notes.
    let machine = unsafe machine
    if unsafe machine.pointee.store.notes.counts, unsafe !machine.pointee.store.notes.collects {
      unsafe machine.pointee.store.notes.clear()
    }
    unsafe machine.pointee.abandonRecord()
  }

  // MARK: Pieces

  /// The first byte of a value that is kept whole and has not ended, and of a value that may still be rejected.
  var earliestNeeded: Int? {
    let machine = unsafe machine
    let capture = unsafe machine.pointee.earliestCapture
    guard parser.isUndecided else { return capture }
    let (mismatch, failure) =
      unsafe (
        machine.pointee.store.deferred.first?.offset, machine.pointee.store.notes.failures.map(\.offset).min()
      )
    return [capture, mismatch, failure].compactMap(\.self).min()
  }

  /// The target of the value that comes next, or is open. 0 if it is not wanted.
  var openTarget: Int32 {
    guard unsafe context.pointee.mode == .active else { return 0 }
    let isElement = unsafe context.pointee.depth > 0 && machine.pointee.matcher.top.pointee.isArray
    return unsafe isElement ? machine.pointee.matcher.nextElement : context.pointee.target
  }
}

extension Machine {
  /// Where the first value begins that is being kept whole and has not ended.
  fileprivate var earliestCapture: Int? {
    for index in 0..<store.endCount where unsafe store.ends[index].action == .capture {
      return unsafe store.ends[index].start
    }
    return nil
  }
}
