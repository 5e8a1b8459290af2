/// Pieces into records: what ``PushParser`` and ``EventPushParser`` share.
///
/// Invariant: after an error that was thrown, every call throws it again.
final class PieceReader {
  private let source: YajlSource
  private let framing: Framing
  var onError = ErrorPolicy.stop
  private var lines: (framer: LineFramer, decoder: LineDecoder)?
  private var document: DocumentReader?
  private var failure: MappingError?

  init(_ source: YajlSource, framing: Framing) {
    self.source = source
    self.framing = framing
  }

  /// Whether the sink asked to stop.
  private(set) var isStopped = false

  /// Reads a piece; the closure is called after each record that ends in it.
  func feed(_ piece: UnsafeRawBufferPointer, _ body: (RecordPlace) throws -> Void) throws {
    if let failure { throw failure }
    if isStopped { return }
    let bytes = unsafe piece.assumingMemoryBound(to: UInt8.self)
    switch framing {
    case .lines: unsafe try feedLines(bytes, body)
    case .document: unsafe try feedDocument(bytes)
    }
  }

  /// Says that the input has ended. Another may follow.
  func finish(_ body: (RecordPlace) throws -> Void) throws {
    if let failure { throw failure }
    defer {
      lines = nil
      document = nil
      isStopped = false
    }
    if isStopped { return }
    switch framing {
    case .lines:
      if let lines, let line = lines.framer.last() { try read(line, lines.decoder, body) }
    case .document:
      var reader = document ?? DocumentReader(source)
      try guarding { () throws(MappingError) in
        try reader.finish()
      } held: {
        reader.held
      }
      if reader.state == .complete {
        try body(RecordPlace(record: 1, line: 1, byteOffset: 0, byteCount: reader.byteCount))
      }
    }
  }

  private func feedLines(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (RecordPlace) throws -> Void) throws {
    let (framer, decoder) =
      lines ?? (LineFramer(limit: source.limits.record), LineDecoder(source, onError: onError))
    lines = (framer, decoder)
    var rest = unsafe UnsafeRawBufferPointer(bytes)[...]
    while unsafe !rest.isEmpty {
      let space = unsafe framer.space()
      let count = unsafe min(space.count, rest.count)
      unsafe space.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
      framer.filled(count)
      unsafe rest = unsafe rest.dropFirst(count)
      while let line = framer.next() {
        try read(line, decoder, body)
        if isStopped { return }
      }
    }
  }

  private func read(
    _ line: LineFramer.Line, _ decoder: LineDecoder, _ body: (RecordPlace) throws -> Void
  ) throws {
    let place: RecordPlace?
    do throws(MappingError) {
      place = try decoder.read(line)
    } catch {
      failure = error
      throw error
    }
    isStopped = decoder.isStopped
    if let place { try body(place) }
  }

  private func feedDocument(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    var reader = document ?? DocumentReader(source)
    document = nil
    defer { document = reader }
    try guarding { () throws(MappingError) in
      unsafe try reader.feed(bytes)
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
