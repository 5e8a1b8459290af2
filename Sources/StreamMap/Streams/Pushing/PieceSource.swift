/// Reads the records of a push parser, into a model or for a sink.
protocol PieceSource: AnyObject {
  associatedtype Driver: YajlDriver

  /// Reads a record in pieces.
  var yajl: Driver { get }

  /// Returns a framer for bytes that come one after the other.
  func makeFramer(_ framing: Framing) -> RecordFramer

  /// Reads the next whole record. Returns nil if none is in memory, and if the sink stopped.
  ///
  /// - Parameter willRead: called before each record.
  func next(
    of framer: RecordFramer, by counter: RecordCounter, before willRead: () -> Void
  ) throws(MappingError) -> RecordPlace?
}

extension RecordSource: PieceSource {}

extension SinkDriver: PieceSource {
  var yajl: SinkDriver { self }

  func makeFramer(_ framing: Framing) -> RecordFramer {
    RecordFramer(framing, limits: parser.limits)
  }

  func next(
    of framer: RecordFramer, by counter: RecordCounter, before willRead: () -> Void
  ) throws(MappingError) -> RecordPlace? {
    switch framer {
    case .lines(let framer):
      while !counter.isStopped, framer.next() {
        willRead()
        let place = try counter.readLine(of: framer) { bytes, _, allowsByteOrderMark in
          read(bytes, allowsByteOrderMark: allowsByteOrderMark)
        }
        if let place { return place }
      }
      return nil
    case .values(let framer):
      return try counter.next(of: framer) { bytes, _, allowsByteOrderMark in
        willRead()
        return read(bytes, allowsByteOrderMark: allowsByteOrderMark)
      }
    }
  }
}
