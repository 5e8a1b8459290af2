import Synchronization

/// Reads a collection from the text of its value, which may have another shape: by a machine of its own, once
/// the text is known to be whole.
///
/// SAFETY: an address is that of a field of the cell's type.
final class CollectionReader: Sendable {
  private let program: Program
  private let shape: CollectionShape
  private let cell: FieldCell
  private let sources = BorrowedSources()

  init(_ program: Program, _ shape: CollectionShape, _ cell: FieldCell) {
    self.program = program
    self.shape = shape
    self.cell = cell
  }

  /// Reads the text of a value into a field; the reason, if it does not fit.
  func read(
    _ literal: Literal, into address: UnsafeMutableRawPointer, _ callContext: CallContext?,
    _ refusal: inout Refusal?
  ) -> MappingError.Kind? {
    var shape = shape
    unsafe shape.write(Span(_unsafeStart: literal.bytes, count: literal.count))
    return sources.lend(program, callContext) { source in
      switch source.read(shape.output.span, allowsByteOrderMark: false) {
      case .complete, .stopped:
        let machine = unsafe source.machine
        guard unsafe machine.pointee.store.scopes[0].isStored(0) else {
          // A bad element made it void.
          refusal = .keepingTemplate
          return .typeMismatch
        }
        unsafe cell.move(machine.pointee.store.scopes[0].instance, address)
        unsafe machine.pointee.store.renew(0)
        return nil
      case .failed(var failure):
        failure.offset = shape.origin.original(of: failure.offset)
        refusal = Refusal(within: failure)
        return failure.kind
      }
    }
  }
}

extension FieldDescription {
  /// The same field, its value read from its text, if a policy says that it may have another shape.
  func reshaped(at path: RecordPath) throws(PathError) -> FieldDescription {
    guard policies.takesSingle || policies.takesList else { return self }
    guard !path.isMultiple, storage.gathering != nil || storage.shape?.isArray == true else {
      throw PathError(
        path.text, at: 0,
        "singleAsArray and commaSeparated need a collection without a wildcard, not \(typeName)")
    }
    var inner = self
    inner.paths = _FieldPaths("$") { () throws(PathError) in try RecordPath("$") }
    inner.offset = { _ in 0 }
    inner.preset = nil
    // Of the value itself the field says what it means.
    inner.policies.isRequired = false
    inner.policies.mismatch = .error
    inner.policies.takesSingle = false
    inner.policies.takesList = false
    let program = Program(
      try ProgramDraft(MappingDescription(fields: [inner], instance: cell.instance(typeName))))
    if program.borrowedField != nil {
      throw PathError(path.text, at: 0, "a BorrowedText is not supported in this field; use String")
    }
    let shape = CollectionShape(
      areKeyed: storage.areKeyed, takesSingle: policies.takesSingle, takesList: policies.takesList)
    let reader = CollectionReader(program, shape, cell)
    let isOptional = storage.shape?.isOptional == true
    var outer = self
    outer.storage = _FieldStorage(
      .customValue, isOptional ? .optional : .plain,
      unsafe FieldWitness(
        cell, storage.expectation(level: 0)
      ) { literal, _, _, address, callContext, refusal in
        unsafe reader.read(literal, into: address, callContext.object, &refusal)
      })
    outer.nested = nil
    outer.policies.isInterned = false
    outer.policies.badElement = .error
    outer.policies.coerces = false
    if !isOptional, policies.null == .setNil { outer.policies.null = .error }
    return outer
  }
}

extension _FieldStorage {
  /// The collections, outermost first: whether each is an object.
  fileprivate var areKeyed: [Bool] {
    if let gathering { return [gathering.isKeyed] + gathering.element.areKeyed }
    return shape?.isArray == true ? [false] : []
  }
}

extension FieldCell {
  /// An instance that is a cell and nothing else.
  fileprivate func instance(_ typeName: String) -> InstanceOperations {
    unsafe InstanceOperations(
      allocate: { [self] in
        let cell = UnsafeMutableRawPointer.allocate(byteCount: max(size, 1), alignment: alignment)
        unsafe initialize(cell)
        return unsafe cell
      },
      deallocate: { [self] cell in
        unsafe deinitialize(cell)
        unsafe cell.deallocate()
      },
      renew: { [self] cell in
        unsafe deinitialize(cell)
        unsafe initialize(cell)
      }, isThere: { _ in true }, isClass: false, build: nil, late: nil, typeName: typeName)
  }
}

extension FieldWitness {
  /// The witness of a field that is as its cell is, whatever its shape.
  fileprivate convenience init(_ cell: FieldCell, _ expectation: String, read: @escaping Read) {
    unsafe self.init(
      read: read,
      putNil: { address, _ in
        unsafe cell.deinitialize(address)
        unsafe cell.initialize(address)
      },
      clear: { _, _ in }, reset: { address, template, _ in unsafe cell.copy(template, address) },
      expectation: expectation)
  }
}

/// Sources for parts of a record that are read by machines of their own: each is lent to one reader at a time,
/// and used again.
///
/// SAFETY: whoever takes a source out of the list is the only one who has it.
final class BorrowedSources: Sendable {
  private let idle = Mutex<[Borrowed]>([])

  private struct Borrowed: @unchecked Sendable {
    let source: RecordSource
  }

  /// Lends a source that nobody else uses meanwhile.
  ///
  /// - Parameters:
  ///   - program: what a new one reads; the same for all.
  ///   - callContext: those of the record.
  func lend<Result, Failure: Error>(
    _ program: @autoclosure () -> Program, _ callContext: CallContext?,
    _ body: (RecordSource) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The record that the text is of has been checked, and its limits are not for a part of it.
    let lent =
      idle.withLock { $0.popLast() }
      ?? Borrowed(source: RecordSource(program(), ReadingOptions(limits: .unlimited, validation: .mapped)))
    defer { idle.withLock { $0.append(lent) } }
    lent.source.callContext = callContext
    defer { lent.source.callContext = nil }
    return try body(lent.source)
  }
}
