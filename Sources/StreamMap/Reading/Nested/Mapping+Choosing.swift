extension Mapping {
  /// Compiles a mapping of a model that is one of several, as a value in it says, wherever that stands.
  ///
  ///     let pet = try Mapping<Animal>(choosing: "type", among: [Choice("cat", cat), Choice("dog", dog)])
  ///     let owner = try Mapping(Owner()) { Field(\.pets, "pets", mapping: pet) }
  ///
  /// The models have a class or a protocol in common, or a closure of each ``Choice`` makes one type of
  /// them. Where no choice is meant, because the value says something else or nothing, it is an error of the
  /// kind ``MappingError/Kind/invalidModel`` at the model's value; in a field of another model, a mismatch,
  /// or a bad element, of which that field's policies say what it means.
  ///
  /// A model is written by the mapping of its own type, if it has a choice, or of the first that it can be,
  /// and has the choice's value at the path.
  ///
  /// - Parameters:
  ///   - path: of the value that says which it is, a string or an integer. The first member of a name counts.
  ///   - choices: the models; of two with one value, the first counts.
  ///   - otherwise: what a value is of which no choice is meant.
  ///   - limits: what one record may cost.
  /// - Throws: ``PathError`` for a malformed path, or one with a wildcard, and for a choice that has a
  ///   ``BorrowedText``, whose text would be gone with the next one.
  /// - Complexity: such a model's text is passed over up to three times: to find its end, what says which it
  ///   is, and its values.
  public init(
    choosing path: String, among choices: [Choice<Root>], otherwise: Choice<Root>? = nil,
    limits: Limits = Limits()
  ) throws(PathError) {
    if let borrowed = (choices + [otherwise].compactMap(\.self)).lazy.compactMap(\.borrowedField).first {
      throw PathError(borrowed, at: 0, "one of several models cannot have a BorrowedText")
    }
    let said = try Mapping<JSONValue?>(Wanted<JSONValue?>(path, .mismatch(.none))) { $0 }
    let reader = RecursiveModel { said }
    let table = Dictionary(
      choices.compactMap { choice in choice.tag.map { ($0, choice) } },
      uniquingKeysWith: { first, _ in first })
    let names = choices.compactMap { $0.tag?.description }
    let model = TextModel<Root>(
      expectation: "a value whose \(path) is \(names.joined(separator: " or "))"
    ) { literal, refusal throws(_LiteralFailure) in
      let value = try reader.read(literal, &refusal) ?? .null
      if let choice = ChoiceTag(value).flatMap({ table[$0] }) ?? otherwise {
        return try choice.read(literal, &refusal)
      }
      refusal = Refusal(value == .null ? "none" : "\(ChoiceTag(value)?.description ?? "another")")
      throw _LiteralFailure(kind: .invalidModel)
    }
    let writing = ChosenWriting(choices + [otherwise].compactMap(\.self), path: path)
    try self.init(description: MappingDescription(model, choices: writing), limits: limits)
  }
}
