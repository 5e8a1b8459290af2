// State: the sum of the hashes of complete records, and the hash of the current record.

import Foundation

/// A 64-bit checksum of mapped values: two contenders that mapped the same values have the same checksum.
///
/// Values of a record are mixed in the order of the model's fields. The hashes of records are added, so that the order
/// of records is irrelevant. An integer contributes its value, a double its bit pattern; an absent optional, true and
/// false contribute a constant each. A string contributes its count and
/// - `.everyByte`: all its bytes, eight at a time, or
/// - `.ends`: its first and last eight bytes, so that the checksum takes little of the measured time.
///
/// A decimal number contributes its text, and with `.ends` only its sign.
///
/// The warm-up and the counting run use `.everyByte`, the timed runs use `.ends`.
struct Checksum {
  enum Strings { case everyByte, ends }

  private(set) var total: UInt64 = 0
  private(set) var records = 0
  private let strings: Strings
  private var record = Self.start

  init(_ strings: Strings) {
    self.strings = strings
  }

  @inline(__always)
  private mutating func mix(_ value: UInt64) {
    record = (record << 5 | record >> 59) ^ value
    record &*= 0x9E37_79B9_7F4A_7C15
  }

  @inline(__always)
  mutating func endRecord() {
    total &+= record ^ record >> 32
    records += 1
    record = Self.start
  }

  /// Adds complete records.
  @inline(__always)
  mutating func add(_ other: Checksum) {
    total &+= other.total
    records += other.records
  }

  @inline(__always)
  mutating func add(_ value: Int) {
    mix(UInt64(bitPattern: Int64(value)))
  }

  @inline(__always)
  mutating func add(_ value: Double) {
    mix(value.bitPattern)
  }

  @inline(__always)
  mutating func add(_ value: Bool) {
    mix(value ? Self.yes : Self.no)
  }

  @inline(__always)
  mutating func add(_ value: String) {
    let isDone: Void? = unsafe value.utf8.withContiguousStorageIfAvailable { utf8 in
      unsafe add(UnsafeRawBufferPointer(utf8))
    }
    if isDone == nil { addScattered(value) }
  }

  @inline(__always)
  mutating func addAbsent() {
    mix(Self.absent)
  }

  mutating func add(_ value: Decimal) {
    if strings == .everyByte { add(value.description) } else { add(value.isSignMinus) }
  }

  /// Adds elements in any order, such as the members of a dictionary.
  ///
  /// - Parameter body: adds an element to a checksum of its own.
  mutating func add<Elements: Sequence>(
    unordered elements: Elements, _ body: (Elements.Element, inout Checksum) throws -> Void
  ) rethrows {
    var sum = Checksum(strings)
    for element in elements {
      try body(element, &sum)
      sum.endRecord()
    }
    mix(sum.total)
  }

  /// Adds a string.
  ///
  /// - Parameter utf8: The bytes of the string, valid during this call.
  @inline(__always)
  mutating func add(_ utf8: UnsafeRawBufferPointer) {
    let count = utf8.count
    mix(UInt64(truncatingIfNeeded: count))
    guard count >= 8 else {
      var word: UInt64 = 0
      for index in 0..<count { word = word << 8 | UInt64(unsafe utf8[index]) }
      mix(word)
      return
    }
    var offset = 0
    // SAFETY: every load begins at least eight bytes before the end, as `count` is 8 or more.
    if strings == .everyByte {
      while offset < count - 8 {
        mix(unsafe utf8.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset += 8
      }
    } else {
      mix(unsafe utf8.loadUnaligned(fromByteOffset: 0, as: UInt64.self))
    }
    mix(unsafe utf8.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
  }

  /// Adds a string without contiguous UTF-8, such as a bridged string.
  @inline(never)
  private mutating func addScattered(_ value: String) {
    unsafe Array(value.utf8).withUnsafeBytes { unsafe add($0) }
  }

  private static let start: UInt64 = 0x51_7C_C1_B7_27_22_0A_95
  private static let yes: UInt64 = 0xD1B5_4A32_D192_ED03
  private static let no: UInt64 = 0x8CB9_2BA7_2F3D_8DD7
  private static let absent: UInt64 = 0xA5A5_A5A5_A5A5_A5A5
}
