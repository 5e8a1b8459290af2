/// Reads the records of a stream into models. Every view of ``JSONLines`` pulls on one.
///
/// SAFETY: `model` has the model of the last record, until the next one is read or the model is taken.
protocol RecordReader<Root>: AnyObject {
  associatedtype Root

  /// Returns a framer for bytes that come one after the other.
  func makeFramer(_ framing: Framing) -> RecordFramer

  /// Reads the next record. Returns nil if none is in memory, and after a rejected record if `decoder` pauses.
  func next(of framer: RecordFramer, by counter: RecordCounter) throws(MappingError) -> RecordPlace?

  /// The model of the last record.
  var model: UnsafeMutablePointer<Root> { get }

  /// Invalidates text that the last model borrows from its record. Called in debug builds.
  func expireTexts()

  /// Returns the model of the last record, which is then the caller's own.
  func take() -> Root

  /// Leaves paths and excerpts out of errors, because rejected records are only counted.
  func omitErrorTexts()
}

extension Cursor: RecordReader {
  func makeFramer(_ framing: Framing) -> RecordFramer { source.makeFramer(framing) }

  func next(of framer: RecordFramer, by counter: RecordCounter) throws(MappingError) -> RecordPlace? {
    let place = try source.next(of: framer, by: counter)
    if place != nil { attach(key: framer.key) }
    return place
  }

  func omitErrorTexts() { source.omitErrorTexts() }
}

extension RecordSource {
  /// Reads the next record that can be read. Returns nil if none is in memory, and at a pause.
  ///
  /// - Parameter willRead: called before each record.
  func next(
    of framer: RecordFramer, by counter: RecordCounter, before willRead: () -> Void = {}
  ) throws(MappingError) -> RecordPlace? {
    switch framer {
    case .lines(let framer):
      while !counter.isStopped, !counter.isPaused, framer.next() {
        willRead()
        if let place = try counter.readLine(of: framer, by: self) { return place }
      }
      return nil
    case .values(let framer):
      return try counter.next(of: framer) { bytes, indexed, allowsByteOrderMark in
        willRead()
        if counts {
          let record = framer.record
          setPlace(record: counter.records, line: record.line, byteOffset: record.offset)
        }
        return read(bytes, indexed, allowsByteOrderMark: allowsByteOrderMark)
      }
    }
  }
}
