// Of scalars all have to be of the type, and an empty collection is one. Of models those vanish that are not to be, but
// what is no object voids the collection; a dictionary, or an array of arrays, that is left empty is none.
extension Array: MappableValue where Element: MappableValue {
  /// Which rules there are for collections of it.
  public static var _kind: MappableKind { Element._kind == .scalar ? .scalar : .models }

  /// Whether this is an array of what fits.
  public static func _fits(_ source: JSONSource) -> Bool {
    _kind == .scalar || source.isArray { Element._fits($0) }
  }

  /// The chosen value.
  public static func _current(of map: Map) -> [Element]? {
    guard let source = map.source, _fits(source), let array = try? _element(source, in: map) else {
      return nil
    }
    return array.isEmpty && Element._kind == .models ? nil : array
  }

  /// An element, or a member.
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> [Element]? {
    var array: [Element] = []
    let isArray = try source.forEachElement { (element) throws(MappableMismatch) in
      if let value = try Element._element(element, in: map) { array.append(value) }
    }
    guard isArray else { throw MappableMismatch() }
    return array
  }

  /// A value that has to be there.
  public static func _required(_ source: JSONSource?, in map: Map) throws -> [Element] {
    var array: [Element] = []
    let isArray = try source?.forEachElement { element in
      array.append(try Element._required(element, in: map))
    }
    guard isArray == true else {
      throw map.error(.text("Cannot cast to '[Any]'"), source, expected: Self.self)
    }
    return array
  }

  /// What is written.
  public func _json(in map: Map) -> Any? { compactMap { $0._json(in: map) } }
}

extension Dictionary: MappableValue where Key == String, Value: MappableValue {
  /// Which rules there are for collections of it.
  public static var _kind: MappableKind { Value._kind == .scalar ? .scalar : .models }

  /// Whether this is an object of what fits.
  public static func _fits(_ source: JSONSource) -> Bool {
    _kind == .scalar || source.forEachMember(fitting: { Value._fits($0) }) { _, _ in }
  }

  /// The chosen value.
  public static func _current(of map: Map) -> [String: Value]? {
    guard let source = map.source, let dictionary = try? _element(source, in: map) else { return nil }
    return dictionary.isEmpty && Value._kind != .scalar ? nil : dictionary
  }

  /// An element, or a member.
  public static func _element(
    _ source: JSONSource, in map: Map
  ) throws(MappableMismatch) -> [String: Value]? {
    var dictionary: [String: Value] = [:]
    let isFit = _kind == .scalar ? nil : { Value._fits($0) }
    let isObject = try source.forEachMember(fitting: isFit) { (name, member) throws(MappableMismatch) in
      dictionary[name] = try Value._element(member, in: map)
    }
    guard isObject else { throw MappableMismatch() }
    return dictionary
  }

  /// A value that has to be there.
  public static func _required(_ source: JSONSource?, in map: Map) throws -> [String: Value] {
    var dictionary: [String: Value] = [:]
    let isObject = try source?.forEachMember { name, member in
      dictionary[name] = try Value._required(member, in: map)
    }
    guard isObject == true else {
      throw map.error(.text("Cannot cast to '[String: Any]'"), source, expected: Self.self)
    }
    return dictionary
  }

  /// Takes the chosen value.
  public mutating func _read(from map: Map) {
    guard map.isKeyPresent else { return }
    if map.toObject, Value._kind == .model, let source = map.source {
      self = updated(with: source, in: map)
    } else if let value = Self._current(of: map) {
      self = value
    }
  }

  /// What it becomes when an object that exists is filled.
  public func _updated(from map: Map) -> [String: Value]? {
    guard let source = map.source else { return nil }
    return Value._kind == .model ? updated(with: source, in: map) : Self._current(of: map)
  }

  /// Fills the models that exist, and adds those that do not.
  func updated(with source: JSONSource, in map: Map) -> [String: Value] {
    var result = self
    _ = source.forEachMember(fitting: { $0.isObject }) { name, member in
      map.withSource(member) {
        result[name] = if let old = self[name] { old._updated(from: map) } else { Value._current(of: map) }
      }
    }
    return result
  }

  /// What is written.
  public func _json(in map: Map) -> Any? { compactMapValues { $0._json(in: map) } }
}

extension Set: MappableValue where Element: MappableValue {
  /// Which rules there are for collections of it.
  public static var _kind: MappableKind { .models }

  /// An element, or a member.
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Set<Element>? {
    // JSON has no sets, and nobody casts an array to one: without a transform only models can be in them.
    guard Element._kind == .model, [Element]._fits(source),
      let array = try [Element]._element(source, in: map)
    else {
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

extension Optional: MappableValue where Wrapped: MappableValue {
  /// Which rules there are for collections of it.
  public static var _kind: MappableKind { Wrapped._kind }

  /// The chosen value.
  @inlinable
  public static func _current(of map: Map) -> Wrapped?? { .some(Wrapped._current(of: map)) }

  /// Whether this is null, or fits.
  public static func _fits(_ source: JSONSource) -> Bool { source.isNull || Wrapped._fits(source) }

  /// An element, or a member.
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Wrapped?? {
    source.isNull ? .some(nil) : .some(try Wrapped._element(source, in: map))
  }

  /// A value that has to be there.
  public static func _required(_ source: JSONSource?, in map: Map) throws -> Wrapped? {
    let isNull = source?.isNull ?? true
    return isNull && Wrapped._kind != .model ? nil : try Wrapped._required(source, in: map)
  }

  /// Takes the chosen value.
  @inlinable
  public mutating func _read(from map: Map) {
    guard map.isKeyPresent else { return }
    if map.toObject, let old = self {
      self = old._updated(from: map)
    } else {
      self = Wrapped._current(of: map)
    }
  }

  /// What is written.
  public func _json(in map: Map) -> Any? { self?._json(in: map) }
}
