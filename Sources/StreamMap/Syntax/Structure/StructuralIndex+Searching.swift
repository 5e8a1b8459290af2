import CStructure

// Searches in a text of which it is not known where its records end. Offsets count from the origin.
//
// SAFETY: callers search what `index(text:)` has said to be indexed and `drop(before:)` has left.
extension StructuralIndex {
  /// The first quote that no backslash escapes.
  func quote(from start: Int, to limit: Int) -> Int? {
    var place = start
    while place < limit {
      let bits = unsafe structure.pointee.quotes[place &>> 6] &>> UInt64(place & 63)
      if bits != 0 {
        let found = place &+ bits.trailingZeroBitCount
        return found < limit ? found : nil
      }
      place = (place &>> 6 &+ 1) &<< 6
    }
    return nil
  }

  /// Where the bracket is that closes the outermost of some open containers.
  ///
  /// - Parameter depth: how many containers are open; afterwards, if none was found, how many are at the limit.
  /// - Complexity: O(n), 64 bytes at a time.
  func closer(from start: Int, to limit: Int, depth: inout Int) -> Int? {
    var place = start
    while place < limit {
      let block = place &>> 6
      let next = (block &+ 1) &<< 6
      var mask = UInt64.max &<< UInt64(place & 63)
      if next > limit { mask &= UInt64.max &>> UInt64(next &- limit) }
      let closers = unsafe structure.pointee.closers[block] & mask
      let openers = unsafe structure.pointee.openers[block] & mask
      // Most blocks have neither.
      if closers | openers == 0 {
        place = next
        continue
      }
      let closed = closers.nonzeroBitCount
      if closed < depth {
        depth &+= openers.nonzeroBitCount &- closed
      } else if let bit = Self.closer(closers, openers, &depth) {
        return block &<< 6 &+ bit
      }
      place = next
    }
    return nil
  }

  /// Shows a closure the structure with a terminator at a place that is no opener.
  @inline(__always)
  func withTerminator<Result, Failure: Error>(
    at place: Int, _ body: (UnsafePointer<streammap_structure>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let block = place &>> 6
    let bit: UInt64 = 1 &<< UInt64(place & 63)
    let sets = unsafe structure.pointee
    let (quotes, closers, ends) = unsafe (sets.quotes[block], sets.closers[block], sets.ends[block])
    unsafe sets.quotes[block] |= bit
    unsafe sets.closers[block] |= bit
    unsafe sets.ends[block] |= bit
    defer {
      unsafe sets.quotes[block] = quotes
      unsafe sets.closers[block] = closers
      unsafe sets.ends[block] = ends
    }
    return unsafe try body(UnsafePointer(structure))
  }

  /// What `closer` looks for, in one block: from closer to closer, and the openers between them.
  private static func closer(_ closers: UInt64, _ openers: UInt64, _ depth: inout Int) -> Int? {
    var closers = closers
    var openers = openers
    while closers != 0 {
      let upTo = closers ^ (closers &- 1)
      depth &+= (openers & upTo).nonzeroBitCount &- 1
      if depth == 0 { return closers.trailingZeroBitCount }
      openers &= ~upTo
      closers &= closers &- 1
    }
    depth &+= openers.nonzeroBitCount
    return nil
  }
}
