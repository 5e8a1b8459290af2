extension Field {
  /// The designated initialiser, with all types erased.
  init(
    _ path: some _FieldPath, _ policies: [FieldPolicy], _ storage: _FieldStorage,
    _ nested: MappingDescription?,
    recursive: (@Sendable () throws -> MappingDescription)? = nil, typeName: String,
    keyPath: (any AnyKeyPath & Sendable)? = nil,
    offset: @escaping @Sendable (InstanceOperations) -> Int?, cell: FieldCell,
    preset: FieldDefault?
  ) {
    // The storage of a model that is read from its text reads it. The model counts as nested only for writing.
    let isText = nested?.text != nil
    description = FieldDescription(
      paths: path._paths, policies: FieldPolicies(policies), storage: storage, offset: offset, cell: cell,
      nested: isText ? nil : nested,
      recursive: recursive ?? (isText ? nested.map { nested in { @Sendable in nested } } : nil),
      typeName: typeName, keyPath: keyPath, preset: preset)
  }

  /// Creates a field of a property. The value is written in place if possible, and through a cell otherwise.
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

  /// Creates a field whose value one closure stores and another, optional closure reads.
  @usableFromInline
  init<Value>(
    _ path: some _FieldPath, _ policies: [FieldPolicy], _ storage: _FieldStorage,
    blank: @escaping @Sendable () -> Value?, default value: @escaping @Sendable () -> Value?,
    get: (@Sendable (Root) -> Value)?, set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    var cell = FieldCell(blank: blank, get: get, set: set)
    let preset = Self.preset(value, set)
    // A field that can only be written gets one value per record.
    if get == nil { cell.instead = preset }
    self.init(
      path, policies, storage, nil, typeName: "\(Value.self)", offset: { _ in nil }, cell: cell,
      preset: get == nil ? nil : preset)
  }

  /// Returns the operation that sets a field's default value, or nil if the field has none.
  private static func preset<Value>(
    _ value: @escaping @Sendable () -> Value?, _ set: @escaping @Sendable (inout Root, Value) -> Void
  ) -> FieldDefault? {
    value() == nil ? nil : FieldDefault(value, set)
  }
}
