// Of scalars all have to be of the type, and an empty collection is one. Of models those vanish that are not to be, but
// what is no object voids the collection; a dictionary, or an array of arrays, that is left empty is none.
extension Array: MappableValue where Element: MappableValue {
  /// Which rules there are for collections of it.
  @inlinable
  public static var _kind: MappableKind { Element._kind == .scalar ? .scalar : .models }

  /// Whether this is an array of what fits.
  @inlinable
  public static func _fits(_ source: JSONSource) -> Bool {
    if _kind == .scalar { return true }
    guard var elements = source._elements else { return false }
    while let element = elements.next() {
      if !Element._fits(element) { return false }
    }
    return true
  }

  /// The chosen value.
  @inlinable
  public static func _current(of map: Map) -> [Element]? {
    guard let source = map.source, _fits(source), let array = try? _element(source, in: map) else {
      return nil
    }
    return array.isEmpty && Element._kind == .models ? nil : array
  }

  /// An element, or a member.
  @inlinable
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> [Element]? {
    guard var elements = source._elements else { throw MappableMismatch() }
    var array: [Element] = []
    while let element = elements.next() {
      if let value = try Element._element(element, in: map) { array.append(value) }
    }
    return array
  }

  /// A value that has to be there.
  @inlinable
  public static func _required(_ source: JSONSource?, in map: Map) throws -> [Element] {
    guard var elements = source?._elements else {
      throw map.error(.text("Cannot cast to '[Any]'"), source, expected: self)
    }
    var array: [Element] = []
    while let element = elements.next() { array.append(try Element._required(element, in: map)) }
    return array
  }

  /// What is written.
  @inlinable
  public func _json(in map: Map) -> Any? { compactMap { $0._json(in: map) } }
}

extension Set: MappableValue where Element: MappableValue {
  /// Which rules there are for collections of it.
  public static var _kind: MappableKind { .models }

  /// Whether this is an array of what fits.
  public static func _fits(_ source: JSONSource) -> Bool { [Element]._fits(source) }

  /// The chosen value.
  public static func _current(of map: Map) -> Set<Element>? {
    guard let source = map.source, _fits(source) else { return nil }
    return try? _element(source, in: map)
  }

  /// An element, or a member.
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Set<Element>? {
    // JSON has no sets, and nobody casts an array to one: without a transform only models can be in them.
    guard Element._kind == .model, let array = try [Element]._element(source, in: map) else {
      throw MappableMismatch()
    }
    return Set(array)
  }

  /// A value that has to be there.
  public static func _required(_ source: JSONSource?, in map: Map) throws -> Set<Element> {
    guard Element._kind == .model else {
      throw map.error(.cannotCast(to: Self.self), source, expected: Self.self)
    }
    return Set(try [Element]._required(source, in: map))
  }

  /// What is written.
  public func _json(in map: Map) -> Any? {
    Element._kind == .model ? compactMap { $0._json(in: map) } : nil
  }
}
