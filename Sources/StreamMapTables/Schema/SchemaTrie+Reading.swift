import StreamMap

// Reads validated records. So it need not check the characters of a literal, or whether the brackets match.
extension SchemaTrie {
  /// Adds a record.
  ///
  /// - Parameter text: one JSON text that has been checked in full. Other text gives a meaningless summary, but nothing is
  ///   read out of bounds.
  /// - Complexity: O(n) in its length, without recursion.
  mutating func add(validated text: Span<UInt8>) {
    var cursor = RecordCursor()
    while true {
      addKnown(&cursor, in: text)
      guard let token = cursor.next(in: text) else { break }
      add(token, in: text)
      // After a value, a name is expected.
      if case .name = token, let value = cursor.next(in: text) { add(value, in: text) }
    }
    // Text that is not JSON may leave containers open.
    while !open.isEmpty { _ = endContainer() }
    while openDictionaries > 0 { closeDictionary() }
  }

  /// Adds values while each has a node and is not a new example. This covers nearly all of the text. Leaves the rest
  /// unread, including the record's last bracket.
  ///
  /// Usually the predicted member comes next. Its name is then compared with the text, and neither read nor looked up.
  /// Any other name is looked up, unless it has escapes or white space after it.
  private mutating func addKnown(_ cursor: inout RecordCursor, in text: Span<UInt8>) {
    guard open.isEmpty || top.node >= 0 else { return }
    // The nodes are moved out of the trie, so that its other properties can change while a pointer to them is in use.
    var known: [SchemaNode] = []
    swap(&known, &nodes)
    let names = names
    unsafe known.withUnsafeMutableBufferPointer { nodes in
      unsafe text.withUnsafeBytes { bytes in
        if let start = nodes.baseAddress, let bytes = bytes.baseAddress {
          unsafe addPredicted(&cursor, in: text, bytes, start, nodes.count, names.span)
        }
      }
    }
    swap(&known, &nodes)
  }

