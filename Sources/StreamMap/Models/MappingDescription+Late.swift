// The same mapping for instances that are made late.
//
// SAFETY: what is unsafe is carried over from the operations and the cell, with what it promises; a late
// instance is new for each record, and so nothing of it needs to be reset.
extension MappingDescription {
  /// The same mapping, whose instances are those that were there before the record, where there are
  /// any.
  var updating: MappingDescription {
    guard let instance = instance.updating else { return self }
    return MappingDescription(fields: fields.map(\.late.updating), instance: instance)
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
    FieldDescription(
      pathText: pathText, policies: policies, storage: storage, offset: { _ in nil }, cell: cell.late,
      nested: nested, recursive: recursive, typeName: typeName)
  }

  fileprivate var updating: FieldDescription {
    guard let nested else { return self }
    return FieldDescription(
      pathText: pathText, policies: policies, storage: storage, offset: offset, cell: cell,
      nested: nested.updating, recursive: recursive, typeName: typeName)
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
