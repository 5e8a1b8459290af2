// Values stored with nothing to look up: false where that is not how the value is to be stored, and then
// nothing has happened.
extension Binding {
  /// Stores a string without escapes, if it is to be stored as it is.
  ///
  /// SAFETY: the bytes are in the record, and can be read as far as a literal's padding goes.
  @inline(always)
  func store(
    string bytes: UnsafePointer<UInt8>, _ count: Int, _ machine: UnsafePointer<Machine>
  ) -> Bool {
    switch kind {
    case .string:
      if _slowPath(count > SmallString.capacity) {
        unsafe Self.copy(bytes, count, shape, address)
      } else {
        let string = unsafe SmallString(bytes, count, isPadded: true)
        if unsafe _slowPath(shape.isArray || !string.replaceSmall(at: address)) {
          unsafe Self.put(string, shape, address)
        }
      }
      return true
    case .borrowed:
      unsafe Shaped<BorrowedText>.put(
        BorrowedText(bytes, count, in: machine.pointee.texts), shape, at: address)
      return true
    default:
      return false
    }
  }

  @inline(never)
  private static func copy(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ shape: SlotShape, _ address: UnsafeMutableRawPointer
  ) {
    unsafe Shaped<String>.put(String.copy(of: bytes, count), shape, at: address)
  }

  @inline(never)
  private static func put(_ string: SmallString, _ shape: SlotShape, _ address: UnsafeMutableRawPointer) {
    unsafe Shaped<String>.put(string.string, shape, at: address)
  }

  /// Stores a number or a constant, if it is of the commonest form.
  ///
  /// SAFETY: the bytes can be read as far as a literal's padding goes.
  @inline(always)
  func store(word bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    switch kind {
    case .int:
      let value = unsafe NumberText.plainInteger(bytes, count, isPadded: true)
      guard let value = value.flatMap(Int.init(exactly:)) else { return false }
      unsafe Shaped<Int>.put(value, shape, at: address)
    case .double:
      guard let value = unsafe NumberText.paddedDouble(bytes, count) else { return false }
      unsafe Shaped<Double>.put(value, shape, at: address)
    case .bool:
      switch unsafe Literal.constant(bytes, count) {
      case .true: unsafe Shaped<Bool>.put(true, shape, at: address)
      case .false: unsafe Shaped<Bool>.put(false, shape, at: address)
      default: return false
      }
    default:
      return false
    }
    return true
  }
}
