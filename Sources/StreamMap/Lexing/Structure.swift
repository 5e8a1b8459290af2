import CStructure

/// The searches in a record's blocks.
///
/// Each looks at the 64 bytes from an offset on, two blocks put together without a branch:
/// what is sought is nearly always there.
///
/// SAFETY: offsets are at most `end`, whose bit is set in every mask that is searched; the
/// blocks go one beyond that of `end`.
@safe struct Structure {
  let blocks: UnsafePointer<streammap_block>
  let skipFar: streammap_skip_function
  let end: Int

  /// The bits of a mask from an offset on.
  @inline(always)
  private func bits(_ low: UInt64, _ high: UInt64, _ offset: Int) -> UInt64 {
    let shift = UInt64(truncatingIfNeeded: offset & 63)
    return low &>> shift | (high &<< 1) &<< (63 &- shift)
  }

  /// Where a string ends whose inside begins at an offset, and whether a backslash is in it.
  @inline(always)
  func string(from offset: Int) -> (close: Int, hasBackslash: Bool) {
    let block = unsafe blocks + offset &>> 6
    let quotes = unsafe bits(block[0].quotes, block[1].quotes, offset)
    if _fastPath(quotes != 0) {
      let backslashes = unsafe bits(block[0].backslashes, block[1].backslashes, offset)
      return (offset &+ quotes.trailingZeroBitCount, backslashes & (quotes ^ (quotes &- 1)) != 0)
    }
    return stringFar(from: offset)
  }

  @inline(never)
  private func stringFar(from offset: Int) -> (close: Int, hasBackslash: Bool) {
    let close = quoteFar(from: offset)
    return (close, hasBackslash(from: offset, to: close))
  }

  /// The first quote from an offset on.
  @inline(always)
  func quote(from offset: Int) -> Int {
    let block = unsafe blocks + offset &>> 6
    let bits = unsafe bits(block[0].quotes, block[1].quotes, offset)
    if _fastPath(bits != 0) { return offset &+ bits.trailingZeroBitCount }
    return quoteFar(from: offset)
  }

  @inline(never)
  private func quoteFar(from offset: Int) -> Int {
    var index = offset &>> 6 &+ 1
    while unsafe blocks[index].quotes == 0 { index &+= 1 }
    return unsafe index &<< 6 &+ blocks[index].quotes.trailingZeroBitCount
  }

  /// The first end of a value from an offset on.
  @inline(always)
  func end(from offset: Int) -> Int {
    let block = unsafe blocks + offset &>> 6
    let bits = unsafe bits(block[0].ends, block[1].ends, offset)
    if _fastPath(bits != 0) { return offset &+ bits.trailingZeroBitCount }
    return endFar(from: offset)
  }

  @inline(never)
  private func endFar(from offset: Int) -> Int {
    var index = offset &>> 6 &+ 1
    while unsafe blocks[index].ends == 0 { index &+= 1 }
    return unsafe index &<< 6 &+ blocks[index].ends.trailingZeroBitCount
  }

  /// Whether there is a backslash before `stop`, which is in a later block.
  private func hasBackslash(from offset: Int, to stop: Int) -> Bool {
    var index = offset &>> 6
    var bits = unsafe blocks[index].backslashes &>> UInt64(truncatingIfNeeded: offset & 63)
    while bits == 0, index &+ 1 < stop &>> 6 {
      index &+= 1
      bits = unsafe blocks[index].backslashes
    }
    let last = unsafe blocks[stop &>> 6].backslashes
    return bits != 0 || last & ((1 &<< UInt64(truncatingIfNeeded: stop & 63)) &- 1) != 0
  }

  /// One past the end of the container whose inside begins at an offset; beyond `end` if it
  /// does not end in the record. (`end` itself may mean that, too: then there is nothing left
  /// for those around it.)
  @inline(always)
  func skip(from offset: Int) -> Int {
    let block = unsafe blocks + offset &>> 6
    let closers = unsafe bits(block[0].closers, block[1].closers, offset)
    let openers = unsafe bits(block[0].openers, block[1].openers, offset)
    if closers != 0, openers & (closers & (0 &- closers) &- 1) == 0 {
      return offset &+ closers.trailingZeroBitCount &+ 1
    }
    return unsafe Int(
      truncatingIfNeeded: skipFar(
        blocks, UInt64(truncatingIfNeeded: offset), 1, UInt64(truncatingIfNeeded: end)))
  }
}
