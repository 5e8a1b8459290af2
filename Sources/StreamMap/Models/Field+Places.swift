extension Field {
  /// The designated initialiser: all types erased.
  init(
    _ path: String, _ policies: [FieldPolicy], _ storage: FieldStorage, _ nested: MappingDescription?,
    typeName: String, offset: @escaping @Sendable (InstanceOperations) -> Int?, cell: FieldCell
  ) {
    description = FieldDescription(
      pathText: path, policies: FieldPolicies(policies), storage: storage, offset: offset, cell: cell,
      nested: nested, typeName: typeName)
  }

  /// A property by its key path: in place if it can be, through a cell otherwise.
  @usableFromInline
  init<Value>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ path: String, _ policies: [FieldPolicy],
    _ storage: FieldStorage, blank: @escaping @Sendable () -> Value?, nested: MappingDescription? = nil
  ) {
    self.init(
      path, policies, storage, nested, typeName: "\(Value.self)",
      offset: { Self.offset(of: keyPath, in: $0) },
      cell: unsafe FieldCell(
        blank: blank,
        set: { (root: inout Root, value: Value) in root[keyPath: keyPath] = value },
        reset: { instance, template in
          unsafe instance.assumingMemoryBound(to: Root.self).pointee[keyPath: keyPath] =
            unsafe template.assumingMemoryBound(to: Root.self).pointee[keyPath: keyPath]
        }))
  }

  /// The byte offset of a stored property from the instance's base.
  ///
  /// For a struct the standard library knows it. Of a class's stored property the key
  /// path projects the address, at the same distance from each object; that of a
  /// computed or observed property is a temporary copy's, which stays where it is.
  private static func offset<Value>(
    of keyPath: any WritableKeyPath<Root, Value> & Sendable, in operations: InstanceOperations
  ) -> Int? {
    guard Root.self is AnyObject.Type else { return MemoryLayout<Root>.offset(of: keyPath) }
    // All alive at once, so that no two can have the same address.
    let instances = unsafe (0..<3).map { _ in unsafe operations.allocate() }
    defer { unsafe instances.forEach(operations.deallocate) }
    let distances = unsafe instances.map { instance in
      unsafe withUnsafeMutablePointer(
        to: &instance.assumingMemoryBound(to: Root.self).pointee[keyPath: keyPath]
      ) { unsafe UnsafeMutableRawPointer($0) - operations.base(instance) }
    }
    let isStored = distances.allSatisfy { $0 == distances[0] } && (1..<maximumOffset).contains(distances[0])
    return isStored ? distances[0] : nil
  }

  /// No object is larger than this; a temporary copy hardly lies so near.
  private static var maximumOffset: Int { 1 << 16 }
}
