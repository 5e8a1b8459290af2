import StreamMap

/// Turns values into objects and back, for the operators that have one beside the map: a transform of the user's, or
/// raw values.
@usableFromInline
protocol Conversion<Object> {
  associatedtype Object

  /// The object of a value; nil stands for one that is absent or null at the end of a path.
  func read(_ source: JSONSource?) -> Object?

  /// The value of an object, of a type that JSON has.
  func write(_ object: Object?) -> Any?
}

/// What a transform does.
@usableFromInline
struct Transforming<Transform: TransformType>: Conversion {
  @usableFromInline
  let transform: Transform

  @inlinable
  init(_ transform: Transform) {
    self.transform = transform
  }

  @inlinable
  func read(_ source: JSONSource?) -> Transform.Object? { transform.transformFromJSON(source?.any) }

  @inlinable
  func write(_ object: Transform.Object?) -> Any? { transform.transformToJSON(object) }
}

/// What types with raw values do, without a box for each value.
@usableFromInline
struct RawValues<Object: RawRepresentable>: Conversion where Object.RawValue: MappableValue {
  @usableFromInline
  let map: Map

  @inlinable
  init(map: Map) {
    self.map = map
  }

  @inlinable
  func read(_ source: JSONSource?) -> Object? {
    guard let source, let raw = try? Object.RawValue._element(source, in: map) else { return nil }
    return Object(rawValue: raw)
  }

  @inlinable
  func write(_ object: Object?) -> Any? { object?.rawValue._json(in: map) }
}

// What is absent leaves a property as it is. A value that is not converted leaves it, makes an optional nil, and is
// dropped from a collection.
extension Map {
  // MARK: Binding

  @inlinable
  func bind<Value>(_ left: inout Value, _ read: (JSONSource?) -> Value?, _ write: (Value) -> Any?) {
    switch mappingType {
    case .fromJSON: if isKeyPresent, let value = read(source) { left = value }
    case .toJSON: self.write(untyped: write(left))
    }
  }

  @inlinable
  func bind<Value>(_ left: inout Value?, _ read: (JSONSource?) -> Value?, _ write: (Value?) -> Any?) {
    switch mappingType {
    case .fromJSON: if isKeyPresent { left = read(source) }
    case .toJSON: self.write(untyped: write(left))
    }
  }

  @inlinable
  func put(_ value: @autoclosure () -> Any?) {
    if mappingType == .toJSON { write(untyped: value()) }
  }
}

extension Conversion {
  @inlinable
  func readArray(_ source: JSONSource?) -> [Object]? { source?._elements?.compactMap { read($0) } }

  @inlinable
  func readArrays(_ source: JSONSource?) -> [[Object]]? {
    guard let arrays = source?._elements, arrays.allSatisfy({ $0.isArray }) else { return nil }
    return arrays.compactMap { readArray($0) }
  }

  @inlinable
  func readDictionary(_ source: JSONSource?) -> [String: Object]? {
    guard let members = source?._members else { return nil }
    var objects: [String: Object] = [:]
    for (name, member) in members { objects[name] = read(member) }
    return objects
  }

  @inlinable
  func readDictionaryOfArrays(_ source: JSONSource?) -> [String: [Object]]? {
    guard let members = source?._members, members.allSatisfy({ $0.value.isArray }) else { return nil }
    var arrays: [String: [Object]] = [:]
    for (name, member) in members { arrays[name] = readArray(member) }
    return arrays
  }

  @inlinable
  func writeArray(_ objects: (some Sequence<Object>)?) -> Any? { objects?.compactMap { write($0) } }

  @inlinable
  func writeArrays(_ arrays: [[Object]]?) -> Any? { arrays?.compactMap { writeArray($0) } }

  @inlinable
  func writeDictionary(_ objects: [String: Object]?) -> Any? { objects?.compactMapValues { write($0) } }

  @inlinable
  func writeDictionaryOfArrays(_ arrays: [String: [Object]]?) -> Any? {
    arrays?.compactMapValues { writeArray($0) }
  }
}
