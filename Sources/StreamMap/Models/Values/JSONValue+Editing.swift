extension JSONValue {
  /// The value at a path, or nil if there is none. Setting a value stores it there, and setting nil removes it.
  ///
  ///     var json = JSONValue.object(JSONObject(members: []))
  ///     json[try RecordPath("user.tags[0].text")] = .string("new")      // {"user":{"tags":[{"text":"new"}]}}
  ///
  /// Setting creates the missing containers on the path: an object for a name, an array for an index. It replaces a
  /// value of another kind. An index beyond the end of an array appends. If several members have the same name, the
  /// first counts, and setting it leaves only one. Removing an element moves the later ones down. A number of
  /// ``RecordPath/Segment/indexOrName(_:)`` is an index in an array, and a name otherwise.
  ///
  /// A path with a wildcard, or of more than ``maximumDepth`` levels, does not lead to a single place. Reading it
  /// returns nil, and setting it changes nothing.
  ///
  /// - Complexity: O(n) in the members and elements on the path.
  public subscript(_ path: RecordPath) -> JSONValue? {
    get { path.isOnePlace ? value(at: path.segments[...]) : nil }
    set { if path.isOnePlace { put(newValue, at: path.segments[...]) } }
  }

  private func value(at path: ArraySlice<RecordPath.Segment>) -> JSONValue? {
    guard let segment = path.first else { return self }
    let child =
      switch (segment, self) {
      case (.name(let name), _): self[name]
      case (.index(let index), _), (.indexOrName(let index), .array): self[index]
      case (.indexOrName(let number), _): self["\(number)"]
      case (.everyElement, _), (.everyMember, _): nil as JSONValue?
      }
    return child?.value(at: path.dropFirst())
  }

  private mutating func put(_ value: JSONValue?, at path: ArraySlice<RecordPath.Segment>) {
    guard let segment = path.first else {
      self = value ?? .null
      return
    }
    switch (segment, self) {
    case (.name(let name), _): put(value, in: name, path.dropFirst())
    case (.index(let index), _), (.indexOrName(let index), .array): put(value, in: index, path.dropFirst())
    case (.indexOrName(let number), _): put(value, in: "\(number)", path.dropFirst())
    case (.everyElement, _), (.everyMember, _): break
    }
  }

  private mutating func put(_ value: JSONValue?, in name: String, _ rest: ArraySlice<RecordPath.Segment>) {
    guard value != nil || self[name] != nil else { return }
    var object = JSONObject(members: [])
    if case .object(let own) = self { object = own }
    // Move the value out, so that changing its contents does not copy them.
    self = .null
    if value == nil, rest.isEmpty {
      object.members.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
    } else if let place = object.index(of: name) {
      object.members[place].value.put(value, at: rest)
      let later = object.members.indices.last { object.members[$0].name.utf8.elementsEqual(name.utf8) }
      if rest.isEmpty, later != place {
        let kept = object.members[place]
        object.members.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
        object.members.insert(kept, at: place)
      }
    } else {
      var child = JSONValue.null
      child.put(value, at: rest)
      object.members.append((name, child))
    }
    self = .object(object)
  }

  private mutating func put(_ value: JSONValue?, in index: Int, _ rest: ArraySlice<RecordPath.Segment>) {
    guard value != nil || self[index] != nil else { return }
    var elements: [JSONValue] = []
    if case .array(let own) = self { elements = own }
    self = .null
    if value == nil, rest.isEmpty {
      elements.remove(at: index)
    } else if elements.indices.contains(index) {
      elements[index].put(value, at: rest)
    } else {
      var child = JSONValue.null
      child.put(value, at: rest)
      elements.append(child)
    }
    self = .array(elements)
  }
}

extension JSONObject {
  /// Returns the index of the first member of this name.
  fileprivate func index(of name: String) -> Int? {
    members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

extension RecordPath {
  /// Whether the path leads to a single place that is not too deep for a value.
  fileprivate var isOnePlace: Bool { !isMultiple && segments.count < JSONValue.maximumDepth }
}
