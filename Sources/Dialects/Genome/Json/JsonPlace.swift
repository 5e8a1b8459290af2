import StreamMap

/// The location of a value: in the record being read, or in a tree. Both give the same results.
///
/// It must not outlive the reading. Use ``Json`` for a value to keep.
enum JsonPlace {
  case record(TapeValue)
  case tree(JSONValue)

  var isNull: Bool {
    switch self {
    case .record(let value): value.isNull
    case .tree(let tree): tree == .null
    }
  }

  /// The boolean. The numbers 1 and 0 count as booleans, because Foundation does not distinguish them.
  var bool: Bool? {
    let bool =
      switch self {
      case .record(let value): value.bool()
      case .tree(let tree): tree.bool
      }
    return bool ?? integer().flatMap { (number: Int) in number == 1 ? true : number == 0 ? false : nil }
  }

  var string: String? {
    switch self {
    case .record(let value): value.string()
    case .tree(let tree): tree.string
    }
  }

  var double: Double? {
    switch self {
    case .record(let value): value.double()
    case .tree(let tree): tree.number?.double
    }
  }

  var float: Float? {
    switch self {
    case .record(let value): value.float()
    case .tree(let tree): tree.number?.float
    }
  }

  /// Returns the integer that the number equals exactly, if it fits.
  @inline(__always)
  func integer<Value: FixedWidthInteger>() -> Value? {
    switch self {
    case .record(let value):
      if let small = value.integer() { return Value(exactly: small) }
      return Value.bitWidth < Int.bitWidth ? nil : value.wideInteger().flatMap(Value.init(exactly:))
    case .tree(let tree): return tree.number?.exactInteger()
    }
  }

  /// Returns the member with a name, or nil if there is none. The last of several members with the same name counts.
  @inline(__always)
  func member(_ name: String) -> JsonPlace? {
    switch self {
    case .record(let value): return value.member(name).map(JsonPlace.record)
    case .tree(.object(let object)): return object.last(name).map(JsonPlace.tree)
    case .tree: return nil
    }
  }

  /// Calls `body` with each element of an array. Returns false if the value is not an array.
  @inline(__always)
  func forEachElement(_ body: (JsonPlace) throws -> Void) rethrows -> Bool {
    switch self {
    case .record(let value):
      guard let elements = value.elements else { return false }
      for element in elements { try body(.record(element)) }
    case .tree(.array(let elements)):
      for element in elements { try body(.tree(element)) }
    case .tree: return false
    }
    return true
  }

  /// Calls `body` with each member of an object. Only the last of several members with the same name counts. Returns
  /// false if the value is not an object.
  func forEachMember<Failure: Error>(
    _ body: (String, JsonPlace) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    switch self {
    case .record(let value):
      return try value.forEachLastMember { (name, value) throws(Failure) in try body(name, .record(value)) }
    case .tree(.object(let object)):
      let last = Dictionary(object.members.enumerated().map { ($1.name, $0) }) { _, last in last }
      for (index, member) in object.members.enumerated() where last[member.name] == index {
        try body(member.name, .tree(member.value))
      }
      return true
    case .tree: return false
    }
  }

  var isObject: Bool {
    switch self {
    case .record(let value): value.kind == .object
    case .tree(let tree): if case .object = tree { true } else { false }
    }
  }

  var isArray: Bool {
    switch self {
    case .record(let value): value.kind == .array
    case .tree(let tree): if case .array = tree { true } else { false }
    }
  }

  /// The value in a form that can be kept.
  var json: Json {
    switch self {
    case .record(let value): Json(BorrowedValue(text: value.text))
    case .tree(let tree): Json(tree)
    }
  }
}

extension Json {
  /// The current location of the value.
  var place: JsonPlace {
    switch storage {
    case .tree(let tree): .tree(tree)
    case .lent(let lent): lent.value.map(JsonPlace.record) ?? .tree(lent.tree)
    }
  }
}
