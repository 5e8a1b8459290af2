// SAFETY: pieces and places belong to the session, which the places of rivals hold.
extension EncodingPlace {
  /// Encoders for one member of an object that are held at the same time. As in `JSONEncoder`, the last one that is
  /// released has the member's value.
  ///
  /// The first one is a borrowed place, whose value is in the text as usual. The others are not recycled, so that their
  /// release is noticed. The value of each is an edit that replaces the first value.
  @safe final class Rivals {
    /// The position of the first one's value.
    let member: Member
    private let first: State.Pointer
    private var others: [Other] = []

    private struct Other {
      weak var place: EncodingPlace?
    }

    init(_ first: State.Pointer, at member: Member) {
      unsafe self.first = unsafe first
      self.member = member
    }

    func add(_ place: EncodingPlace) {
      others.append(Other(place: place))
      place.rivals = self
    }

    /// Gives the member the value of an encoder that is being released, or removes that value if another encoder is
    /// still held.
    func release(_ place: EncodingPlace) {
      guard let piece = unsafe place.origin?.piece, let parent = place.parent, !parent.isOver,
        unsafe parent.session.withdraw(piece) != nil
      else { return }
      // The reference to the released place is already nil.
      let isOtherHeld = others.contains { $0.place != nil }
      if unsafe !isOtherHeld && !parent.session.isHeld(first) {
        unsafe parent.replaceValue(at: member, by: piece)
      }
    }
  }

  /// Returns the encoders for a member if one of them is held.
  func rivals(for name: String, _ member: Member) -> Rivals? {
    if let known = names?.rivals[name] { return known }
    guard let first = unsafe session.borrowedPlace(for: member, below: self)?.state,
      unsafe !first.pointee.place._withUnsafeGuaranteedRef({ $0.omitsStep }),
      unsafe session.isHeld(first)
    else { return nil }
    let rivals = unsafe Rivals(first, at: member)
    names?.rivals[name] = rivals
    return rivals
  }

  /// Returns one more encoder for a member.
  func lendRival(_ name: String, _ key: some CodingKey, _ rivals: Rivals) -> EncodingPlace {
    names?.members[name] = rivals.member
    let piece = unsafe member(named: name)
    names?.members[name] = rivals.member
    let place = session.lendOwned(below: self)
    place.step = .key(key)
    unsafe place.begin(in: piece, below: nil)
    place.origin = unsafe Member(piece: piece, offset: 0)
    rivals.add(place)
    return place
  }
}
