/// The owner of a machine at a stable address.
///
/// SAFETY: the machine is allocated here and freed in `deinit`. Sources that drive it hold the storage.
@safe final class MachineStorage {
  let program: Program
  let machine: UnsafeMutablePointer<Machine>

  init(_ program: Program) {
    self.program = program
    unsafe machine = .allocate(capacity: 1)
    unsafe machine.initialize(to: Machine(program))
  }

  deinit {
    unsafe machine.pointee.deallocate()
    unsafe machine.deinitialize(count: 1)
    unsafe machine.deallocate()
  }

  /// The machine, accessed in place. An accessor that yields a large value copies it in unoptimised code.
  var content: Machine {
    unsafeAddress { unsafe UnsafePointer(machine) }
    unsafeMutableAddress { unsafe machine }
  }

  /// Returns a parser that drives the machine. It must not outlive this object.
  func makeParser(limits: Limits) -> YajlParser {
    unsafe YajlParser(
      active: YajlCallbacks.machine, skipping: YajlCallbacks.machineSkipping, driver: machine, limits: limits)
  }
}

/// The root model of a record, in the machine that a source fills.
///
/// SAFETY: the source reads a mapping of `Root`, whose outermost instance is a `Root`. If instances are updated, the
/// template is a late one. The machine lives as long as the source, which is held here.
@safe struct RecordModel<Root> {
  private let source: RecordSource

  /// - Parameter source: a source that reads a mapping of `Root`.
  init(_ source: RecordSource) { self.source = source }

  /// The address of the model. Valid until the next record or until the model is taken.
  @inline(__always)
  private var address: UnsafeMutablePointer<Root> {
    unsafe source.machine.pointee.store.scopes[0].instance.assumingMemoryBound(to: Root.self)
  }

  /// Calls `body` with the model that the last record filled.
  @inline(__always)
  func show<Result>(_ body: (borrowing Root) throws -> Result) rethrows -> Result {
    unsafe try Memory.borrow(address, body)
  }

  /// Calls `body` with the model in the middle of a record. What the model borrows is returned afterwards.
  ///
  /// - Parameters: as for `Machine.partial`.
  func showPartial<Result>(
    text: inout String, for target: Int32, isWhole: Bool,
    _ body: (borrowing Root, PartialModel) throws -> Result
  ) throws -> Result? {
    unsafe try withUnsafeMutablePointer(to: &text) { text in
      let partial = unsafe source.machine.pointee.partial(text: text, for: target, isWhole: isWhole)
      var result: Swift.Result<Result, any Error>?
      partial.show { result = Swift.Result { try show { model in try body(model, partial) } } }
      return try result?.get()
    }
  }

  /// Invalidates text that the model borrows from its record.
  func expireTexts() { unsafe source.machine.pointee.store.texts.expire() }

  /// Returns the model. The next record begins with a new one.
  func take() -> Root {
    let root = unsafe address.pointee
    unsafe source.machine.pointee.store.renew(0)
    return root
  }

  /// Returns the model.
  ///
  /// - Parameter isTemporary: whether the caller releases it before the next record. The arrays and dictionaries of plain
  ///   models are then reused.
  @inline(__always)
  func take(isTemporary: Bool) -> Root {
    if isTemporary && source.hasPlainModels { return unsafe address.pointee }
    return take()
  }

  /// Attaches the record's bytes and the record key to the model.
  ///
  /// - Parameter operations: the operations of the mapping.
  @inline(__always)
  func attach(key: [UInt8]?, _ operations: InstanceOperations) {
    attach(operations)
    guard let key, let takeKey = unsafe operations.takeKey else { return }
    unsafe takeKey(source.machine.pointee.store.scopes[0].instance, key)
  }

  /// Gives the model the rows of elements that a filter keeps, before each record.
  func select(_ rows: RowSelection, _ operations: InstanceOperations) {
    unsafe operations.takeSelection?(source.machine.pointee.store.scopes[0].instance, rows)
  }

  /// Gives the model the values that are not stored in it.
  @inline(__always)
  func attach(_ operations: InstanceOperations) {
    guard let attach = unsafe operations.attach else { return }
    unsafe attach(
      source.machine.pointee.store.scopes[0].instance, &source.machine.pointee.store.texts,
      &source.machine.pointee.store.replaced)
  }

  /// Makes the next record update a model, if the mapping updates.
  func update(_ root: Root) {
    guard unsafe source.machine.pointee.store.scopes[0].isUpdated else { return }
    unsafe LateInstance.put(root, at: source.machine.pointee.store.scopes[0].template)
  }

  /// Releases the models that the last record updated.
  func forgetUpdated() { unsafe source.machine.pointee.store.forgetUpdated() }
}
