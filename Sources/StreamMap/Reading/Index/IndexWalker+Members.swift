import CStructure

// Reads members whose names were seen before.
//
// SAFETY: bytes are read up to `comparable`, and after it as far as a gap and a literal's padding extend, which is
// below `readable`. White space is skipped up to `end`. A name and a value after it are read only if the value begins at
// or before `padded`. The structure is read as `Structure` says. Frames and targets belong to the machine.
extension IndexWalker {
  /// The state in which `members` stopped.
  struct Stop {
    /// The target of the value at `offset`, or a negative number.
    var target: Int32
    /// The depth of the innermost container.
    var depth: Int32
    /// The link to the last gap.
    var link: Int
    var offset: Int

    /// The previous member or element is complete.
    static var between: Int32 { -1 }
    /// The text is not as expected.
    static var refused: Int32 { -2 }
    /// The object ended.
    static var closed: Int32 { -3 }
    /// The next member is read by the other loop.
    static var switched: Int32 { -5 }
    /// The previous member is complete, and the text after it is not the expected one.
    static var unexpected: Int32 { -6 }
    /// The machine rejected the record at `offset`.
    static var rejected: Int32 { -7 }
  }

  /// Reads members in an order that repeats.
  @inline(never)
  mutating func membersInOrder(
    _ record: IndexedRecord, _ structure: Structure, _ depth: Int32, _ offset: Int, _ link: Int,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> Stop {
    unsafe members(record, structure, depth, offset, link, machine, isPredicted: true, storesText: false)
  }

  /// Reads members whose order does not repeat.
  @inline(never)
  mutating func membersInAnyOrder(
    _ record: IndexedRecord, _ structure: Structure, _ depth: Int32, _ offset: Int, _ link: Int,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> Stop {
    unsafe members(record, structure, depth, offset, link, machine, isPredicted: false, storesText: false)
  }

  /// Reads members in an order that repeats, if values are stored as their text.
  @inline(never)
  mutating func textMembersInOrder(
    _ record: IndexedRecord, _ structure: Structure, _ depth: Int32, _ offset: Int, _ link: Int,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> Stop {
    unsafe members(record, structure, depth, offset, link, machine, isPredicted: true, storesText: true)
  }

  /// Reads members whose order does not repeat, if values are stored as their text.
  @inline(never)
  mutating func textMembersInAnyOrder(
    _ record: IndexedRecord, _ structure: Structure, _ depth: Int32, _ offset: Int, _ link: Int,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> Stop {
    unsafe members(record, structure, depth, offset, link, machine, isPredicted: false, storesText: true)
  }

  /// Reads members as long as each is known and its value can be skipped, stored or entered directly. Nearly all members
  /// are read in this loop.
  ///
  /// It does little, so that its variables stay in registers. It leaves other members unread for the calling loop.
  ///
  /// - Parameters:
  ///   - depth: the depth of the object on top.
  ///   - offset: the offset after a value or after the opening brace.
  ///   - isPredicted: whether members are first compared with those that came next in earlier objects. It is a constant
  ///     of each caller.
  ///   - storesText: whether values can be stored as their text. Also a constant, because it would slow the other loops.
  @inline(always)
  private mutating func members(
    _ record: IndexedRecord, _ structure: Structure, _ depth: Int32, _ offset: Int, _ link: Int,
    _ machine: UnsafeMutablePointer<Machine>, isPredicted: Bool, storesText: Bool
  ) -> Stop {
    let text = unsafe record.text
    let end = record.end
    // Up to here, a gap can be compared and a literal's padding after it be read.
    let comparable = record.readable &- MemberPredictor.longest &- Literal.padding &- 1
    // Up to here, a name's first bytes can be read, and the padding of the value after it.
    let padded = comparable &+ MemberPredictor.longest
    var frame = unsafe machine.pointee.matcher.top
    var met = unsafe frame.pointee.met.pointee
    var remaining = unsafe frame.pointee.remaining
    var stop = Stop(target: Stop.between, depth: depth, link: link, offset: offset)

    guard offset >= Literal.lead else { return stop }
    if !isPredicted { stop.link = MemberPredictor.unknown }
    members: while stop.offset <= comparable {
      if remaining > 0 {
        let name: MemberPredictor.Name
        let start: Int
        var gap = MemberPredictor.unknown
        if isPredicted {
          guard let expected = unsafe gaps.expected(text + stop.offset, after: stop.link) else {
            stop.target = Stop.unexpected
            break
          }
          gap = expected
          name = gaps.name(gap)
          start = stop.offset &+ gaps.count(gap)
        } else {
          // The offset of the value does not depend on what is found for the name. So the next member can be read while
          // this one is looked up.
          let nameStart = unsafe MemberNames.nameStart(text, stop.offset, end: end)
          if nameStart == 0 { break }
          let close = structure.quote(from: nameStart)
          if close &+ 3 >= end { break }
          start = unsafe MemberNames.valueStart(text, after: close, end: end)
          // After much white space, the general way reads the value.
          if start == 0 || start > padded { break }
          let count = close &- nameStart
          let node = unsafe frame.pointee.node.pointee.index
          if gaps.isSparse(node: node),
            unsafe !mayHave(text + nameStart, count, node, machine),
            !structure.string(from: nameStart).hasBackslash
          {
            let next = structure.next(after: unsafe text[start], start)
            if next > start && next <= end {
              stop.offset = next
              continue
            }
            break
          }
          guard let found = unsafe gaps.names.find(text + nameStart, count, node: node) else { break }
          name = found
        }
        let byte = unsafe text[start]

        if name.target == 0 {
          if isPredicted { stop.link = gap }
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
        if isPredicted { stop.link = gap }
        value: do {
          if storesText, unsafe machine.pointee.store.isText(name.target) {
            let end = unsafe storeText(record, structure, start, name.target, machine)
            guard end > 0 else { break value }
            stop.offset = end
            continue members
          }
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
            unsafe frame.pointee.last = Int32(truncatingIfNeeded: stop.link)
            unsafe frame += 1
            met = 0
            remaining = unsafe frame.pointee.remaining
            stop.depth &+= 1
            stop.offset = start &+ 1
            let child = unsafe frame.pointee.node.pointee.index
            gaps.beginObject(node: child)
            if isPredicted {
              stop.link = MemberPredictor.first(node: child)
            } else if !gaps.isPaused(node: child) {
              stop.link = MemberPredictor.first(node: child)
              stop.target = Stop.switched
              break members
            }
            continue members
          } else {
            let close = structure.end(from: start)
            guard close <= end,
              unsafe store(word: text + start, close &- start, byte, name.target, machine)
                || !isPredicted && store(spaced: text + start, close &- start, byte, name.target, machine)
            else { break value }
            stop.offset = close
          }
          continue members
        }
        stop.target = name.target
        stop.offset = start
        break
      }

      // Nothing more is wanted in this object. The calling loop handles a container that ends with the record.
      guard stop.depth > 1, unsafe machine.pointee.leave(stop.depth) else { break }
      // The object often ends here.
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
      // Not slow, but the loop for members then keeps its registers.
      if unsafe _slowPath(frame.pointee.isArray) {
        stop = unsafe nextElement(text, min(end, comparable), stop, machine)
        guard stop.target == Stop.between else { return stop }
        unsafe frame += 1
        met = 0
        remaining = unsafe frame.pointee.remaining
      }
      if !isPredicted {
        guard unsafe gaps.isPaused(node: frame.pointee.node.pointee.index) else {
          stop.target = Stop.switched
          break
        }
        stop.link = MemberPredictor.unknown
      }
    }

    unsafe frame.pointee.met.pointee = met
    unsafe frame.pointee.remaining = remaining
    return stop
  }

  /// Goes from the end of an element to the first member of the next one, if that is also an object to enter, which is
  /// common. Otherwise leaves it to the calling loop.
  ///
  /// It is not inlined, so that the loop for members keeps its registers.
  ///
  /// - Parameter end: the element begins before it. At most the end of the record, and at most `comparable`.
  @inline(never)
  private mutating func nextElement(
    _ text: UnsafePointer<UInt8>, _ end: Int, _ stop: Stop, _ machine: UnsafeMutablePointer<Machine>
  ) -> Stop {
    var stop = stop
    stop.target = Stop.switched
    guard stop.offset &+ 2 < end, unsafe text[stop.offset] == ASCII.comma,
      unsafe machine.pointee.matcher.top.pointee.remaining > 0
    else { return stop }
    let start = unsafe text[stop.offset &+ 1] == ASCII.space ? stop.offset &+ 2 : stop.offset &+ 1
    guard unsafe text[start] == ASCII.openBrace else { return stop }
    let target = unsafe machine.pointee.matcher.element()
    guard target > 0, unsafe machine.pointee.enterElement(target, depth: stop.depth &+ 1) else {
      stop.target = target
      stop.offset = start
      return stop
    }
    let node = unsafe machine.pointee.matcher.top.pointee.node.pointee.index
    gaps.beginObject(node: node)
    return Stop(
      target: Stop.between, depth: stop.depth &+ 1, link: MemberPredictor.first(node: node),
      offset: start &+ 1)
  }

  /// Whether a name may be wanted in the objects of a node.
  @inline(always)
  private func mayHave(
    _ name: UnsafePointer<UInt8>, _ count: Int, _ node: Int32, _ machine: UnsafeMutablePointer<Machine>
  ) -> Bool {
    unsafe machine.pointee.matcher.mayHave(name, count, node: node)
  }

  // MARK: Values

  /// Stores a string without escapes in a field of the most common form.
  ///
  /// SAFETY: the bytes are in the record, and can be read as far as a literal's padding extends.
  @inline(always)
  func store(
    string bytes: UnsafePointer<UInt8>, _ count: Int, _ target: Int32,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> Bool {
    unsafe machine.pointee.store.setPlain(
      target, Literal(.string, bytes, count, isStable: true, isPadded: true))
  }

  /// Stores a number or a constant in a field of the most common form.
  ///
  /// - Parameter byte: the first byte.
  ///
  /// SAFETY: a literal's lead and padding are readable.
  @inline(always)
  func store(
    word bytes: UnsafePointer<UInt8>, _ count: Int, _ byte: UInt8, _ target: Int32,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> Bool {
    // The machine rejects an invalid number.
    if byte <= ASCII.nine {
      return unsafe machine.pointee.store.setPlain(target, Literal(.number, bytes, count, isPadded: true))
    }
    guard let kind = unsafe Literal.constant(bytes, count) else { return false }
    return unsafe machine.pointee.store.setPlain(target, Literal(kind, bytes, count))
  }

  /// Stores a scalar as its JSON text, which the index has validated. Returns the offset after it. Returns 0 for null, for a
  /// container, and if white space follows.
  @inline(always)
  private func storeText(
    _ record: IndexedRecord, _ structure: Structure, _ start: Int, _ target: Int32,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> Int {
    let text = unsafe record.text + start
    let first = unsafe text[0]
    var end = start
    if first == ASCII.quote {
      end = structure.string(from: start &+ 1).close &+ 1
      guard end <= record.end else { return 0 }
    } else {
      end = structure.end(from: start)
      guard end > start, end <= record.end else { return 0 }
      if first &- ASCII.zero <= 9 || first == ASCII.minus {
        guard unsafe text[end &- start &- 1] > ASCII.space else { return 0 }
      } else {
        guard let kind = unsafe Literal.constant(text, end &- start), kind != .null else { return 0 }
      }
    }
    unsafe machine.pointee.store.putText(target, ModelStore.RawText(text, end &- start))
    return end
  }

  /// Stores a number or a constant that white space follows. Returns false if none does.
  @inline(never)
  private func store(
    spaced bytes: UnsafePointer<UInt8>, _ count: Int, _ byte: UInt8, _ target: Int32,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> Bool {
    guard count > 0, unsafe bytes[count &- 1] <= ASCII.space else { return false }
    return unsafe store(word: bytes, trimmed(bytes, count), byte, target, machine)
  }
}

// Reads the elements of arrays.
//
// SAFETY: bytes are read up to `comparable`, and after it as far as a literal's padding extends, which is below
// `readable`. The structure is read as `Structure` says. Frames and targets belong to the machine.
extension IndexWalker {
  /// Reads elements as long as each can be skipped or stored directly, or is an array to enter. This is the loop for
  /// numbers in arrays and in arrays of arrays.
  ///
  /// Like `members`, it leaves other elements unread.
  ///
  /// - Parameters:
  ///   - depth: the depth of the array on top.
  ///   - offset: the offset after a value or after the opening bracket.
  @inline(never)
  mutating func elements(
    _ record: IndexedRecord, _ structure: Structure, _ depth: Int32, _ offset: Int,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> Stop {
    let text = unsafe record.text
    let end = record.end
    // Up to here, a comma, a space and a literal's padding can be read.
    let comparable = record.readable &- Literal.padding &- 4
    var stop = Stop(target: Stop.between, depth: depth, link: MemberPredictor.unknown, offset: offset)

    guard offset >= Literal.lead else { return stop }
    while stop.offset <= comparable {
      let frame = unsafe machine.pointee.matcher.top
      if unsafe frame.pointee.remaining == 0 {
        // Nothing more is wanted in this array. It often ends here.
        guard stop.depth > 1, unsafe (frame - 1).pointee.isArray else { return stop }
        let close =
          unsafe text[stop.offset] == ASCII.closeBracket
          ? stop.offset &+ 1 : structure.skip(from: stop.offset)
        guard close <= end else {
          stop.target = Stop.refused
          return stop
        }
        guard unsafe machine.pointee.leave(stop.depth) || self.close(record, stop.depth, close, machine)
        else {
          stop.offset = close &- 1
          stop.target = Stop.rejected
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
      // The end, or more white space.
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
            stop.offset = start
            stop.target = Stop.rejected
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
      if keepsText, unsafe machine.pointee.store.isText(target) {
        let end = unsafe storeText(record, structure, start, target, machine)
        if end > 0 {
          stop.offset = end
          continue
        }
      }
      stop.target = target
      stop.offset = start
      return stop
    }
    return stop
  }
}
