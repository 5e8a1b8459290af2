#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Memory allocation, and searches and comparisons over bytes that use wide words or the C library.
///
/// SAFETY, for all functions: `count` bytes are readable at each address.
@usableFromInline package enum Memory {
  /// Allocates a table with the elements of an array. The caller frees it. An empty table has an address, too.
  static func table<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
    let table = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
    for (index, element) in elements.enumerated() { unsafe (table + index).initialize(to: element) }
    return unsafe UnsafePointer(table)
  }

  /// Copies bytes. For the length of most texts, loads that overlap replace the call of a function.
  ///
  /// SAFETY: both have `count` bytes, and do not overlap.
  @inlinable @inline(__always)
  package static func copy(_ source: UnsafeRawPointer, _ count: Int, to target: UnsafeMutableRawPointer) {
    switch count {
    case 16...32: unsafe copyEnds(of: SIMD16<UInt8>.self, source, count, to: target)
    case 8..<16: unsafe copyEnds(of: UInt64.self, source, count, to: target)
    case 4..<8: unsafe copyEnds(of: UInt32.self, source, count, to: target)
    case 1..<4:
      let middle = count &>> 1
      let (first, second, last) = unsafe (
        source.load(as: UInt8.self), source.load(fromByteOffset: middle, as: UInt8.self),
        source.load(fromByteOffset: count &- 1, as: UInt8.self)
      )
      unsafe target.storeBytes(of: first, as: UInt8.self)
      unsafe target.storeBytes(of: second, toByteOffset: middle, as: UInt8.self)
      unsafe target.storeBytes(of: last, toByteOffset: count &- 1, as: UInt8.self)
    default: unsafe target.copyMemory(from: source, byteCount: count)
    }
  }

  /// Copies whole blocks of sixteen bytes. For a few of them, this takes less than the call of a function.
  ///
  /// SAFETY: both have `count` bytes, and do not overlap.
  @inline(__always)
  static func copyBlocks(_ source: UnsafeRawPointer, _ count: Int, to target: UnsafeMutableRawPointer) {
    assert(count % 16 == 0)
    var offset = 0
    while offset < count {
      let block = unsafe source.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      unsafe target.storeBytes(of: block, toByteOffset: offset, as: SIMD16<UInt8>.self)
      offset &+= 16
    }
  }

  /// Copies at least sixteen bytes. Returns whether all of them are ASCII.
  ///
  /// SAFETY: both have `count` bytes, and do not overlap.
  @inline(__always)
  static func copyText(_ source: UnsafeRawPointer, _ count: Int, to target: UnsafeMutableRawPointer) -> Bool {
    let last = count &- 16
    var (offset, all) = (0, SIMD16<UInt8>.zero)
    while offset < last {
      let block = unsafe source.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      unsafe target.storeBytes(of: block, toByteOffset: offset, as: SIMD16<UInt8>.self)
      all |= block
      offset &+= 16
    }
    let block = unsafe source.loadUnaligned(fromByteOffset: last, as: SIMD16<UInt8>.self)
    unsafe target.storeBytes(of: block, toByteOffset: last, as: SIMD16<UInt8>.self)
    let words = unsafe unsafeBitCast(all | block, to: SIMD2<UInt64>.self)
    return (words[0] | words[1]) & 0x8080_8080_8080_8080 == 0
  }

  /// Copies the first and the last bytes, which are all of them.
  ///
  /// SAFETY: there are at least as many bytes as in a word, and at most twice as many.
  @inlinable @inline(__always)
  package static func copyEnds<Word: BitwiseCopyable>(
    of _: Word.Type, _ source: UnsafeRawPointer, _ count: Int, to target: UnsafeMutableRawPointer
  ) {
    let last = count &- MemoryLayout<Word>.size
    let (head, tail) = unsafe (
      source.loadUnaligned(as: Word.self), source.loadUnaligned(fromByteOffset: last, as: Word.self)
    )
    unsafe target.storeBytes(of: head, as: Word.self)
    unsafe target.storeBytes(of: tail, toByteOffset: last, as: Word.self)
  }

  /// Compares eight bytes at a time. The last load overlaps the one before. Names are too short for a call to pay.
  @inlinable @inline(__always)
  package static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int)
    -> Bool
  {
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

  /// Whether no byte has its high bit set. The last load overlaps the one before.
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

  /// Passes a value to a closure without copying it. The closure's parameter is for non-copyable types, so the
  /// compiler does not copy the copyable ones.
  @inline(__always)
  static func borrow<Value: ~Copyable, Result>(
    _ value: UnsafePointer<Value>, _ body: (borrowing Value) throws -> Result
  ) rethrows -> Result {
    unsafe try body(value.pointee)
  }

  /// Returns the offset of the first occurrence of `byte`, or nil.
  @inline(__always)
  static func firstIndex(of byte: UInt8, in bytes: UnsafeRawPointer, _ count: Int) -> Int? {
    unsafe memchr(bytes, Int32(byte), count).map { unsafe UnsafeRawPointer($0) - bytes }
  }

  // MARK: Growable buffers

  /// Allocates memory for bytes. `grow` resizes it and `release` frees it.
  static func allocate(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    guard let bytes = unsafe malloc(max(count, 1)) else { noMemory(count) }
    return unsafe bytes.assumingMemoryBound(to: UInt8.self)
  }

  /// Returns the new capacity of a buffer that moves along an input, or nil if the capacity may stay.
  ///
  /// The capacity doubles if there is no room for a block. A buffer over 8 MiB shrinks when less than an eighth of it
  /// is used.
  ///
  /// - Parameter used: the number of bytes to keep.
  static func capacity(insteadOf capacity: Int, used: Int, block: Int) -> Int? {
    if capacity - used < block { return max(capacity * 2, used + 2 * block) }
    return capacity > largeBuffer && used < capacity / 8 ? used + 2 * block : nil
  }

  /// A buffer of up to this size never shrinks, because the next record may need it again.
  private static let largeBuffer = 8 << 20

  /// Resizes memory. Large blocks are moved without a copy where the system can do so.
  static func grow(_ bytes: UnsafeMutablePointer<UInt8>, to count: Int) -> UnsafeMutablePointer<UInt8> {
    guard let larger = unsafe realloc(bytes, count) else { noMemory(count) }
    return unsafe larger.assumingMemoryBound(to: UInt8.self)
  }

  /// Allocates words that are all 0. Their memory is not touched. `release` frees it.
  static func allocateZeros(_ count: Int) -> UnsafeMutablePointer<UInt64> {
    guard let words = unsafe calloc(max(count, 1), MemoryLayout<UInt64>.stride) else {
      noMemory(count * MemoryLayout<UInt64>.stride)
    }
    return unsafe words.assumingMemoryBound(to: UInt64.self)
  }

  private static func noMemory(_ count: Int) -> Never {
    fatalError("out of memory: cannot allocate \(count) bytes")
  }

  static func release(_ memory: UnsafeMutableRawPointer) {
    unsafe free(memory)
  }
}

