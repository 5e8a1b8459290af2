/// A driver that reads records with yajl into a machine.
final class MachineDriver: YajlDriver {
  let parser: YajlParser
  /// Whether no event can fail or is reported. Only the grammar is checked then.
  private let isIndifferent: Bool
  /// Owns the machine, which other sources may drive too, one record at a time.
  let storage: MachineStorage

  init(_ storage: MachineStorage, limits: Limits) {
    self.storage = storage
    let program = storage.program
    isIndifferent =
      program.paths.nodes.count == 0 && program.fieldCount == 0
      && program.scopes.allSatisfy { $0.requiredMask < 0 }
    parser = storage.makeParser(limits: limits)
  }

  var program: Program { storage.program }

  func isIndifferent(toFirst count: Int) -> Bool {
    (count == 0 || isIndifferent) && !storage.content.store.notes.collects
  }

  func beginRecord() {
    if storage.content.store.notes.isOn { storage.content.store.notes.clear() }
    storage.content.store.beginRecord()
  }

  func endRecord() {
    storage.content.store.endRecord()
  }

  func abandonRecord() {
    // Another source may read the record next. An inspection still needs its notes.
    if storage.content.store.notes.counts, !storage.content.store.notes.collects {
      storage.content.store.notes.clear()
    }
    storage.content.abandonRecord()
  }

  // MARK: Pieces

  /// The offset of the first byte of an open value that is kept whole.
  var earliestNeeded: Int? { storage.content.store.earliestCapture }

  /// The target of the value that comes next or is open. 0 if it is not wanted.
  var openTarget: Int32 {
    guard parser.context.mode == .active else { return 0 }
    let isElement = parser.context.depth > 0 && storage.content.matcher.isInArray
    return isElement ? storage.content.matcher.nextElement : parser.context.target
  }
}
