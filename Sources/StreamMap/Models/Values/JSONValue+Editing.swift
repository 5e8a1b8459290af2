extension JSONValue {
  /// The value at a path: nil where there is none. Setting it puts a value there, and nil takes it away.
  ///
  ///     var json = JSONValue.object(JSONObject(members: []))
  ///     json[try RecordPath("user.tags[0].text")] = .string("new")      // {"user":{"tags":[{"text":"new"}]}}
  ///
  /// What stands in the way of a path is made: an object for a name, an array for an index. So is what stands
  /// there instead: a value of another kind is replaced. An index beyond the end of an array appends. Of members
  /// with one name the first counts; setting it leaves one. An element that is taken away closes the gap. A
  /// number of ``RecordPath/Segment/indexOrName(_:)`` is an index of what is an array, and a name otherwise.
  ///
  /// A path with a wildcard, or to more than ``maximumDepth`` levels, is no one place: there is nothing to read
  /// there, and setting changes nothing.
  ///
  /// - Complexity: O(n) in the members and elements on the way.
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
    // Taken out, so that what is changed within is not copied.
    self = .null
    if value == nil, rest.isEmpty {
      object.members.removeAll { $0.name.utf8.elementsEqual(name.utf8) }
    } else if let place = object.place(of: name) {
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
      object.members.append(JSONObject.Member(name: name, value: child))
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
  /// Where the first member of a name is.
  fileprivate func place(of name: String) -> Int? {
    members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

extension RecordPath {
  /// It leads to one place in a value, not too deep for one.
  fileprivate var isOnePlace: Bool { !isMultiple && segments.count < JSONValue.maximumDepth }
}
