import CStructure

// The elements of arrays.
//
// SAFETY: bytes are read up to `comparable` and as far behind it as a literal's padding goes, which is below
// `readable`; the structure as `Structure` says; frames and targets are the machine's own.
extension IndexWalker {
  /// Reads elements as long as each is easily passed, stored, or an array that is entered: the loop
  /// for numbers in arrays, and in arrays of arrays.
  ///
  /// As with `members`, whatever it cannot do it leaves as it is.
  ///
  /// - Parameters:
  ///   - depth: of the array on top.
  ///   - offset: behind a value, or the opening bracket.
  @inline(never)
  mutating func elements(
    _ record: IndexedRecord, _ structure: Structure, _ depth: Int32, _ offset: Int,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> Stop {
    let text = unsafe record.text
    let end = record.end
    // Up to here a comma, a space and a literal's padding can be read.
    let comparable = record.readable &- Literal.padding &- 4
    var stop = Stop(target: Stop.between, depth: depth, link: MemberPredictor.unknown, offset: offset)

    guard offset >= Literal.lead else { return stop }
    while stop.offset <= comparable {
      let frame = unsafe machine.pointee.matcher.top
      if unsafe frame.pointee.remaining == 0 {
        // Nothing more is wanted here. Often it ends here.
        guard stop.depth > 1, unsafe (frame - 1).pointee.isArray else { return stop }
        let close =
          unsafe text[stop.offset] == ASCII.closeBracket
          ? stop.offset &+ 1 : structure.skip(from: stop.offset)
        guard close <= end,
          unsafe machine.pointee.leave(stop.depth) || self.close(record, stop.depth, close, machine)
        else {
          stop.target = Stop.refused
          return stop
        }
        stop.offset = close
        stop.depth &-= 1
        continue
      }

      var start = stop.offset
      if unsafe text[start] == ASCII.comma {
        start &+= 1
        if unsafe text[start] == ASCII.space { start &+= 1 }
      }
      let byte = unsafe text[start]
      // The end, or more space.
      if byte == ASCII.closeBracket || byte <= ASCII.space { return stop }
      let target = unsafe machine.pointee.matcher.element()
      if target == 0 {
        let next = structure.next(after: byte, start)
        if next > start && next <= end {
          stop.offset = next
          continue
        }
      } else if byte == ASCII.openBracket {
        if unsafe machine.pointee.entersArray(target) {
          let opened = unsafe machine.pointee.open(
            target, isArray: true, depth: stop.depth &+ 1, start: start &- record.start)
          guard opened == .entered else {
            stop.target = Stop.refused
            return stop
          }
          stop.depth &+= 1
          stop.offset = start &+ 1
          continue
        }
      } else {
        if byte == ASCII.quote {
          let (close, hasBackslash) = structure.string(from: start &+ 1)
          if close < end, !hasBackslash,
            unsafe store(string: text + (start &+ 1), close &- start &- 1, target, machine)
          {
            stop.offset = close &+ 1
            continue
          }
        } else {
          let close = structure.end(from: start)
          if close <= end, unsafe store(word: text + start, close &- start, byte, target, machine) {
            stop.offset = close
            continue
          }
        }
      }
      stop.target = target
      stop.offset = start
      return stop
    }
    return stop
  }
}
