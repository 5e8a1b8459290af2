import CStructure

/// Drives the machine over the structural index of one record.
///
/// It goes from value to value: a string or a container that nobody wants is skipped by the
/// bit of its end, and so is the rest of a container once nothing in it is wanted. It checks
/// what it hands to the machine, and relies on nothing else in the text: whatever the bytes,
/// it stays within the record. What it does not understand it refuses; the reason is for
/// others to find.
///
/// The containers that it has entered are the machine's frames. The machine's own prediction
/// of names is not used: a frame's `last` is a link of the gap table.
///
/// Invariant of all offsets: at most `end`, where every mask that is searched has the
/// terminator's bit, so that no search goes beyond.
///
/// SAFETY: bytes are read below `readable` only, blocks up to the one after `end`'s, as
/// `IndexedRecord` and `StructuralIndex` promise.
@safe struct IndexWalker {
  private var gaps: GapTable
  private let skipFar: streammap_skip_function

  init(_ program: Program, _ kernel: streammap_kernel) {
    gaps = GapTable(nodeCount: program.nodeCount)
    unsafe skipFar = unsafe kernel.skip
  }

  func deallocate() {
    gaps.deallocate()
  }

  /// Reads a record into the machine. False if it is refused: then the machine has to
  /// abandon it.
  mutating func walk(
    _ record: IndexedRecord, _ machine: UnsafeMutablePointer<Machine>
  ) -> Bool {
    let text = unsafe record.text
    let end = record.end
    let structure = unsafe Structure(blocks: record.blocks, skipFar: skipFar, end: end)
    // Up to here a gap can be compared, and the byte after it read.
    let comparable = record.readable &- GapTable.longest &- 1
    let start = record.start
    var offset = unsafe skipSpace(text, start, end)
    guard offset < end else { return false }
    gaps.prepare()
    var depth: Int32 = 0
    var target: Int32 = 1
    var link: Int32 = 0

    wanted: while true {
      let byte = unsafe text[offset]
      if byte == ASCII.quote {
        let close = structure.quote(from: offset &+ 1)
        guard close < end else { return false }
        // Not changed in place: it has to stay in registers.
        var string = unsafe text + (offset &+ 1)
        var count = close &- offset &- 1
        if structure.hasBackslash(from: offset &+ 1, to: close) {
          guard let decoded = unsafe decode(string, count, machine) else { return false }
          (unsafe string, count) = unsafe decoded
        }
        let literal = unsafe Literal(.string, string, count, isStable: true)
        if unsafe machine.pointee.wantsRaw(target) {
          unsafe machine.pointee.whole = unsafe Machine.Whole(text + offset, close &+ 1 &- offset)
        }
        guard unsafe machine.pointee.scalar(target, literal) else { return false }
        offset = close &+ 1
      } else if byte | 0x20 == ASCII.openBrace {
        let isArray = byte == ASCII.openBracket
        switch unsafe machine.pointee.open(
          target, isArray: isArray, depth: depth &+ 1, start: offset &- start)
        {
        case .failed: return false
        case .entered:
          depth &+= 1
          unsafe (machine.pointee.top - 1).pointee.last = link
          link = unsafe GapTable.first(node: machine.pointee.top.pointee.node - machine.pointee.tables.nodes)
          offset &+= 1
        case .skipped:
          if depth == 0, unsafe !machine.pointee.awaits(depth: 1) {
            return unsafe machine.pointee.hasRequired(scope: 0)
          }
          offset = structure.skip(from: offset &+ 1)
          guard offset <= end else { return false }
          if unsafe machine.pointee.awaits(depth: depth &+ 1),
            unsafe !machine.pointee.close(depth: depth &+ 1, text: text + start, end: offset &- start)
          {
            return false
          }
        }
      } else {
        let stop = structure.end(from: offset)
        let count = unsafe trim(text, offset, stop) &- offset
        guard let kind = unsafe scalarKind(text + offset, count) else { return false }
        let literal = unsafe Literal(kind, text + offset, count)
        if unsafe machine.pointee.wantsRaw(target) {
          unsafe machine.pointee.whole = unsafe Machine.Whole(text + offset, count)
        }
        guard unsafe machine.pointee.scalar(target, literal) else { return false }
        offset = stop
      }
      if depth == 0 { return unsafe machine.pointee.hasRequired(scope: 0) }

      // What is wanted next of what is open.
      while true {
        if unsafe machine.pointee.isExhausted {
          if depth == 1, unsafe machine.pointee.endCount == 1 {
            return unsafe machine.pointee.close(depth: 1, text: text + start, end: 0)
              && machine.pointee.hasRequired(scope: 0)
          }
          offset = structure.skip(from: offset)
          guard offset <= end else { return false }
        } else if unsafe machine.pointee.top.pointee.isArray {
          offset = unsafe skipSpace(text, offset, end)
          if offset < end, unsafe text[offset] == ASCII.comma {
            offset = unsafe skipSpace(text, offset &+ 1, end)
          }
          guard offset < end else { return false }
          if unsafe text[offset] != ASCII.closeBracket {
            target = unsafe machine.pointee.element()
            if target > 0 { continue wanted }
            guard target == 0 else { return false }
            offset = unsafe structure.skipValue(text, offset)
            guard offset <= end else { return false }
            continue
          }
          offset &+= 1
        } else {
          // Members, until one is wanted or the object ends.
          while true {
            var edge: Int32
            let gap =
              unsafe offset <= comparable ? gaps.expected(text + offset, after: link) : GapTable.unknown
            if gap >= 0 {
              link = gap
              offset &+= gaps.count(gap)
              edge = gaps.edge(gap)
              // It was written with less white space before.
              if unsafe text[offset] <= ASCII.space {
                offset = unsafe skipSpace(text, offset, end)
                guard offset < end else { return false }
              }
            } else {
              switch unsafe member(record, structure, &offset, link, machine) {
              case .closed:
                edge = .min
              case .refused:
                return false
              case .named(let named, let next):
                edge = named
                if next >= 0 { link = next }
              case .wanted(let wanted):
                target = wanted
                continue wanted
              }
              if edge == .min { break }
            }
            if edge >= 0 {
              target = unsafe machine.pointee.meet(edge)
              if target > 0 { continue wanted }
              guard target == 0 else { return false }
            }
            offset = unsafe structure.skipValue(text, offset)
            guard offset <= end else { return false }
          }
        }
        guard unsafe machine.pointee.close(depth: depth, text: text + start, end: offset &- start) else {
          return false
        }
        depth &-= 1
        if depth == 0 { return unsafe machine.pointee.hasRequired(scope: 0) }
        link = unsafe machine.pointee.top.pointee.last
      }
    }
  }

