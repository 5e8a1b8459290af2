// The same mapping for instances that are made late.
extension MappingDescription {
  /// The same mapping, whose instances are those that were there before the record, where there are
  /// any.
  var updating: MappingDescription {
    guard let instance = instance.updating else { return self }
    var updating = self
    updating.fields = fields.map(\.late.updating)
    updating.instance = instance
    return updating
  }
}

extension FieldDescription {
  /// The field of an instance that is made late: it lies in a cell until then.
  var late: FieldDescription {
    var late = self
    late.offset = { _ in nil }
    late.cell = cell.late
    return late
  }

  fileprivate var updating: FieldDescription {
    var updating = self
    updating.nested = nested?.updating
    return updating
  }
}
