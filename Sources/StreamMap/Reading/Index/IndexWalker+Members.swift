import CStructure

// The members of an object that come as they came before.
//
// SAFETY: bytes are read up to `comparable` and as far behind it as a gap and then a literal's padding go,
// which is below `readable`; the structure as `Structure` says; frames and targets are the machine's own.
extension IndexWalker {
  /// Where `members` stopped.
  struct Stop {
    /// Of the value at `offset`; or `between`, if the member before is done; or `refused`.
    var target: Int32
    /// Of the innermost container.
    var depth: Int32
    /// The gap last passed.
    var link: Int
    var offset: Int

    static var between: Int32 { -1 }
    static var refused: Int32 { -2 }
    /// The object ended.
    static var closed: Int32 { -3 }
  }

  /// Reads members as long as each is expected and its value easily passed, stored or entered: the
  /// loop in which nearly all members are read.
  ///
  /// It does little, so that what it works with stays in registers. Whatever it cannot do it leaves
  /// as it is, for the loop around it.
  ///
  /// - Parameters:
  ///   - depth: of the object on top.
  ///   - offset: behind a value, or the opening brace.
  @inline(never)
  mutating func members(
    _ record: IndexedRecord, _ structure: Structure, _ depth: Int32, _ offset: Int, _ link: Int,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> Stop {
    let text = unsafe record.text
    let end = record.end
    // Up to here a gap can be compared, and behind it a literal's padding be read.
    let comparable = record.readable &- MemberPredictor.longest &- Literal.padding &- 1
    var frame = unsafe machine.pointee.matcher.top
    var met = unsafe frame.pointee.met.pointee
    var remaining = unsafe frame.pointee.remaining
    var stop = Stop(target: Stop.between, depth: depth, link: link, offset: offset)

    guard offset >= Literal.lead else { return stop }
    members: while stop.offset <= comparable {
      if remaining > 0 {
        guard let gap = unsafe gaps.expected(text + stop.offset, after: stop.link) else { break }
        let name = gaps.name(gap)
        let start = stop.offset &+ gaps.count(gap)
        let byte = unsafe text[start]

        if name.target == 0 {
          stop.link = gap
          stop.offset = structure.next(after: byte, start)
          if stop.offset > start && stop.offset <= end { continue }
          stop.offset = start
          stop.target = 0
          break
        }

        let after = met | name.bit
        if after == met { break }
        met = after
        remaining &-= 1
        stop.link = gap
        value: do {
          if byte == ASCII.quote {
            let (close, hasBackslash) = structure.string(from: start &+ 1)
            guard close < end, !hasBackslash,
              unsafe store(string: text + (start &+ 1), close &- start &- 1, name.target, machine)
            else { break value }
            stop.offset = close &+ 1
          } else if byte == ASCII.openBrace {
            guard unsafe machine.pointee.enterPlain(name.target, depth: stop.depth &+ 1) else { break value }
            unsafe frame.pointee.met.pointee = met
            unsafe frame.pointee.remaining = remaining
            unsafe frame.pointee.last = Int32(truncatingIfNeeded: gap)
            unsafe frame += 1
            met = 0
            remaining = unsafe frame.pointee.remaining
            stop.link = unsafe MemberPredictor.first(node: frame.pointee.node.pointee.index)
            stop.depth &+= 1
            stop.offset = start &+ 1
            continue members
          } else {
            let close = structure.end(from: start)
            guard close <= end,
              unsafe store(word: text + start, close &- start, byte, name.target, machine)
            else { break value }
            stop.offset = close
          }
          continue members
        }
        stop.target = name.target
        stop.offset = start
        break
      }

      // Nothing more is wanted here. What closes with the record is for the others.
      guard stop.depth > 1, unsafe !(frame - 1).pointee.isArray, unsafe machine.pointee.leave(stop.depth)
      else { break }
      // Often it ends here.
      if unsafe text[stop.offset] == ASCII.closeBrace {
        stop.offset &+= 1
      } else {
        stop.offset = structure.skip(from: stop.offset)
        guard stop.offset <= end else {
          stop.target = Stop.refused
          return stop
        }
      }
      unsafe frame -= 1
      met = unsafe frame.pointee.met.pointee
      remaining = unsafe frame.pointee.remaining
      stop.link = unsafe Int(frame.pointee.last)
      stop.depth &-= 1
    }

    unsafe frame.pointee.met.pointee = met
    unsafe frame.pointee.remaining = remaining
    return stop
  }

  // MARK: Values

  /// Stores a string without escapes, if it is of the commonest form.
  ///
  /// SAFETY: the bytes are in the record, and can be read as far as a literal's padding goes.
  @inline(always)
  func store(
    string bytes: UnsafePointer<UInt8>, _ count: Int, _ target: Int32,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> Bool {
    unsafe machine.pointee.store.setPlain(
      target, Literal(.string, bytes, count, isStable: true, isPadded: true))
  }

  /// Stores a number or a constant, if it is of the commonest form.
  ///
  /// - Parameter byte: the first.
  ///
  /// SAFETY: a literal's lead and padding are readable.
  @inline(always)
  func store(
    word bytes: UnsafePointer<UInt8>, _ count: Int, _ byte: UInt8, _ target: Int32,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> Bool {
    // What is no number is none for the machine either.
    if byte <= ASCII.nine {
      return unsafe machine.pointee.store.setPlain(target, Literal(.number, bytes, count, isPadded: true))
    }
    guard let kind = unsafe Literal.constant(bytes, count) else { return false }
    return unsafe machine.pointee.store.setPlain(target, Literal(kind, bytes, count))
  }
}
