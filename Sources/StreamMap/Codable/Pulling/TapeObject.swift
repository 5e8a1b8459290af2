/// One object of a record, while code asks for its members by name. Of members of one name the last counts.
///
/// Like a ``TapeValue``, it is valid until the closure that got it returns. Until then no other code reads the members of
/// its tape.
package struct TapeObject {
  let tape: MemberTape.Pointer

  init(tape: MemberTape.Pointer) {
    self.tape = tape
  }

  /// The value of a name.
  ///
  /// Names that are asked for in the order of the record before are found without a search.
  @inline(__always)
  package func value(_ name: String) -> TapeValue? {
    let offset = tape.find(name: name)
    return offset < 0 ? nil : TapeValue(offset, name, of: tape)
  }

  /// Takes the value of a name, if the name is the one that came next in the record before.
  ///
  /// - Parameter found: becomes the value; nil if it is absent.
  /// - Returns: whether it is. If not, nothing is asked for.
  @inline(__always)
  package func takeNext(_ name: String, _ found: inout TapeValue?) -> Bool {
    guard let offset = tape.findNext(name) else { return false }
    found = offset < 0 ? nil : TapeValue(offset, name, of: tape)
    return true
  }

  /// The object as a value.
  package var value: TapeValue { TapeValue(at: tape.owner.place) }

  /// What the code keeps with the objects at this place, from record to record.
  package var face: AnyObject? {
    get { tape.owner.face }
    nonmutating set { tape.owner.face = newValue }
  }
}
