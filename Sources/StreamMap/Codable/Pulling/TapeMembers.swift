/// The members of an object, of those of one name the last, in the order of the record.
///
/// Invariant: `members` are those of the object at `object`, whose values begin where they
/// say.
package struct TapeMembers: Sequence, IteratorProtocol {
  private let object: DecodingPlace
  private var members: [(name: String, offset: Int)] = []
  private var index = 0

  init(of object: DecodingPlace) {
    self.object = object
    // Where names are; none while there are few.
    var numbers: [String: Int] = [:]
    for (name, value) in object.record.members(ofObjectAt: object.offset) {
      let known =
        numbers.isEmpty
        ? members.firstIndex { $0.name == name && $0.offset != Self.replaced } : numbers[name]
      // It stands where its last one does.
      if let known { members[known] = ("", Self.replaced) }
      if members.count == Self.few {
        for (number, member) in members.enumerated() where member.offset != Self.replaced {
          numbers[member.name] = number
        }
      }
      if members.count >= Self.few { numbers[name] = members.count }
      members.append((name, value))
    }
  }

  private static let few = 8
  private static let replaced = -1

  /// The next member; what was lent of the value before must not be in use any more.
  package mutating func next() -> (name: String, value: TapeValue)? {
    while index < members.count, members[index].offset == Self.replaced { index += 1 }
    guard index < members.count else { return nil }
    let (name, offset) = members[index]
    index += 1
    let member = object.element(-1, offset)
    member.key = PathKey(stringValue: name)
    if !member.isInTree { member.session.hold(member) }
    return (name, TapeValue(at: member))
  }
}
