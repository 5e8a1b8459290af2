// A collection of scalars is mismatched if one element is. It may be empty. In a collection of models, a model that
// rejects its object is dropped, but an element that is not an object makes the whole collection mismatched. A
// dictionary, or an array of arrays, that becomes empty is nil.
extension Array: MappableValue where Element: MappableValue {
  /// The rules for collections of this type.
  @inlinable
  public static var _kind: MappableKind { Element._kind == .scalar ? .scalar : .models }

  /// Returns whether the value is an array of matching elements.
  @inlinable
  public static func _fits(_ source: JSONSource) -> Bool {
    if _kind == .scalar { return true }
    guard var elements = source._elements else { return false }
    while let element = elements.next() {
      if !Element._fits(element) { return false }
    }
    return true
  }

  /// Reads the selected value.
  @inlinable
  public static func _current(of map: Map) -> [Element]? {
    guard let source = map.source, _fits(source), let array = try? _element(source, in: map) else {
      return nil
    }
    return array.isEmpty && Element._kind == .models ? nil : array
  }

  /// Reads an array element or an object member.
  @inlinable
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> [Element]? {
    guard var elements = source._elements else { throw MappableMismatch() }
    var array: [Element] = []
    while let element = elements.next() {
      if let value = try Element._element(element, in: map) { array.append(value) }
    }
    return array
  }

  /// Reads a required value.
  @inlinable
  public static func _required(_ source: JSONSource?, in map: Map) throws -> [Element] {
    guard _kind == .scalar else { return try _models(source, in: map) }
    return try map.scalar(self, source) { try _models(source, in: map) }
  }

  @inlinable
  static func _models(_ source: JSONSource?, in map: Map) throws -> [Element] {
    guard var elements = source?._elements else {
      let isNested = Element._kind == .models
      throw map.error(
        .text(isNested ? "Cannot cast to '[[Any]]'" : "Cannot cast to '[Any]'"), source, expected: self)
    }
    var array: [Element] = []
    while let element = elements.next() {
      if element.isNull, !JSONSource.isNullCastToNil, Element._kind == .scalar {
        throw map.error(.cannotCast(to: Element.self), element, expected: Element.self)
      }
      array.append(try Element._required(element, in: map))
    }
    return array
  }

  /// Returns the JSON to write.
  @inlinable
  public func _json(in map: Map) -> Any? {
    var elements: [Any] = []
    elements.reserveCapacity(count)
    for element in self {
      if let json = element._json(in: map) {
        elements.append(json)
      } else if Self._kind == .scalar {
        // A nil element has a place in the array.
        return self
      }
    }
    return elements
  }
}

extension Set: MappableValue where Element: MappableValue {
  /// The rules for collections of this type.
  public static var _kind: MappableKind { .models }

  /// Returns whether the value is an array of matching elements.
  public static func _fits(_ source: JSONSource) -> Bool { [Element]._fits(source) }

  /// Reads the selected value.
  public static func _current(of map: Map) -> Set<Element>? {
    guard let source = map.source, _fits(source) else { return nil }
    return try? _element(source, in: map)
  }

  /// Reads an array element or an object member.
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Set<Element>? {
    // JSON has no sets, and an array does not cast to one. Without a transform, a set can contain only models.
    guard Element._kind == .model, let array = try [Element]._element(source, in: map) else {
      throw MappableMismatch()
    }
    return Set(array)
  }

  /// Reads a required value.
  public static func _required(_ source: JSONSource?, in map: Map) throws -> Set<Element> {
    guard Element._kind == .model else {
      throw map.error(.cannotCast(to: Self.self), source, expected: Self.self)
    }
    return Set(try [Element]._required(source, in: map))
  }

  /// Returns the JSON to write.
  public func _json(in map: Map) -> Any? {
    Element._kind == .model ? compactMap { $0._json(in: map) } : nil
  }
}
