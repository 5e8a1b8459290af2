/// Reads the records in pieces of input, each as a whole, with a ``RecordReader``.
final class RecordPieces<Root> {
  private let reader: any RecordReader<Root>
  private let pieces: PieceFramer

  init(_ reader: any RecordReader<Root>, framing: Framing) {
    self.reader = reader
    pieces = PieceFramer { reader.makeFramer(framing) }
  }

  var onError: ErrorPolicy {
    get { pieces.onError }
    set { pieces.onError = newValue }
  }

  /// Reads a piece. Calls `body` after each record that ends in it.
  func feed(_ piece: Span<UInt8>, _ body: (borrowing Root, RecordLocation) throws -> Void) throws {
    try pieces.feed(piece) { framer, counter in try read(framer, counter, body) }
  }

  /// Ends the input. Another may follow.
  func finish(_ body: (borrowing Root, RecordLocation) throws -> Void) throws {
    _ = try pieces.finish { framer, counter in try read(framer, counter, body) }
  }

  private func read(
    _ framer: RecordFramer, _ counter: RecordCounter,
    _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    try reader.forEach(of: framer, by: counter) { root, place in
      try body(root, place)
      return true
    }
  }
}
