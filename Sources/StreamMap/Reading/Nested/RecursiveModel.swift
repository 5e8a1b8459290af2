import Synchronization

/// A model that has others of its own type in it, however deep: each is read, once its text is
/// known to be whole, by a machine of its own.
///
/// The mapping is asked for when the first such value comes; then it has been made. The values can be read
/// into models that there are.
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

  /// Reads the text of a value into a model that there is.
  ///
  /// - Precondition: the values are to be read into such.
  func read(_ literal: _Literal, into child: Child, _ refusal: inout Refusal?) throws(_LiteralFailure)
    -> Child
  {
    // What is changed in it is for good once its value has been read, whatever comes of the record.
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
  /// The storage of a model of a mapping that is not made yet.
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
  /// A nested model whose mapping is not made yet, because it has this field: a model can have
  /// others of its own type.
  ///
  ///     static let mapping: Result<Mapping<User>, any Error> = Result { try Mapping(User()) {
  ///       Field(\.name, "name")
  ///       Field(\.bestFriend, "best_friend", recursive: { try User.mapping.get() })
  ///     } }
  ///
  /// The closure gives the mapping; it is called when the first value is read.
  ///
  /// - Complexity: a value's text is passed over once for each such model that it is in, and each
  ///   takes some of the stack while it is read; ``Limits/depth`` bounds both.
  public init<Child>(
    _ keyPath: any WritableKeyPath<Root, Child> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Child? = nil, _ policies: FieldPolicy...,
    recursive mapping: @escaping @Sendable () throws -> Mapping<Child>
  ) {
    self.init(
      keyPath, path, policies, _FieldStorage(recursive: mapping), blank: { nil }, default: value,
      recursive: { try mapping().description })
  }

  /// An optional or a collection of such models.
  public init<Value: _FieldWrapper>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...,
    recursive mapping: @escaping @Sendable () throws -> Mapping<Value._Item>
  ) {
    self.init(
      keyPath, path, policies, _FieldStorage(recursive: mapping).wrapped(in: Value.self),
      blank: { Value._blank }, default: value, recursive: { try mapping().description })
  }

  /// The same, one in another.
  public init<Value: _FieldWrapper, Inner: _FieldWrapper>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...,
    recursive mapping: @escaping @Sendable () throws -> Mapping<Inner._Item>
  ) where Value._Item == Inner {
    self.init(
      keyPath, path, policies, _FieldStorage(recursive: mapping).wrapped(in: Value.self, Inner.self),
      blank: { Value._blank }, default: value, recursive: { try mapping().description })
  }

  /// The same, in a third.
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
