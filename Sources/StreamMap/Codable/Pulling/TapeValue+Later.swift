// Values that are used again later in the same record.
extension TapeValue {
  /// The same value, to be used by ``again(_:)`` until the record ends, whatever its place is used for meanwhile.
  package func kept() -> TapeValue { TapeValue(at: place()) }

  /// Lends a value that was kept.
  package func again<Result>(_ body: (TapeValue) throws -> Result) rethrows -> Result {
    let place = place()
    let offset = place.offset
    place.offset = self.offset
    defer { place.offset = offset }
    return try body(self)
  }

  /// What the code keeps with the session that reads the record, and those after it.
  package var companion: AnyObject? {
    get { place().session.companion }
    nonmutating set { place().session.companion = newValue }
  }

  /// Is the same as for another model here as long as ``askedNames`` are; nil if that cannot be told.
  package var askedMark: Int? { place().askedMark }

  /// The names that the model which was decoded of the object here has asked for by keys of its own types, also those
  /// that were absent, and those that others with such keys have asked for here.
  package var askedNames: [String] { place().askedNames }

  /// Where the text of the value is within that of a value which contains it, without the white space around it.
  package func range(in outer: TapeValue) -> Range<Int> {
    let end = record.end(ofTextAt: offset)
    return (offset - outer.offset)..<(end - outer.offset)
  }
}
