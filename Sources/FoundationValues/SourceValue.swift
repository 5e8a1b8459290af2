package import StreamMap

/// One JSON value: in the record that is being read, or in a tree. All give the same results.
///
/// A value of a record is valid only while the record is read. Trees are indirect, so that a value of a record is used
/// without copies of the whole enumeration.
package enum SourceValue {
  case record(TapeValue)
  /// A tree that `JSONSerialization` or Swift code made.
  indirect case tree(FoundationValue)
  /// A tree that keeps the order of members and the digits of numbers.
  indirect case json(JSONValue)
}

extension SourceValue {
  package var isNull: Bool {
    switch self {
    case .record(let value): value.isNull
    case .tree(let value): value.isNull
    case .json(let value): value == .null
    }
  }

  package var isObject: Bool {
    switch self {
    case .record(let value): value.kind == .object
    case .tree(let value): value.members != nil
    case .json(let value): if case .object = value { true } else { false }
    }
  }

  package var isArray: Bool {
    switch self {
    case .record(let value): value.kind == .array
    case .tree(let value): value.elements != nil
    case .json(let value): if case .array = value { true } else { false }
    }
  }

  package var string: String? {
    switch self {
    case .record(let value): value.string()
    case .tree(let value): value.string
    case .json(let value): value.string
    }
  }

  /// The boolean. The numbers 1 and 0 count as booleans, because Foundation does not distinguish them.
  package var bool: Bool? {
    let bool =
      switch self {
      case .record(let value): value.bool()
      case .tree(let value): value.bool
      case .json(let value): value.bool
      }
    return bool ?? integer.flatMap { number in number == 1 ? true : number == 0 ? false : nil }
  }

  /// The integer that the number equals exactly, if it fits.
  package var integer: Int? {
    switch self {
    case .record(let value): value.integer()
    case .tree(let value): value.integer
    case .json(let value): value.number?.exactInteger()
    }
  }

  /// Returns the integer as a type that may be wider or narrower than `Int`.
  package func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
    switch self {
    case .record(let value): value.wideInteger().flatMap { Value(exactly: $0) }
    case .tree(let value): value.integer(type)
    case .json(let value): value.number?.exactInteger()
    }
  }

  /// The number, rounded once. A boolean of a tree of Foundation is 1 or 0.
  package var double: Double? {
    switch self {
    case .record(let value): value.double()
    case .tree(let value): value.roundedDouble
    case .json(let value): value.number?.double
    }
  }

  /// The number as a `Float`, rounded once. Nil if it is out of range.
  package var float: Float? {
    switch self {
    case .record(let value): value.float()
    case .tree(let value): value.roundedDouble.flatMap { Float(inRange: $0) }
    case .json(let value): value.number?.float
    }
  }

  /// The value as `JSONSerialization` returns it, or the value in the tree.
  package var any: Any {
    switch self {
    case .record(let value): value.any
    case .tree(let value): value.any
    case .json(let value): value.any
    }
  }

  /// Returns the member with a name, or nil if there is none. The last of several members with the same name counts.
  package func member(_ name: String) -> SourceValue? {
    switch self {
    case .record(let value): value.member(name).map(SourceValue.record)
    case .tree(let value): value.members?[name].map { .tree(FoundationValue($0)) }
    case .json(.object(let object)): object.last(name).map(SourceValue.json)
    case .json: nil
    }
  }

  /// Returns the value at a path of names, or nil if one is missing.
  package func member(at names: [String]) -> SourceValue? {
    var value = self
    for name in names {
      guard let member = value.member(name) else { return nil }
      value = member
    }
    return value
  }

  /// Returns the element at an index, or nil if there is none.
  package func element(_ index: Int) -> SourceValue? {
    switch self {
    case .record(let value): value.element(index).map(SourceValue.record)
    case .tree(let value): value.element(index).map(SourceValue.tree)
    case .json(let value): value[index].map(SourceValue.json)
    }
  }

  /// The elements, or nil if the value is not an array.
  package var elements: SourceElements? { SourceElements(of: self) }

  /// The members, or nil if the value is not an object. Only the last of several members with the same name counts.
  package var members: SourceMembers? { SourceMembers(of: self) }
}

extension Float {
  /// Rounds a number. Returns nil for a finite number that is out of range.
  package init?(inRange value: Double) {
    self.init(value)
    if value.isFinite && !isFinite { return nil }
  }
}

/// The elements of an array in order. An element of a record is valid only until the next one.
package struct SourceElements: Sequence, IteratorProtocol {
  private var record: TapeElements?
  private var tree: IndexingIterator<[Any]>?
  private var json: IndexingIterator<[JSONValue]>?

  fileprivate init?(of value: SourceValue) {
    switch value {
    case .record(let value): record = value.elements
    case .tree(let value): tree = value.elements?.makeIterator()
    case .json(.array(let elements)): json = elements.makeIterator()
    case .json: return nil
    }
    if record == nil, tree == nil, json == nil { return nil }
  }

  package mutating func next() -> SourceValue? {
    if record != nil { return record?.next().map(SourceValue.record) }
    return tree?.next().map { .tree(FoundationValue($0)) } ?? json?.next().map(SourceValue.json)
  }
}

/// The members of an object in order. A member of a record is valid only until the next one.
package struct SourceMembers: Sequence, IteratorProtocol {
  private var record: TapeMembers?
  private var tree: Dictionary<String, Any>.Iterator?
  private var json: IndexingIterator<[(name: String, value: JSONValue)]>?

  fileprivate init?(of value: SourceValue) {
    switch value {
    case .record(let value): record = value.lastMembers
    case .tree(let value): tree = value.members?.makeIterator()
    case .json(.object(let object)): json = object.lastInOrder.makeIterator()
    case .json: return nil
    }
    if record == nil, tree == nil, json == nil { return nil }
  }

  package mutating func next() -> (name: String, value: SourceValue)? {
    if record != nil { return record?.next().map { ($0.name, .record($0.value)) } }
    return tree?.next().map { ($0.key, .tree(FoundationValue($0.value))) }
      ?? json?.next().map { ($0.name, .json($0.value)) }
  }
}