/// A reference that does not retain its object, for hot paths where the counting would cost more than the work.
///
/// SAFETY: the owner of the reference keeps the object alive.
@safe struct Unretained<Object: AnyObject> {
  private let reference: Unmanaged<Object>

  init(_ object: Object) { unsafe reference = .passUnretained(object) }

  var object: Object { unsafe reference.takeUnretainedValue() }

  /// Passes the object to a closure, without retaining it.
  @inline(__always)
  func withObject<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    unsafe try reference._withUnsafeGuaranteedRef(body)
  }
}

extension Unretained: Sendable where Object: Sendable {}

/// A seeded hash over all bytes of a member's name.
///
/// It multiplies and folds eight bytes at a time. The last eight overlap. The seed enters first, so that another seed
/// gives another function. It reads no byte outside `bytes[0..<count]`.
@usableFromInline package enum KeyHash {
  /// Odd numbers whose bits are well mixed, for this hash and others.
  @inlinable package static var multiplier: UInt64 { 0x9E37_79B9_7F4A_7C15 }
  static var secondMultiplier: UInt64 { 0xD6E8_FEB8_6659_FD93 }
  static var thirdMultiplier: UInt64 { 0xA076_1D64_78BD_642F }

  /// Folds the halves of a product of 128 bits, so that each bit of the state can change the lowest bits, too. In the lower half
  /// alone, the last bytes of a word would change only bits above them.
  @inlinable @inline(__always)
  package static func fold(_ state: UInt64) -> UInt64 {
    let product = state.multipliedFullWidth(by: multiplier)
    return product.high ^ product.low
  }

  @inlinable @inline(__always)
  package static func hash(_ bytes: Span<UInt8>, seed: UInt64) -> UInt64 {
    // SAFETY: the span has `count` bytes. No byte of an empty one is read.
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe bytes.baseAddress.map { unsafe hash($0, bytes.count, seed: seed) }
        ?? fold(seed)
    }
  }

  // SAFETY: every load lies within the `count` bytes that the caller guarantees.
  @inlinable @inline(__always)
  package static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int, seed: UInt64) -> UInt64 {
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
