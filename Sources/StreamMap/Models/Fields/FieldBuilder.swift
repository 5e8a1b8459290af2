/// The result builder that collects the fields of a ``Mapping``. It supports `if`, `for` and lists of fields.
@resultBuilder
public enum FieldBuilder<Root> {
  /// A field.
  public static func buildExpression(_ field: Field<Root>) -> [Field<Root>] { [field] }
  /// A list of fields.
  public static func buildExpression(_ fields: [Field<Root>]) -> [Field<Root>] { fields }
  /// A block.
  public static func buildBlock(_ parts: [Field<Root>]...) -> [Field<Root>] { parts.flatMap { $0 } }
  /// An `if` without `else`.
  public static func buildOptional(_ part: [Field<Root>]?) -> [Field<Root>] { part ?? [] }
  /// The first branch of an `if`.
  public static func buildEither(first part: [Field<Root>]) -> [Field<Root>] { part }
  /// The second branch of an `if`.
  public static func buildEither(second part: [Field<Root>]) -> [Field<Root>] { part }
  /// A loop.
  public static func buildArray(_ parts: [[Field<Root>]]) -> [Field<Root>] { parts.flatMap { $0 } }
}
