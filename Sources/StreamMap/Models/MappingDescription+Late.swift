// Mappings for instances that are made late.
extension MappingDescription {
  /// The same mapping, for updating the instances that existed before the record.
  var updating: MappingDescription {
    guard let instance = instance.updating else { return self }
    var updating = self
    updating.fields = fields.map(\.late.updating)
    updating.instance = instance
    return updating
  }
}

extension FieldDescription {
  /// The field of an instance that is made late. Its value is in a cell until then.
  var late: FieldDescription {
    var late = self
    late.offset = { _ in nil }
    late.cell = cell?.late
    return late
  }

  fileprivate var updating: FieldDescription {
    var updating = self
    updating.nested = nested?.updating
    return updating
  }
}
