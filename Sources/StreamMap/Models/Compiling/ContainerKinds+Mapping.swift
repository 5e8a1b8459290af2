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
