/// How a model is filled from JSON: its template and its fields, compiled once.
///
///     let mapping = try Mapping(Tweet()) {
///       Field(\.id, "id", .required)
///       Field(\.author, "user.screen_name")
///     }
///
/// A record must be an object if the paths begin with names or `*`, and an array if they begin with `[0]` or
/// `[*]`. A record of another kind, including `null`, is a ``MappingError/Kind/typeMismatch`` at the path `$`. A
/// mapping accepts every kind of record if it has a path `$` or no fields.
///
/// A mapping is a value that can be shared between threads: every source and sink
/// takes it, and makes cursors of its own.
public struct Mapping<Root>: Sendable {
  let program: Program

  /// The fields as they were given, for the mappings this one is nested in.
  @usableFromInline let description: MappingDescription

  /// What fills instances that there are.
  let updating: UpdatingProgram

  /// What one record may cost, unless a source says otherwise.
  public var limits: Limits

  /// Compiles a mapping.
  ///
  /// - Parameters:
  ///   - template: makes the instance whose values stand for what a record does not
  ///     have; called once for each instance that is needed.
  ///   - limits: what one record may cost.
  ///   - unknownNames: what members mean that no field wants.
  ///   - fields: the wanted values.
  /// - Throws: ``PathError`` for a malformed path, one that cannot have its field's
  ///   type, or two that contradict each other.
  /// - Complexity: O(n) in the length of all paths, unless wildcards and names overlap.
  public init(
    _ template: @autoclosure @escaping @Sendable () -> Root,
    limits: Limits = Limits(),
    unknownNames: UnknownNames = .ignore,
    @FieldBuilder<Root> fields: () throws(PathError) -> [Field<Root>]
  ) throws(PathError) {
    let fields = try fields().map(\.description)
    let description = MappingDescription(
      fields: fields, instance: InstanceOperations(template: template).presetting(fields),
      unknownNames: unknownNames)
    try self.init(description: description, limits: limits)
  }

  init(description: MappingDescription, limits: Limits) throws(PathError) {
    self.description = description
    self.program = Program(try ProgramDraft(description))
    self.updating = UpdatingProgram(description)
    self.limits = limits
  }

  /// Stops the program if a model that is kept would have text of a record that is gone.
  ///
  /// - Parameter method: what shows the model instead of handing it out.
  func requireOwned(_ method: StaticString) {
    guard let path = program.borrowedField else { return }
    // What it says is printed in optimised code, too.
    fatalError(
      "the field \"\(path)\" is a BorrowedText, valid only while its record is shown: use \(method)")
  }
}
