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
  let cursor: Cursor<Root>
  let pieces: PieceReader<RecordSource>

  /// A parser for a mapping.
  ///
  /// - Parameters:
  ///   - mapping: how a record fills the instance.
  ///   - framing: how records stand in the input.
  ///   - limits: what one record may cost; the mapping's if nil.
  ///   - engine: what finds the events of a line; those of a document are yajl's.
  ///   - validation: how much of a line is checked; of a document, everything.
  ///   - failures: how much is told of what is wrong with a line; of a document, whose bytes are not
  ///     kept, the first.
  ///   - quality: counts what lines had of each field; not for a document.
  ///   - leniency: what is let pass, in a line, that is no JSON; in a document, nothing.
  ///   - context: what closures of the mapping get that ask for it.
  public init(
    _ mapping: Mapping<Root>, framing: Framing = .lines, limits: Limits? = nil,
    engine: Engine = .automatic, validation: Validation = .full, failures: FailureReporting = .first,
    quality: QualityReport? = nil, leniency: Leniency = [], context: (any Sendable)? = nil
  ) {
    cursor = Cursor(
      mapping, limits: limits, engine: engine, validation: validation, failures: failures,
      quality: framing == .document ? nil : quality, leniency: leniency, context: context)
    pieces = PieceReader(cursor.source, framing: framing)
  }

  /// What is done with a bad record; to be set before the first piece. A document that is
  /// skipped is told by the bytes that are held.
  public var onError: ErrorPolicy {
    get { pieces.onError }
    set { pieces.onError = newValue }
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
    _ piece: Span<UInt8>, _ body: (borrowing Root, RecordPlace) throws -> Void
  ) throws {
    let (cursor, pieces) = (cursor, pieces)
    try pieces.feed(piece) { place in
      cursor.attach(key: pieces.recordKey)
      try cursor.show { root in try body(root, place) }
    }
  }

  /// Reads the next piece.
  public mutating func feed(_ piece: [UInt8], _ body: (borrowing Root, RecordPlace) throws -> Void) throws {
    try feed(piece.span, body)
  }

  /// Ends the input: the last record may have no line feed. Another input may follow.
  public mutating func finish(_ body: (borrowing Root, RecordPlace) throws -> Void) throws {
    let (cursor, pieces) = (cursor, pieces)
    _ = try pieces.finish { place in
      cursor.attach(key: pieces.recordKey)
      try cursor.show { root in try body(root, place) }
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
    _ piece: Span<UInt8>, onRecord: (RecordPlace) throws -> Void = { _ in }
  ) throws -> EventOutcome {
    try pieces.feed(piece, onRecord)
    return pieces.isStopped ? .stopped : .finished
  }

  /// Reads the next piece.
  public func feed(_ piece: [UInt8], onRecord: (RecordPlace) throws -> Void = { _ in }) throws -> EventOutcome
  {
    try feed(piece.span, onRecord: onRecord)
  }

  /// Ends the input: the last record may have no line feed.
  public func finish(onRecord: (RecordPlace) throws -> Void = { _ in }) throws -> EventOutcome {
    try pieces.finish(onRecord) ? .stopped : .finished
  }
}
