/// Reads the records of a stream into models. Every view of ``JSONLines`` reads from one.
protocol RecordReader<Root>: AnyObject {
  associatedtype Root

  /// Returns a framer for bytes that arrive in order.
  func makeFramer(_ framing: Framing) -> RecordFramer

  /// Reads the next record. Returns nil if none is in memory, at the limit of `counter`, and after a rejected record if
  /// `counter` pauses.
  func next(of framer: RecordFramer, by counter: RecordCounter) throws(MappingError) -> RecordLocation?

  /// Calls `body` with each record in memory, until it returns false, up to the limit of `counter`, and until a rejected
  /// record if `counter` pauses.
  /// For many records this is faster than `next`, because one call of a protocol's method reads them all.
  func forEach(
    of framer: RecordFramer, by counter: RecordCounter,
    _ body: (borrowing Root, RecordLocation) throws -> Bool
  ) throws

  /// Returns the model of the last record, which the caller then owns.
  func take() -> Root

  /// Omits paths and excerpts from errors, because rejected records are only counted.
  func omitErrorTexts()
}

extension RecordDecoder: RecordReader {
  func makeFramer(_ framing: Framing) -> RecordFramer { source.makeFramer(framing) }

  func next(of framer: RecordFramer, by counter: RecordCounter) throws(MappingError) -> RecordLocation? {
    source.lends = false
    guard let place = try counter.next(of: framer, by: source) else { return nil }
    attach(key: framer.key)
    return place
  }

  func forEach(
    of framer: RecordFramer, by counter: RecordCounter,
    _ body: (borrowing Root, RecordLocation) throws -> Bool
  ) throws {
    source.lends = true
    switch framer {
    case .lines(let lines):
      while let place = try counter.next(of: lines, by: source) {
        attach()
        guard try show({ root in try body(root, place) }) else { return }
      }
    case .values(let values):
      while let place = try counter.next(of: values, by: source) {
        attach(key: values.key)
        guard try show({ root in try body(root, place) }) else { return }
      }
    }
  }

  func omitErrorTexts() { source.omitErrorTexts() }
}
