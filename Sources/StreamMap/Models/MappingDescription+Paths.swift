extension MappingDescription {
  /// Returns the paths of the fields, including aliases.
  func paths() throws(PathError) -> [RecordPath] {
    var paths: [RecordPath] = []
    for field in fields where !field.takesUnknown { paths += try field.paths.read() }
    return paths
  }
}