  /// SAFETY: `bytes` are those of the text. Numbers of nodes that are not negative are below the number of nodes. This
  /// holds for those of the open containers and of their last members, and for `elementNode`, `head` and `next` of each
  /// node.
  private mutating func addPredicted(
    _ cursor: inout RecordCursor, in text: Span<UInt8>, _ bytes: UnsafeRawPointer,
    _ nodes: UnsafeMutablePointer<SchemaNode>, _ nodeCount: Int, _ names: Span<UInt8>
  ) {
    let count = text.count
    // The names are borrowed until this function returns. Without a name there is no member, and nothing is read here.
    let nameBytes = unsafe names.withUnsafeBytes { $0.baseAddress } ?? bytes
    var (offset, clock, top) = (cursor.offset, clock, top)
    defer { (cursor.offset, self.clock, self.top) = (offset, clock, top) }
    /// Returns the offset of the next byte that is not white space, and the byte, or zero at the end.
    @inline(__always)
    func next(from start: Int) -> (place: Int, byte: UInt8) {
      guard start < count else { return (count, 0) }
      let byte = unsafe bytes.load(fromByteOffset: start, as: UInt8.self)
      if _fastPath(byte > ASCII.space) { return (start, byte) }
      let place = text.endOfWhitespace(from: start)
      return (place, place < count ? text[place] : 0)
    }
    var predicted: Int32 = -1
    var isRoot = open.isEmpty
    if !isRoot { predicted = unsafe top.predictedMember(in: nodes) }
    while true {
      if predicted >= 0 {
        let members = unsafe Self.addMembers(
          from: predicted, in: text, bytes, offset, nodes, nameBytes, object: top.object, clock: &clock)
        if members.count > 0 {
          top.count &+= members.count
          top.last = members.last
          member = members.last
          offset = members.end
          if members.isPending { return }
          predicted = unsafe nodes[Int(members.last)].next
        }
      }
      var (place, first) = next(from: offset)
      if first == ASCII.comma { (place, first) = next(from: place &+ 1) }
      var node: Int32 = 0
      if isRoot {
        guard first | 0x20 == ASCII.openBrace else { return }
      } else if first | 0x20 == ASCII.closeBrace {
        guard open.count > 1 else { return }
        unsafe nodes[Int(top.node)].end(top)
        if isDictionary(top.object) { closeDictionary() }
        top = open.removeLast()
        offset = place &+ 1
        guard top.node >= 0 else { return }
        predicted = unsafe top.predictedMember(in: nodes)
        continue
      } else if top.isArray {
        node = unsafe nodes[Int(top.node)].elementNode
        guard node >= 0, first != 0 else { return }
      } else {
        guard first == ASCII.quote else { return }
        node = predicted
        place &+= 1
        var end = -1
        if node >= 0 { end = unsafe (nodes + Int(node)).endOfName(in: text, bytes, at: place, nameBytes) }
        if end < 0 {
          end = text.endOfPlainText(from: place)
          guard end &+ 2 < count, text[end] == ASCII.quote, text[end &+ 1] == ASCII.colon,
            unsafe !nodes[Int(top.node)].isDictionary
          else { return }
          let name = text.extracting(place..<end)
          let hash = hash(of: name, in: Int(top.node))
          node = unsafe find(
            name, hash, in: Int(top.node), Span(_unsafeStart: nodes, count: nodeCount), names
          ).node
          guard node > 0 else { return }
          if top.last >= 0 {
            unsafe nodes[Int(top.last)].next = node
          } else {
            unsafe nodes[Int(top.node)].head = node
          }
          end &+= 2
        }
        (place, first) = next(from: end)
        guard first != 0, unsafe nodes[Int(node)].countPresence(in: top.object) else { return }
        offset = place
        top.count &+= 1
        top.last = node
        member = node
        predicted = unsafe nodes[Int(node)].next
      }
      let value = unsafe nodes + Int(node)
      if first | 0x20 == ASCII.openBrace {
        clock &+= 1
        if !isRoot, top.isArray { top.count &+= 1 }
        open.append(top)
        top = Container(node: node, isArray: first == ASCII.openBracket)
        if top.isArray {
          unsafe value.pointee.addArray(clock)
          predicted = -1
        } else {
          objectCount &+= 1
          top.object = objectCount
          unsafe value.pointee.addObject(clock)
          predicted = unsafe value.pointee.head
        }
        isRoot = false
        offset = place &+ 1
      } else {
        let end = unsafe value.pointee.addKnownScalar(text, from: place, clock: clock &+ 1)
        guard end > place else { return }
        clock &+= 1
        if top.isArray { top.count &+= 1 }
        offset = end
      }
    }
  }

  /// The members that were added, and the offset after them. If the last one is pending, its value was not added and is
  /// there.
  private struct Members {
    var count = 0
    var last: Int32 = -1
    var end: Int
    var isPending = false
  }

  /// Adds members of an object while each is the predicted one, has no white space before it and a scalar as its value.
  /// Few variables are needed for that, so that they stay in registers.
  ///
  /// - Parameter first: the number of the first predicted member.
  ///
  /// SAFETY: as for `addPredicted`.
  private static func addMembers(
    from first: Int32, in text: Span<UInt8>, _ bytes: UnsafeRawPointer, _ start: Int,
    _ nodes: UnsafeMutablePointer<SchemaNode>, _ names: UnsafeRawPointer, object: Int, clock: inout Int
  ) -> Members {
    var members = Members(end: start)
    var number = first
    while number >= 0 {
      var place = members.end
      // A bracket follows in any case. So the byte after a comma can be read.
      guard place &+ 1 < text.count else { break }
      if unsafe bytes.load(fromByteOffset: place, as: UInt8.self) == ASCII.comma { place &+= 1 }
      guard unsafe bytes.load(fromByteOffset: place, as: UInt8.self) == ASCII.quote else { break }
      let node = unsafe nodes + Int(number)
      place = unsafe node.endOfName(in: text, bytes, at: place &+ 1, names)
      guard place > 0, place < text.count else { break }
      let byte = unsafe bytes.load(fromByteOffset: place, as: UInt8.self)
      guard byte > ASCII.space, byte | 0x20 != ASCII.openBrace,
        unsafe node.pointee.countPresence(in: object)
      else { break }
      members.count &+= 1
      members.last = number
      members.end = unsafe node.pointee.addKnownScalar(text, from: place, clock: clock &+ 1)
      if members.end == place {
        members.isPending = true
        break
      }
      clock &+= 1
      number = unsafe node.pointee.next
    }
    return members
  }

