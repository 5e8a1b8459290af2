// Which members of an object are those of the model that was decoded of it.
extension DecodingPlace {
  /// A model begins here that somebody will be told of.
  func beginAsking() {
    if asked != nil { asked = nil }
    var next = members
    while let these = next {
      if isBegun(these) { note { $0.earlier.append(these.shape.keyType) } }
      next = these.next
    }
  }

  /// Notes something of the model that is decoded here, if somebody is to be told of it.
  @inline(never)
  func note(_ body: (inout AskedKeys) -> Void) {
    guard kind == .followed else { return }
    var asked = asked ?? AskedKeys()
    self.asked = nil
    body(&asked)
    self.asked = asked
  }

  /// The names that the model here has asked for by keys of its own types, as keys see them, and those that models
  /// with the same types of keys have asked for here before.
  var askedNames: [String] {
    var names = asked.map { Array($0.names) } ?? []
    var next = members
    while let these = next {
      if isAsked(these) { names += these.shape.ownNames }
      next = these.next
    }
    for shape in asked?.shapes ?? [] { names += shape.ownNames }
    return names
  }

  /// Is the same as for another model here as long as the names are; nil if that cannot be told by the shapes alone.
  var askedMark: Int? {
    if asked != nil { return nil }
    var (length, used, count) = (0, 0, 0)
    var next = members
    while let these = next {
      length += 1
      used <<= 1
      if isBegun(these) {
        used |= 1
        count += these.shape.names.count
      }
      next = these.next
    }
    return length <= 24 && count < 1 << 24 ? length << 48 | used << 24 | count : nil
  }

  private func isAsked(_ these: Members) -> Bool {
    isBegun(these) && asked?.earlier.contains(these.shape.keyType) != true
  }

  private func isBegun(_ these: Members) -> Bool {
    these.tape.isBegun(at: offset)
  }
}

/// What is asked for of one object, besides what the shapes of its place know; mostly there is nothing.
struct AskedKeys {
  /// The types of the keys by which others asked before the model began, as one does that is tried, and refuses.
  var earlier: [ObjectIdentifier] = []
  /// Of members that the place does not hold.
  var shapes: [Shape] = []
  /// The names that open shapes were asked for.
  var names: Set<String> = []
}

extension Shape {
  /// The names that types have asked for by keys of their own.
  fileprivate var ownNames: [String] { zip(names, keys).filter { !($1 is PathKey) }.map(\.0) }
}
