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
  @inline(__always)
  static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    memcmp(left, right, count) == 0
  }

  /// The distance of the first such byte; nil if there is none.
  @inline(__always)
  static func firstIndex(of byte: UInt8, in bytes: UnsafeRawPointer, _ count: Int) -> Int? {
    memchr(bytes, Int32(byte), count).map { UnsafeRawPointer($0) - bytes }
  }
}
