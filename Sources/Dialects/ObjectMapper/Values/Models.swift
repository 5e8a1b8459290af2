import StreamMap

// How a model is read from an object. The three protocols of models say how one is made.
extension BaseMappable {
  /// Which rules there are for collections of it.
  public static var _kind: MappableKind { .model }

  /// A model of a type that does not say how it is made.
  public static func _made(with map: Map) throws -> Self? { nil }

  /// The model of a line.
  @inlinable
  public static func _record(_ source: JSONSource, _ context: (any MapContext)?) throws -> Self {
    var model: Self?
    let isObject = try source._withRecord(for: self, context) { map in model = try self._made(with: map) }
    if let model { return model }
    throw source._refusal(isObject ? self : nil)
  }

  /// Whether this is an object.
  public static func _fits(_ source: JSONSource) -> Bool { source.isObject }

  /// An element, or a member.
  public static func _element(_ source: JSONSource, in map: Map) throws(MappableMismatch) -> Self? {
    guard source.isObject else { throw MappableMismatch() }
    // An error is not seen.
    var surroundings = map.surroundings(toObject: false)
    surroundings.refusals = nil
    return try? source.makeModel(self, surroundings)
  }

  /// Makes a model as a type says, which is this one.
  @inlinable
  static func _made(by type: any StaticMappable.Type, with map: Map) -> Self? {
    guard var model = type.objectForMapping(map: map) as? Self else { return nil }
    model.mapping(map: map)
    return model
  }

  /// A value that has to be there.
  public static func _required(_ source: JSONSource?, in map: Map) throws -> Self {
    guard let source else { throw map.error(.noValue, nil, expected: Self.self) }
    guard source.isObject else {
      throw map.error(.text("Cannot cast to '[String: Any]'"), source, expected: Self.self)
    }
    guard let model = try source.makeModel(self, map.surroundings(toObject: false)) else {
      throw map.error(.noModel(self), source, expected: nil)
    }
    return model
  }

  /// Takes the chosen value.
  public mutating func _read(from map: Map) {
    guard map.isPresent else { return }
    if map.toObject {
      if let updated = _updated(from: map) { self = updated }
    } else if let model = Self._current(of: map) {
      self = model
    }
  }

  /// What it becomes when an object that exists is filled.
  public func _updated(from map: Map) -> Self? {
    guard let source = map.source else { return nil }
    return source.fill(self, map.surroundings(toObject: true))
  }

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
