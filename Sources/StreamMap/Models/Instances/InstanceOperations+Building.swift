extension InstanceOperations {
  /// Creates the operations of an instance that is built from its values, which are in cells.
  init<Root>(
    building: Root.Type,
    build: @escaping @Sendable ((Int) -> Instance?, CallContext.Reference) throws -> Root
  ) {
    unsafe self.init(late: Root.self, again: nil) { _, cell, callContext in
      try unsafe build(cell, callContext)
    }
  }

  /// Creates the operations of an instance that is made when its values have been read. The values are then stored
  /// into it. An existing instance can be updated in its place.
  init<Root>(
    making: Root.Type, make: @escaping @Sendable (CallContext.Reference) throws -> Root
  ) {
    unsafe self.init(
      late: Root.self, again: { InstanceOperations(making: Root.self, make: make) }
    ) { template, _, callContext in
      try unsafe LateInstance<Root>.value(at: template) ?? make(callContext)
    }
  }

  /// Creates the operations of an instance that a field is read into as a whole.
  init<Root>(read: Root.Type) {
    unsafe self.init(late: Root.self, again: nil, build: nil)
    isBuilt = true
  }

  private init<Root>(
    late: Root.Type, again: (@Sendable () -> InstanceOperations)?,
    make: @escaping @Sendable (Instance, (Int) -> Instance?, CallContext.Reference) throws -> Root
  ) {
    unsafe self.init(late: Root.self, again: again) { instance, template, cell, callContext in
      unsafe LateInstance.put(try make(template, cell, callContext), at: instance)
    }
  }

  private init<Root>(late: Root.Type, again: (@Sendable () -> InstanceOperations)?, build: Build?) {
    unsafe self.init(
      allocate: { unsafe LateInstance<Root>.allocate() },
      deallocate: { instance in
        unsafe LateInstance<Root>.clear(instance)
        unsafe instance.deallocate()
      },
      renew: { unsafe LateInstance<Root>.clear($0) },
      isThere: { unsafe LateInstance<Root>.isThere($0) }, isClass: Root.self is AnyObject.Type,
      build: build, late: again, typeName: "\(Root.self)")
  }
}

/// Memory for an instance that may not exist.
///
/// SAFETY: the address is that of memory for a `Root`, followed by a byte that says whether an instance exists.
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

/// A field's default value, with its type erased.
///
/// SAFETY: the address is that of an instance of the field's model.
@safe struct FieldDefault: Sendable {
  let give: @Sendable (UnsafeMutableRawPointer) -> Void

  init(_ give: @escaping @Sendable (UnsafeMutableRawPointer) -> Void) {
    unsafe self.give = unsafe give
  }

  /// Creates a default value for a field of `Root`.
  init<Root, Value>(
    _ value: @escaping @Sendable () -> Value?, _ set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    unsafe self.init { instance in
      guard let value = value() else { return }
      unsafe set(&instance.assumingMemoryBound(to: Root.self).pointee, value)
    }
  }
}

extension InstanceOperations {
  /// Returns the same operations, but with new instances that start with the default values of `fields`.
  ///
  /// SAFETY: the fields are those of the instance's type.
  func presetting(_ fields: [FieldDescription]) -> InstanceOperations {
    let presets = fields.compactMap(\.preset)
    guard !presets.isEmpty else { return self }
    let allocate = unsafe allocate
    let renew = unsafe renew
    var operations = self
    if let late { operations.late = { late().presetting(fields) } }
    if let build = unsafe build {
      // An instance that existed before the record has its own values.
      let isThere = unsafe isThere
      unsafe operations.build = { instance, template, cell, callContext in
        unsafe try build(instance, template, cell, callContext)
        if unsafe isThere(template) { return }
        for preset in presets { unsafe preset.give(instance) }
      }
      return operations
    }
    unsafe operations.allocate = {
      let instance = unsafe allocate()
      for preset in presets { unsafe preset.give(instance) }
      return unsafe instance
    }
    unsafe operations.renew = { instance in
      unsafe renew(instance)
      for preset in presets { unsafe preset.give(instance) }
    }
    return operations
  }
}

extension MappingDescription {
  /// Creates the operations of a model that a closure builds from its arguments, once all of them have been read.
  init<Root, each Value>(
    building: Root.Type, of values: repeat Argument<each Value>, rejectsUnknownNames: Bool = false,
    by build: @escaping @Sendable (CallContext.Reference, repeat each Value) throws -> Root
  ) {
    var fields: [FieldDescription] = []
    for value in repeat each values { fields.append(value.description) }
    let wanted = (repeat each values)
    // SAFETY: the cells are requested in the order of the arguments, each with its own type.
    let instance = unsafe InstanceOperations(building: Root.self) { cell, callContext in
      var field = -1
      func next<Part>(_ wanted: Argument<Part>) throws -> Part {
        field += 1
        return try wanted.kept(unsafe FieldCell.take(cell(field), wanted.blank()))
      }
      return try build(callContext, repeat next(each wanted))
    }
    self.init(fields: fields, instance: instance, rejectsUnknownNames: rejectsUnknownNames)
  }
}
