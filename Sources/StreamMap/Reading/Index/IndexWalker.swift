import CStructure

/// Drives the machine over the structural index of one record.
///
/// It goes from value to value. A string or a container that is not wanted is skipped by the index bit of its end. So
/// is the rest of a container when nothing more in it is wanted. The walker checks what it passes to the machine, and
/// does not rely on the rest of the text: for any bytes it stays within the record. It returns false on anything
/// unexpected. If the machine rejected a value, it notes the offset. A part of a record must be valid, because the
/// searches go beyond its end.
///
/// `walkValue` handles everything, one value after the other. The loops for members and elements handle the usual ones,
/// and leave the others to `walkValue` unread. They take most of the time, and are small enough for a processor's
/// registers. There are two loops for members: one expects the order of earlier objects, the other none. Each exists twice:
/// programs that store values as their text have loops of their own.
///
/// The entered containers are the machine's frames. The machine's own prediction of names is not used: in an object,
/// `last` of its frame is a link of the member predictor.
///
/// Invariant: no offset exceeds `end`. Every mask that is searched has the terminator's bit at the end of the record, so
/// no search goes further.
///
/// SAFETY: bytes are read below `readable` only. The structure is read as `Structure` says and `IndexedRecord`
/// promises.
@safe struct IndexWalker {
  var gaps: MemberPredictor
  /// The offset in the record at which the machine rejected it, or -1 if the text was not as expected. Set when `walk`
  /// returns false.
  private(set) var rejection = -1
  private let skipFar: streammap_skip_function
  /// Whether some values are read from their text, perhaps by other walkers.
  let keepsText: Bool
  /// Whether the record's root value is read from its text, and nothing else is wanted.
  private let keepsRoot: Bool

  init(_ program: Program, _ kernel: streammap_kernel) {
    gaps = MemberPredictor(nodeCount: program.paths.nodes.count, crossesLines: false)
    unsafe skipFar = unsafe kernel.skip
    keepsText = program.keepsText
    let root = program.tables.targets[1]
    keepsRoot = root.isSingle && root.wantsRaw && root.node < 0
  }

  func deallocate() {
    gaps.deallocate()
  }

  /// Reads a record into the machine. Returns false if the record is rejected. The machine must then abandon it.
  ///
  /// If the machine rejects it, the machine has the failure, and `rejection` is the offset. In valid text, that is the
  /// only reason.
  @inline(always)
  mutating func walk(
    _ record: IndexedRecord, _ machine: UnsafeMutablePointer<Machine>
  ) -> Bool {
    gaps.prepare()
    rejection = -1
    guard unsafe keepsText ? walkTexts(record, machine) : walkValue(record, machine) else { return false }
    return unsafe machine.pointee.store.hasRequired(scope: 0) || reject(record)
  }

  /// Reads whole tokens, which may be the beginning of a record, into the machine. Returns true if they are a record.
  ///
  /// The tokens are valid, so only the machine rejects them. If it does not, `rejection` is -1.
  mutating func walkTokens(_ record: IndexedRecord, _ machine: UnsafeMutablePointer<Machine>) -> Bool {
    gaps.prepare()
    rejection = -1
    // A model is complete only if its text is. The walk does not wait for that.
    guard unsafe walkValue(record, machine), endOfValue(record) != nil else { return false }
    return unsafe machine.pointee.store.hasRequired(scope: 0) || reject(record)
  }

  /// Notes that the machine rejected the record at an offset. Returns false.
  @inline(never)
  private mutating func reject(_ record: IndexedRecord, at offset: Int) -> Bool {
    rejection = offset &- record.start
    return false
  }

  /// Notes that the machine rejected the record at the last byte of its value. Returns false.
  @inline(never)
  private mutating func reject(_ record: IndexedRecord) -> Bool {
    rejection = endOfValue(record).map { $0 &- record.start &- 1 } ?? -1
    return false
  }

