import CStructure

/// The searches in a record's structure.
///
/// Each looks at the next 57 bytes or more from an offset on, which are in the eight bytes of a
/// set that begin there: what is sought is nearly always among them.
///
/// SAFETY: offsets are at most `end`, whose bit is set in every set that is searched; the sets go
/// one word beyond that of `end`.
@safe struct Structure {
  private let quotes: UnsafeRawPointer
  private let backslashes: UnsafeRawPointer
  private let openers: UnsafeRawPointer
  private let closers: UnsafeRawPointer
  private let ends: UnsafeRawPointer
  private let structure: UnsafePointer<streammap_structure>
  private let skipFar: streammap_skip_function
  private let end: Int

  @inline(always)
  init(_ structure: UnsafePointer<streammap_structure>, _ skipFar: streammap_skip_function, end: Int) {
    unsafe quotes = unsafe UnsafeRawPointer(structure.pointee.quotes)
    unsafe backslashes = unsafe UnsafeRawPointer(structure.pointee.backslashes)
    unsafe openers = unsafe UnsafeRawPointer(structure.pointee.openers)
    unsafe closers = unsafe UnsafeRawPointer(structure.pointee.closers)
    unsafe ends = unsafe UnsafeRawPointer(structure.pointee.ends)
    unsafe self.structure = unsafe structure
    unsafe self.skipFar = unsafe skipFar
    self.end = end
  }

  /// The bits of a set from an offset on: at least 57 of them, up to the end of a byte.
  @inline(always)
  private func bits(_ set: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    unsafe set.loadUnaligned(fromByteOffset: offset &>> 3, as: UInt64.self)
      &>> UInt64(truncatingIfNeeded: offset & 7)
  }

  /// Where the first of some bits is, which count from an offset; if there is none, the first
  /// beyond.
  @inline(always)
  private func first(_ bits: UInt64, _ offset: Int, in set: UnsafeRawPointer) -> Int {
    unsafe _fastPath(bits != 0) ? offset &+ bits.trailingZeroBitCount : Self.far(set, offset)
  }

  /// The bits below the lowest one, and that one; all if there is none.
  @inline(always)
  private func upToLowest(_ bits: UInt64) -> UInt64 { bits ^ (bits &- 1) }

  /// Where a string ends whose inside begins at an offset.
  @inline(always)
  func quote(from offset: Int) -> Int {
    unsafe first(bits(quotes, offset), offset, in: quotes)
  }

  /// The same, and whether a backslash is in the string.
  @inline(always)
  func string(from offset: Int) -> (close: Int, hasBackslash: Bool) {
    let quotes = unsafe bits(quotes, offset)
    let backslashes = unsafe bits(backslashes, offset)
    if _fastPath(quotes != 0) {
      return (offset &+ quotes.trailingZeroBitCount, backslashes & upToLowest(quotes) != 0)
    }
    let close = unsafe Self.far(self.quotes, offset)
    return unsafe (close, Self.hasAny(self.backslashes, offset, close))
  }

  /// The first end of a value from an offset on.
  @inline(always)
  func end(from offset: Int) -> Int {
    unsafe first(bits(ends, offset), offset, in: ends)
  }

  /// One past the end of the container whose inside begins at an offset; beyond `end` if it
  /// does not end in the record.
  @inline(always)
  func skip(from offset: Int) -> Int {
    let closers = unsafe bits(closers, offset)
    let openers = unsafe bits(openers, offset)
    if _fastPath(closers != 0 && openers & upToLowest(closers) == 0) {
      return offset &+ closers.trailingZeroBitCount &+ 1
    }
    return unsafe Int(
      truncatingIfNeeded: skipFar(
        structure, UInt64(truncatingIfNeeded: offset), 1, UInt64(truncatingIfNeeded: end)))
  }

  /// Past the value that begins with a byte; beyond `end` if it does not end, or if the byte is white
  /// space, behind which anything may come.
  @inline(always)
  func next(after byte: UInt8, _ offset: Int) -> Int {
    if byte == ASCII.quote { return quote(from: offset &+ 1) &+ 1 }
    if byte | 0x20 == ASCII.openBrace { return skip(from: offset &+ 1) }
    return byte > ASCII.space ? end(from: offset) : .max
  }

  /// The first of a set beyond the bits from an offset on.
  @inline(never)
  private static func far(_ set: UnsafeRawPointer, _ offset: Int) -> Int {
    var byte = offset &>> 3
    var word: UInt64 = 0
    while word == 0 {
      byte &+= 8
      word = unsafe set.loadUnaligned(fromByteOffset: byte, as: UInt64.self)
    }
    return byte &<< 3 &+ word.trailingZeroBitCount
  }

  /// Whether there is one of a set from an offset on, and before `stop`.
  @inline(never)
  private static func hasAny(_ set: UnsafeRawPointer, _ offset: Int, _ stop: Int) -> Bool {
    var place = offset
    while place < stop {
      let word = unsafe set.loadUnaligned(fromByteOffset: place &>> 3, as: UInt64.self)
      let bits = word &>> UInt64(truncatingIfNeeded: place & 7)
      if bits != 0 { return place &+ bits.trailingZeroBitCount < stop }
      place = (place &>> 3 &+ 8) &<< 3
    }
    return false
  }
}
