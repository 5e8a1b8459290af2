extension MappingDescription {
  /// Returns the paths of the fields, including aliases.
  ///
  /// - Parameter ofContainers: whether to return those of fields that only mark an object.
  func paths(ofContainers: Bool = true) throws(PathError) -> [RecordPath] {
    var paths: [RecordPath] = []
    for field in fields where !field.takesUnknown && (ofContainers || !field.isContainer) {
      paths += try field.paths.read()
    }
    return paths
  }
}

extension Program {
  /// The paths from the record to the value of each field. One of them suffices.
  var fieldPaths: [[RecordPath]] {
    scopes.flatMap { scope in
      let aliases = Dictionary(grouping: scope.aliases, by: \.field).mapValues { $0.map(\.alias) }
      let own = scope.fields.indices.dropLast(scope.aliases.count)
      return own.filter { scope.fields[$0].reportedPath == nil }.map { field in
        ([field] + aliases[field, default: []]).compactMap { index in
          try? RecordPath(scope.path.joined(scope.fields[index].path.text))
        }
      }
    }
  }
}

extension ContainerKinds {
  /// - Parameter nested: the mapping of a nested model or of the record.
  init(_ nested: MappingDescription) {
    var steps: [RecordPath.Segment?] = []
    var takesUnknown = false
    for index in nested.fields.indices {
      if nested.fields[index].takesUnknown {
        takesUnknown = true
      } else {
        for path in (try? nested.fields[index].paths.read()) ?? [] { steps.append(path.segments.first) }
      }
    }
    self.init(steps)
    if takesUnknown {
      object = true
    } else if steps.isEmpty {
      (object, array, scalar) = (true, true, true)
    }
  }
}
