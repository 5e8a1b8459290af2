/// The elements that have a row each, in place of the records: those of an array, or the members of an object.
///
/// A path such as `orders[*].lines[*]` has a level for each wildcard. A column has the level of the longest of its
/// beginnings that is one of the path's, up to a wildcard.
package struct RowElements: Sendable, Hashable {
  package let path: RecordPath
  /// Whether a record, or an element of an outer level, has a row if it has no elements.
  package let keepsEmpty: Bool
  /// For each level, the number of steps to the elements. The first level is the record.
  let steps: [Int]

  /// - Throws: `PathError` for a path that does not end with a wildcard.
  package init(_ path: RecordPath, keepsEmpty: Bool = false) throws(PathError) {
    let wildcards = path.segments.indices.filter { path.segments[$0].isWildcard }
    guard wildcards.last == path.segments.count - 1 else {
      throw PathError(
        path.text, at: path.text.utf8.count,
        "the path of elements ends with a wildcard: [*] for the elements of an array, as in \(path.text)[*], "
          + "or .* for the members of an object")
    }
    guard wildcards.count < 64 else {
      throw PathError(path.text, at: 0, "the path of elements has more than 63 wildcards")
    }
    self.path = path
    self.keepsEmpty = keepsEmpty
    steps = [0] + wildcards.map { $0 + 1 }
  }

  /// The innermost level whose elements are members, which have names. Nil if there is none.
  var keyLevel: Int? { steps.indices.dropFirst().last { path.segments[steps[$0] - 1] == .everyMember } }

  /// Whether elements have names.
  package var hasKeys: Bool { keyLevel != nil }

  /// Returns the level of a column.
  func level(of column: RecordPath) -> Int {
    let common = zip(column.segments, path.segments).prefix { $0 == $1 }.count
    return steps.lastIndex { $0 <= common } ?? 0
  }

  /// Returns whether a column has a list of values for each element.
  package func isList(_ column: RecordPath) -> Bool {
    column.segments.dropFirst(steps[level(of: column)]).contains(where: \.isWildcard)
  }

  /// Returns the path to the elements of a level, from those around them.
  func path(to level: Int) -> RecordPath {
    RecordPath(writing: path.segments[steps[level - 1]..<steps[level]])
  }
}

extension RecordPath.Segment {
  /// Whether the step is `[*]` or `*`.
  var isWildcard: Bool { self == .everyElement || self == .everyMember }
}
