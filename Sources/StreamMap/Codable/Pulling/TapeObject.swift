/// One object of a record, while code asks for its members by name. Of members of one name the last counts.
///
/// SAFETY: as for ``TapeValue``; nobody else asks for the tape's members until the closure that got the object
/// returns.
@safe package struct TapeObject {
  let tape: UnsafeMutablePointer<MemberTape>

  init(tape: UnsafeMutablePointer<MemberTape>) {
    unsafe self.tape = unsafe tape
  }

  /// The value of a name.
  ///
  /// Names that are asked for in the order of the record before are found without a search.
  @inline(__always)
  package func value(_ name: String) -> TapeValue? {
    let offset = unsafe tape.find(name: name)
    return unsafe offset < 0 ? nil : TapeValue(offset, name, of: tape)
  }

  /// Takes the value of a name, if the name is the one that came next in the record before.
  ///
  /// - Parameter found: becomes the value; nil if it is absent.
  /// - Returns: whether it is. If not, nothing is asked for.
  @inline(__always)
  package func takeNext(_ name: String, _ found: inout TapeValue?) -> Bool {
    guard let offset = unsafe tape.findNext(name) else { return false }
    found = unsafe offset < 0 ? nil : TapeValue(offset, name, of: tape)
    return true
  }

  /// The object as a value.
  package var value: TapeValue { unsafe TapeValue(at: tape.pointee.owner.place) }

  /// What the code keeps with the objects at this place, from record to record.
  package var face: AnyObject? {
    get { unsafe tape.pointee.owner.face }
    nonmutating set { unsafe tape.pointee.owner.face = newValue }
  }
}
