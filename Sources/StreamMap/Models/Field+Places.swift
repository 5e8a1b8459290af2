extension Field {
  /// The designated initialiser: all types erased.
  init(
    _ path: String, _ policies: [FieldPolicy], _ storage: FieldStorage, _ nested: MappingDescription?,
    recursive: (@Sendable () throws -> MappingDescription)? = nil, typeName: String,
    offset: @escaping @Sendable (InstanceOperations) -> Int?, cell: FieldCell
  ) {
    // A model that is read from its text has a storage that does so, and is nested only when written.
    let isText = nested?.text != nil
    description = FieldDescription(
      pathText: path, policies: FieldPolicies(policies), storage: storage, offset: offset, cell: cell,
      nested: isText ? nil : nested,
      recursive: recursive ?? (isText ? nested.map { nested in { @Sendable in nested } } : nil),
      typeName: typeName)
  }

  /// A property by its key path: in place if it can be, through a cell otherwise.
  @usableFromInline
  init<Value>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: String, _ policies: [FieldPolicy],
    _ storage: FieldStorage, blank: @escaping @Sendable () -> Value?, nested: MappingDescription? = nil,
    recursive: (@Sendable () throws -> MappingDescription)? = nil
  ) {
    self.init(
      path, policies, storage, nested, recursive: recursive, typeName: "\(Value.self)",
      offset: { Self.offset(of: keyPath, in: $0) },
      cell: FieldCell(
        blank: blank, get: { (root: Root) in root[keyPath: keyPath] },
        set: { (root: inout Root, value: Value) in root[keyPath: keyPath] = value }))
  }

  /// A value that a closure stores, and another shows, if there is one.
  init<Value>(
    _ path: String, _ policies: [FieldPolicy], _ storage: FieldStorage,
    blank: @escaping @Sendable () -> Value?, get: (@Sendable (Root) -> Value)?,
    set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    self.init(
      path, policies, storage, nil, typeName: "\(Value.self)", offset: { _ in nil },
      cell: FieldCell(blank: blank, get: get, set: set))
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
    let fields = StoredFields.ranges(of: type)
    return fields.contains { $0.lowerBound <= distance && end <= $0.upperBound } ? distance : nil
  }
}