  @inline(never)
  private mutating func add(_ token: RecordCursor.Token, in text: Span<UInt8>) {
    switch token {
    case .beginObject: _ = startObject()
    case .endObject: _ = endObject()
    case .beginArray: _ = startArray()
    case .endArray: _ = endArray()
    case .name(let name): withDecoded(name, text) { trie, name in _ = trie.key(name) }
    case .string(let string): withDecoded(string, text) { trie, string in _ = trie.string(string) }
    case .number(let range): _ = number(text.extracting(range))
    case .bool(let value): _ = bool(value)
    case .null: _ = null()
    }
  }

  /// Passes the decoded bytes of a string or a name to a closure.
  @inline(__always)
  private mutating func withDecoded(
    _ string: RecordCursor.Text, _ text: Span<UInt8>, _ body: (inout SchemaTrie, Span<UInt8>) -> Void
  ) {
    guard string.hasEscapes else { return body(&self, text.extracting(string.range)) }
    // Swap the buffer out for the event, which needs the rest of the trie.
    var decoded: [UInt8] = []
    swap(&decoded, &scratch)
    decoded.removeAll(keepingCapacity: true)
    string.append(from: text, to: &decoded)
    body(&self, decoded.span)
    swap(&decoded, &scratch)
  }
}

extension SchemaTrie.Container {
  /// Returns the predicted member of an object, or -1. That of an array is -1.
  ///
  /// SAFETY: `node` is a node's number. So is `last`, if it is not negative.
  @inline(__always)
  fileprivate func predictedMember(in nodes: UnsafePointer<SchemaNode>) -> Int32 {
    if isArray { return -1 }
    return unsafe last >= 0 ? nodes[Int(last)].next : nodes[Int(node)].head
  }
}

extension UnsafeMutablePointer<SchemaNode> {
  /// Returns the offset after the member's name, its quote and its colon if they are at an offset of a text. Otherwise
  /// -1. A method of the node would copy it.
  ///
  /// SAFETY: `bytes` are those of the text, and `names` those of the trie's names, which hold the node's.
  @inline(__always)
  fileprivate func endOfName(
    in text: Span<UInt8>, _ bytes: UnsafeRawPointer, at place: Int, _ names: UnsafeRawPointer
  ) -> Int {
    let count = unsafe pointee.nameCount &+ 2
    let end = place &+ count
    guard end <= text.count else { return -1 }
    guard place &+ 8 <= text.count else {
      // The last member of a record can be that short.
      for offset in 0..<count {
        let written = unsafe bytes.load(fromByteOffset: place &+ offset, as: UInt8.self)
        guard unsafe written == names.load(fromByteOffset: pointee.nameStart &+ offset, as: UInt8.self) else {
          return -1
        }
      }
      return end
    }
    let first = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    guard unsafe (UInt64(littleEndian: first) ^ pointee.nameWord) & pointee.nameMask == 0 else { return -1 }
    if count <= 8 { return end }
    let last = unsafe bytes.loadUnaligned(fromByteOffset: end &- 8, as: UInt64.self)
    guard unsafe UInt64(littleEndian: last) == pointee.nameEnd else { return -1 }
    var offset = 8
    while offset < count &- 8 {
      let written = unsafe bytes.loadUnaligned(fromByteOffset: place &+ offset, as: UInt64.self)
      let name = unsafe names.loadUnaligned(fromByteOffset: pointee.nameStart &+ offset, as: UInt64.self)
      guard written == name else { return -1 }
      offset &+= 8
    }
    return end
  }
}
