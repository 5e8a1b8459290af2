import StreamMap

/// Explains paths that no record has, and literals whose type a path never has.
///
/// Nothing is said if the summary is not certain: if it has too many paths, and of the members of dictionaries.
package struct PathNotes {
  private let trie: SchemaTrie
  private let suggestions: PathSuggestions
  private let children: [[Int]]
  /// Whether every record is known.
  private let isComplete: Bool
  private let kept: Int

  private enum Presence {
    case absent, unknown
    case present(SchemaCounts)
  }

  /// - Parameter isComplete: whether the reading has read every record.
  package init(_ findings: RecordSampling.Findings, isComplete: Bool = true) {
    let schema = (findings.summary as? PathSummary)?.schema ?? InferredSchema()
    var trie = schema.trie
    trie.fold()
    var children = [[Int]](repeating: [], count: trie.nodes.count)
    for (number, node) in trie.nodes.enumerated() where node.step == .member {
      children[Int(node.parent)].append(number)
    }
    self.trie = trie
    self.children = children
    suggestions = PathSuggestions(schema)
    self.isComplete = isComplete && findings.isComplete
    kept = findings.kept
  }

  /// Returns the note on a path that no record has, or nil.
  package func missing(_ path: RecordPath) -> String? {
    guard case .absent = presence(of: path) else { return nil }
    let subject = isComplete ? "no record has" : "none of the first \(trie.records) records has"
    let meant = suggestions.suggestion(for: path).map { "; did you mean '\($0)'?" } ?? ""
    return "\(subject) '\(path.text)'\(meant)"
  }

  /// Returns the notes on the fields of a mapping. A field needs a value at one of its paths.
  func notes(of fields: [[RecordPath]]) -> [String] {
    fields.compactMap { paths in
      let notes = paths.map(missing)
      // Of a value that is missing with the value around it, only the latter is reported.
      return notes.contains(nil) || paths.allSatisfy({ fields.hasMissingPrefix(of: $0, missing) })
        ? nil : notes.first ?? nil
    }
  }

  /// Returns the notes on a filter.
  package func notes(of filter: Filter) -> [String] {
    let expression = filter.expression
    var notes: [String] = []
    for operand in expression.operands {
      if let note = missing(operand.path) {
        if isPossible(expression, { operand.tests.contains($0) }, expression.outcomeOfNull) {
          notes.append(note)
        }
        continue
      }
      guard case .present(let counts) = presence(of: operand.path) else { continue }
      for type in FilterExpression.LiteralType.allCases where counts.count(of: type) == 0 {
        let isOfType = { expression.types(of: $0).contains(type) }
        let isHopeless = { test in
          operand.tests.contains(test) && isOfType(test)
            && expression.types(of: test).allSatisfy { counts.count(of: $0) == 0 }
        }
        guard operand.tests.contains(where: isHopeless),
          isPossible(expression, isHopeless, { _ in .isUnknown })
        else { continue }
        notes.append("'\(operand.path.text)' was never \(type.rawValue)\(range) (\(counts.list))")
      }
      if let note = mixture(operand, expression, counts) { notes.append(note) }
    }
    return notes
  }

  private var range: String { isComplete ? "" : " in the first \(trie.records) records" }

  /// Returns the note on a path that has values of the literals' type and of another, whose comparison is unknown.
  private func mixture(
    _ operand: FilterExpression.Operand, _ expression: FilterExpression, _ counts: SchemaCounts
  ) -> String? {
    let compared = operand.tests.reduce(into: Set<FilterExpression.LiteralType>()) {
      $0.formUnion(expression.types(of: $1))
    }
    let types = FilterExpression.LiteralType.allCases.filter { counts.count(of: $0) > 0 }
    guard !compared.isDisjoint(with: types), let other = types.first(where: { !compared.contains($0) })
    else { return nil }
    let path = operand.path.text
    return
      "'\(path)' was also \(other.rawValue)\(range) (\(counts.list)), which the condition does not keep; "
      + "a list can have both, as in \(path) in (1, '1')"
  }

  /// Whether the records that the filter has kept, if any, are possible with these outcomes of some tests. If they are
  /// not, a later record has had the value.
  private func isPossible(
    _ expression: FilterExpression, _ isFixed: (Int) -> Bool,
    _ outcome: (Int) -> FilterExpression.Outcomes
  ) -> Bool {
    kept == 0
      || expression.outcomes { isFixed($0) ? outcome($0) : .pending }.contains(.isTrue)
  }

  private func presence(of path: RecordPath) -> Presence {
    guard trie.records > 0, !trie.isTruncated else { return .unknown }
    var places = [0]
    for (index, segment) in path.segments.enumerated() {
      // A container suffices for a wildcard at the end.
      if index == path.segments.count - 1 {
        let counts = places.map { trie.nodes[$0].counts }
        if segment == .everyElement, let some = counts.first(where: { $0.arrays > 0 }) {
          return .present(some)
        }
        if segment == .everyMember, let some = counts.first(where: { $0.objects > 0 }) {
          return .present(some)
        }
      }
      var next: [Int] = []
      for place in places {
        let node = trie.nodes[place]
        if node.isDictionary, !segment.isOfArray { return .unknown }
        next += children[place].filter { segment.matches(trie.name(of: trie.nodes[$0])) }
        if node.elementNode >= 0, segment.matches(node.elements.range?.upperBound ?? 0) {
          next.append(Int(node.elementNode))
        }
      }
      places = next
    }
    var all = SchemaCounts()
    for place in places { all.merge(trie.nodes[place].counts) }
    return all.all == 0 ? .absent : .present(all)
  }
}

extension [[RecordPath]] {
  /// Returns whether a shorter path that begins the given one is missing.
  fileprivate func hasMissingPrefix(of path: RecordPath, _ missing: (RecordPath) -> String?) -> Bool {
    contains { paths in
      paths.contains {
        $0.segments.count < path.segments.count && path.segments.starts(with: $0.segments)
          && missing($0) != nil
      }
    }
  }
}

extension RecordPath.Segment {
  fileprivate var isOfArray: Bool {
    switch self {
    case .index, .everyElement: true
    case .name, .indexOrName, .everyMember: false
    }
  }

  /// Returns whether the step leads to a member of this name.
  fileprivate func matches(_ name: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .name(let own): own.utf8.elementsEqual(name)
    case .indexOrName(let number): "\(number)".utf8.elementsEqual(name)
    case .everyMember: true
    case .index, .everyElement: false
    }
  }

  /// Returns whether the step leads to an element of an array with this number of elements.
  fileprivate func matches(_ count: Int) -> Bool {
    switch self {
    case .index(let index), .indexOrName(let index): index < count
    case .everyElement: count > 0
    case .name, .everyMember: false
    }
  }
}

extension SchemaCounts {
  fileprivate func count(of type: FilterExpression.LiteralType) -> Int {
    switch type {
    case .string: strings
    case .number: integers + decimals
    case .bool: bools
    }
  }

  /// The numbers of values by type: `4 numbers, 1 null`.
  fileprivate var list: String {
    [
      (integers + decimals, "number"), (strings, "string"), (bools, "boolean"), (objects, "object"),
      (arrays, "array"), (nulls, "null"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: ", ")
  }
}
