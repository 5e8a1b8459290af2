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
}
