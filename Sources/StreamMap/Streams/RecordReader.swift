/// Reads the records of a stream into models. Every view of ``JSONLines`` reads from one.
///
/// SAFETY: `model` has the model of the last record, until the next one is read or the model is taken.
protocol RecordReader<Root>: AnyObject {
  associatedtype Root

  /// Returns a framer for bytes that arrive in order.
  func makeFramer(_ framing: Framing) -> RecordFramer

  /// Reads the next record of lines. Returns nil if none is in memory, and after a rejected record if `counter`
  /// pauses.
  func next(of lines: LineFramer, by counter: RecordCounter) throws(MappingError) -> RecordLocation?

  /// Reads the next record of values.
  func next(of values: ValueFramer, by counter: RecordCounter) throws(MappingError) -> RecordLocation?

  /// The model of the last record.
  var model: UnsafeMutablePointer<Root> { get }

  /// Invalidates text that the last model borrows from its record. Called in debug builds.
  func expireTexts()

  /// Returns the model of the last record, which the caller then owns.
  func take() -> Root

  /// Omits paths and excerpts from errors, because rejected records are only counted.
  func omitErrorTexts()
}

extension RecordReader {
  /// Reads the next record of a framer.
  func next(of framer: RecordFramer, by counter: RecordCounter) throws(MappingError) -> RecordLocation? {
    switch framer {
    case .lines(let lines): try next(of: lines, by: counter)
    case .values(let values): try next(of: values, by: counter)
    }
  }
}

extension RecordDecoder: RecordReader {
  func makeFramer(_ framing: Framing) -> RecordFramer { source.makeFramer(framing) }

  func next(of lines: LineFramer, by counter: RecordCounter) throws(MappingError) -> RecordLocation? {
    guard let place = try counter.next(of: lines, by: source) else { return nil }
    attach()
    return place
  }

  func next(of values: ValueFramer, by counter: RecordCounter) throws(MappingError) -> RecordLocation? {
    let place = try counter.next(of: values, by: source)
    if place != nil { attach(key: values.key) }
    return place
  }

  func omitErrorTexts() { source.omitErrorTexts() }
}
