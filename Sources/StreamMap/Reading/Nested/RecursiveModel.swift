import Synchronization

/// Reads models that contain models of their own type, at any depth. Each is read by a separate machine, after its
/// whole text was validated. The machine uses the index of the record if there is one.
///
/// The mapping is requested at the first such value. By then it has been created. The values can be read into existing
/// models.
final class RecursiveModel<Child>: Sendable {
  private let reader: TextReader
  /// Whether a model that is read into again has nothing left of the last record.
  private let isReusable: Bool

  /// - Parameter make: returns the mapping. It is called when the first value is read.
  init(_ make: @escaping @Sendable () throws -> Mapping<Child>) {
    isReusable = false
    reader = TextReader {
      let mapping = try make()
      // One source reads all models of a record, and the text of one would not outlive the next.
      if let borrowed = mapping.program.borrowedField {
        throw PathError(borrowed, at: 0, "a recursive model cannot have a BorrowedText; use String")
      }
      return TextReader.Program(mapping, isUpdating: false)
    }
  }

  /// Creates a reader of models whose mapping exists.
  init(_ mapping: Mapping<Child>, isUpdating: Bool = false) {
    reader = TextReader(TextReader.Program(mapping, isUpdating: isUpdating))
    isReusable = mapping.declaration.coversProperties(of: Child.self)
  }

  /// Reads the text of a value.
  func read(_ literal: _Literal, _ rejection: inout Rejection?) throws(_LiteralFailure) -> Child {
    let isTemporary = literal.isTemporary && isReusable
    return try reader.read(literal, literal.callContext, &rejection) { _ in
    } take: { source in
      RecordModel<Child>(source).take(isTemporary: isTemporary)
    } end: { _ in
    }
  }

  /// Reads the text of a value into an existing model.
  ///
  /// - Precondition: the values are read into existing models.
  func read(_ literal: _Literal, into child: Child, _ rejection: inout Rejection?) throws(_LiteralFailure)
    -> Child
  {
    // The changes are final once this value has been read, even if the record is rejected.
    let changes = CallContext(context: literal.callContext.object?.context)
    defer { withExtendedLifetime(changes) {} }
    var callContext = literal.callContext
    callContext.object = changes
    return try reader.read(literal, callContext, &rejection) { source in
      RecordModel<Child>(source).update(child)
    } take: { source in
      RecordModel<Child>(source).take()
    } end: { source in
      RecordModel<Child>(source).forgetUpdated()
    }
  }
}

/// Reads the text of values by a program that may not exist yet.
private final class TextReader: Sendable {
  private let make: @Sendable () throws -> Program
  /// The program of a mapping that exists.
  private let known: Program?
  private let made = Mutex<Program?>(nil)

  /// A program, and what it takes. It is not generic, so that no type is looked up for a value.
  final class Program: Sendable {
    let make: @Sendable () -> StreamMap.Program
    let kinds: ContainerKinds

    init<Child>(_ mapping: Mapping<Child>, isUpdating: Bool) {
      make = { isUpdating ? mapping.plans.updating() : mapping.program }
      kinds = ContainerKinds(mapping.declaration)
    }
  }

  init(_ make: @escaping @Sendable () throws -> Program) {
    self.make = make
    known = nil
  }

  init(_ program: Program) {
    make = { program }
    known = program
  }

  @inline(__always)
  private func program() throws -> Program {
    if let known { return known }
    return try late()
  }

  private func late() throws -> Program {
    if let program = made.withLock({ $0 }) { return program }
    let program = try make()
    made.withLock { $0 = program }
    return program
  }

  /// Reads the text of a value.
  ///
  /// - Parameters:
  ///   - begin: prepares a source that is about to read the value.
  ///   - take: returns the model that the source has read.
  ///   - end: follows, also if the value is rejected.
  @inline(__always)
  func read<Child>(
    _ literal: _Literal, _ callContext: CallContext.Reference, _ rejection: inout Rejection?,
    begin: (RecordSource) -> Void, take: (RecordSource) -> Child, end: (RecordSource) -> Void
  ) throws(_LiteralFailure) -> Child {
    let program = try program(for: literal, &rejection)
    return try PartSources.borrow(for: self, callContext, program.make) { source throws(_LiteralFailure) in
      begin(source)
      defer { end(source) }
      try Self.read(literal, by: source, &rejection)
      return take(source)
    }
  }

  /// Returns the program for a value, if it takes values of that kind.
  private func program(
    for literal: _Literal, _ rejection: inout Rejection?
  ) throws(_LiteralFailure) -> Program {
    let program: Program
    do {
      program = try self.program()
    } catch {
      rejection = Rejection("\(error)")
      throw .invalidValue
    }
    let isTaken =
      switch literal.literal.kind {
      case .object: program.kinds.object
      case .array: program.kinds.array
      case .null: throw _LiteralFailure(kind: .unexpectedNull)
      default: program.kinds.scalar
      }
    guard isTaken else { throw .typeMismatch }
    return program
  }

  /// Reads the text of a value as a record.
  private static func read(
    _ literal: _Literal, by source: RecordSource, _ rejection: inout Rejection?
  ) throws(_LiteralFailure) {
    let outcome = literal.literal.withText { text in
      source.read(text, literal.callContext.part(text), allowsByteOrderMark: false)
    }
    guard case .failed(let failure) = outcome else { return }
    rejection = Rejection(within: failure)
    throw _LiteralFailure(kind: failure.kind)
  }
}

extension _FieldStorage {
  /// Creates the storage of a model whose mapping does not exist yet.
  init<Child>(recursive mapping: @escaping @Sendable () throws -> Mapping<Child>) {
    let model = RecursiveModel(mapping)
    self.init(
      reading: Child.self, "a value for \(Child.self)", takesAny: true,
      writing: ValueWriting(model: Child.self)
    ) { literal, rejection throws(_LiteralFailure) in
      try model.read(literal, &rejection)
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
  /// The closure returns the mapping. It is called when the first value is read. The model cannot have a
  /// ``BorrowedText``, because that text would not outlive the next model.
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
      recursive: { try mapping().declaration })
  }

  /// Creates a field for an optional or a collection of such models.
  public init<Value: _FieldWrapper>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...,
    recursive mapping: @escaping @Sendable () throws -> Mapping<Value._Item>
  ) {
    self.init(
      keyPath, path, policies, _FieldStorage(recursive: mapping).wrapped(in: Value.self),
      blank: { Value._blank }, default: value, recursive: { try mapping().declaration })
  }

  /// Creates a field for an optional or a collection of optionals or collections of such models.
  public init<Value: _FieldWrapper, Inner: _FieldWrapper>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    default value: @autoclosure @escaping @Sendable () -> Value? = nil, _ policies: FieldPolicy...,
    recursive mapping: @escaping @Sendable () throws -> Mapping<Inner._Item>
  ) where Value._Item == Inner {
    self.init(
      keyPath, path, policies, _FieldStorage(recursive: mapping).wrapped(in: Value.self, Inner.self),
      blank: { Value._blank }, default: value, recursive: { try mapping().declaration })
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
      blank: { Value._blank }, default: value, recursive: { try mapping().declaration })
  }
}
