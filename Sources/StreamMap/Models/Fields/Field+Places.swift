extension Field {
  /// The designated initialiser: all types erased.
  init(
    _ path: some _FieldPath, _ policies: [FieldPolicy], _ storage: _FieldStorage,
    _ nested: MappingDescription?,
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
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: some _FieldPath,
    _ policies: [FieldPolicy],
    _ storage: _FieldStorage, blank: @escaping @Sendable () -> Value?,
    default value: @escaping @Sendable () -> Value? = { nil }, nested: MappingDescription? = nil,
    recursive: (@Sendable () throws -> MappingDescription)? = nil
  ) {
    let set: @Sendable (inout Root, Value) -> Void = { $0[keyPath: keyPath] = $1 }
    self.init(
      path, policies, storage, nested, recursive: recursive, typeName: "\(Value.self)",
      keyPath: keyPath, offset: { $0.offset(of: keyPath) },
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
    value() == nil ? nil : FieldDefault(value, set)
  }
}
