/// One object of a record, while code requests its members by name. If a name occurs more than once, the last member
/// counts.
///
/// Like a ``TapeValue``, it is valid until the closure that received it returns. Until then no other code reads the
/// members of its tape.
package struct TapeObject {
  let tape: MemberTape.Pointer

  init(tape: MemberTape.Pointer) {
    self.tape = tape
  }

  /// Returns the value of a name.
  ///
  /// Names that are requested in the order of the previous record are found without a search.
  @inline(__always)
  package func value(_ name: String) -> TapeValue? {
    let offset = tape.find(name: name)
    return offset < 0 ? nil : TapeValue(offset, name, of: tape)
  }

  /// Takes the value of a name, if this name came next in the previous record.
  ///
  /// - Parameter found: receives the value, or nil if it is absent.
  /// - Returns: whether the name came next. If not, nothing is requested.
  @inline(__always)
  package func takeNext(_ name: String, _ found: inout TapeValue?) -> Bool {
    guard let offset = tape.findNext(name) else { return false }
    found = offset < 0 ? nil : TapeValue(offset, name, of: tape)
    return true
  }

  /// The object as a value.
  package var value: TapeValue { TapeValue(at: tape.owner.place) }

  /// An object that the code keeps with the objects at this place, from record to record.
  package var face: AnyObject? {
    get { tape.owner.face }
    nonmutating set { tape.owner.face = newValue }
  }
}
