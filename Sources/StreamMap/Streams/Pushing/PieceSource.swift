/// Reads the records of a push parser, whole or in pieces.
protocol PieceSource: RecordParser {
  associatedtype Driver: YajlDriver

  /// The driver that reads a record in pieces.
  var yajl: Driver { get }
}

extension RecordSource: PieceSource {}

extension SinkDriver: PieceSource {
  var yajl: SinkDriver { self }
}
