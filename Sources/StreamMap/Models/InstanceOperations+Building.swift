extension InstanceOperations {
  /// An instance that is there only once it has been made of its values, which lie in cells.
  ///
  /// SAFETY: memory for a `Root`, and behind it a byte that says whether there is one.
  init<Root>(building: Root.Type, build: @escaping @Sendable ((Int) -> Instance?) throws -> Root) {
    let end = MemoryLayout<Root>.stride
    @Sendable func clear(_ instance: Instance) {
      guard unsafe instance.load(fromByteOffset: end, as: Bool.self) else { return }
      unsafe instance.storeBytes(of: false, toByteOffset: end, as: Bool.self)
      _ = unsafe instance.assumingMemoryBound(to: Root.self).deinitialize(count: 1)
    }
    unsafe self.init(
      allocate: {
        let instance = Instance.allocate(byteCount: end + 1, alignment: MemoryLayout<Root>.alignment)
        unsafe instance.storeBytes(of: false, toByteOffset: end, as: Bool.self)
        return unsafe instance
      },
      deallocate: { instance in
        unsafe clear(instance)
        unsafe instance.deallocate()
      },
      renew: { unsafe clear($0) }, isClass: Root.self is AnyObject.Type,
      build: { instance, cell in
        let root = try unsafe build(cell)
        unsafe clear(instance)
        unsafe instance.initializeMemory(as: Root.self, to: root)
        unsafe instance.storeBytes(of: true, toByteOffset: end, as: Bool.self)
      },
      typeName: "\(Root.self)")
  }
}
