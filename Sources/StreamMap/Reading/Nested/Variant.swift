/// One of the models that a value can be, with the discriminator that selects it. See
/// ``Mapping/init(discriminator:among:otherwise:limits:)``.
///
///     Variant("cat", cat)                                         // a subclass, a conforming type
///     Variant("circle", circle) { .circle($0) } unwrap: { $0.circle }   // a case of an enumeration
public struct Variant<Root>: Sendable {
  /// The discriminator. Nil if any value selects this variant.
  let tag: VariantTag?
  let read: @Sendable (_Literal, inout Rejection?) throws(_LiteralFailure) -> Root
  /// Reads a value as one of several variants, given its number. -1 if it is none of them.
  typealias Reader = @Sendable (Int, _Literal, inout Rejection?) throws(_LiteralFailure) -> Root
  /// The path of a field that borrows the record's text, if there is one.
  let borrowedField: String?
  /// Returns the mapping for writing a model with the discriminator at a path.
  let writing: @Sendable (_ path: String) -> MappingDescription
  /// Whether a closure can unwrap the model of a value.
  let isWritable: Bool
  /// Shows the model of a value, if the value is of this variant.
  let showing: VariantWriting.Showing<Root>

  init<Child>(
    _ tag: VariantTag?, _ mapping: Mapping<Child>, wrap: @escaping @Sendable (Child) throws -> Root,
    unwrap: (@Sendable (_ root: Root, _ isExact: Bool) -> Child?)?
  ) {
    self.tag = tag
    borrowedField = mapping.program.borrowedField
    let model = RecursiveModel(mapping)
    read = { literal, rejection throws(_LiteralFailure) in
      let child = try model.read(literal, &rejection)
      return try rejecting(&rejection) { try wrap(child) }
    }
    let description = mapping.declaration
    writing = { path in tag.map { description.tagged($0, at: path, of: Child.self) } ?? description }
    isWritable = unwrap != nil
    showing = VariantWriting.Showing(unwrap ?? { _, _ in nil })
  }

  /// Returns the reader of a value that is one of several variants.
  ///
  /// Each variant compares its number, and calls the next one if it differs. Such a chain needs no type at run time, as
  /// a collection of variants would for each record.
  static func reader(among variants: [Variant], otherwise: Variant?) -> Reader {
    var reader: Reader = {
      (_, literal: _Literal, rejection: inout Rejection?) throws(_LiteralFailure) -> Root in
      guard let otherwise else { throw _LiteralFailure(kind: .invalidModel) }
      return try otherwise.read(literal, &rejection)
    }
    for (number, variant) in variants.enumerated().reversed() {
      let (read, next) = (variant.read, reader)
      reader = { (found, literal: _Literal, rejection: inout Rejection?) throws(_LiteralFailure) -> Root in
        if found == number { return try read(literal, &rejection) }
        return try next(found, literal, &rejection)
      }
    }
    return reader
  }

  /// Creates a variant whose model is a `Root`: an instance of a subclass, or of a type that conforms to a protocol.
  ///
  /// - Parameters:
  ///   - value: the discriminator that selects this variant.
  ///   - mapping: the mapping for reading and writing the model.
  public init<Child>(_ value: String, _ mapping: Mapping<Child>) {
    self.init(.text(value), mapping, wrap: Self.cast, unwrap: Self.uncast)
  }

  /// Creates a variant whose model is a `Root`, with an integer as its discriminator.
  public init<Child>(_ value: Int, _ mapping: Mapping<Child>) {
    self.init(.number(value), mapping, wrap: Self.cast, unwrap: Self.uncast)
  }

  /// Creates the variant for any other discriminator. See ``Mapping/init(discriminator:among:otherwise:limits:)``.
  public init<Child>(otherwise mapping: Mapping<Child>) {
    self.init(nil, mapping, wrap: Self.cast, unwrap: Self.uncast)
  }

  /// Creates a variant whose model a closure converts to a `Root`.
  ///
  /// - Parameters:
  ///   - value: the discriminator that selects this variant.
  ///   - mapping: the mapping for reading and writing the model.
  ///   - wrap: converts the model to a `Root`. An error that it throws is handled as in ``Mapping/didDecode(_:)``.
  ///   - unwrap: the inverse of `wrap`, for writing. Returns nil for a `Root` of another variant. By default, no model
  ///     of the variant can be written.
  public init<Child>(
    _ value: String, _ mapping: Mapping<Child>, wrap: @escaping @Sendable (Child) throws -> Root,
    unwrap: (@Sendable (Root) -> Child?)? = nil
  ) {
    self.init(.text(value), mapping, wrap: wrap, unwrap: Self.unwrapping(unwrap))
  }

  /// Creates a variant whose model a closure converts to a `Root`, with an integer as its discriminator.
  public init<Child>(
    _ value: Int, _ mapping: Mapping<Child>, wrap: @escaping @Sendable (Child) throws -> Root,
    unwrap: (@Sendable (Root) -> Child?)? = nil
  ) {
    self.init(
      .number(value), mapping, wrap: wrap, unwrap: Self.unwrapping(unwrap))
  }

  /// Creates the variant for any other discriminator, whose model a closure converts to a `Root`.
  public init<Child>(
    otherwise mapping: Mapping<Child>, wrap: @escaping @Sendable (Child) throws -> Root,
    unwrap: (@Sendable (Root) -> Child?)? = nil
  ) {
    self.init(nil, mapping, wrap: wrap, unwrap: Self.unwrapping(unwrap))
  }

