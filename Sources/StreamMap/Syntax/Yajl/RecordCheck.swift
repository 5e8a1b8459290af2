/// The checks that yajl does not make, over a whole record at memory speed: control bytes, well-formed UTF-8, and
/// surrogate escapes in pairs.
///
/// Plain ASCII is checked sixteen bytes per instruction. Other bytes are checked one by one. The check has no
/// grammar. It may flag a record for an escape or a byte outside strings, which is malformed anyway. It never passes
/// a record with one of these errors.
enum RecordCheck {
  /// Returns false if the scanner must check the record.
  static func isClean(_ bytes: Span<UInt8>) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe bytes.baseAddress.map { unsafe isClean($0, bytes.count) } ?? true
    }
  }

  /// SAFETY: every load lies within `bytes[0..<count]`, which the caller guarantees. The index only grows by what was
  /// compared with the count.
  private static func isClean(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var index = 0
    while true {
      index = unsafe skipPlain(bytes, from: index, count)
      guard index < count else { return true }
      let byte = unsafe bytes[index]
      if byte >= 0x80 {
        guard let next = unsafe skipMultibyte(bytes, from: index, count) else { return false }
        index = next
      } else if byte == ASCII.backslash {
        guard let next = unsafe skipEscape(bytes, from: index, count) else { return false }
        index = next
      } else {
        guard ASCII.isWhitespace(byte) else { return false }
        index &+= 1
      }
    }
  }

  /// Returns the index of the first byte at or after `start` that is a control byte, a backslash, or not ASCII.
  @inline(__always)
  private static func skipPlain(_ bytes: UnsafePointer<UInt8>, from start: Int, _ count: Int) -> Int {
    typealias Block = SIMD16<Int8>
    var index = start
    let raw = unsafe UnsafeRawPointer(bytes)
    let space = Block(repeating: 0x20)
    let backslash = Block(repeating: 0x5C)
    @inline(__always)
    func special(_ offset: Int) -> SIMDMask<Block> {
      let block = unsafe raw.loadUnaligned(fromByteOffset: index &+ offset, as: Block.self)
      // As signed numbers, control bytes and bytes outside ASCII are all below space.
      return (block .< space) .| (block .== backslash)
    }
    while index &+ 64 <= count {
      let mask = (special(0) .| special(16)) .| (special(32) .| special(48))
      let words = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
      if words.x | words.y != 0 { break }
      index &+= 64
    }
    while index &+ 8 <= count {
      let word = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
      let found = specials(word)
      if found != 0 { return index &+ found.trailingZeroBitCount &>> 3 }
      index &+= 8
    }
    while index < count {
      let byte = unsafe bytes[index]
      if byte < 0x20 || byte >= 0x80 || byte == ASCII.backslash { break }
      index &+= 1
    }
    return index
  }

  /// Returns the high bits of the bytes that are not plain: at least of the lowest such byte, and of none before it.
  @inline(__always)
  private static func specials(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    let below = (word &- ones &* 0x20) & ~word
    let slashes = word ^ (ones &* 0x5C)
    let equal = (slashes &- ones) & ~slashes
    return (below | equal | word) & highs
  }

  /// Returns the end of the run of multibyte characters, or nil if one is ill-formed.
  @inline(__always)
  private static func skipMultibyte(_ bytes: UnsafePointer<UInt8>, from start: Int, _ count: Int) -> Int? {
    var index = start
    while index < count {
      let lead = unsafe bytes[index]
      if lead < 0x80 { break }
      if lead & 0xF0 == 0xE0 {
        guard index &+ 2 < count else { return nil }
        let second = unsafe bytes[index &+ 1]
        let third = unsafe bytes[index &+ 2]
        guard second & 0xC0 == 0x80, third & 0xC0 == 0x80 else { return nil }
        if lead == 0xE0, second < 0xA0 { return nil }
        if lead == 0xED, second > 0x9F { return nil }
        index &+= 3
      } else if lead & 0xE0 == 0xC0 {
        guard index &+ 1 < count, lead >= 0xC2, unsafe bytes[index &+ 1] & 0xC0 == 0x80 else { return nil }
        index &+= 2
      } else {
        guard index &+ 3 < count, lead >= 0xF0, lead <= 0xF4 else { return nil }
        let second = unsafe bytes[index &+ 1]
        guard second & 0xC0 == 0x80, unsafe bytes[index &+ 2] & 0xC0 == 0x80,
          unsafe bytes[index &+ 3] & 0xC0 == 0x80
        else { return nil }
        if lead == 0xF0, second < 0x90 { return nil }
        if lead == 0xF4, second > 0x8F { return nil }
        index &+= 4
      }
    }
    return index
  }

  /// Returns the end of the escape sequence, or of both escapes of a surrogate pair. Returns nil if it is truncated
  /// or its surrogate is unpaired. yajl checks the letter after the backslash.
  @inline(__always)
  private static func skipEscape(_ bytes: UnsafePointer<UInt8>, from start: Int, _ count: Int) -> Int? {
    guard start &+ 1 < count else { return nil }
    guard unsafe bytes[start &+ 1] == ASCII.lowerU else {
      // The byte after the backslash must be ASCII. Other bytes are checked separately.
      return unsafe bytes[start &+ 1] < 0x80 && bytes[start &+ 1] >= 0x20 ? start &+ 2 : nil
    }
    guard let unit = unsafe Unescaping.codeUnit(bytes, at: start, count) else { return nil }
    if unit & 0xF800 != 0xD800 { return start &+ 6 }
    guard unit < 0xDC00, start &+ 6 < count, unsafe bytes[start &+ 6] == ASCII.backslash,
      let low = unsafe Unescaping.codeUnit(bytes, at: start &+ 6, count), low & 0xFC00 == 0xDC00
    else { return nil }
    return start &+ 12
  }
}
