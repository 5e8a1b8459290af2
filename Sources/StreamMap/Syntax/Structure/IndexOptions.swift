import CStructure

/// The options for the structural indexes of an input's records.
///
/// SAFETY: the kernels, with the functions that they name, are constants of the C module.
@safe struct IndexOptions {
  /// The kernel that finds the structure.
  let kernel: streammap_kernel
  /// The limits of one record, clamped.
  let limits: Limits
  /// Whether the index rejects every malformed record, or only those that cannot be mapped.
  let validates: Bool

  /// Creates options with the best kernel of this machine.
  init(limits: Limits, validates: Bool) {
    unsafe kernel = unsafe streammap_kernel_best().pointee
    self.limits = limits
    self.validates = validates
  }

  /// Creates an index, which the caller frees.
  func makeIndex() -> UnsafeMutablePointer<StructuralIndex> {
    let index = UnsafeMutablePointer<StructuralIndex>.allocate(capacity: 1)
    unsafe index.initialize(to: StructuralIndex(kernel, limits: limits, validates: validates))
    return unsafe index
  }
}
