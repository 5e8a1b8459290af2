// Numbers as text.
extension JSONWriter {
  /// Writes an integer of any width.
  @inlinable public mutating func integer(_ value: some FixedWidthInteger) {
    if let small = Int64(exactly: value) {
      if small < 0 { put(ASCII.minus) }
      integer(small.magnitude)
    } else if let large = UInt64(exactly: value) {
      integer(large)
    } else {
      put(plain: String(value))
    }
  }

  /// Writes the decimal digits of a number.
  @usableFromInline
  package mutating func integer(_ value: UInt64) {
    var cursor = cursor(room: TextCursor.number)
    cursor.integer(value)
    advance(to: cursor)
  }

  /// Writes a number with the fewest digits that parse to the same `Double`.
  public mutating func double(_ value: Double) {
    double(value, hasFraction: true)
  }

  /// Writes a number as ``double(_:)`` does. A whole number has no fraction: `1`.
  package mutating func shortDouble(_ value: Double) {
    double(value, hasFraction: false)
  }

  /// Writes a number as ``double(_:)`` does, and one that is infinite or NaN by its name: `NaN`, `-Infinity`.
  package mutating func doubleField(_ value: Double) {
    var cursor = cursor(room: TextCursor.number)
    if cursor.double(value, hasFraction: true) { return advance(to: cursor) }
    put(plain: value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
  }

  private mutating func double(_ value: Double, hasFraction: Bool) {
    var cursor = cursor(room: TextCursor.number)
    guard cursor.double(value, hasFraction: hasFraction) else { return nonFinite() }
    advance(to: cursor)
  }

  /// Writes a finite number with the fewest digits that parse to the same `Float`. A whole number has no fraction.
  package mutating func shortFloat(_ value: Float) {
    let text = value.description
    put(plain: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// Writes a number with the fewest digits that parse to the same `Float`.
  public mutating func float(_ value: Float) {
    guard value.isFinite else { return nonFinite() }
    put(plain: value.description)
  }

  /// Writes `null` for a number that is infinite or NaN.
  mutating func nonFinite() {
    nonFiniteCount += 1
    fail(nil)
  }
}
