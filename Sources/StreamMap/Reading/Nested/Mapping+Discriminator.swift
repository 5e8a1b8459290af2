extension Mapping {
  /// Compiles a mapping of a model that is one of several, as a value in it says, wherever that stands.
  ///
  ///     let pet = try Mapping<Animal>(discriminator: "type", among: [Variant("cat", cat), Variant("dog", dog)])
  ///     let owner = try Mapping(Owner()) { Field(\.pets, "pets", mapping: pet) }
  ///
  /// The models have a class or a protocol in common, or a closure of each ``Variant`` makes one type of
  /// them. Where no variant is meant, because the value says something else or nothing, it is an error of the
  /// kind ``MappingError/Kind/invalidModel`` at the model's value; in a field of another model, a mismatch,
  /// or a bad element, of which that field's policies say what it means.
  ///
  /// A model is written by the mapping of its own type, if it has a variant, or of the first that it can be,
  /// and has the variant's value at the path.
  ///
  /// - Parameters:
  ///   - path: of the value that says which it is, a string or an integer. The first member of a name counts.
  ///   - variants: the models; of two with one value, the first counts.
  ///   - otherwise: what a value is of which no variant is meant.
  ///   - limits: what one record may cost.
  /// - Throws: ``PathError`` for a malformed path, or one with a wildcard, and for a variant that has a
  ///   ``BorrowedText``, whose text would be gone with the next one.
  /// - Complexity: such a model's text is passed over up to three times: to find its end, what says which it
  ///   is, and its values.
  public init(
    discriminator path: String, among variants: [Variant<Root>], otherwise: Variant<Root>? = nil,
    limits: Limits = Limits()
  ) throws(PathError) {
    if let borrowed = (variants + [otherwise].compactMap(\.self)).lazy.compactMap(\.borrowedField).first {
      throw PathError(borrowed, at: 0, "a mapping with variants cannot have a BorrowedText; use String")
    }
    let said = try Mapping<JSONValue?>(Argument<JSONValue?>(path, .mismatch(.setNil))) { $0 }
    let reader = RecursiveModel { said }
    let table = Dictionary(
      variants.compactMap { variant in variant.tag.map { ($0, variant) } },
      uniquingKeysWith: { first, _ in first })
    let names = variants.compactMap { $0.tag?.description }
    let model = TextModel<Root>(
      expectation: "a value whose \(path) is \(names.joined(separator: " or "))"
    ) { literal, refusal throws(_LiteralFailure) in
      let value = try reader.read(literal, &refusal) ?? .null
      if let variant = VariantTag(value).flatMap({ table[$0] }) ?? otherwise {
        return try variant.read(literal, &refusal)
      }
      refusal = Refusal(value == .null ? "none" : "\(VariantTag(value)?.description ?? "another")")
      throw _LiteralFailure(kind: .invalidModel)
    }
    let writing = VariantWriting(variants + [otherwise].compactMap(\.self), path: path)
    try self.init(description: MappingDescription(model, variants: writing), limits: limits)
  }
}