  private enum Member {
    /// The object ended.
    case closed
    case refused
    /// A name that has an edge, or none; the value is next. And the link, if it was learned.
    case named(Int32, link: Int32)
    /// Wanted by `.*`.
    case wanted(Int32)
  }

  /// Reads what comes before a value that was not expected, and remembers it.
  @inline(never)
  private mutating func member(
    _ record: IndexedRecord, _ structure: Structure, _ place: inout Int, _ link: Int32,
    _ machine: UnsafeMutablePointer<Machine>
  ) -> Member {
    let text = unsafe record.text
    let end = record.end
    var offset = unsafe skipSpace(text, place, end)
    if offset < end, unsafe text[offset] == ASCII.comma { offset = unsafe skipSpace(text, offset &+ 1, end) }
    guard offset < end else { return .refused }
    if unsafe text[offset] == ASCII.closeBrace {
      place = offset &+ 1
      return .closed
    }
    guard unsafe text[offset] == ASCII.quote else { return .refused }
    let close = structure.quote(from: offset &+ 1)
    var name = unsafe text + (offset &+ 1)
    var nameCount = close &- offset &- 1
    offset = unsafe skipSpace(text, close &+ 1, end)
    guard offset < end, unsafe text[offset] == ASCII.colon else { return .refused }
    offset = unsafe skipSpace(text, offset &+ 1, end)
    guard offset < end else { return .refused }
    if structure.hasBackslash(from: close &- nameCount, to: close) {
      guard let decoded = unsafe decode(name, nameCount, machine) else { return .refused }
      (unsafe name, nameCount) = unsafe decoded
    }

    let edge = unsafe machine.pointee.edge(name, nameCount)
    let node = unsafe machine.pointee.top.pointee.node
    let begin = place
    place = offset
    if edge < 0, unsafe node.pointee.everyMember != 0 {
      let target = unsafe machine.pointee.member(name, nameCount)
      if target > 0 { return .wanted(target) }
      return target == 0 ? .named(-1, link: GapTable.unknown) : .refused
    }
    let learned = unsafe gaps.learn(
      text + begin, offset &- begin, edge: edge, node: Int32(node - machine.pointee.tables.nodes), after: link
    )
    return .named(edge, link: learned)
  }

  /// Decodes the escapes of a string into the machine's arena; nil if they are none.
  @inline(never)
  private func decode(
    _ string: UnsafePointer<UInt8>, _ count: Int, _ machine: UnsafeMutablePointer<Machine>
  ) -> (UnsafePointer<UInt8>, Int)? {
    let text = unsafe machine.pointee.texts.reserve(count)
    guard let length = unsafe Unescaping.decode(string, count, into: text) else { return nil }
    unsafe machine.pointee.texts.commit(length)
    return unsafe (UnsafePointer(text), length)
  }

  @inline(__always)
  private func skipSpace(_ text: UnsafePointer<UInt8>, _ offset: Int, _ end: Int) -> Int {
    var offset = offset
    while offset < end, unsafe ASCII.isWhitespace(text[offset]) { offset &+= 1 }
    return offset
  }

  @inline(__always)
  private func trim(_ text: UnsafePointer<UInt8>, _ start: Int, _ stop: Int) -> Int {
    var stop = stop
    while stop > start, unsafe text[stop &- 1] <= ASCII.space, unsafe ASCII.isWhitespace(text[stop &- 1]) {
      stop &-= 1
    }
    return stop
  }

  /// What a scalar that is no string is; nil if it cannot be one. That a number is one is
  /// for those to check who read it.
  @inline(__always)
  private func scalarKind(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Literal.Kind? {
    guard count > 0 else { return nil }
    switch unsafe bytes[0] {
    case ASCII.lowerT: return unsafe isWord(bytes, count, 0x6575_7274, 4) ? .true : nil
    case ASCII.lowerF: return unsafe isWord(bytes + 1, count &- 1, 0x6573_6C61, 4) ? .false : nil
    case ASCII.lowerN: return unsafe isWord(bytes, count, 0x6C6C_756E, 4) ? .null : nil
    case ASCII.minus, ASCII.zero...ASCII.nine: return .number
    default: return nil
    }
  }

  @inline(__always)
  private func isWord(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ word: UInt32, _ length: Int) -> Bool {
    unsafe count == length && UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self).littleEndian == word
  }
}
