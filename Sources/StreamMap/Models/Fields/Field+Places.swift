extension Field {
  /// The designated initialiser: all types erased.
  init(
    _ path: some _FieldPath, _ policies: [FieldPolicy], _ storage: _FieldStorage, _ nested: MappingDescription?,
    recursive: (@Sendable () throws -> MappingDescription)? = nil, typeName: String,
    keyPath: (any AnyKeyPath & Sendable)? = nil,
    offset: @escaping @Sendable (InstanceOperations) -> Int?, cell: FieldCell,
    preset: FieldDefault?
  ) {
    // A model that is read from its text has a storage that does so, and is nested only when written.
    let isText = nested?.text != nil
    description = FieldDescription(
      paths: path._paths, policies: FieldPolicies(policies), storage: storage, offset: offset, cell: cell,
      nested: isText ? nil : nested,
      recursive: recursive ?? (isText ? nested.map { nested in { @Sendable in nested } } : nil),
      typeName: typeName, keyPath: keyPath, preset: preset)
  }

  /// A property by its key path: in place if it can be, through a cell otherwise.
  @usableFromInline
  init<Value>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath, _ policies: [FieldPolicy],
    _ storage: _FieldStorage, blank: @escaping @Sendable () -> Value?,
    default value: @escaping @Sendable () -> Value? = { nil }, nested: MappingDescription? = nil,
    recursive: (@Sendable () throws -> MappingDescription)? = nil
  ) {
    let set: @Sendable (inout Root, Value) -> Void = { $0[keyPath: keyPath] = $1 }
    self.init(
      path, policies, storage, nested, recursive: recursive, typeName: "\(Value.self)",
      keyPath: keyPath, offset: { Self.offset(of: keyPath, in: $0) },
      cell: FieldCell(
        blank: blank, get: { (root: Root) in root[keyPath: keyPath] }, set: set),
      preset: Self.preset(value, set))
  }

  /// A value that a closure stores, and another shows, if there is one.
  init<Value>(
    _ path: some _FieldPath, _ policies: [FieldPolicy], _ storage: _FieldStorage,
    blank: @escaping @Sendable () -> Value?, default value: @escaping @Sendable () -> Value?,
    get: (@Sendable (Root) -> Value)?, set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    var cell = FieldCell(blank: blank, get: get, set: set)
    let preset = Self.preset(value, set)
    // What can only be written gets one value a record.
    if get == nil { cell.instead = preset }
    self.init(
      path, policies, storage, nil, typeName: "\(Value.self)", offset: { _ in nil }, cell: cell,
      preset: get == nil ? nil : preset)
  }

  /// What gives an instance a field's default value; nil if it has none.
  private static func preset<Value>(
    _ value: @escaping @Sendable () -> Value?, _ set: @escaping @Sendable (inout Root, Value) -> Void
  ) -> FieldDefault? {
    guard value() != nil else { return nil }
    return unsafe FieldDefault { instance in
      // SAFETY: the instance is this mapping's own.
      guard let value = value() else { return }
      unsafe set(&instance.assumingMemoryBound(to: Root.self).pointee, value)
    }
  }

  /// The byte offset of a stored property from the instance's base.
  ///
  /// For a struct the standard library knows it. For a class the key path projects the
  /// property's address; it is believed if it lies within one of the object's stored
  /// fields. That of a computed or observed property is a temporary copy's, and one
  /// reached through a reference is another object's.
  ///
  /// SAFETY: the instance is this mapping's own; its address is only compared.
  private static func offset<Value>(
    of keyPath: any WritableKeyPath<Root, Value> & Sendable, in operations: InstanceOperations
  ) -> Int? {
    guard Root.self is any AnyObject.Type else { return MemoryLayout<Root>.offset(of: keyPath) }
    let instance = unsafe operations.allocate()
    defer { unsafe operations.deallocate(instance) }
    let root = unsafe instance.assumingMemoryBound(to: Root.self)
    let distance = unsafe withUnsafeMutablePointer(to: &root.pointee[keyPath: keyPath]) {
      unsafe UnsafeMutableRawPointer($0) - operations.base(instance)
    }
    let end = distance + MemoryLayout<Value>.size
    guard let type = unsafe type(of: root.pointee) as? any AnyObject.Type else { return nil }
    let properties = StoredProperty.all(of: type)
    let isStored = properties.contains { $0.range.lowerBound <= distance && end <= $0.range.upperBound }
    return isStored ? distance : nil
  }
}
