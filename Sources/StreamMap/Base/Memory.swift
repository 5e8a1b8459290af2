#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The C library's searches, which use the widest instructions the machine has.
///
/// SAFETY, for all of them: `count` bytes are readable at each address.
enum Memory {
  /// Allocates a table with the elements of an array, which the caller frees. It has an address even if it is empty.
  static func table<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
    let table = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
    for (index, element) in elements.enumerated() { unsafe (table + index).initialize(to: element) }
    return unsafe UnsafePointer(table)
  }

  /// Compares eight bytes at a time, the last ones overlapping: names are too short for a
  /// call to pay.
  @inline(__always)
  static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let left = unsafe UnsafeRawPointer(left)
    let right = unsafe UnsafeRawPointer(right)
    @inline(__always)
    func differ<Word: FixedWidthInteger>(_ offset: Int, _: Word.Type) -> Bool {
      unsafe left.loadUnaligned(fromByteOffset: offset, as: Word.self)
        != right.loadUnaligned(fromByteOffset: offset, as: Word.self)
    }
    if count >= 8 {
      var index = 0
      while index &+ 8 < count {
        if differ(index, UInt64.self) { return false }
        index &+= 8
      }
      return !differ(count &- 8, UInt64.self)
    }
    if count >= 4 { return !differ(0, UInt32.self) && !differ(count &- 4, UInt32.self) }
    var index = 0
    while index < count {
      if differ(index, UInt8.self) { return false }
      index &+= 1
    }
    return true
  }

  /// Whether no byte has its high bit. The last bytes are looked at together, also those that
  /// were before.
  @inline(__always)
  static func isASCII(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let raw = unsafe UnsafeRawPointer(bytes)
    var bits: UInt64 = 0
    if count >= 32 {
      var words = unsafe raw.loadUnaligned(fromByteOffset: count &- 32, as: SIMD4<UInt64>.self)
      var index = 0
      while index &+ 32 < count {
        words |= unsafe raw.loadUnaligned(fromByteOffset: index, as: SIMD4<UInt64>.self)
        index &+= 32
      }
      bits = words[0] | words[1] | words[2] | words[3]
    } else if count >= 16 {
      let words =
        unsafe raw.loadUnaligned(as: SIMD2<UInt64>.self)
        | raw.loadUnaligned(fromByteOffset: count &- 16, as: SIMD2<UInt64>.self)
      bits = words[0] | words[1]
    } else {
      for index in 0..<max(count, 0) { bits |= unsafe UInt64(bytes[index]) }
    }
    return bits & 0x8080_8080_8080_8080 == 0
  }

  /// Shows a closure a value where it is. Written for types that cannot be copied, so that
  /// the compiler does not copy those that can.
  @inline(__always)
  static func borrow<Value: ~Copyable, Result>(
    _ value: UnsafePointer<Value>, _ body: (borrowing Value) throws -> Result
  ) rethrows -> Result {
    unsafe try body(value.pointee)
  }

  /// The distance of the first such byte; nil if there is none.
  @inline(__always)
  static func firstIndex(of byte: UInt8, in bytes: UnsafeRawPointer, _ count: Int) -> Int? {
    unsafe memchr(bytes, Int32(byte), count).map { unsafe UnsafeRawPointer($0) - bytes }
  }

  // MARK: Buffers that grow

  /// Memory for bytes, to be grown by `grow` and freed by `release`.
  static func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    guard let bytes = unsafe malloc(max(count, 1)) else { noMemory(count) }
    return unsafe bytes.assumingMemoryBound(to: UInt8.self)
  }

  /// The capacity that a buffer needs which moves along an input; nil if it may stay as it is.
  ///
  /// It doubles where there is no room for a block. What something unusually large made of it is given back as soon as
  /// that has gone.
  ///
  /// - Parameter used: how much of it has to stay.
  static func capacity(insteadOf capacity: Int, used: Int, block: Int) -> Int? {
    if capacity - used < block { return max(capacity * 2, used + 2 * block) }
    return capacity > largeBuffer && used < capacity / 8 ? used + 2 * block : nil
  }

  /// A buffer that is no larger is kept: the next record may need it again.
  private static let largeBuffer = 8 << 20

  /// Makes memory larger, where it is if that can be: large blocks are moved without being copied. Or smaller.
  static func grow(_ bytes: UnsafeMutablePointer<UInt8>, to count: Int) -> UnsafeMutablePointer<UInt8> {
    guard let larger = unsafe realloc(bytes, count) else { noMemory(count) }
    return unsafe larger.assumingMemoryBound(to: UInt8.self)
  }

  /// Memory for words, all of them 0, to be freed by `release`; none is touched.
  static func allocateZeros(_ count: Int) -> UnsafeMutablePointer<UInt64> {
    guard let words = unsafe calloc(max(count, 1), MemoryLayout<UInt64>.stride) else {
      noMemory(count * MemoryLayout<UInt64>.stride)
    }
    return unsafe words.assumingMemoryBound(to: UInt64.self)
  }

  private static func noMemory(_ count: Int) -> Never {
    fatalError("there is no memory for \(count) bytes")
  }

  static func release(_ memory: UnsafeMutableRawPointer) {
    unsafe free(memory)
  }
}

/// A hash over all bytes of a member's name, with a seed.
///
/// Multiply and fold over eight bytes at a time, the last eight overlapping; the
/// seed enters first, so that another seed makes another function. Reads no byte
/// outside `bytes[0..<count]`.
enum KeyHash {
  static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  @inline(__always)
  static func fold(_ state: UInt64) -> UInt64 {
    let product = state &* multiplier
    return product ^ (product &>> 32)
  }

  @inline(__always)
  static func hash(_ bytes: Span<UInt8>, seed: UInt64) -> UInt64 {
    // SAFETY: the span has `count` bytes. No byte is read of an empty one.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe bytes.baseAddress.map { unsafe hash($0, bytes.count, seed: seed) }
        ?? fold(seed)
    }
  }

  // SAFETY: every load lies within the `count` bytes the caller vouches for.
  @inline(__always)
  static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int, seed: UInt64) -> UInt64 {
    let raw = unsafe UnsafeRawPointer(bytes)
    var state = seed ^ UInt64(truncatingIfNeeded: count)
    if count >= 8 {
      var index = 0
      while index &+ 8 < count {
        state = unsafe fold(state ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        index &+= 8
      }
      return unsafe fold(state ^ raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
    }
    if count >= 4 {
      let low = unsafe UInt64(raw.loadUnaligned(as: UInt32.self))
      let high = unsafe UInt64(raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      return fold(state ^ (low | high &<< 32))
    }
    if count > 0 {
      let first = unsafe UInt64(bytes[0])
      let middle = unsafe UInt64(bytes[count &>> 1])
      let last = unsafe UInt64(bytes[count &- 1])
      return fold(state ^ (first | middle &<< 8 | last &<< 16))
    }
    return fold(state)
  }
}
