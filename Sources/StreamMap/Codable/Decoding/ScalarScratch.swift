/// Memory of a session for the values of an array until they are counted.
///
/// SAFETY: the memory is allocated here and freed by `deallocate`, which the owner calls once. It is aligned for any
/// standard type. Only one array at a time uses it: the values are scalars.
@safe struct ScalarScratch {
  private var start: UnsafeMutableRawPointer
  private var capacity = 4 << 10

  private static let alignment = 16

  init() {
    unsafe start = .allocate(byteCount: capacity, alignment: Self.alignment)
  }

  func deallocate() {
    unsafe start.deallocate()
  }

  @inline(__always)
  func memory<Value: BitwiseCopyable>(of type: Value.Type) -> UnsafeMutableBufferPointer<Value> {
    unsafe UnsafeMutableBufferPointer(
      start: start.assumingMemoryBound(to: type), count: capacity / MemoryLayout<Value>.stride)
  }

  /// Returns twice as much memory, which begins with the same values.
  @inline(never)
  mutating func grow<Value: BitwiseCopyable>(
    _ values: UnsafeMutableBufferPointer<Value>
  ) -> UnsafeMutableBufferPointer<Value> {
    let larger = UnsafeMutableRawPointer.allocate(byteCount: 2 * capacity, alignment: Self.alignment)
    unsafe larger.copyMemory(from: start, byteCount: capacity)
    unsafe start.deallocate()
    unsafe start = unsafe larger
    capacity *= 2
    return unsafe memory(of: Value.self)
  }

  /// Frees memory that only a very long array needed.
  mutating func shrink() {
    guard capacity > 1 << 20 else { return }
    deallocate()
    self = Self()
  }
}
