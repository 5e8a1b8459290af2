extension Mapping {
  /// Compiles a mapping of a polymorphic model. A discriminator selects one of several variants, wherever it is in the
  /// value.
  ///
  ///     let pet = try Mapping<Animal>(discriminator: "type", among: [Variant("cat", cat), Variant("dog", dog)])
  ///     let owner = try Mapping(Owner()) { Field(\.pets, "pets", mapping: pet) }
  ///
  /// The models share a class or a protocol, or a closure of each ``Variant`` converts them to one type. If the
  /// discriminator is absent or selects no variant, the error has the kind ``MappingError/Kind/invalidModel`` at the
  /// model's value. In a field of another model it is a mismatch or a mismatched element, to which the policies of that
  /// field apply.
  ///
  /// A model is written by the variant for its own type, or else by the first variant that can convert it. The
  /// variant's discriminator is written at the path.
  ///
  /// - Parameters:
  ///   - path: the path of the discriminator, a string or an integer. If a name occurs twice, the first member counts.
  ///   - variants: the variants. If two have the same discriminator, the first counts.
  ///   - otherwise: the variant for a value that selects none of `variants`.
  ///   - limits: the limits for one record.
  /// - Throws: ``PathError`` for a malformed path, for a path with a wildcard, and for a variant that has a
  ///   ``BorrowedText``, because that text would not outlive the next one.
  /// - Complexity: the text of such a model is read up to four times: to find its end, its discriminator, which need not
  ///   be a string, and its values. A record in memory is indexed once for all of them. The discriminator is compared with
  ///   those of the variants in their order.
  public init(
    discriminator path: String, among variants: [Variant<Root>], otherwise: Variant<Root>? = nil,
    limits: Limits = Limits()
  ) throws(PathError) {
    if let borrowed = (variants + [otherwise].compactMap(\.self)).lazy.compactMap(\.borrowedField).first {
      throw PathError(borrowed, at: 0, "a mapping with variants cannot have a BorrowedText; use String")
    }
    let discriminators = try DiscriminatorReader(
      path, selecting: variants.map(\.tag), rejectsOthers: otherwise == nil)
    let read = Variant.reader(among: variants, otherwise: otherwise)
    let names = variants.compactMap { $0.tag?.description }
    let model = TextModel<Root>(
      expectation: "a value whose \(path) is \(names.joined(separator: " or "))"
    ) { literal, rejection throws(_LiteralFailure) in
      try read(discriminators.variant(of: literal, &rejection), literal, &rejection)
    }
    let writing = VariantWriting(variants + [otherwise].compactMap(\.self), path: path)
    try self.init(description: MappingDescription(model, variants: writing), limits: limits)
  }

  /// Compiles a mapping of a polymorphic model, with a mapping for a value that selects no variant.
  ///
  ///     let pet = try Mapping<Animal>(discriminator: "type", among: [Variant("cat", cat)], otherwise: animal)
  ///
  /// - Parameters:
  ///   - path: the path of the discriminator.
  ///   - variants: the variants.
  ///   - limits: the limits for one record.
  ///   - otherwise: the mapping of a model that is a `Root`: of the type itself, of a subclass, or of a type that
  ///     conforms to the protocol. A model of another type needs a ``Variant`` with closures.
  public init<Child>(
    discriminator path: String, among variants: [Variant<Root>], limits: Limits = Limits(),
    otherwise: Mapping<Child>
  ) throws(PathError) {
    try self.init(
      discriminator: path, among: variants, otherwise: Variant(otherwise: otherwise), limits: limits)
  }

  /// Compiles a mapping of a polymorphic model, with a closure for an object that selects no variant.
  ///
  ///     let shape = try Mapping<Shape>(discriminator: "kind", among: [circle, label]) { .unknown($0.text) }
  ///
  /// Such a model cannot be written. To write it, pass a ``Variant`` with an `unwrap` closure.
  ///
  /// - Parameters:
  ///   - path: the path of the discriminator.
  ///   - variants: the variants.
  ///   - limits: the limits for one record.
  ///   - otherwise: makes the model of the JSON text of an object. A value of another kind is a type mismatch. An error
  ///     that it throws is handled as in ``didDecode(_:)``.
  public init(
    discriminator path: String, among variants: [Variant<Root>], limits: Limits = Limits(),
    otherwise: @escaping @Sendable (RawJSON) throws -> Root
  ) throws(PathError) {
    let text = try Mapping<RawJSON>(Argument<RawJSON>("$")) { $0 }
    try self.init(
      discriminator: path, among: variants, otherwise: Variant(otherwise: text, wrap: otherwise),
      limits: limits)
  }
}
