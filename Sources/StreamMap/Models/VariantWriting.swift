/// The writing of a model that is one of several variants.
@safe struct VariantWriting: Sendable {
  let mappings: [MappingDescription]
  /// Shows a closure the model that the instance at an address is, and the number of its mapping;
  /// false if it is none.
  ///
  /// SAFETY: the first address is that of an instance, the second that of one of the mapping's.
  let show: @Sendable (UnsafeRawPointer, (Int, UnsafeRawPointer) -> Void) -> Bool

  /// Writes a single model.
  init(only mapping: MappingDescription) {
    mappings = [mapping]
    unsafe show = { address, body in
      unsafe body(0, address)
      return true
    }
  }

  init(
    _ mappings: [MappingDescription],
    show: @escaping @Sendable (UnsafeRawPointer, (Int, UnsafeRawPointer) -> Void) -> Bool
  ) {
    self.mappings = mappings
    unsafe self.show = unsafe show
  }
}
