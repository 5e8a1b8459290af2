extension ProgramDraft {
  /// Throws if two fields have the same key path. Which of them counts would depend on the record.
  func checkKeyPaths(_ fields: some Sequence<FieldDescription>) throws(PathError) {
    var known: [AnyKeyPath: String] = [:]
    for field in fields {
      guard let keyPath = field.keyPath else { continue }
      guard let first = known.updateValue(field.pathText, forKey: keyPath) else { continue }
      throw PathError(
        field.pathText, at: 0,
        first == field.pathText
          ? "stores the same property as another field of this path: remove one of them"
          : """
          stores the same property as the path "\(first)": write one field with both paths, \
          ["\(first)", "\(field.pathText)"], of which the first that is present counts
          """)
    }
  }

  /// Throws if one value is wanted both as an object and as an array.
  func checkKinds(_ members: [PathTrie.Node]) throws(PathError) {
    guard let object = members.lazy.compactMap(\.objectStep).first,
      let array = members.lazy.compactMap(\.arrayStep).first
    else { return }
    let isArraySecond = object.field < array.field
    let (first, second) = isArraySecond ? (object, array) : (array, object)
    let path = plans[second.field].path
    let isWithin = second.segment < path.positions.count
    throw PathError(
      path.text, at: isWithin ? path.positions[second.segment] : path.text.utf8.count,
      """
      needs \(isArraySecond ? "an array" : "an object") here, but the path \
      "\(plans[first.field].path.text)" needs \(isArraySecond ? "an object" : "an array")
      """)
  }

  /// Throws if `duplicate(.last)` is used below a wildcard. The elements that the first member added to the list
  /// cannot be removed.
  func checkDuplicates(_ field: FieldDescription, _ path: RecordPath) throws(PathError) {
    guard field.policies.duplicate == .last,
      let wildcard = path.segments.firstIndex(where: { $0 == .everyElement || $0 == .everyMember }),
      // Members of a dictionary replace each other.
      field.storage.gathering?.isKeyed != true
    else { return }
    let hasName = path.segments[wildcard...].contains { segment in
      if case .name = segment { true } else { segment == .everyMember }
    }
    if hasName {
      throw PathError(
        path.text, at: path.positions[wildcard],
        "duplicate(.last) cannot remove the elements that a repeated member added to a list; use first or error"
      )
    }
  }

  /// Throws unless the keys of a dictionary come from the names of one object.
  func checkKeys(
    _ path: RecordPath, _ levels: [FieldLevel], _ field: FieldDescription
  ) throws(PathError) {
    guard levels.first?.isKeyed == true, path.isMultiple else { return }
    let wildcard = path.segments.firstIndex { $0 == .everyElement || $0 == .everyMember } ?? 0
    guard path.segments[wildcard] == .everyMember, wildcard == path.segments.count - 1 else {
      throw PathError(
        path.text, at: path.positions[wildcard],
        "a dictionary has the members of one object: its path can only end with a wildcard, '.*'")
    }
  }

  /// Throws if `badElement` asks for nil elements and the elements are not optional.
  func checkElements(
    _ path: RecordPath, _ levels: [FieldLevel], _ field: FieldDescription
  ) throws(PathError) {
    guard field.policies.badElement == .setNil, !levels.contains(where: \.itemTakesNull) else { return }
    throw PathError(
      path.text, at: 0, "badElement(.setNil) needs a collection of optionals, not \(field.typeName)")
  }

  /// Returns the duplicate policy for a member, which all fields below it must share. The fields of a model nested
  /// below it do not count, because their paths begin there.
  func duplicatePolicy(_ below: [Int], depth: Int) throws(PathError) -> FieldPolicy.Duplicate {
    let fields = below.filter { scopes[Int(plans[$0].scope)].depth <= depth }
    guard let first = fields.min() else { return .first }
    let policy = plans[first].description.policies.duplicate
    for field in fields.sorted() where plans[field].description.policies.duplicate != policy {
      let path = plans[field].path
      let segment = depth - Int(scopes[Int(plans[field].scope)].depth)
      throw PathError(
        path.text, at: path.positions.indices.contains(segment) ? path.positions[segment] : 0,
        "has another duplicate policy for this member than the path \"\(plans[first].path.text)\"")
    }
    return policy
  }
}
