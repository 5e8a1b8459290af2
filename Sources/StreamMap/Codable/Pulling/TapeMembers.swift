/// The members of an object in the order of the record. Of several members with one name, only the last.
///
/// Invariant: `members` are the members of the object at `object`, with the offsets of their values.
package struct TapeMembers: Sequence, IteratorProtocol {
  private let object: ValueDecoder
  private var members: [(name: String, offset: Int)] = []
  private var index = 0

  init(of object: ValueDecoder) {
    self.object = object
    // The position of each name. Empty while there are few.
    var numbers: [String: Int] = [:]
    for (name, value) in object.record.members(ofObjectAt: object.offset) {
      let known =
        numbers.isEmpty
        ? members.firstIndex { $0.name == name && $0.offset != Self.replaced } : numbers[name]
      // A name has the position of its last member.
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

  /// Returns the next member. What was borrowed from the previous value must not be in use any more.
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
