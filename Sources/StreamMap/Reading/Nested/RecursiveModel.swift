import Synchronization

/// Reads models that contain models of their own type, at any depth. Each is read by a separate machine, after its
/// whole text was validated.
///
/// The mapping is requested at the first such value. By then it has been created. The values can be read into existing
/// models.
final class RecursiveModel<Child>: Sendable {
  private let make: @Sendable () throws -> Mapping<Child>
  private let isUpdating: Bool
  private let known = Mutex<Known?>(nil)
  private let sources = BorrowedSources()

  private struct Known {
    let mapping: Mapping<Child>
    let kinds: ContainerKinds
  }

  init(isUpdating: Bool = false, _ make: @escaping @Sendable () throws -> Mapping<Child>) {
    self.isUpdating = isUpdating
    self.make = make
  }

  private func knownMapping() throws -> Known {
    if let known = known.withLock({ $0 }) { return known }
    let mapping = try make()
    let known = Known(mapping: mapping, kinds: ContainerKinds(mapping.description))
    self.known.withLock { $0 = known }
    return known
  }

  /// Reads the text of a value.
  func read(_ literal: _Literal, _ refusal: inout Refusal?) throws(_LiteralFailure) -> Child {
    try read(literal, into: nil, literal.callContext.object, &refusal)
  }

  /// Reads the text of a value into an existing model.
  ///
  /// - Precondition: the values are read into existing models.
  func read(_ literal: _Literal, into child: Child, _ refusal: inout Refusal?) throws(_LiteralFailure)
    -> Child
  {
    // The changes are final once this value has been read, even if the record is rejected.
    let callContext = CallContext(context: literal.callContext.object?.context)
    return try read(literal, into: child, callContext, &refusal)
  }

  private func read(
    _ literal: _Literal, into child: Child?, _ callContext: CallContext?, _ refusal: inout Refusal?
  ) throws(_LiteralFailure) -> Child {
    let known: Known
    do {
      known = try knownMapping()
    } catch {
      refusal = Refusal("\(error)")
      throw .invalidValue
    }
    let literal = literal.literal
    let isTaken =
      switch literal.kind {
      case .object: known.kinds.object
      case .array: known.kinds.array
      case .null: throw _LiteralFailure(kind: .unexpectedNull)
      default: known.kinds.scalar
      }
    guard isTaken else { throw .typeMismatch }
    let mapping = known.mapping
    return try sources.lend(isUpdating ? mapping.updating.program() : mapping.program, callContext) {
      source throws(_LiteralFailure) in
      let model = RecordModel<Child>(source)
      if let child { model.update(child) }
      defer { model.forgetUpdated() }
      switch literal.withText({ source.read($0, allowsByteOrderMark: false) }) {
      case .complete, .stopped: return model.take()
      case .failed(let failure):
        refusal = Refusal(within: failure)
        throw _LiteralFailure(kind: failure.kind)
      }
    }
  }
}

extension _FieldStorage {
  /// Creates the storage of a model whose mapping does not exist yet.
  init<Child>(recursive mapping: @escaping @Sendable () throws -> Mapping<Child>) {
    let model = RecursiveModel(mapping)
    self.init(
      reading: Child.self, "a value for \(Child.self)", takesAny: true,
      writing: ValueWriting(model: Child.self)
    ) { literal, refusal throws(_LiteralFailure) in
      try model.read(literal, &refusal)
    }
  }
}

extension Field {
  /// Creates a field for a nested model whose mapping does not exist yet, because it contains this field. So a model
  /// can contain others of its own type.
  ///
  ///     static let mapping: Result<Mapping<User>, any Error> = Result { try Mapping(User()) {
  ///       Field(\.name, "name")
  ///       Field(\.bestFriend, "best_friend", recursive: { try User.mapping.get() })
  ///     } }
  ///
  /// The closure returns the mapping. It is called when the first value is read.
  ///
  /// - Complexity: the text of a value is read once for each such model that contains it, and each model takes some
  ///   stack while it is read. ``Limits/depth`` bounds both.
  public init<Child>(
    _ keyPath: any WritableKeyPath<Root, Child> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Child? = nil, _ policies: FieldPolicy...,
    recursive mapping: @escaping @Sendable () throws -> Mapping<Child>
  ) {
    self.init(
      keyPath, path, policies, _FieldStorage(recursive: mapping), blank: { nil }, default: value,
      recursive: { try mapping().description })
  }

  /// Creates a field for an optional or a collection of such models.
  public init<Value: _FieldWrapper>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...,
    recursive mapping: @escaping @Sendable () throws -> Mapping<Value._Item>
  ) {
    self.init(
      keyPath, path, policies, _FieldStorage(recursive: mapping).wrapped(in: Value.self),
      blank: { Value._blank }, default: value, recursive: { try mapping().description })
  }

  /// Creates a field for an optional or a collection of optionals or collections of such models.
  public init<Value: _FieldWrapper, Inner: _FieldWrapper>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...,
    recursive mapping: @escaping @Sendable () throws -> Mapping<Inner._Item>
  ) where Value._Item == Inner {
    self.init(
      keyPath, path, policies, _FieldStorage(recursive: mapping).wrapped(in: Value.self, Inner.self),
      blank: { Value._blank }, default: value, recursive: { try mapping().description })
  }

  /// Creates a field for such models in three nested optionals or collections.
  public init<Value: _FieldWrapper, Middle: _FieldWrapper, Inner: _FieldWrapper>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...,
    recursive mapping: @escaping @Sendable () throws -> Mapping<Inner._Item>
  ) where Value._Item == Middle, Middle._Item == Inner {
    self.init(
      keyPath, path, policies,
      _FieldStorage(recursive: mapping).wrapped(in: Value.self, Middle.self, Inner.self),
      blank: { Value._blank }, default: value, recursive: { try mapping().description })
  }
}
