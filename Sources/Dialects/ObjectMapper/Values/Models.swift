import StreamMap

// Reading a model from an object. The three model protocols define how a model is created.
extension BaseMappable {
  /// The rules for collections of this type.
  @inlinable
  public static var _kind: MappableKind { .model }

  /// Returns nil: the type does not define how a model is created.
  public static func _made(with map: Map) throws -> Self? { nil }

  /// Returns the model of a line.
  @inlinable
  public static func _record(_ source: JSONSource, _ context: (any MapContext)?) throws -> Self {
    var model: Self?
    let isObject = try source.withRecord(for: self, context) { map in model = try self._made(with: map) }
    if let model { return model }
    throw source._rejection(isObject ? self : nil)
  }

  /// Returns whether the value is an object.
  @inlinable
  public static func _fits(_ source: JSONSource) -> Bool { source.isObject }

  /// Reads an array element or an object member.
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

  /// Creates a model of this type with the factory of a type.
  @inlinable
  static func _made(by type: any StaticMappable.Type, with map: Map) -> Self? {
    guard var model = type.objectForMapping(map: map) as? Self else { return nil }
    model.mapping(map: map)
    return model
  }

  /// Reads a required value.
  @inlinable
  public static func _required(_ source: JSONSource?, in map: Map) throws -> Self {
    guard let source, !source.isNull else { throw map.error(.noValue, source, expected: self) }
    var model: Self?
    let isObject = try source.withMap(for: self, below: map) { map in model = try self._made(with: map) }
    if let model { return model }
    throw isObject
      ? map.error(.noModel(self), source, expected: nil)
      : map.error(.text("Cannot cast to '[String: Any]'"), source, expected: self)
  }

  /// Sets the property to the selected value.
  @inlinable
  public mutating func _read(from map: Map) {
    guard map.isKeyPresent else { return }
    if map.toObject {
      if let updated = _updated(from: map) { self = updated }
    } else if let model = Self._current(of: map) {
      self = model
    }
  }

  /// Returns the updated value for an existing object.
  @inlinable
  public func _updated(from map: Map) -> Self? { map.source.map { $0.fill(self, below: map) } }

  /// Returns the JSON to write.
  public func _json(in map: Map) -> Any? {
    Mapper<Self>(context: map.context, shouldIncludeNilValues: map.shouldIncludeNilValues).toJSON(self)
  }
}

// A subclass, or an extension in another module, may add a factory to a type.
extension Mappable {
  /// Creates a model from an object and sets its properties.
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
  /// Creates a model from an object and sets its properties.
  @inlinable
  public static func _made(with map: Map) throws -> Self? { _made(by: self, with: map) }
}

extension ImmutableMappable {
  /// Creates a model from an object and sets its properties.
  @inlinable
  public static func _made(with map: Map) throws -> Self? {
    if let type = map._staticType(of: self) { return _made(by: type, with: map) }
    var model = try self.init(map: map)
    model.mapping(map: map)
    return model
  }
}

// For a type with several of these conformances, the first of this order applies: `StaticMappable`, `Mappable`,
// `ImmutableMappable`.
extension StaticMappable where Self: Mappable {
  /// Creates a model from an object and sets its properties.
  @inlinable
  public static func _made(with map: Map) throws -> Self? { _made(by: self, with: map) }
}

extension StaticMappable where Self: ImmutableMappable {
  /// Creates a model from an object and sets its properties.
  @inlinable
  public static func _made(with map: Map) throws -> Self? { _made(by: self, with: map) }
}

extension Mappable where Self: ImmutableMappable {
  /// Creates a model from an object and sets its properties.
  @inlinable
  public static func _made(with map: Map) throws -> Self? { _madeEmpty(with: map) }
}

extension StaticMappable where Self: Mappable & ImmutableMappable {
  /// Creates a model from an object and sets its properties.
  @inlinable
  public static func _made(with map: Map) throws -> Self? { _made(by: self, with: map) }
}
