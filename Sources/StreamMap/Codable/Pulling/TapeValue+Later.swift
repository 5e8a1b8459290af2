// Values that are used again later in the same record.
extension TapeValue {
  /// Returns the same value for ``again(_:)``. It is valid until the record ends, even if its place is used otherwise.
  package func kept() -> TapeValue { TapeValue(at: place()) }

  /// Calls `body` with a value that was kept.
  package func again<Result>(_ body: (TapeValue) throws -> Result) rethrows -> Result {
    let place = place()
    let offset = place.offset
    place.offset = self.offset
    defer { place.offset = offset }
    return try body(self)
  }

  /// An object that the code keeps with the session, from record to record.
  package var companion: AnyObject? {
    get { place().session.companion }
    nonmutating set { place().session.companion = newValue }
  }

  /// A number that stays the same as long as ``askedNames`` does. Nil if this cannot be determined.
  package var askedMark: Int? { place().askedMark }

  /// The names that the model decoded from this object asked for with keys of its own types, including absent names.
  /// Includes the names that other models with such keys asked for here.
  package var askedNames: [String] { place().askedNames }

  /// Returns the range of this value's text in that of a value that contains it, without the white space around it.
  package func range(in outer: TapeValue) -> Range<Int> {
    let end = record.end(ofTextAt: offset)
    return (offset - outer.offset)..<(end - outer.offset)
  }
}
