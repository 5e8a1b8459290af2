extension InstanceOperations {
  /// An instance that is there only once it has been made of its values, which lie in cells.
  init<Root>(
    building: Root.Type,
    build: @escaping @Sendable ((Int) -> Instance?, CallContext.Reference) throws -> Root
  ) {
    unsafe self.init(late: Root.self, again: nil) { _, cell, callContext in
      try unsafe build(cell, callContext)
    }
  }

  /// An instance that is made when its values are there, which are stored into it then, or one to be
  /// updated that stands for it.
  init<Root>(
    making: Root.Type, make: @escaping @Sendable (CallContext.Reference) throws -> Root
  ) {
    unsafe self.init(
      late: Root.self, again: { InstanceOperations(making: Root.self, make: make) }
    ) { template, _, callContext in
      try unsafe LateInstance<Root>.value(at: template) ?? make(callContext)
    }
  }

  private init<Root>(
    late: Root.Type, again: (@Sendable () -> InstanceOperations)?,
    make: @escaping @Sendable (Instance, (Int) -> Instance?, CallContext.Reference) throws -> Root
  ) {
    unsafe self.init(
      allocate: { unsafe LateInstance<Root>.allocate() },
      deallocate: { instance in
        unsafe LateInstance<Root>.clear(instance)
        unsafe instance.deallocate()
      },
      renew: { unsafe LateInstance<Root>.clear($0) },
      isThere: { unsafe LateInstance<Root>.isThere($0) }, isClass: Root.self is AnyObject.Type,
      build: { instance, template, cell, callContext in
        unsafe LateInstance.put(try make(template, cell, callContext), at: instance)
      },
      late: again, typeName: "\(Root.self)")
  }
}

/// An instance that may not be there.
///
/// SAFETY: the address is that of memory for a `Root`, and behind it a byte that says whether there
/// is one.
@usableFromInline
enum LateInstance<Root> {
  @usableFromInline typealias Address = UnsafeMutableRawPointer

  static func allocate() -> Address {
    let end = MemoryLayout<Root>.stride
    let address = Address.allocate(byteCount: end + 1, alignment: MemoryLayout<Root>.alignment)
    unsafe address.storeBytes(of: false, toByteOffset: end, as: Bool.self)
    return unsafe address
  }

  static func isThere(_ address: Address) -> Bool {
    unsafe address.load(fromByteOffset: MemoryLayout<Root>.stride, as: Bool.self)
  }

  static func value(at address: Address) -> Root? {
    unsafe isThere(address) ? address.assumingMemoryBound(to: Root.self).pointee : nil
  }

  @usableFromInline
  static func put(_ root: consuming Root, at address: Address) {
    unsafe clear(address)
    unsafe address.initializeMemory(as: Root.self, to: root)
    unsafe address.storeBytes(of: true, toByteOffset: MemoryLayout<Root>.stride, as: Bool.self)
  }

  static func clear(_ address: Address) {
    guard unsafe isThere(address) else { return }
    unsafe address.storeBytes(of: false, toByteOffset: MemoryLayout<Root>.stride, as: Bool.self)
    _ = unsafe address.assumingMemoryBound(to: Root.self).deinitialize(count: 1)
  }
}
