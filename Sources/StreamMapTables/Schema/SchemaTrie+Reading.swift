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
    guard top.node >= 0 else { return }
    // The nodes are moved out of the trie, so that its other properties can change while a pointer to them is in use.
    var known: [SchemaNode] = []
    swap(&known, &nodes)
    let names = names
    unsafe known.withUnsafeMutableBufferPointer { nodes in
      if let start = nodes.baseAddress {
        unsafe addPredicted(&cursor, in: text, start, nodes.count, names.span)
      }
    }
    swap(&known, &nodes)
  }

  /// SAFETY: numbers of nodes that are not negative are below the number of nodes. This holds for those of the open
  /// containers and of their last members, and for `elementNode`, `head` and `next` of each node.
  private mutating func addPredicted(
    _ cursor: inout RecordCursor, in text: Span<UInt8>, _ nodes: UnsafeMutablePointer<SchemaNode>,
    _ nodeCount: Int, _ names: Span<UInt8>
  ) {
    var (offset, clock, top) = (cursor.offset, clock, top)
    defer { (cursor.offset, self.clock, self.top) = (offset, clock, top) }
    var next = unsafe top.predictedMember(in: nodes)
    while true {
      var place = offset
      if place < text.count, text[place] == ASCII.comma { place &+= 1 }
      place = text.endOfWhitespace(from: place)
      guard place < text.count else { return }
      var first = text[place]
      if first | 0x20 == ASCII.closeBrace {
        guard open.count > 1 else { return }
        unsafe nodes[Int(top.node)].end(top)
        if isDictionary(top.object) { closeDictionary() }
        top = open.removeLast()
        offset = place &+ 1
        guard top.node >= 0 else { return }
        next = unsafe top.predictedMember(in: nodes)
        continue
      }
      var node = next
      if top.isArray {
        node = unsafe nodes[Int(top.node)].elementNode
        guard node >= 0 else { return }
      } else {
        guard first == ASCII.quote else { return }
        place &+= 1
        if node >= 0,
          let end = unsafe Self.end(of: names.extracting(nodes[Int(node)].writtenName), in: text, at: place)
        {
          place = text.endOfWhitespace(from: end)
        } else {
          let end = text.endOfPlainText(from: place)
          guard end &+ 2 < text.count, text[end] == ASCII.quote, text[end &+ 1] == ASCII.colon,
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
          place = text.endOfWhitespace(from: end &+ 2)
        }
        guard place < text.count, unsafe nodes[Int(node)].countPresence(in: top.object) else { return }
        first = text[place]
        offset = place
        top.count &+= 1
        top.last = node
        member = node
        next = unsafe nodes[Int(node)].next
      }
      if first | 0x20 == ASCII.openBrace {
        clock &+= 1
        if top.isArray { top.count &+= 1 }
        open.append(top)
        top = Container(node: node, isArray: first == ASCII.openBracket)
        if top.isArray {
          unsafe nodes[Int(node)].addArray(clock)
        } else {
          objectCount &+= 1
          top.object = objectCount
          unsafe nodes[Int(node)].addObject(clock)
          next = unsafe nodes[Int(node)].head
        }
        offset = place &+ 1
      } else {
        let end = unsafe nodes[Int(node)].addKnownScalar(text, from: place, clock: clock &+ 1)
        guard end > place else { return }
        clock &+= 1
        if top.isArray { top.count &+= 1 }
        offset = end
      }
    }
  }

  /// Returns the end of a name with its quote and colon, if it is at an offset of the text.
  @inline(__always)
  private static func end(of name: Span<UInt8>, in text: Span<UInt8>, at offset: Int) -> Int? {
    guard name.count < text.count &- offset,
      text.extracting(offset..<offset &+ name.count).equals(name)
    else { return nil }
    return offset &+ name.count
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
  /// Returns the predicted member of an object, or -1.
  ///
  /// SAFETY: `node` is a node's number. So is `last`, if it is not negative.
  @inline(__always)
  fileprivate func predictedMember(in nodes: UnsafePointer<SchemaNode>) -> Int32 {
    unsafe last >= 0 ? nodes[Int(last)].next : nodes[Int(node)].head
  }
}
