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

  /// The first of a set beyond the bits from an offset on.
  @inline(never)
  private func far(_ set: UnsafeRawPointer, _ offset: Int) -> Int {
    var byte = offset &>> 3
    var word: UInt64 = 0
    while word == 0 {
      byte &+= 8
      word = unsafe set.loadUnaligned(fromByteOffset: byte, as: UInt64.self)
    }
    return byte &<< 3 &+ word.trailingZeroBitCount
  }

  /// Where a string ends whose inside begins at an offset, and whether a backslash is in it.
  @inline(never)
  func string(from offset: Int) -> (close: Int, hasBackslash: Bool) {
    let near = stringNear(from: offset)
    if near.close <= end { return near }
    let close = unsafe far(quotes, offset)
    var place = offset
    while place < close {
      let bits = unsafe bits(backslashes, place)
      if bits != 0 { return (close, place &+ bits.trailingZeroBitCount < close) }
      place = (place &>> 3 &+ 8) &<< 3
    }
    return (close, false)
  }

  /// The same, if the end is near; otherwise beyond `end`.
  @inline(always)
  func stringNear(from offset: Int) -> (close: Int, hasBackslash: Bool) {
    let quotes = unsafe bits(quotes, offset)
    let backslashes = unsafe bits(backslashes, offset)
    return (near(quotes, offset), backslashes & (quotes ^ (quotes &- 1)) != 0)
  }

  /// Where the first of some bits is, which count from an offset; beyond `end` if there is none.
  @inline(always)
  private func near(_ bits: UInt64, _ offset: Int) -> Int {
    bits != 0 ? offset &+ bits.trailingZeroBitCount : .max &- 1
  }

  /// The first end of a value from an offset on.
  @inline(always)
  func end(from offset: Int) -> Int {
    let near = endNear(from: offset)
    return unsafe near <= end ? near : far(ends, offset)
  }

  /// The same, if it is near; otherwise beyond `end`.
  @inline(always)
  func endNear(from offset: Int) -> Int {
    unsafe near(bits(ends, offset), offset)
  }

  /// One past the end of the container whose inside begins at an offset; beyond `end` if it
  /// does not end in the record. (`end` itself may mean that, too: then there is nothing left
  /// for those around it.)
  @inline(never)
  func skip(from offset: Int) -> Int {
    let near = skipNear(from: offset)
    if near <= end { return near }
    return unsafe Int(
      truncatingIfNeeded: skipFar(
        structure, UInt64(truncatingIfNeeded: offset), 1, UInt64(truncatingIfNeeded: end)))
  }
  /// The same, if the end is near and no container before it; otherwise beyond `end`.
  @inline(always)
  func skipNear(from offset: Int) -> Int {
    let closers = unsafe bits(closers, offset)
    let openers = unsafe bits(openers, offset)
    return openers & (closers ^ (closers &- 1)) == 0 ? near(closers, offset) &+ 1 : .max
  }
}
