// Values that are used again later in the same record.
//
// SAFETY: as for ``TapeValue``.
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

  /// How many names were asked for here, by types or by code; never fewer than before.
  package var askedCount: Int { place().askedCount }

  /// The names that the types have asked for that were decoded of values here, also those that were absent.
  package var askedNames: [String] { place().askedNames }

  /// Where the text of the value is within that of a value which contains it, without the white space around it.
  package func range(in outer: TapeValue) -> Range<Int> {
    var end = unsafe record.end(ofValueAt: offset)
    while unsafe ASCII.isWhitespace(record.byte(end - 1)) { end -= 1 }
    return (offset - outer.offset)..<(end - outer.offset)
  }
}
