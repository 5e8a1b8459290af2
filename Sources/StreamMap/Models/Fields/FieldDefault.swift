/// A field's default value: what it is made of, erased.
///
/// SAFETY: the address is that of an instance of the field's model.
@safe struct FieldDefault: Sendable {
  /// Gives an instance the value.
  let give: @Sendable (UnsafeMutableRawPointer) -> Void

  init(_ give: @escaping @Sendable (UnsafeMutableRawPointer) -> Void) {
    unsafe self.give = unsafe give
  }
}

extension InstanceOperations {
  /// The same, whose instances begin with the default values of the fields that have one.
  ///
  /// SAFETY: the fields are those of the instance's type.
  func presetting(_ fields: [FieldDescription]) -> InstanceOperations {
    let presets = fields.compactMap(\.preset)
    guard !presets.isEmpty else { return self }
    let allocate = unsafe allocate
    let renew = unsafe renew
    var operations = self
    if let late { operations.late = { late().presetting(fields) } }
    if let build = unsafe build {
      // One that was there before the record has its own values.
      let isThere = unsafe isThere
      unsafe operations.build = { instance, template, cell, callContext in
        unsafe try build(instance, template, cell, callContext)
        if unsafe isThere(template) { return }
        for preset in presets { unsafe preset.give(instance) }
      }
      return operations
    }
    unsafe operations.allocate = {
      let instance = unsafe allocate()
      for preset in presets { unsafe preset.give(instance) }
      return unsafe instance
    }
    unsafe operations.renew = { instance in
      unsafe renew(instance)
      for preset in presets { unsafe preset.give(instance) }
    }
    return operations
  }
}
