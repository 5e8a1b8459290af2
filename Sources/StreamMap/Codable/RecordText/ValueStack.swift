/// The elements of arrays that are being decoded, until they are counted. So each array is allocated once.
///
/// The elements of an inner array lie above those of the arrays around it.
///
/// Invariants: `used` is at most `capacity`. Below `used` are the elements of the arrays around the innermost one.
///
/// SAFETY: the memory is allocated here and freed by `deallocate`, which the owner calls once. It is aligned for any
/// standard type. The values are moved bitwise when the memory grows: they are trivial, strings, or single references.
@safe struct ValueStack {
  private var start: UnsafeMutableRawPointer
  private(set) var capacity = 4 << 10
  /// The number of bytes below the innermost array, a multiple of the alignment.
  private var used = 0

  private static let alignment = 16

  init() {
    unsafe start = .allocate(byteCount: capacity, alignment: Self.alignment)
  }

  func deallocate() {
    unsafe start.deallocate()
  }

  /// Returns the free memory for values of a type.
  @inline(__always)
  func free<Value>(for type: Value.Type) -> UnsafeMutableBufferPointer<Value> {
    unsafe UnsafeMutableBufferPointer(
      start: (start + used).assumingMemoryBound(to: type),
      count: (capacity &- used) / MemoryLayout<Value>.stride)
  }

  /// Returns more free memory, which begins with the same values.
  @inline(never)
  mutating func grow<Value>(_ type: Value.Type) -> UnsafeMutableBufferPointer<Value> {
    let larger = UnsafeMutableRawPointer.allocate(byteCount: 2 * capacity, alignment: Self.alignment)
    unsafe larger.copyMemory(from: start, byteCount: capacity)
    unsafe start.deallocate()
    unsafe start = unsafe larger
    capacity *= 2
    return unsafe free(for: type)
  }

  /// Reserves the first `count` values while an inner array is decoded. Returns the number of bytes for `pop(_:)`.
  @inline(__always)
  mutating func push<Value>(_ count: Int, _ type: Value.Type) -> Int {
    let bytes = (count &* MemoryLayout<Value>.stride &+ Self.alignment &- 1) & ~(Self.alignment &- 1)
    if bytes > capacity &- used { _ = unsafe grow(type) }
    used &+= bytes
    return bytes
  }

  @inline(__always)
  mutating func pop(_ bytes: Int) {
    used &-= bytes
  }

  /// Frees memory that only a very long array needed.
  mutating func shrink() {
    guard capacity > 1 << 20, used == 0 else { return }
    deallocate()
    self = Self()
  }
}
