/// Pieces into records: what ``PushParser`` and ``EventPushParser`` share.
///
/// Invariant: after an error that was thrown, the closure's too, every call throws it
/// again: what the piece still held is lost.
final class PieceReader {
  private let source: RecordSource
  private let framing: Framing
  var onError = ErrorPolicy.stop
  private var lines: (framer: LineFramer, decoder: LineDecoder)?
  private var document: DocumentReader?
  private var failure: (any Error)?

  init(_ source: RecordSource, framing: Framing) {
    self.source = source
    self.framing = framing
  }

  /// Whether the sink asked to stop.
  private(set) var isStopped = false

  /// Reads a piece; the closure is called after each record that ends in it.
  func feed(_ piece: Span<UInt8>, _ body: (RecordPlace) throws -> Void) throws {
    if let failure { throw failure }
    if isStopped { return }
    switch framing {
    case .lines: try feedLines(piece, body)
    case .document: try feedDocument(piece)
    }
  }

  /// Says that the input has ended. Another may follow.
  ///
  /// - Returns: whether the sink asked to stop.
  func finish(_ body: (RecordPlace) throws -> Void) throws -> Bool {
    if let failure { throw failure }
    defer {
      lines = nil
      document = nil
      isStopped = false
    }
    if isStopped { return true }
    switch framing {
    case .lines:
      if let lines {
        lines.framer.isComplete = true
        if lines.framer.next() { try readLine(lines.framer, lines.decoder, body) }
      }
    case .document:
      var reader = document ?? DocumentReader(source.yajl)
      try guarding { () throws(MappingError) in
        try reader.finish()
      } held: {
        reader.held
      }
      isStopped = reader.state == .stopped
      if reader.state == .complete {
        try body(RecordPlace(record: 1, line: 1, byteOffset: 0, byteCount: reader.byteCount))
      }
    }
    return isStopped
  }

  private func feedLines(_ piece: Span<UInt8>, _ body: (RecordPlace) throws -> Void) throws {
    let (framer, decoder) =
      lines ?? (source.makeFramer(), LineDecoder(onError: onError))
    lines = (framer, decoder)
    var index = 0
    while index < piece.count {
      index += framer.append(piece.extracting(index...))
      while framer.next() {
        try readLine(framer, decoder, body)
        if isStopped { return }
      }
    }
  }

  private func readLine(
    _ framer: LineFramer, _ decoder: LineDecoder, _ body: (RecordPlace) throws -> Void
  ) throws {
    do {
      let place = try decoder.readLine(of: framer, by: source)
      isStopped = decoder.isStopped
      if let place { try body(place) }
    } catch {
      failure = error
      throw error
    }
  }

  private func feedDocument(_ piece: Span<UInt8>) throws {
    var reader = document ?? DocumentReader(source.yajl)
    document = nil
    defer { document = reader }
    try guarding { () throws(MappingError) in
      try reader.feed(piece)
    } held: {
      reader.held
    }
    isStopped = reader.state == .stopped
  }

  private func guarding(_ body: () throws(MappingError) -> Void, held: () -> [UInt8]) throws {
    do throws(MappingError) {
      try body()
    } catch {
      switch onError {
      case .stop:
        failure = error
        throw error
      case .skip(let report): report(error, held().span)
      }
    }
  }
}
