import CStructure

// The members of an object that come as they came before.
extension IndexWalker {
  /// Where `members` stopped.
  struct Stop {
    /// Of the value at `offset`, or `between` if the member before is done.
    var target: Int32
    /// The gap last passed.
    var link: Int32
    var offset: Int

    static var between: Int32 { -1 }
  }

  /// Reads members as long as each is expected and its value easily passed or stored: the loop in
  /// which nearly all members are read.
  ///
  /// It calls nothing, so that all it works with stays in registers. Whatever it cannot do it
  /// leaves as it is, for the loop around it.
  ///
  /// - Parameter offset: behind a value, or the opening brace.
  @inline(never)
  func members(
    _ record: IndexedRecord, _ structure: Structure, _ offset: Int, _ link: Int32,
    _ frame: UnsafeMutablePointer<Machine.Frame>, _ machine: UnsafeMutablePointer<Machine>
  ) -> Stop {
    let text = unsafe record.text
    let end = record.end
    let comparable = record.readable &- GapTable.longest &- 1
    let bindings = unsafe machine.pointee.bindings
    var met = unsafe frame.pointee.met.pointee
    var remaining = unsafe frame.pointee.remaining
    var stop = Stop(target: Stop.between, link: link, offset: offset)

    while stop.offset <= comparable {
      let gap = unsafe gaps.expected(text + stop.offset, after: stop.link)
      if gap == GapTable.unknown { break }
      let name = gaps.name(gap)
      let start = stop.offset &+ gaps.count(gap)
      let byte = unsafe text[start]

      if name.target == 0 {
        stop.link = gap
        stop.offset = start
        let next = structure.nextNear(after: byte, start)
        guard next <= end else {
          stop.target = 0
          break
        }
        stop.offset = next
        continue
      }

      let after = met | name.bit
      if after == met { break }
      met = after
      remaining &-= 1
      stop.link = gap
      let binding = unsafe bindings + Int(name.target)
      var next = 0
      if byte == ASCII.quote {
        let (close, hasBackslash) = structure.stringNear(from: start &+ 1)
        if close < end, !hasBackslash,
          unsafe binding.pointee.store(string: text + (start &+ 1), close &- start &- 1, machine)
        {
          next = close &+ 1
        }
      } else if byte &- ASCII.zero <= 9 || byte == ASCII.minus {
        let close = structure.endNear(from: start)
        if close < end, unsafe text[close &- 1] > ASCII.space,
          unsafe binding.pointee.store(number: text + start, close &- start)
        {
          next = close
        }
      }
      guard next != 0 else {
        stop.target = name.target
        stop.offset = start
        break
      }
      stop.offset = next
      unsafe binding.pointee.markSeen()
      if remaining == 0 { break }
    }

    unsafe frame.pointee.met.pointee = met
    unsafe frame.pointee.remaining = remaining
    return stop
  }
}

extension Structure {
  /// Past the value that begins with a byte, if it ends near; otherwise beyond `end`.
  @inline(always)
  fileprivate func nextNear(after byte: UInt8, _ offset: Int) -> Int {
    if byte == ASCII.quote { return stringNear(from: offset &+ 1).close &+ 1 }
    if byte | 0x20 == ASCII.openBrace { return skipNear(from: offset &+ 1) }
    // White space may come before anything.
    return byte > ASCII.space ? endNear(from: offset) : .max
  }
}

extension Binding {
  /// Stores a string without escapes, if that needs no call.
  ///
  /// SAFETY: the bytes are in the record, and a literal's padding is behind them.
  @inline(always)
  fileprivate func store(
    string bytes: UnsafePointer<UInt8>, _ count: Int, _ machine: UnsafePointer<Machine>
  ) -> Bool {
    guard !shape.isArray else { return false }
    switch kind {
    case .string:
      guard count <= SmallString.capacity else { return false }
      return unsafe SmallString(bytes, count, isPadded: true).replaceSmall(at: address)
    case .borrowed:
      unsafe Shaped<BorrowedText>.put(
        BorrowedText(bytes, count, in: machine.pointee.texts), shape, at: address)
      return true
    default:
      return false
    }
  }

  /// Stores a number, if that needs no call.
  ///
  /// SAFETY: a literal's padding is behind the bytes.
  @inline(always)
  fileprivate func store(number bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard !shape.isArray else { return false }
    switch kind {
    case .int:
      let value = unsafe NumberText.plainInteger(bytes, count, isPadded: true)
      guard let value = value.flatMap(Int.init(exactly:)) else { return false }
      unsafe Shaped<Int>.put(value, shape, at: address)
    case .double:
      guard let value = unsafe NumberText.paddedDouble(bytes, count) else { return false }
      unsafe Shaped<Double>.put(value, shape, at: address)
    default:
      return false
    }
    return true
  }
}
