import StreamMap

// What version 3 of the original did with paths; here for the keys that are given as more than one step.

/// A step of a path: a name, or an index.
public enum PathStep: Sendable, Hashable {
  /// A name, as it is.
  case name(String)
  /// The index of an element; the first is 0.
  case index(Int)
}

extension PathStep: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// A name.
  public init(stringLiteral value: String) { self = .name(value) }

  /// An index.
  public init(integerLiteral value: Int) { self = .index(value) }

  /// The name, or the index.
  public var description: String {
    switch self {
    case .name(let name): name
    case .index(let index): "\(index)"
    }
  }
}

extension Map {
  /// The map, at a path of names and indexes.
  ///
  ///     try first <~> map["items", 0, "price"]
  ///     try prices <~ map["items", "price"]       // of all elements that have it
  ///
  /// An index beyond the array's end, or a negative one, is absent. A name is applied to an array's elements, and an
  /// array of what is found is the value, unless it is a number: then it is an index.
  ///
  /// Written, names make objects. An index stands for an element that is there, or the next one.
  public subscript(first: PathStep, second: PathStep, more: PathStep...) -> Map {
    self[.Path([first, second] + more)]
  }

  /// The value at a path of names and indexes.
  ///
  /// - Throws: ``SequenceError`` if it is absent or null; ``MappingError`` for a value of another type.
  public func extract<Value: JsonConvertibleType>(
    _ first: PathStep, _ second: PathStep, _ more: PathStep...
  ) throws -> Value {
    try extract(.Path([first, second] + more))
  }

  /// The value at a path of names and indexes; nil if it is absent or null.
  ///
  /// - Throws: ``MappingError`` for a value of another type.
  public func extract<Value: JsonConvertibleType>(
    _ first: PathStep, _ second: PathStep, _ more: PathStep...
  ) throws -> Value? {
    try extract(.Path([first, second] + more))
  }
}

extension JsonPlace {
  /// The value at a path, if there is one. Where a name is applied to elements, it is a tree.
  func value(at steps: ArraySlice<PathStep>) -> JsonPlace? {
    guard let step = steps.first else { return self }
    let rest = steps.dropFirst()
    switch step {
    case .index(let index): return element(index)?.value(at: rest)
    case .name(let name):
      guard isArray else { return member(name)?.value(at: rest) }
      if let index = Int(name) { return element(index)?.value(at: rest) }
      var found: [JSONValue] = []
      _ = forEachElement { element in
        if let value = element.value(at: [step]) { found.append(value.json.tree) }
      }
      return found.isEmpty ? nil : JsonPlace.tree(.array(found)).value(at: rest)
    }
  }

  private func element(_ index: Int) -> JsonPlace? {
    switch self {
    case .record(let value): return value.element(index).map(JsonPlace.record)
    case .tree(.array(let elements)): return elements.indices.contains(index) ? .tree(elements[index]) : nil
    case .tree: return nil
    }
  }
}

extension JSONValue {
  /// Puts a value at a path; what is on the way is made, and what is of another kind stays as it is.
  mutating func put(_ value: JSONValue, at steps: ArraySlice<PathStep>) {
    guard let step = steps.first else {
      self = value
      return
    }
    let rest = steps.dropFirst()
    let below: JSONValue =
      if case .index? = rest.first { .array([]) } else { .object(JSONObject(members: [])) }
    switch (self, step) {
    case (.object(var object), .name(let name)):
      // Taken out, so that what is changed within is not copied.
      self = .null
      let index = object.members.lastIndex { $0.name == name } ?? object.members.count
      if index == object.members.count { object.members.append(.init(name: name, value: below)) }
      object.members[index].value.put(value, at: rest)
      self = .object(object)
    case (.array(var elements), .index(let index)) where 0...elements.count ~= index:
      self = .null
      if index == elements.count { elements.append(below) }
      elements[index].put(value, at: rest)
      self = .array(elements)
    default: break
    }
  }
}