  /// Returns the offset after the record's root value, or nil if it does not end in the record.
  private func endOfValue(_ record: IndexedRecord) -> Int? {
    let start = unsafe skipSpace(record.text, record.start, record.end)
    guard start < record.end else { return nil }
    guard unsafe record.text[start] | 0x20 == ASCII.openBrace else {
      return unsafe start &+ trimmed(record.text + start, record.end &- start)
    }
    let end = unsafe Structure(record.structure, skipFar, end: record.end).skip(from: start &+ 1)
    return end <= record.end ? end : nil
  }

  /// Reads a record, and lets the readers of values use its index.
  @inline(never)
  private mutating func walkTexts(
    _ record: IndexedRecord, _ machine: UnsafeMutablePointer<Machine>
  ) -> Bool {
    unsafe withUnsafePointer(to: record) { address in
      unsafe machine.pointee.store.callContext.record = UnsafeRawPointer(address)
      unsafe machine.pointee.store.isRecordFollowed = record.readable &- record.end >= TextCursor.slack
      defer {
        unsafe machine.pointee.store.callContext.record = nil
        unsafe machine.pointee.store.isRecordFollowed = false
      }
      return unsafe keepsRoot ? root(record, machine) : walkValue(record, machine)
    }
  }

  /// Passes the text of the record's root value to the machine. The index has validated it. A field that is read from
  /// text uses only `whole` and the literal's kind.
  private mutating func root(_ record: IndexedRecord, _ machine: UnsafeMutablePointer<Machine>) -> Bool {
    let start = unsafe skipSpace(record.text, record.start, record.end)
    guard start < record.end, let kind = unsafe Literal.Kind(beginningWith: record.text[start]) else {
      return false
    }
    let text = unsafe record.text + start
    let count = unsafe trimmed(text, record.end &- start)
    let whole = unsafe ModelStore.RawText(text, count)
    return unsafe machine.pointee.scalar(1, Literal(kind, text, count), whole) || reject(record, at: start)
  }

