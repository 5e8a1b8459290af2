// Records which members a model requested of the object that it is decoded from.
extension ValueDecoder {
  /// Begins recording for a model with a follower.
  func beginAsking() {
    if requested != nil { requested = nil }
    var next = members
    while let these = next {
      if isBegun(these) { note { $0.earlier.append(these.shape.keyType) } }
      next = these.next
    }
  }

  /// Changes the recorded keys of the model here. Does nothing if the model has no follower.
  @inline(never)
  func note(_ body: (inout RequestedKeys) -> Void) {
    guard kind == .followed else { return }
    var requested = requested ?? RequestedKeys()
    self.requested = nil
    body(&requested)
    self.requested = requested
  }

  /// The names that the model here requested, with keys of its own types. Includes the names that other models with the
  /// same key types requested here before.
  var requestedNames: [String] {
    var names = requested.map { Array($0.names) } ?? []
    var next = members
    while let these = next {
      if isRequested(these) { names += these.shape.ownNames }
      next = these.next
    }
    for shape in requested?.shapes ?? [] { names += shape.ownNames }
    return names
  }

  /// A number that stays the same as long as `requestedNames` does. Nil if the shapes alone cannot tell.
  var requestedMark: Int? {
    if requested != nil { return nil }
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

  private func isRequested(_ these: Members) -> Bool {
    isBegun(these) && requested?.earlier.contains(these.shape.keyType) != true
  }

  private func isBegun(_ these: Members) -> Bool {
    these.tape.isBegun(at: offset)
  }
}

/// What a model requested in one object, beyond what the shapes of its place record. Usually empty.
struct RequestedKeys {
  /// The key types of earlier models here, such as one that was tried and failed.
  var earlier: [ObjectIdentifier] = []
  /// The shapes of members that the place does not hold.
  var shapes: [Shape] = []
  /// The names that were requested of open shapes.
  var names: Set<String> = []
}

extension Shape {
  /// The names that were requested with the type's own keys.
  fileprivate var ownNames: [String] { zip(names, keys).filter { !($1 is PathKey) }.map(\.0) }
}
