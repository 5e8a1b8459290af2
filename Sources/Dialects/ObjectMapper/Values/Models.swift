import StreamMap

// How a model is read from an object. The three protocols of models say how one is made.
extension BaseMappable {
  /// Which rules there are for collections of it.
  @inlinable
  public static var _kind: MappableKind { .model }

  /// A model of a type that does not say how it is made.
  public static func _made(with map: Map) throws -> Self? { nil }

  /// The model of a line.
  @inlinable
  public static func _record(_ source: JSONSource, _ context: (any MapContext)?) throws -> Self {
    var model: Self?
    let isObject = try source.withRecord(for: self, context) { map in model = try self._made(with: map) }
    if let model { return model }
    throw source._refusal(isObject ? self : nil)
  }

  /// Whether this is an object.
  @inlinable
  public static func _fits(_ source: JSONSource) -> Bool { source.isObject }

  /// An element, or a member.
  @inlinable
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Self? {
    var model: Self?
    // Nil if the initialiser throws.
    let isObject = try? source.withMap(for: self, below: map, isSeen: false) { map in
      model = try self._made(with: map)
    }
    if isObject == false { throw MappableMismatch() }
    return model
  }

  /// Makes a model as a type says, which is this one.
  @inlinable
  static func _made(by type: any StaticMappable.Type, with map: Map) -> Self? {
    guard var model = type.objectForMapping(map: map) as? Self else { return nil }
    model.mapping(map: map)
    return model
  }

  /// A value that has to be there.
  @inlinable
  public static func _required(_ source: JSONSource?, in map: Map) throws -> Self {
    guard let source else { throw map.error(.noValue, nil, expected: self) }
    var model: Self?
    let isObject = try source.withMap(for: self, below: map) { map in model = try self._made(with: map) }
    if let model { return model }
    throw isObject
      ? map.error(.noModel(self), source, expected: nil)
      : map.error(.text("Cannot cast to '[String: Any]'"), source, expected: self)
  }

  /// Takes the chosen value.
  @inlinable
  public mutating func _read(from map: Map) {
    guard map.isKeyPresent else { return }
    if map.toObject {
      if let updated = _updated(from: map) { self = updated }
    } else if let model = Self._current(of: map) {
      self = model
    }
  }

  /// What it becomes when an object that exists is filled.
  @inlinable
  public func _updated(from map: Map) -> Self? { map.source.map { $0.fill(self, below: map) } }

  /// What is written.
  public func _json(in map: Map) -> Any? {
    Mapper<Self>(context: map.context, shouldIncludeNilValues: map.shouldIncludeNilValues).toJSON(self)
  }
}

// A subclass, or an extension elsewhere, may say of a type that somebody else makes it.
extension Mappable {
  /// Makes a model of an object, and fills it.
  @inlinable
  public static func _made(with map: Map) throws -> Self? {
    if let type = map._staticType(of: self) { return _made(by: type, with: map) }
    return _madeEmpty(with: map)
  }

  @inlinable
  static func _madeEmpty(with map: Map) -> Self? {
    guard var model = self.init(map: map) else { return nil }
    model.mapping(map: map)
    return model
  }
}

extension StaticMappable {
  /// Makes a model of an object, and fills it.
  @inlinable
  public static func _made(with map: Map) throws -> Self? { _made(by: self, with: map) }
}

extension ImmutableMappable {
  /// Makes a model of an object, and fills it.
  @inlinable
  public static func _made(with map: Map) throws -> Self? {
    if let type = map._staticType(of: self) { return _made(by: type, with: map) }
    var model = try self.init(map: map)
    model.mapping(map: map)
    return model
  }
}

// Of a type that is more than one of these the first counts: made statically, made empty, immutable.
extension StaticMappable where Self: Mappable {
  /// Makes a model of an object, and fills it.
  @inlinable
  public static func _made(with map: Map) throws -> Self? { _made(by: self, with: map) }
}

extension StaticMappable where Self: ImmutableMappable {
  /// Makes a model of an object, and fills it.
  @inlinable
  public static func _made(with map: Map) throws -> Self? { _made(by: self, with: map) }
}

extension Mappable where Self: ImmutableMappable {
  /// Makes a model of an object, and fills it.
  @inlinable
  public static func _made(with map: Map) throws -> Self? { _madeEmpty(with: map) }
}

extension StaticMappable where Self: Mappable & ImmutableMappable {
  /// Makes a model of an object, and fills it.
  @inlinable
  public static func _made(with map: Map) throws -> Self? { _made(by: self, with: map) }
}
