/// Growable memory for a buffer of a column, or for the rows and names of a table. It is aligned to 64 bytes, as Arrow
/// recommends.
///
/// SAFETY: `start` has `capacity` bytes, allocated here and freed by `deallocate`, which the owner calls once. The first
/// `count` bytes are initialised. Indexes of values are within these bytes, and values that are added as reserved within
/// the capacity: unoptimised code checks both.
@usableFromInline @safe package struct AlignedBytes {
  @usableFromInline package private(set) var start: UnsafeMutableRawPointer
  @usableFromInline package var count = 0
  @usableFromInline package private(set) var capacity = 64

  @inlinable package static var alignment: Int { 64 }

  package init() {
    unsafe start = .allocate(byteCount: capacity, alignment: Self.alignment)
  }

  package func deallocate() { unsafe start.deallocate() }

  /// Empties the buffer and keeps its memory.
  package mutating func removeAll() { count = 0 }

  /// Makes room for more bytes.
  @inlinable @inline(__always)
  package mutating func reserve(_ more: Int) {
    if _slowPath(more > capacity &- count) { grow(more) }
  }

  @usableFromInline @inline(never)
  package mutating func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    capacity = (larger + Self.alignment - 1) / Self.alignment * Self.alignment
    let grown = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: Self.alignment)
    unsafe grown.copyMemory(from: start, byteCount: count)
    unsafe start.deallocate()
    unsafe start = unsafe grown
  }

  /// Appends a value.
  @inlinable @inline(__always)
  package mutating func append<Value: BitwiseCopyable>(_ value: Value) {
    reserve(MemoryLayout<Value>.size)
    append(reserved: value)
  }

  /// Appends a value, for which there is room. Only unoptimised code checks that.
  @inlinable @inline(__always)
  package mutating func append<Value: BitwiseCopyable>(reserved value: Value) {
    assert(MemoryLayout<Value>.size <= capacity - count)
    unsafe start.storeBytes(of: value, toByteOffset: count, as: Value.self)
    count &+= MemoryLayout<Value>.size
  }

  /// Appends a copy of bytes.
  @inlinable @inline(__always)
  package mutating func append(_ bytes: Span<UInt8>) {
    reserve(bytes.count)
    unsafe bytes.withUnsafeBytes { bytes in
      guard let source = bytes.baseAddress else { return }
      unsafe Memory.copy(source, bytes.count, to: start + count)
    }
    count &+= bytes.count
  }

  /// Appends a copy of whole blocks of sixteen bytes.
  @inline(__always)
  mutating func append(blocks source: UnsafeRawPointer, _ bytes: Int) {
    reserve(bytes)
    unsafe Memory.copyBlocks(source, bytes, to: start + count)
    count &+= bytes
  }

  /// Appends a copy of some bytes of another buffer.
  package mutating func append(_ other: AlignedBytes, _ range: Range<Int>) {
    precondition(range.upperBound <= other.count, "the bytes are in the other buffer")
    reserve(range.count)
    unsafe (start + count).copyMemory(from: other.start + range.lowerBound, byteCount: range.count)
    count += range.count
  }

  /// Appends zeros.
  package mutating func append(zeros added: Int) {
    reserve(added)
    unsafe (start + count).initializeMemory(as: UInt8.self, repeating: 0, count: added)
    count += added
  }

  /// A value by its index among values of its type.
  @inlinable @inline(__always)
  package subscript<Value: BitwiseCopyable>(index: Int, as _: Value.Type) -> Value {
    get {
      assert(index >= 0 && (index + 1) * MemoryLayout<Value>.size <= count)
      return unsafe start.load(fromByteOffset: index &* MemoryLayout<Value>.size, as: Value.self)
    }
    set {
      assert(index >= 0 && (index + 1) * MemoryLayout<Value>.size <= count)
      unsafe start.storeBytes(of: newValue, toByteOffset: index &* MemoryLayout<Value>.size, as: Value.self)
    }
  }
}
