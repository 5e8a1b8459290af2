extension String {
  /// Puts a copy of bytes into a field.
  ///
  /// SAFETY: as for ``FieldAccess``, and for a copy.
  @inline(never)
  static func put(
    copyOf bytes: UnsafePointer<UInt8>, _ count: Int, _ shape: SlotShape, at address: UnsafeMutableRawPointer
  ) {
    unsafe FieldAccess<String>.put(copy(of: bytes, count), shape, at: address)
  }
}

extension SmallString {
  /// Puts the string into a field. One of its kind that is there already needs no release, and is
  /// written over.
  ///
  /// SAFETY: as for ``FieldAccess``; only where `isLayoutKnown`.
  @inline(__always)
  func put(_ shape: SlotShape, at address: UnsafeMutableRawPointer) {
    if unsafe _slowPath(shape.isArray || !address.load(as: SmallString.self).isSmall) {
      unsafe replace(shape, at: address)
    } else {
      unsafe address.storeBytes(of: self, as: SmallString.self)
    }
  }

  @inline(never)
  private func replace(_ shape: SlotShape, at address: UnsafeMutableRawPointer) {
    unsafe FieldAccess<String>.put(string, shape, at: address)
  }
}
