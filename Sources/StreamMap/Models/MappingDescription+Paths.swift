extension MappingDescription {
  /// Returns the paths of the fields, including aliases.
  func paths() throws(PathError) -> [RecordPath] {
    var paths: [RecordPath] = []
    for field in fields where !field.takesUnknown { paths += try field.paths.read() }
    return paths
  }
}

extension Program {
  /// The paths from the record to the value of each field. One of them suffices.
  var fieldPaths: [[RecordPath]] {
    scopes.flatMap { scope in
      let aliases = Dictionary(grouping: scope.aliases, by: \.field).mapValues { $0.map(\.alias) }
      return scope.fields.indices.dropLast(scope.aliases.count).map { field in
        ([field] + aliases[field, default: []]).compactMap { index in
          try? RecordPath(scope.path.joined(scope.fields[index].path.text))
        }
      }
    }
  }
}
