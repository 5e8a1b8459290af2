/// Maps input that arrives in pieces: from a socket, a pipe, a decompressor.
///
///     var parser = PushParser(mapping)
///     try parser.feed(chunk) { tweet, place in … }
///     try parser.finish { tweet, place in … }
///
/// The pieces may be cut anywhere, within a character or an escape too; models and
/// errors are the same for any cut. With ``Framing/lines`` a record is read when its line
/// feed has come, and a line is all that is held; with the framings of many values, when its last byte has,
/// or what ends it; with ``Framing/document`` values are stored as they come, and what is held is the token
/// that is not complete.
public struct PushParser<Root>: ~Copyable {
  let content: Content

  /// What reads the pieces.
  enum Content {
    case mapped(RecordDecoder<Root>, PieceReader<RecordSource>)
    case records(RecordPieces<Root>)
  }

  /// Creates a parser for a mapping.
  ///
  /// With ``Framing/document`` yajl finds the events and checks everything, because values are stored as they come.
  /// ``ReadingOptions/engine``, ``ReadingOptions/validation``, ``ReadingOptions/extensions``,
  /// ``ReadingOptions/failures`` and ``ReadingOptions/statistics`` have no effect then.
  ///
  /// - Parameters:
  ///   - mapping: how a record fills the instance.
  ///   - framing: how records stand in the input.
  ///   - options: the options for all records. The mapping's limits apply if theirs are nil.
  public init(
    _ mapping: Mapping<Root>, framing: Framing = .lines, options: ReadingOptions = ReadingOptions()
  ) {
    var options = options
    if framing == .document { options.statistics = nil }
    let decoder = RecordDecoder(mapping, options: options)
    content = .mapped(decoder, PieceReader(decoder.source, framing: framing))
  }

  /// What is done with a bad record; to be set before the first piece. A document that is
  /// skipped is told by the bytes that are held.
  public var onError: ErrorPolicy {
    get {
      switch content {
      case .mapped(_, let pieces): pieces.onError
      case .records(let pieces): pieces.onError
      }
    }
    set {
      switch content {
      case .mapped(_, let pieces): pieces.onError = newValue
      case .records(let pieces): pieces.onError = newValue
      }
    }
  }

  /// Reads the next piece.
  ///
  /// - Parameters:
  ///   - piece: the bytes that follow those of the call before.
  ///   - body: gets the reused instance after each record that is complete.
  /// - Throws: ``MappingError``, or what the closure throws; every later call throws it
  ///   again.
  /// - Complexity: O(n) in the bytes fed, however they are cut.
  public mutating func feed(
    _ piece: Span<UInt8>, _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    switch content {
    case .mapped(let decoder, let pieces):
      try pieces.feed(piece) { place in
        decoder.attach(key: pieces.recordKey)
        try decoder.show { root in try body(root, place) }
      }
    case .records(let pieces):
      try pieces.feed(piece, body)
    }
  }

  /// Ends the input: the last record may have no line feed. Another input may follow.
  public mutating func finish(_ body: (borrowing Root, RecordLocation) throws -> Void) throws {
    switch content {
    case .mapped(let decoder, let pieces):
      _ = try pieces.finish { place in
        decoder.attach(key: pieces.recordKey)
        try decoder.show { root in try body(root, place) }
      }
    case .records(let pieces):
      try pieces.finish(body)
    }
  }
}

/// Tells a sink the events of input that arrives in pieces.
public final class EventPushParser<Sink: EventSink> {
  private let receiver: SinkReceiver<Sink>
  private let pieces: PieceReader<SinkDriver>

  /// A parser that tells a sink.
  public init(into sink: Sink, framing: Framing = .lines, limits: Limits = Limits()) {
    receiver = SinkReceiver(sink)
    pieces = PieceReader(SinkDriver(receiver, limits: limits), framing: framing)
  }

  /// The sink, with what it has gathered.
  public var sink: Sink {
    _read { yield receiver.sink }
    _modify { yield &receiver.sink }
  }

  /// What is done with a bad record; to be set before the first piece.
  public var onError: ErrorPolicy {
    get { pieces.onError }
    set { pieces.onError = newValue }
  }

  /// Reads the next piece.
  ///
  /// - Parameters:
  ///   - piece: the bytes that follow those of the call before.
  ///   - onRecord: called after each record that is complete.
  /// - Throws: ``MappingError``, or what the closure throws; every later call throws it
  ///   again.
  public func feed(
    _ piece: Span<UInt8>, onRecord: (RecordLocation) throws -> Void = { _ in }
  ) throws -> EventOutcome {
    try pieces.feed(piece, onRecord)
    return pieces.isStopped ? .stopped : .finished
  }

  /// Ends the input: the last record may have no line feed.
  public func finish(onRecord: (RecordLocation) throws -> Void = { _ in }) throws -> EventOutcome {
    try pieces.finish(onRecord) ? .stopped : .finished
  }
}
