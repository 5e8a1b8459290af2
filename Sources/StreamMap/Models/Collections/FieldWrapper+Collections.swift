extension BuildableCollection where Self: Sequence, Element == _Item, Naming == Void {
  @usableFromInline static var isKeyed: Bool { false }

  @usableFromInline
  func forEach(_: Void, isSorted: Bool, _ body: (String?, Element) -> Void) {
    for element in self { body(nil, element) }
  }
}

extension Array: BuildableCollection {
  @usableFromInline static var isArray: Bool { true }

  @inlinable
  mutating func dropLast() { _ = popLast() }

  @inlinable
  mutating func gather(
    _ element: consuming Element, _: Void, name: Span<UInt8>, _ duplicate: FieldPolicy.Duplicate
  ) -> MappingError.Kind? {
    append(element)
    return nil
  }

  /// The storage of the type.
  @inlinable
  public static func _storage(
    of item: _FieldStorage, blank: @escaping @Sendable () -> Element?
  ) -> _FieldStorage {
    if let appending = item.appending { return appending }
    return _FieldStorage(gathering: CollectionBuilder<Self>(of: item, blank: blank, keys: ()))
  }

  /// An empty array.
  @inlinable
  public static var _blank: [Element]? { [] }
}

extension Set: BuildableCollection {
  @inlinable
  mutating func gather(
    _ element: consuming Element, _: Void, name: Span<UInt8>, _ duplicate: FieldPolicy.Duplicate
  ) -> MappingError.Kind? {
    insert(element)
    return nil
  }

  /// The storage of the type.
  @inlinable
  public static func _storage(
    of item: _FieldStorage, blank: @escaping @Sendable () -> Element?
  ) -> _FieldStorage {
    _FieldStorage(gathering: CollectionBuilder<Self>(of: item, blank: blank, keys: ()))
  }

  /// An empty set.
  @inlinable
  public static var _blank: Set<Element>? { [] }
}

extension Dictionary: BuildableCollection {
  @usableFromInline static var isKeyed: Bool { true }

  @usableFromInline
  static func key(_ keys: any KeyReader<Key>, name: Span<UInt8>) -> AnyHashable? {
    keys.key(String(validated: name)).map { AnyHashable($0) }
  }

  @usableFromInline
  func member(_ keys: any KeyReader<Key>, name: Span<UInt8>) -> Value? {
    keys.key(String(validated: name)).flatMap { self[$0] }
  }

  @usableFromInline
  mutating func complete(from other: Self) {
    merge(other) { own, _ in own }
  }

  @usableFromInline
  func forEach(_ keys: any KeyReader<Key>, isSorted: Bool, _ body: (String?, Value) -> Void) {
    guard isSorted else {
      for (key, value) in self { body(keys.name(key), value) }
      return
    }
    let members = map { (name: keys.name($0.key), value: $0.value) }
    for member in members.sorted(by: { ($0.name ?? "").utf8.lexicographicallyPrecedes(($1.name ?? "").utf8) }
    ) {
      body(member.name, member.value)
    }
  }

  @inlinable
  mutating func gather(
    _ value: consuming Value, _ keys: any KeyReader<Key>, name: Span<UInt8>,
    _ duplicate: FieldPolicy.Duplicate
  ) -> MappingError.Kind? {
    guard let key = Self.key(keys, String(validated: name)) else { return .invalidName }
    // Two names can give the same key.
    guard let first = updateValue(value, forKey: key), duplicate != .last else { return nil }
    self[key] = first
    return duplicate == .error ? .duplicateName : nil
  }

  @inlinable
  static func key(_ keys: any KeyReader<Key>, _ name: String) -> Key? {
    // The usual type needs no call.
    Key.self == String.self ? name as? Key : keys.key(name)
  }

  /// The storage of the type.
  @inlinable
  public static func _storage(
    of item: _FieldStorage, blank: @escaping @Sendable () -> Value?
  ) -> _FieldStorage {
    guard let keys = keyReader(of: Key.self) else { return .unsupported }
    return _FieldStorage(
      gathering: CollectionBuilder<Self>(
        of: item, blank: blank, keys: keys, rejectsNames: Key.self != String.self))
  }

  /// An empty dictionary.
  @inlinable
  public static var _blank: [Key: Value]? { [:] }
}

extension Set: FieldValue where Element: FieldValue {
  /// The storage of the type.
  @inlinable
  public static var _storage: _FieldStorage { _storage(of: Element._storage) { Element._blank } }
}

extension Dictionary: FieldValue where Value: FieldValue {
  /// The storage of the type.
  @inlinable
  public static var _storage: _FieldStorage { _storage(of: Value._storage) { Value._blank } }
}
