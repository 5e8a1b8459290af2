extension Mapping: CustomStringConvertible {
  /// The paths of the fields with their types and policies, one on each line, for a look at a mapping:
  ///
  ///     Mapping<Order>
  ///     number          Int          required
  ///     items           Array<Item>  badElement(.drop)
  ///     items[*].price  Double
  ///
  /// The fields of a nested mapping follow its field. Those of a recursive mapping are not listed.
  public var description: String {
    let model = declaration.text?.model as? TextModel<Root>
    let rows = model.map { [["$", $0.expectation]] } ?? declaration.rows(within: "$")
    let end = declaration.rejectsUnknownNames ? "\nother names are rejected" : ""
    return "\(Self.self)" + (rows.isEmpty ? "" : "\n" + rows.aligned()) + end
  }
}

extension MappingDescription {
  /// Returns the path, the type and the policies of each field.
  ///
  /// - Parameter prefix: the path of the model.
  fileprivate func rows(within prefix: String) -> [[String]] {
    fields.filter { !$0.isContainer }.flatMap { field -> [[String]] in
      let paths = (try? field.paths.read()) ?? []
      let shown = field.takesUnknown ? ["*"] : paths.map { prefix.joined($0.text) }
      let notes =
        (field.takesUnknown ? ["other names"] : []) + field.policies.names
        + (field.preset == nil ? [] : ["default"]) + (field.recursive == nil ? [] : ["recursive"])
      let row = [shown.joined(separator: " | "), field.typeName, notes.joined(separator: ", ")]
      guard let nested = field.nested, let path = paths.first else { return [row] }
      return [row] + nested.rows(within: prefix.joined(field.storage.inner(of: path)))
    }
  }
}

extension _FieldStorage {
  /// Returns the path to the elements of a field at a path, or the path itself for a single value.
  fileprivate func inner(of path: RecordPath) -> String {
    var steps: [String] = []
    var storage = self
    while let gathering = storage.gathering {
      steps.append(gathering.isKeyed ? "*" : "[*]")
      storage = gathering.element
    }
    if storage.shape?.isArray == true { steps.append("[*]") }
    return steps.dropFirst(path.isMultiple ? 1 : 0).reduce(path.text) { $0.joined($1) }
  }
}

extension FieldPolicies {
  /// The policies that differ from the defaults, as they are written.
  fileprivate var names: [String] {
    let standard = FieldPolicies([])
    var names: [String] = []
    if isRequired { names.append("required") }
    if null != standard.null { names.append("null(.\(null))") }
    if mismatch != standard.mismatch { names.append("mismatch(.\(mismatch))") }
    if badElement != standard.badElement { names.append("badElement(.\(badElement))") }
    if duplicate != standard.duplicate { names.append("duplicate(.\(duplicate))") }
    if numbers.integer == .clamp { names.append("clamping") }
    if numbers.integer == .truncate { names.append("truncating") }
    if numbers.overflow == .infinity { names.append("overflowsToInfinity") }
    if isInterned { names.append("interned") }
    if coerces { names.append("coercing") }
    if takesSingle { names.append("singleAsArray") }
    if takesList { names.append("commaSeparated") }
    return names
  }
}
