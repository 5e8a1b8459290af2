extension MappingDescription {
  /// The paths of the fields, the further ones too.
  func paths() throws(PathError) -> [RecordPath] {
    var paths: [RecordPath] = []
    for field in fields where !field.takesUnknown { paths += try field.paths.read() }
    return paths
  }
}