  private static func unwrapping<Child>(
    _ unwrap: (@Sendable (Root) -> Child?)?
  ) -> (@Sendable (Root, Bool) -> Child?)? {
    guard let unwrap else { return nil }
    return { root, _ in unwrap(root) }
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

/// The error for a model that is not of the variant's type.
private struct NotOfType: Error, CustomStringConvertible {
  let description: String
}

/// Finds the variants of values by their discriminators.
final class DiscriminatorReader: Sendable {
  /// The names of the path. Empty if it has other steps.
  private let names: JoinedTexts
  private let tags: [VariantTag?]
  /// The strings among the discriminators that need no escape.
  private let texts: JoinedTexts
  /// The variant of each of these texts.
  private let textVariants: [Int]
  private let general: RecursiveModel<Discriminator?>
  /// Whether a value that selects no variant is rejected.
  private let rejectsOthers: Bool

  init(_ path: String, selecting tags: [VariantTag?], rejectsOthers: Bool) throws(PathError) {
    self.rejectsOthers = rejectsOthers
    let segments = try RecordPath(path).segments
    let names = segments.compactMap { if case .name(let name) = $0 { Array(name.utf8) } else { nil } }
    self.names = JoinedTexts(names.count == segments.count ? names : [])
    self.tags = tags
    var texts: [[UInt8]] = []
    var textVariants: [Int] = []
    for (variant, tag) in tags.enumerated() {
      // If two are equal, the first counts.
      guard case .text(let text) = tag, tags.firstIndex(of: tag) == variant,
        !text.utf8.contains(ASCII.backslash)
      else { continue }
      texts.append(Array(text.utf8))
      textVariants.append(variant)
    }
    self.texts = JoinedTexts(texts)
    self.textVariants = textVariants
    general = RecursiveModel(
      try Mapping(nil) {
        Field(\.self, path, [.mismatch(.setNil)], Discriminator.storage.optional, blank: { nil })
      })
  }

  /// Returns the number of the variant that a value selects. If there is none, returns -1, with the rejection if it is
  /// one.
  ///
  /// The strings of `texts` are compared in the indexed record. Any other discriminator is read.
  func variant(of literal: _Literal, _ rejection: inout Rejection?) throws(_LiteralFailure) -> Int {
    let known = find(literal)
    if known >= 0 { return known }
    let found = try general.read(literal, &rejection) ?? .none
    if case .tag(let tag) = found, let variant = tags.firstIndex(of: tag) { return variant }
    if rejectsOthers { rejection = Rejection(found.description) }
    return -1
  }

  /// Compares the string at the path `names`. If the path has other steps, `names` is empty, and the value is the whole
  /// object, which is no string.
  private func find(_ literal: _Literal) -> Int {
    guard literal.literal.kind == .object else { return -1 }
    return literal.literal.withText { text in
      guard var value = literal.callContext.part(text) else { return -1 }
      for index in 0..<names.count {
        guard let member = value.member(names, index) else { return -1 }
        value = member
      }
      let index = value.string(in: texts)
      return index < 0 ? -1 : textVariants[index]
    }
  }
}

/// The discriminator that a value has.
enum Discriminator: Equatable {
  case tag(VariantTag)
  /// A value that can be no variant's.
  case other
  case none

  /// How a discriminator is read from the text of a value of any kind.
  static let storage = _FieldStorage(
    reading: Discriminator.self, "", takesAny: true,
    writing: ValueWriting { (_: Discriminator, _, _) in false }
  ) { literal, _ throws(_LiteralFailure) in
    switch literal.literal.kind {
    case .string:
      let text = literal.literal.withText { JSONValue(validated: $0)?.string }
      return text.map { .tag(.text($0)) } ?? .other
    case .number:
      return literal.literal.withText { JSONNumber(String(validated: $0))?.int }.map { .tag(.number($0)) }
        ?? .other
    default: return .other
    }
  }

  var description: String {
    switch self {
    case .tag(let tag): tag.description
    case .other: "another"
    case .none: "none"
    }
  }
}

/// The discriminator that selects a variant.
enum VariantTag: Equatable, Sendable {
  case text(String)
  case number(Int)

  var description: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .number(let number): "\(number)"
    }
  }
}

extension MappingDescription {
  /// Returns the same mapping with a constant value that is written at a path, replacing any value of the model there.
  fileprivate func tagged<Child>(_ tag: VariantTag, at path: String, of: Child.Type) -> MappingDescription {
    func constant<Value: FieldValue & Sendable>(_ value: Value) -> FieldDescription {
      FieldDescription(
        paths: path._paths, policies: FieldPolicies([]), storage: Value._storage, offset: { _ in nil },
        cell: FieldCell(
          blank: { nil }, get: { (_: Child) in value }, set: { (_: inout Child, _: Value) in }),
        nested: nil, typeName: "\(Value.self)")
    }
    let field =
      switch tag {
      case .text(let text): constant(text)
      case .number(let number): constant(number)
      }
    var tagged = self
    tagged.fields.insert(field, at: 0)
    return tagged
  }
}

extension VariantWriting {
  init<Root>(_ variants: [Variant<Root>], path: String) {
    self.init(variants.map { $0.writing(path) }, showing: variants.map(\.showing))
    unwritable = variants.filter { !$0.isWritable }.map { $0.tag?.description ?? "otherwise" }
  }
}
