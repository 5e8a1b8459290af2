/// A driver that reads records with yajl into a machine.
final class MachineDriver: YajlDriver {
  let parser: YajlParser
  /// Whether no event can fail or is reported. Only the grammar is checked then.
  private let isIndifferent: Bool
  /// Owns the machine, which other sources may drive too, one record at a time.
  private let storage: MachineStorage

  init(_ storage: MachineStorage, limits: Limits) {
    self.storage = storage
    let program = storage.program
    isIndifferent =
      program.paths.nodes.count == 0 && program.fieldCount == 0
      && program.scopes.allSatisfy { $0.requiredMask < 0 }
    parser = storage.makeParser(limits: limits)
  }

  var program: Program { storage.program }

  /// The machine, accessed in place.
  var machine: Machine {
    _read { yield storage.content }
    _modify { yield &storage.content }
  }

  func isIndifferent(toFirst count: Int) -> Bool {
    (count == 0 || isIndifferent) && !machine.store.notes.collects
  }

  func beginRecord() {
    if machine.store.notes.isOn { machine.store.notes.clear() }
    machine.store.beginRecord()
  }

  func endRecord() {
    machine.store.endRecord()
  }

  func abandonRecord() {
    // Another source may read the record next. An inspection still needs its notes.
    if machine.store.notes.counts, !machine.store.notes.collects {
      machine.store.notes.clear()
    }
    machine.abandonRecord()
  }

  // MARK: Pieces

  /// The offset of the first byte of an open value that is kept whole.
  var earliestNeeded: Int? { machine.store.earliestCapture }

  /// The target of the value that comes next or is open. 0 if it is not wanted.
  var openTarget: Int32 {
    guard parser.context.mode == .active else { return 0 }
    let isElement = parser.context.depth > 0 && machine.matcher.isInArray
    return isElement ? machine.matcher.nextElement : parser.context.target
  }
}
