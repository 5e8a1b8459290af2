// A collection that is read from the text of its value, which may have another shape. A separate machine reads it, after
// the whole text was validated.
//
// SAFETY: an address is that of a field of the cell's type.
extension FieldDescription {
  /// Returns the same field, read from the text of its value if a policy allows another shape.
  func reshaped(at path: RecordPath) throws(PathError) -> FieldDescription {
    guard policies.takesSingle || policies.takesList else { return self }
    guard let cell else { preconditionFailure("a field with these policies has a cell") }
    guard !path.isMultiple, storage.gathering != nil || storage.shape?.isArray == true else {
      throw PathError(
        path.text, at: 0,
        "singleAsArray and commaSeparated need a collection without a wildcard, not \(typeName)")
    }
    var inner = self
    inner.paths = _FieldPaths("$") { () throws(PathError) in try RecordPath("$") }
    inner.offset = { _ in 0 }
    inner.preset = nil
    // The outer field's policies apply to the value itself.
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
    let isOptional = storage.isOptional
    let witness = unsafe FieldWitness(
      read: { literal, _, _, address, callContext, rejection in
        var shape = shape
        unsafe shape.write(Span(_unsafeStart: literal.bytes, count: literal.count))
        return PartSources.borrow(for: program, callContext, { program }) { source in
          switch source.read(shape.output.span, allowsByteOrderMark: false) {
          case .complete, .stopped:
            let machine = unsafe source.machine
            guard unsafe machine.pointee.store.scopes[0].isStored(0) else {
              // A mismatched element made the value void.
              rejection = .keepingTemplate
              return .typeMismatch
            }
            unsafe cell.move(machine.pointee.store.scopes[0].instance, address)
            unsafe machine.pointee.store.renew(0)
            return nil
          case .failed(var failure):
            failure.offset = shape.origin.original(of: failure.offset)
            rejection = Rejection(within: failure)
            return failure.kind
          }
        }
      },
      putNil: { address, _ in unsafe cell.empty(address) },
      clear: { _, _ in }, reset: { address, template, _ in unsafe cell.copy(template, address) },
      expectation: storage.expectation(level: 0))
    var outer = self
    outer.storage = _FieldStorage(
      .customValue, isOptional ? .optional : .plain, isOptional: isOptional, witness)
    outer.nested = nil
    outer.policies.isInterned = false
    outer.policies.badElement = .error
    outer.policies.coerces = false
    // Otherwise statistics would not count the null.
    if !isOptional, policies.null == .setNil { outer.policies.null = .error }
    return outer
  }
}

extension _FieldStorage {
  /// Whether each collection, outermost first, is an object.
  fileprivate var areKeyed: [Bool] {
    if let gathering { return [gathering.isKeyed] + gathering.element.areKeyed }
    return shape?.isArray == true ? [false] : []
  }
}

extension FieldCell {
  /// Returns the operations of an instance that consists only of the cell.
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
      renew: { [self] cell in unsafe empty(cell) }, isThere: { _ in true }, isClass: false, build: nil,
      late: nil, typeName: typeName)
  }
}

/// Reusable sources for the parts of a record that are read by machines of their own.
///
/// A decoder has one list. The source of a part borrows further sources from the same list, for the parts in it. So a
/// reader has no more sources than parts that it reads within each other.
///
/// SAFETY: the outermost source owns the list. Every source has its address in its call context from its creation on.
struct PartSources {
  /// The limits of the record. They also apply to a part that was not checked with the record.
  private let limits: Limits
  private var idle: [Idle] = []

  init(limits: Limits) { self.limits = limits }

  private struct Idle {
    /// The reader that uses the source. The decoder's program keeps it alive.
    let reader: ObjectIdentifier
    let source: RecordSource
  }

  /// Calls `body` with a source that nothing else uses meanwhile.
  ///
  /// - Parameters:
  ///   - reader: the reader of the part, which gets its own sources.
  ///   - callContext: the call context of the enclosing record.
  ///   - isChecked: whether the part was checked with the record.
  ///   - makeProgram: returns the program of a new source.
  @inline(__always)
  static func borrow<Result, Failure: Error>(
    for reader: AnyObject, _ callContext: CallContext.Reference, isChecked: Bool = true,
    _ makeProgram: () -> Program, _ body: (RecordSource) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // There are none if no decoder reads the value.
    let parts = unsafe callContext.parts?.assumingMemoryBound(to: PartSources.self)
    let reader = ObjectIdentifier(reader)
    let source =
      unsafe parts?.pointee.take(for: reader)
      ?? RecordSource(
        makeProgram(), isChecked ? .part : ReadingOptions(limits: parts?.pointee.limits), sharing: parts)
    if let object = callContext.object { source.callContext = object }
    do throws(Failure) {
      let result = try body(source)
      unsafe parts?.pointee.give(source, for: reader)
      return result
    } catch {
      unsafe parts?.pointee.give(source, for: reader)
      throw error
    }
  }

  /// Removes the last source of a reader from the list.
  @inline(never)
  private mutating func take(for reader: ObjectIdentifier) -> RecordSource? {
    guard let last = idle.lastIndex(where: { $0.reader == reader }) else { return nil }
    return last == idle.count - 1 ? idle.removeLast().source : idle.remove(at: last).source
  }

  @inline(never)
  private mutating func give(_ source: consuming RecordSource, for reader: ObjectIdentifier) {
    if source.callContext != nil { source.callContext = nil }
    idle.append(Idle(reader: reader, source: source))
  }
}

extension ReadingOptions {
  /// The options for a part of a record. The record was checked, and its limits do not apply to a part.
  fileprivate static let part = ReadingOptions(limits: .unlimited, validation: .mapped)
}
