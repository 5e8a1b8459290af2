import FoundationValues
import StreamMap

// Paths with indexes. Version 3 of the original applied them to every key. Here they apply to keys of more than one
// step.

/// A step of a path: a name or an index.
public enum PathStep: Sendable, Hashable {
  /// A literal name.
  case name(String)
  /// The index of an element, starting at 0.
  case index(Int)
}

extension PathStep: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// Creates a name.
  public init(stringLiteral value: String) { self = .name(value) }

  /// Creates an index.
  public init(integerLiteral value: Int) { self = .index(value) }

  /// The name or the index as text.
  public var description: String {
    switch self {
    case .name(let name): name
    case .index(let index): "\(index)"
    }
  }
}

extension Map {
  /// Selects a path of names and indexes.
  ///
  ///     try first <~> map["items", 0, "price"]
  ///     try prices <~ map["items", "price"]       // of all elements that have it
  ///
  /// An index out of range is absent. A name is applied to each element of an array, and the value is the array of the
  /// members found. If the name is a number, it is used as an index instead.
  ///
  /// When writing, names create objects. An index selects an existing element or the next one.
  public subscript(first: PathStep, second: PathStep, more: PathStep...) -> Map {
    self[.Path([first, second] + more)]
  }

  /// Returns the value at a path of names and indexes.
  ///
  /// - Throws: ``SequenceError`` if it is absent or null. ``MappingError`` for a value of another type.
  public func extract<Value: JsonConvertibleType>(
    _ first: PathStep, _ second: PathStep, _ more: PathStep...
  ) throws -> Value {
    try extract(.Path([first, second] + more))
  }

  /// Returns the value at a path of names and indexes, or nil if it is absent or null.
  ///
  /// - Throws: ``MappingError`` for a value of another type.
  public func extract<Value: JsonConvertibleType>(
    _ first: PathStep, _ second: PathStep, _ more: PathStep...
  ) throws -> Value? {
    try extract(.Path([first, second] + more))
  }
}

extension SourceValue {
  /// Returns the value at a path, or nil. If a name was applied to elements, the result is a tree.
  func value(at steps: ArraySlice<PathStep>) -> SourceValue? {
    guard let step = steps.first else { return self }
    let rest = steps.dropFirst()
    switch step {
    case .index(let index): return element(index)?.value(at: rest)
    case .name(let name):
      guard isArray else { return member(name)?.value(at: rest) }
      if let index = Int(name) { return element(index)?.value(at: rest) }
      let found = elements?.compactMap { $0.value(at: [step])?.kept.tree } ?? []
      return found.isEmpty ? nil : SourceValue.json(.array(found)).value(at: rest)
    }
  }
}

extension JSONValue {
  /// Sets the value at a path. Missing containers are created. A value of another kind on the path is left unchanged.
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
      // Moved out first, so that changing it in place does not copy it.
      self = .null
      let index = object.members.lastIndex { $0.name == name } ?? object.members.count
      if index == object.members.count { object.members.append((name, below)) }
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