  /// Reads the record's root value.
  ///
  /// Each iteration handles the value at `offset` for `target`. It then moves to the next value, past the containers
  /// that end there and the text between the values.
  @inline(never)
  private mutating func walkValue(
    _ record: IndexedRecord, _ machine: UnsafeMutablePointer<Machine>
  ) -> Bool {
    let text = unsafe record.text
    let end = record.end
    let structure = unsafe Structure(record.structure, skipFar, end: end)
    // Up to here, a literal's padding can be read.
    let padded = record.readable &- Literal.padding &- 1
    var offset = record.start
    guard offset < end else { return false }
    var depth: Int32 = 0
    var target: Int32 = 1
    var link = MemberPredictor.unknown
    var frame = unsafe machine.pointee.matcher.top

    while true {
      let byte = unsafe text[offset]
      let isPadded = offset <= padded && offset >= Literal.lead
      if byte == ASCII.quote {
        let (close, hasBackslash) = structure.string(from: offset &+ 1)
        guard close < end else { return false }
        if target > 0 {
          let isStored =
            hasBackslash
            ? unsafe escapedString(record, offset, close, target, machine)
            : unsafe string(text, offset, close, target, isPadded, machine)
          guard isStored else { return reject(record, at: offset) }
        }
        offset = close &+ 1
      } else if byte | 0x20 == ASCII.openBrace {
        if target == 0 {
          offset = structure.skip(from: offset &+ 1)
          guard offset <= end else { return false }
        } else {
          let isArray = byte == ASCII.openBracket
          let start = offset &- record.start
          switch unsafe machine.pointee.open(target, isArray: isArray, depth: depth &+ 1, start: start) {
          case .failed: return reject(record, at: offset)
          case .entered:
            depth &+= 1
            unsafe frame = unsafe machine.pointee.matcher.top
            unsafe (frame - 1).pointee.last = Int32(truncatingIfNeeded: link)
            let node = unsafe frame.pointee.node.pointee.index
            link = MemberPredictor.first(node: node)
            if !isArray { gaps.beginObject(node: node) }
            offset &+= 1
          case .skipped:
            let awaits = unsafe machine.pointee.awaits(depth: depth &+ 1)
            if depth == 0 && !awaits { return true }
            offset = structure.skip(from: offset &+ 1)
            guard offset <= end else { return false }
            guard unsafe !awaits || close(record, depth &+ 1, offset, machine) else {
              return reject(record, at: offset &- 1)
            }
          }
        }
      } else {
        // Earlier records had less white space here, or the record begins with it.
        if byte <= ASCII.space {
          let begin = unsafe skipSpace(text, offset, end)
          // Other control bytes are not white space.
          guard begin > offset, begin < end else { return false }
          offset = begin
          continue
        }
        let stop = structure.end(from: offset)
        guard stop > offset else { return false }
        if target > 0 {
          guard unsafe word(byte, text, offset, stop, target, isPadded, machine) else {
            return reject(record, at: offset)
          }
        }
        offset = stop
      }

      next: while true {
        if depth == 0 { return true }
        if unsafe frame.pointee.remaining == 0 {
          if depth == 1, unsafe machine.pointee.store.endCount == 0 {
            return unsafe machine.pointee.leave(depth) || close(record, depth, offset, machine)
              || reject(record)
          }
          // The container often ends here.
          if unsafe offset < end && text[offset] | 0x20 == ASCII.closeBrace {
            offset &+= 1
          } else {
            offset = structure.skip(from: offset)
            guard offset <= end else { return false }
          }
        } else if unsafe frame.pointee.isArray {
          let stop = unsafe elements(record, structure, depth, offset, machine)
          offset = stop.offset
          depth = stop.depth
          target = stop.target
          unsafe frame = unsafe machine.pointee.matcher.top
          if target >= 0 { break next }
          guard target == Stop.between else {
            return target == Stop.rejected ? reject(record, at: offset) : false
          }
          if unsafe frame.pointee.remaining == 0 { continue }
          offset = unsafe element(text, offset, end)
          guard offset < end else { return false }
          if unsafe text[offset] != ASCII.closeBracket {
            target = unsafe machine.pointee.matcher.element()
            break next
          }
          offset &+= 1
        } else {
          let isPaused = unsafe gaps.isPaused(node: frame.pointee.node.pointee.index)
          let stop =
            switch (keepsText, isPaused) {
            case (false, false): unsafe membersInOrder(record, structure, depth, offset, link, machine)
            case (false, true): unsafe membersInAnyOrder(record, structure, depth, offset, link, machine)
            case (true, false): unsafe textMembersInOrder(record, structure, depth, offset, link, machine)
            case (true, true): unsafe textMembersInAnyOrder(record, structure, depth, offset, link, machine)
            }
          offset = stop.offset
          link = stop.link
          depth = stop.depth
          target = stop.target
          unsafe frame = unsafe machine.pointee.matcher.top
          if target >= 0 { break next }
          if target == Stop.refused { return false }
          if unsafe target == Stop.switched || frame.pointee.remaining == 0 { continue }
          let member = unsafe member(record, structure, offset, link, target, machine)
          offset = member.offset
          link = member.link
          target = member.target
          if target >= 0 { break next }
          if target == Stop.switched { continue }
          guard target == Stop.closed else {
            // More white space than in earlier records may precede the value.
            return target == Member.rejected ? unsafe reject(record, at: skipSpace(text, offset, end)) : false
          }
        }
        guard unsafe machine.pointee.leave(depth) || close(record, depth, offset, machine) else {
          return reject(record, at: offset &- 1)
        }
        depth &-= 1
        unsafe frame = unsafe machine.pointee.matcher.top
        link = unsafe Int(frame.pointee.last)
      }
    }
  }

  /// Ends the container at a depth. The container ends before `end`.
  @inline(never)
  func close(
    _ record: IndexedRecord, _ depth: Int32, _ end: Int, _ machine: UnsafeMutablePointer<Machine>
  ) -> Bool {
    unsafe machine.pointee.close(depth: depth, text: record.text + record.start, end: end &- record.start)
  }

  // MARK: Values

