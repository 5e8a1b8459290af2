import CStructure

/// The searches in a record's structure.
///
/// Each search first examines at least the next 57 bytes from an offset on, which are in the eight bytes of a set
/// that begin there. The result is nearly always among them.
///
/// SAFETY: offsets are at most `end`. The bit of the record's end is set in every set that is searched, and the sets have
/// one word after it. In a part of a record, which is valid, the searches end before.
@safe struct Structure {
  let quotes: Quotes
  private let backslashes: UnsafeRawPointer
  private let openers: UnsafeRawPointer
  private let closers: UnsafeRawPointer
  private let ends: UnsafeRawPointer
  private let structure: UnsafePointer<streammap_structure>
  private let skipFar: streammap_skip_function
  private let end: Int

  @inline(always)
  init(_ structure: UnsafePointer<streammap_structure>, _ skipFar: streammap_skip_function, end: Int) {
    quotes = unsafe Quotes(UnsafeRawPointer(structure.pointee.quotes))
    unsafe backslashes = unsafe UnsafeRawPointer(structure.pointee.backslashes)
    unsafe openers = unsafe UnsafeRawPointer(structure.pointee.openers)
    unsafe closers = unsafe UnsafeRawPointer(structure.pointee.closers)
    unsafe ends = unsafe UnsafeRawPointer(structure.pointee.ends)
    unsafe self.structure = unsafe structure
    unsafe self.skipFar = unsafe skipFar
    self.end = end
  }

  /// The ends of strings.
  @safe struct Quotes {
    fileprivate let set: UnsafeRawPointer

    fileprivate init(_ set: UnsafeRawPointer) {
      unsafe self.set = unsafe set
    }

    /// Returns the end of the string whose content begins at an offset.
    @inline(always)
    func first(from offset: Int) -> Int {
      let bits = unsafe Structure.bits(set, offset)
      return unsafe _fastPath(bits != 0)
        ? offset &+ bits.trailingZeroBitCount : Structure.far(set, offset)
    }
  }

  /// Returns the bits of a set from an offset on: at least 57 of them, up to the end of a byte.
  @inline(always)
  private static func bits(_ set: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    unsafe set.loadUnaligned(fromByteOffset: offset &>> 3, as: UInt64.self)
      &>> UInt64(truncatingIfNeeded: offset & 7)
  }

  /// Returns the offset of the first set bit, where bit 0 is at `offset`. If there is none, searches the set after
  /// these bits.
  @inline(always)
  private func first(_ bits: UInt64, _ offset: Int, in set: UnsafeRawPointer) -> Int {
    unsafe _fastPath(bits != 0) ? offset &+ bits.trailingZeroBitCount : Self.far(set, offset)
  }

  /// Returns the lowest set bit and the bits below it, or all bits if none is set.
  @inline(always)
  private func upToLowest(_ bits: UInt64) -> UInt64 { bits ^ (bits &- 1) }

  /// Returns the end of the string whose content begins at an offset.
  @inline(always)
  func quote(from offset: Int) -> Int {
    quotes.first(from: offset)
  }

  /// Returns the end of the string whose content begins at an offset, and whether the string has a backslash.
  @inline(always)
  func string(from offset: Int) -> (close: Int, hasBackslash: Bool) {
    let quotes = unsafe Self.bits(quotes.set, offset)
    let backslashes = unsafe Self.bits(backslashes, offset)
    if _fastPath(quotes != 0) {
      return (offset &+ quotes.trailingZeroBitCount, backslashes & upToLowest(quotes) != 0)
    }
    let close = unsafe Self.far(self.quotes.set, offset)
    return unsafe (close, Self.hasAny(self.backslashes, offset, close))
  }

  /// Returns the first end of a value at or after an offset.
  @inline(always)
  func end(from offset: Int) -> Int {
    unsafe first(Self.bits(ends, offset), offset, in: ends)
  }

  /// Returns the offset after the container whose content begins at an offset. It is greater than `end` if the
  /// container does not end in the record.
  @inline(always)
  func skip(from offset: Int) -> Int {
    let closers = unsafe Self.bits(closers, offset)
    let openers = unsafe Self.bits(openers, offset)
    if _fastPath(closers != 0 && openers & upToLowest(closers) == 0) {
      return offset &+ closers.trailingZeroBitCount &+ 1
    }
    return unsafe Int(
      truncatingIfNeeded: skipFar(
        structure, UInt64(truncatingIfNeeded: offset), 1, UInt64(truncatingIfNeeded: end)))
  }

  /// Returns the offset after the value that begins with a byte. It is greater than `end` if the value does not end,
  /// or if the byte is white space, because any byte may follow.
  @inline(always)
  func next(after byte: UInt8, _ offset: Int) -> Int {
    if byte == ASCII.quote { return quote(from: offset &+ 1) &+ 1 }
    if byte | 0x20 == ASCII.openBrace { return skip(from: offset &+ 1) }
    return byte > ASCII.space ? end(from: offset) : .max
  }

  /// Returns the first member of a set after the bits at an offset.
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

  /// Whether a set has a member at or after an offset and before `stop`.
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

/// A record in indexed text, or a value in such a record. Offsets count from the origin.
///
/// SAFETY: `text[0..<readable]` can be read until more bytes are added to the text. The structure's bits of
/// `start...end` are final, and so are those up to the end of the record. The bit of that end is a terminator's, and 64
/// more bits can be read.
@safe struct IndexedRecord {
  let text: UnsafePointer<UInt8>
  let structure: UnsafePointer<streammap_structure>
  let readable: Int
  let start: Int
  let end: Int
  /// Whether the kernel found a possible error.
  let isDoubtful: Bool
}
