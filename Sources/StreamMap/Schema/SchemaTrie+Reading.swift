// Reads validated records. So it need not check the end of a string or the characters of a literal.
extension SchemaTrie {
  /// Adds a record.
  ///
  /// - Parameter text: one JSON text that has been checked in full.
  /// - Complexity: O(n) in its length, without recursion.
  mutating func add(validated text: Span<UInt8>) {
    var cursor = RecordCursor()
    while let token = cursor.next(in: text) {
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

  /// Counts a number, and the type that it fits.
  mutating func addNumber(to node: Int, _ literal: Span<UInt8>) {
    if literal.indices.contains(where: { literal[$0] == ASCII.dot || literal[$0] | 0x20 == ASCII.lowerE }) {
      nodes[node].counts.decimals += 1
      if let value = NumberText.double(literal) {
        // Adding 0.0 turns minus zero into zero. Otherwise the range would depend on which of them came first.
        nodes[node].decimals.include(value + 0.0)
      } else {
        nodes[node].misfits += 1
      }
    } else {
      nodes[node].counts.integers += 1
      if let value: Int = try? NumberText.integer(literal) {
        nodes[node].integers.include(value)
      } else {
        nodes[node].misfits += 1
      }
    }
  }
}
