/// The place in memory to which text is written next.
///
/// Text is copied sixteen bytes at a time, because most texts are short, and a copy without a branch for each length is
/// then the fastest. So bytes after a text are read, and bytes after the cursor are overwritten.
///
/// SAFETY: the memory after the cursor holds everything that is written to it, and ``slack`` bytes more. ``slack`` bytes
/// after each text are readable, unless a function says that it reads none.
@usableFromInline @safe package struct TextCursor {
  @usableFromInline var next: UnsafeMutableRawPointer
  /// The end of the room. What is written without asking takes room, too, and may exceed it.
  @usableFromInline let end: UnsafeMutableRawPointer

  @inlinable @inline(__always)
  init(_ next: UnsafeMutableRawPointer, room: Int) {
    unsafe self.next = unsafe next
    unsafe end = next + room
  }

  /// The number of bytes that must be readable after a text, and writable after the cursor.
  @inlinable package static var slack: Int { 16 }

  /// The bytes that are copied at a time.
  @usableFromInline typealias Block = SIMD16<UInt8>

  /// Returns whether there is room for a number of bytes.
  @inlinable @inline(__always)
  package func hasRoom(for count: Int) -> Bool { unsafe count <= end - next }

  /// Writes a byte.
  @inlinable @inline(__always)
  package mutating func put(_ byte: UInt8) {
    unsafe next.storeBytes(of: byte, as: UInt8.self)
    unsafe next += 1
  }

  /// Writes a part of a text. At least ``slack`` bytes of the text must follow the part.
  @inlinable @inline(__always)
  package mutating func put(_ text: Span<UInt8>, from start: Int, to end: Int) {
    precondition(
      0 <= start && start <= end && end <= text.count &- Self.slack, "the text has bytes after its part")
    unsafe text.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe put(base + start, end &- start)
    }
  }

  /// Writes a text.
  @inlinable @inline(__always)
  mutating func put(_ text: UnsafeRawPointer, _ count: Int) {
    var offset = 0
    repeat {
      unsafe next.storeBytes(
        of: text.loadUnaligned(fromByteOffset: offset, as: Block.self), toByteOffset: offset, as: Block.self)
      offset &+= Self.slack
    } while offset < count
    unsafe next += count
  }

  /// Writes a text unless it has a quote, a backslash, a control character or another byte. Returns whether it did.
  @inlinable @inline(__always)
  mutating func put(_ text: UnsafeRawPointer, _ count: Int, unlessItHas extra: UInt8) -> Bool {
    var found = SIMD2<UInt64>()
    var offset = 0
    while offset &+ Self.slack < count {
      let block = unsafe text.loadUnaligned(fromByteOffset: offset, as: Block.self)
      unsafe next.storeBytes(of: block, toByteOffset: offset, as: Block.self)
      found |= Self.special(in: block, also: extra)
      offset &+= Self.slack
    }
    let block = unsafe text.loadUnaligned(fromByteOffset: offset, as: Block.self)
    unsafe next.storeBytes(of: block, toByteOffset: offset, as: Block.self)
    // The last block can end after the text.
    found |= Self.special(in: block, also: extra) & Self.bytes(before: count &- offset)
    guard found[0] | found[1] == 0 else { return false }
    unsafe next += count
    return true
  }

  /// The length of the longest string that is copied before it is known to have no byte to escape.
  static var longestCopied: Int { 128 }

  /// Writes a string in quotes. Returns false, and writes nothing, if it has a byte to escape or is long. There must be
  /// room for ``longestCopied`` bytes and the quotes.
  ///
  /// - Parameters:
  ///   - extra: a byte that is escaped besides those that must be.
  ///   - knowsSmall: ``SmallString/isLayoutKnown``.
  @inline(__always)
  mutating func quote(_ text: String, also extra: UInt8, knowsSmall: Bool) -> Bool {
    if knowsSmall {
      let small = SmallString(text)
      if small.isSmall { return quote(small, also: extra) }
    }
    return unsafe text.utf8.withContiguousStorageIfAvailable { text in
      guard Self.slack <= text.count, text.count <= Self.longestCopied, let start = text.baseAddress else {
        return false
      }
      return unsafe quote(start, text.count, also: extra)
    } ?? false
  }

  /// Writes a string in quotes. Returns false, and writes nothing, if it has a byte to escape.
  ///
  /// - Parameter extra: a byte that is escaped besides those that must be.
  @inline(__always)
  mutating func quote(_ text: SmallString, also extra: UInt8) -> Bool {
    let count = text.count
    unsafe next.storeBytes(of: ASCII.quote, as: UInt8.self)
    unsafe next.storeBytes(of: text.block, toByteOffset: 1, as: Block.self)
    let found = Self.special(in: text.block, also: extra) & Self.bytes(before: count)
    guard found[0] | found[1] == 0 else { return false }
    unsafe next.storeBytes(of: ASCII.quote, toByteOffset: count &+ 1, as: UInt8.self)
    unsafe next += count &+ 2
    return true
  }

  /// Writes a string of sixteen bytes or more in quotes. Returns the same. Nothing after the text is read.
  @inline(__always)
  mutating func quote(_ text: UnsafeRawPointer, _ count: Int, also extra: UInt8) -> Bool {
    unsafe next.storeBytes(of: ASCII.quote, as: UInt8.self)
    var found = SIMD2<UInt64>()
    var offset = 0
    while true {
      // The last block overlaps the one before it.
      offset = min(offset, count &- Self.slack)
      let block = unsafe text.loadUnaligned(fromByteOffset: offset, as: Block.self)
      unsafe next.storeBytes(of: block, toByteOffset: offset &+ 1, as: Block.self)
      found |= Self.special(in: block, also: extra)
      offset &+= Self.slack
      if offset >= count { break }
    }
    guard found[0] | found[1] == 0 else { return false }
    unsafe next.storeBytes(of: ASCII.quote, toByteOffset: count &+ 1, as: UInt8.self)
    unsafe next += count &+ 2
    return true
  }

  /// The largest number of bytes of an escape.
  static var longestEscape: Int { 6 }

  /// Writes the escape of a byte.
  @inline(__always)
  mutating func escape(_ byte: UInt8) {
    // Bytes that are not control characters stand for themselves.
    let letters: StaticString =
      "uuuuuuuubtnufruuuuuuuuuuuuuuuuuu !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_"
    // SAFETY: there are 96 letters, and no greater byte is escaped.
    let letter = unsafe letters.utf8Start[Int(byte)]
    put(word: UInt64(ASCII.backslash) | UInt64(letter) &<< 8 | 0x3030 &<< 16, 2)
    if _slowPath(letter == ASCII.lowerU) {
      unsafe next += 2
      put(ASCII.hexDigit(byte >> 4))
      put(ASCII.hexDigit(byte & 15))
    }
  }

  /// Writes a block without moving the cursor. Returns the mask of its bytes that need an escape.
  @inline(__always)
  func copy(_ block: Block, also extra: UInt8) -> SIMD2<UInt64> {
    unsafe next.storeBytes(of: block, as: Block.self)
    return Self.special(in: block, also: extra)
  }

  /// Returns the last bytes of a text, fewer than sixteen, as the first of a block. Only bytes of the text are read.
  ///
  /// SAFETY: the text has `all` bytes, and ends at the address.
  @inline(__always)
  static func last(_ count: Int, before end: UnsafeRawPointer, of all: Int) -> Block {
    /// The first sixteen bytes, or all if there are fewer: two words that overlap.
    @inline(__always)
    func overlapping<Word: UnsignedInteger & FixedWidthInteger & BitwiseCopyable>(_: Word.Type) -> UInt128 {
      let size = Word.bitWidth / 8
      let first = unsafe (end - all).loadUnaligned(as: Word.self)
      let last = unsafe (end - size).loadUnaligned(as: Word.self)
      return UInt128(first) | UInt128(last) &<< UInt128((all &- size) &* 8)
    }
    let bits: UInt128 =
      if all >= slack {
        unsafe (end - slack).loadUnaligned(as: UInt128.self) &>> UInt128((slack &- count) &* 8)
      } else if all >= 8 {
        overlapping(UInt64.self) &>> UInt128((all &- count) &* 8)
      } else if all >= 4 {
        overlapping(UInt32.self) &>> UInt128((all &- count) &* 8)
      } else if all >= 2 {
        overlapping(UInt16.self) &>> UInt128((all &- count) &* 8)
      } else {
        overlapping(UInt8.self)
      }
    return unsafe unsafeBitCast(bits, to: Block.self)
  }

  /// Returns the mask of the bytes that are a quote, a backslash, a control character or `extra`.
  @inlinable @inline(__always)
  static func special(in block: SIMD16<UInt8>, also extra: UInt8) -> SIMD2<UInt64> {
    func equals(_ byte: UInt8) -> SIMDMask<SIMD16<Int8>> { block .== Block(repeating: byte) }
    return bits(
      equals(extra) .| equals(ASCII.quote) .| equals(ASCII.backslash)
        .| (block .< Block(repeating: ASCII.space)))
  }

  /// Ones for the first bytes of a block.
  @inlinable @inline(__always)
  static func bytes(before count: Int) -> SIMD2<UInt64> {
    let indexes = Block(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    return bits(indexes .< Block(repeating: UInt8(truncatingIfNeeded: count)))
  }

  /// The bytes of a mask.
  @inlinable @inline(__always)
  static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD2<UInt64> {
    // SAFETY: a mask has a byte for each element, whose bits are all ones or all zeros.
    unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
  }
}

extension [UInt8] {
  /// Appends what a closure writes to a cursor, for which room is made first.
  ///
  /// - Parameters:
  ///   - room: the number of bytes up to which `hasRoom` is true.
  ///   - fixed: the largest number of bytes that it writes without asking.
  @inlinable @inline(__always)
  package mutating func append<Result>(
    room: Int, and fixed: Int, _ write: (inout TextCursor) -> Result
  ) -> Result {
    var result: Result?
    append(addingCapacity: room + fixed + TextCursor.slack) { output in
      // SAFETY: the capacity that was added.
      unsafe output.withUnsafeMutableBufferPointer { buffer, count in
        guard let base = buffer.baseAddress else { preconditionFailure("there is room") }
        let start = unsafe UnsafeMutableRawPointer(base + count)
        var cursor = unsafe TextCursor(start, room: room)
        result = write(&cursor)
        count &+= unsafe cursor.next - start
        precondition(count <= buffer.count, "there is room for the text")
      }
    }
    guard let result else { preconditionFailure("the closure was called") }
    return result
  }
}