  /// Passes a string to the machine, given the offsets of its quotes.
  ///
  /// - Parameter isPadded: whether a literal's lead and padding are readable.
  @inline(always)
  private func string(
    _ text: UnsafePointer<UInt8>, _ open: Int, _ close: Int, _ target: Int32, _ isPadded: Bool,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> Bool {
    let literal = unsafe Literal(
      .string, text + (open &+ 1), close &- open &- 1, isStable: true, isPadded: isPadded)
    return unsafe machine.pointee.store.set(target, literal)
      || machine.pointee.scalar(target, literal, ModelStore.RawText(text + open, close &+ 1 &- open))
  }

  /// Passes a string with a backslash to the machine.
  @inline(never)
  private func escapedString(
    _ record: IndexedRecord, _ open: Int, _ close: Int, _ target: Int32,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> Bool {
    let text = unsafe record.text
    guard let (string, count) = unsafe decode(record, open + 1, close - open - 1, machine) else {
      return false
    }
    let literal = unsafe Literal(.string, string, count, isStable: true)
    return unsafe machine.pointee.store.set(target, literal)
      || machine.pointee.scalar(target, literal, ModelStore.RawText(text + open, close + 1 - open))
  }

  /// Passes a number, `true`, `false` or `null` to the machine. The value begins with `byte` and ends before `stop`,
  /// and white space may follow it.
  @inline(always)
  private func word(
    _ byte: UInt8, _ text: UnsafePointer<UInt8>, _ offset: Int, _ stop: Int, _ target: Int32,
    _ isPadded: Bool, _ machine: UnsafeMutablePointer<Machine>
  ) -> Bool {
    let bytes = unsafe text + offset
    var count = stop &- offset
    if unsafe bytes[count &- 1] <= ASCII.space { count = unsafe trimmed(bytes, count) }
    if byte &- ASCII.zero <= 9 || byte == ASCII.minus {
      let literal = unsafe Literal(.number, bytes, count, isPadded: isPadded)
      return unsafe machine.pointee.store.set(target, literal)
        || machine.pointee.scalar(target, literal, ModelStore.RawText(bytes, count))
    }
    return unsafe constant(bytes, count, target, machine)
  }

  @inline(never)
  private func constant(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ target: Int32, _ machine: UnsafeMutablePointer<Machine>
  ) -> Bool {
    guard let kind = unsafe Literal.constant(bytes, count) else { return false }
    let literal = unsafe Literal(kind, bytes, count)
    return unsafe machine.pointee.store.set(target, literal)
      || machine.pointee.scalar(target, literal, ModelStore.RawText(bytes, count))
  }

  // MARK: Elements and members

  /// Returns the offset after the text that precedes an element or the end of the array.
  @inline(never)
  private func element(_ text: UnsafePointer<UInt8>, _ place: Int, _ end: Int) -> Int {
    let offset = unsafe skipSpace(text, place, end)
    return unsafe offset < end && text[offset] == ASCII.comma ? skipSpace(text, offset &+ 1, end) : offset
  }

  private struct Member {
    /// The target of the value, which is next. 0 if it is not wanted, `Stop.closed` if the object ended,
    /// `Stop.rejected`, or `rejected`.
    var target: Int32
    /// The link to the gap before it.
    var link: Int
    /// The offset of the value, or the offset after the object. The offset of the name if that is rejected.
    var offset: Int

    /// The machine's number for a failure.
    static var rejected: Int32 { -1 }
  }

  /// Reads the text before a member's value, and stores it.
  ///
  /// - Parameter state: what is known about the text: `Stop.between` or `unexpected`.
  @inline(never)
  private mutating func member(
    _ record: IndexedRecord, _ structure: Structure, _ begin: Int, _ link: Int, _ state: Int32,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> Member {
    let refused = Member(target: Stop.refused, link: link, offset: begin)
    let text = unsafe record.text
    let end = record.end
    let isComparable = begin <= record.readable &- MemberPredictor.longest &- 1
    let node = unsafe machine.pointee.matcher.top.pointee.node
    if isComparable {
      let gap: Int
      if state == Stop.unexpected {
        gap = unsafe gaps.surprise(
          text, begin, quotes: structure.quotes, end: end, node: node.pointee.index, after: link)
        if gap == MemberPredictor.paused { return Member(target: Stop.switched, link: link, offset: begin) }
      } else {
        gap =
          unsafe gaps.expected(text + begin, after: link)
          ?? gaps.find(text, begin, quotes: structure.quotes, end: end, node: node.pointee.index)
      }
      if gap != MemberPredictor.unknown {
        let edge = gaps.name(gap).edge
        return unsafe Member(
          target: edge < 0 ? 0 : machine.pointee.meet(edge), link: gap, offset: begin &+ gaps.count(gap))
      }
    }
    var offset = unsafe skipSpace(text, begin, end)
    if offset < end, unsafe text[offset] == ASCII.comma { offset = unsafe skipSpace(text, offset &+ 1, end) }
    guard offset < end else { return refused }
    if unsafe text[offset] == ASCII.closeBrace {
      return Member(target: Stop.closed, link: link, offset: offset &+ 1)
    }
    guard unsafe text[offset] == ASCII.quote else { return refused }
    let open = offset
    let (close, hasBackslash) = structure.string(from: open &+ 1)
    var name = unsafe text + (open &+ 1)
    var nameCount = close &- open &- 1
    if hasBackslash {
      guard let decoded = unsafe decode(record, open &+ 1, nameCount, machine) else { return refused }
      (unsafe name, nameCount) = unsafe decoded
    }
    let edge = unsafe machine.pointee.matcher.edge(name, nameCount)
    var member = Member(target: 0, link: link, offset: open)
    let isOther = edge < 0 && node.pointee.everyMember != 0
    if isOther {
      member.target = unsafe machine.pointee.member(name, nameCount)
      // An unknown name is rejected whether a value follows or not.
      if member.target == Member.rejected, unsafe machine.pointee.store.failure.kind == .unknownName {
        return member
      }
    }
    offset = unsafe skipSpace(text, close &+ 1, end)
    guard offset < end, unsafe text[offset] == ASCII.colon else { return refused }
    offset = unsafe skipSpace(text, offset &+ 1, end)
    guard offset < end else { return refused }
    member.offset = offset
    if isOther { return member }
    var known = MemberPredictor.Name()
    if edge >= 0 {
      known.edge = edge
      known.bit = unsafe machine.pointee.matcher.bit(ofEdge: edge)
      known.target = unsafe machine.pointee.matcher.target(of: edge)
    }
    let learned =
      isComparable
      ? unsafe gaps.learn(
        text + begin, offset &- begin, nameEnd: close &- begin, known, node: node.pointee.index, after: link)
      : MemberPredictor.unknown
    if learned != MemberPredictor.unknown { member.link = learned }
    if edge >= 0 { member.target = unsafe machine.pointee.meet(edge) }
    return member
  }

  /// Decodes the escapes of a string into the machine's arena. Returns nil if they are invalid.
  @inline(never)
  private func decode(
    _ record: IndexedRecord, _ offset: Int, _ count: Int, _ machine: UnsafeMutablePointer<Machine>
  ) -> (UnsafePointer<UInt8>, Int)? {
    let text = unsafe machine.pointee.store.texts.reserve(count &+ Unescaping.slack)
    let readable = record.readable &- offset
    guard let length = unsafe Unescaping.decode(record.text + offset, count, readable: readable, into: text)
    else {
      return nil
    }
    unsafe machine.pointee.store.texts.commit(length)
    return unsafe (UnsafePointer(text), length)
  }

  @inline(never)
  private func skipSpace(_ text: UnsafePointer<UInt8>, _ offset: Int, _ end: Int) -> Int {
    var offset = offset
    while offset < end, unsafe ASCII.isWhitespace(text[offset]) { offset &+= 1 }
    return offset
  }

  /// Returns the number of bytes without the white space after them.
  @inline(never)
  func trimmed(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var count = count
    while count > 0, unsafe ASCII.isWhitespace(bytes[count &- 1]) { count &-= 1 }
    return count
  }
}
