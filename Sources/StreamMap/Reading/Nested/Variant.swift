/// One of the models that a value can be, and what says so: see ``Mapping/init(discriminator:among:otherwise:limits:)``.
///
///     Variant("cat", cat)                                         // a subclass, a conforming type
///     Variant("circle", circle) { .circle($0) } unwrap: { $0.circle }   // a case of an enumeration
public struct Variant<Root>: Sendable {
  /// What says that it is this one; nil if nothing has to.
  let tag: VariantTag?
  let read: @Sendable (_Literal, inout Refusal?) throws(_LiteralFailure) -> Root
  /// The path of a field that is a view of the record's text, if there is one.
  let borrowedField: String?
  /// The mapping, to write a model that has this at a path.
  let writing: @Sendable (_ path: String) -> MappingDescription
  /// Shows the model that a value is, if it is of this variant.
  let showing: VariantWriting.Showing<Root>

  init<Child>(
    _ tag: VariantTag?, _ mapping: Mapping<Child>, wrap: @escaping @Sendable (Child) throws -> Root,
    unwrap: @escaping @Sendable (_ root: Root, _ isExact: Bool) -> Child?
  ) {
    self.tag = tag
    borrowedField = mapping.program.borrowedField
    let model = RecursiveModel { mapping }
    read = { literal, refusal throws(_LiteralFailure) in
      let child = try model.read(literal, &refusal)
      return try refusing(&refusal) { try wrap(child) }
    }
    let description = mapping.description
    writing = { path in tag.map { description.saying($0, at: path, of: Child.self) } ?? description }
    showing = VariantWriting.Showing(unwrap)
  }

  /// A model that is a `Root` by itself: of a subclass, or of a type that conforms to a protocol.
  ///
  /// - Parameters:
  ///   - value: the string that says that it is this one.
  ///   - mapping: how it is read and written.
  public init<Child>(_ value: String, _ mapping: Mapping<Child>) {
    self.init(.text(value), mapping, wrap: Self.cast, unwrap: Self.uncast)
  }

  /// The same, said by a number.
  public init<Child>(_ value: Int, _ mapping: Mapping<Child>) {
    self.init(.number(value), mapping, wrap: Self.cast, unwrap: Self.uncast)
  }

  /// The same, whatever is said, for ``Mapping/init(discriminator:among:otherwise:limits:)``.
  public init<Child>(otherwise mapping: Mapping<Child>) {
    self.init(nil, mapping, wrap: Self.cast, unwrap: Self.uncast)
  }

  /// A model of which a closure makes a `Root`.
  ///
  /// - Parameters:
  ///   - value: the string that says that it is this one.
  ///   - mapping: how the model is read and written.
  ///   - wrap: makes a `Root` of it. What it throws is an error as ``Mapping/didDecode(_:)`` says.
  ///   - unwrap: the opposite, to write it; nil for a `Root` that is another. Without it, none is written.
  public init<Child>(
    _ value: String, _ mapping: Mapping<Child>, wrap: @escaping @Sendable (Child) throws -> Root,
    unwrap: @escaping @Sendable (Root) -> Child? = { _ in nil }
  ) {
    self.init(.text(value), mapping, wrap: wrap) { root, _ in unwrap(root) }
  }

  /// The same, said by a number.
  public init<Child>(
    _ value: Int, _ mapping: Mapping<Child>, wrap: @escaping @Sendable (Child) throws -> Root,
    unwrap: @escaping @Sendable (Root) -> Child? = { _ in nil }
  ) {
    self.init(.number(value), mapping, wrap: wrap) { root, _ in unwrap(root) }
  }

  /// The same, whatever is said.
  public init<Child>(
    otherwise mapping: Mapping<Child>, wrap: @escaping @Sendable (Child) throws -> Root,
    unwrap: @escaping @Sendable (Root) -> Child? = { _ in nil }
  ) {
    self.init(nil, mapping, wrap: wrap) { root, _ in unwrap(root) }
  }

  @Sendable
  private static func cast<Child>(_ child: Child) throws -> Root {
    guard let root = child as? Root else { throw NotOfType(description: "\(Child.self), not \(Root.self)") }
    return root
  }

  @Sendable
  private static func uncast<Child>(_ root: Root, isExact: Bool) -> Child? {
    isExact && type(of: root as Any) != Child.self ? nil : root as? Child
  }
}

/// A model that a variant cannot be.
private struct NotOfType: Error, CustomStringConvertible {
  let description: String
}

/// What says which variant a value is.
enum VariantTag: Hashable, Sendable {
  case text(String)
  case number(Int)

  init?(_ value: JSONValue) {
    switch value {
    case .string(let text): self = .text(text)
    case .number(let number):
      guard let value = number.int else { return nil }
      self = .number(value)
    default: return nil
    }
  }

  var description: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .number(let number): "\(number)"
    }
  }
}

extension MappingDescription {
  /// The same mapping, with a value that is written at a path whatever the model has there.
  fileprivate func saying<Child>(_ tag: VariantTag, at path: String, of: Child.Type) -> MappingDescription {
    func constant<Value: FieldValue & Sendable>(_ value: Value) -> FieldDescription {
      FieldDescription(
        paths: path._paths, policies: FieldPolicies([]), storage: Value._storage, offset: { _ in nil },
        cell: FieldCell(
          blank: { nil }, get: { (_: Child) in value }, set: { (_: inout Child, _: Value) in }),
        nested: nil, typeName: "\(Value.self)")
    }
    let said =
      switch tag {
      case .text(let text): constant(text)
      case .number(let number): constant(number)
      }
    var saying = self
    saying.fields.insert(said, at: 0)
    return saying
  }
}

extension VariantWriting {
  init<Root>(_ variants: [Variant<Root>], path: String) {
    self.init(variants.map { $0.writing(path) }, showing: variants.map(\.showing))
  }
}
