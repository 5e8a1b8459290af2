/// A description of how a model is decoded from JSON: its template and its fields, compiled once.
///
///     let mapping = try Mapping(Tweet()) {
///       Field(\.id, "id", .required)
///       Field(\.author, "user.screen_name")
///     }
///
/// A record must be an object if the paths begin with names or `*`, and an array if they begin with `[0]` or `[*]`. A
/// record of another kind, including `null`, is a ``MappingError/Kind/typeMismatch`` at the path `$`. A mapping
/// accepts every kind of record if it has a path `$` or no fields.
///
/// A mapping is a value that threads can share. Every source and sink takes a mapping and creates its own decoders.
public struct Mapping<Root>: Sendable {
  let program: Program

  /// The fields as declared, for mappings that contain this one. Decoders use it for each record, so it is stored here.
  @usableFromInline let declaration: MappingDescription

  /// What is compiled from the declaration on first use.
  let plans: MappingPlans

  /// The limits of one record, unless a source sets others.
  public var limits: Limits

  /// Compiles a mapping.
  ///
  /// - Parameters:
  ///   - template: makes the instance whose values are used where a record has none. It is called once for each
  ///     instance that is needed.
  ///   - limits: the limits of one record.
  ///   - rejectsUnknownNames: whether a member that no path names is an error, of the kind
  ///     ``MappingError/Kind/unknownName``, at its name. Otherwise it is skipped. It applies to each object that the
  ///     paths go into. With `id` and `user.name`, these are the record itself and `user`. It does not apply to values
  ///     that a field takes whole, such as nested models, and under `.*` every name is known. To keep unknown members,
  ///     see ``Field/init(unknown:_:)``.
  ///   - fields: the wanted values.
  /// - Throws: ``PathError`` for a malformed path, for a path that does not fit its field's type, for two paths that
  ///   contradict each other, and for two fields with the same key path.
  /// - Complexity: O(n) in the length of all paths, unless wildcards and names overlap.
  public init(
    _ template: @autoclosure @escaping @Sendable () -> Root,
    limits: Limits = Limits(),
    rejectsUnknownNames: Bool = false,
    @FieldBuilder<Root> fields: () throws(PathError) -> [Field<Root>]
  ) throws(PathError) {
    let fields = try fields().map(\.description)
    let description = MappingDescription(
      fields: fields, instance: InstanceOperations(template: template).presetting(fields),
      rejectsUnknownNames: rejectsUnknownNames)
    try self.init(description: description, limits: limits)
  }

  init(description: MappingDescription, limits: Limits) throws(PathError) {
    self.program = Program(try ProgramDraft(description))
    self.declaration = description
    self.plans = MappingPlans(description)
    self.limits = limits
  }

  /// Stops the program if a model that is kept would contain text of a record that no longer exists.
  ///
  /// - Parameter method: the method that borrows the model to a closure instead of returning it.
  func requireOwned(_ method: StaticString) {
    guard let path = program.borrowedField else { return }
    // Unlike `preconditionFailure`, this prints its message in optimised code too.
    fatalError(
      "the field \"\(path)\" is a BorrowedText, valid only while its record is shown: use \(method)")
  }
}
