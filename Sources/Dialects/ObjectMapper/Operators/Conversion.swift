import StreamMap

/// Converts values to objects and back, for operators that take a transform or raw values.
@usableFromInline
protocol Conversion<Object> {
  associatedtype Object

  /// Converts a value to an object. Nil means that the value is absent, or a null at the end of a path.
  func read(_ source: JSONSource?) -> Object?

  /// Converts an object to a JSON value.
  func write(_ object: Object?) -> Any?
}

/// The conversion of a transform.
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

/// The conversion of types with raw values. It boxes neither strings nor integers.
@usableFromInline
struct RawValues<Object: RawRepresentable>: Conversion {
  @usableFromInline
  let map: Map

  @inlinable
  init(map: Map) {
    self.map = map
  }

  @inlinable
  func read(_ source: JSONSource?) -> Object? {
    source?.rawValue(in: map)
  }

  @inlinable
  func write(_ object: Object?) -> Any? { object?.rawValue }
}

// Absent values leave a property unchanged. A value that cannot be converted also does, but sets an optional to nil and
// is dropped from a collection.
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
