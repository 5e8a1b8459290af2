// The same mapping for instances that are made late.
//
// SAFETY: what is unsafe is carried over from the operations and the cell, with what it promises; a late
// instance is new for each record, and so nothing of it needs to be reset.
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

extension InstanceOperations {
  /// Of the instances that were there before the record, and new ones where there are none; nil for
  /// a model that is made of its values.
  var updating: InstanceOperations? {
    guard var updating = late?() else { return nil }
    updating.isUpdated = true
    unsafe updating.hook = unsafe hook
    updating.isChangedByHook = isChangedByHook
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

extension FieldCell {
  /// The cell of an instance that is new for each record: there is nothing to reset.
  fileprivate var late: FieldCell {
    var cell = self
    if unsafe cell.reset != nil { unsafe cell.reset = { _, _ in } }
    return cell
  }
}
