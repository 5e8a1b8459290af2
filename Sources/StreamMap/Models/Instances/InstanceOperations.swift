/// What a decoder does with the instances of one model, erased.
///
/// SAFETY, for all closures: `Instance` is the address of one initialised `Root`,
/// made by `allocate` of the same value.
@usableFromInline
@safe struct InstanceOperations: Sendable {
  @usableFromInline typealias Instance = UnsafeMutableRawPointer

  /// A new instance, with the template's values.
  @usableFromInline var allocate: @Sendable () -> Instance
  /// Destroys the instance.
  @usableFromInline let deallocate: @Sendable (Instance) -> Void
  /// Replaces the instance by a new one.
  @usableFromInline var renew: @Sendable (Instance) -> Void
  /// Where the byte offsets of the fields count from.
  @usableFromInline let base: @Sendable (Instance) -> UnsafeMutableRawPointer
  @usableFromInline let isClass: Bool
  /// For a class: nobody else holds the instance, so that it may be written again.
  @usableFromInline let isUnique: (@Sendable (Instance) -> Bool)?
  /// Gives the instance the bytes of the values it keeps as ranges, after each record,
  /// and takes those of the record before, whose memory serves again.
  @usableFromInline var attach: (@Sendable (Instance, inout [UInt8]) -> Void)?
  /// Gives the instance the record key: the raw member name, with its escapes. Called after `attach`.
  var takeKey: (@Sendable (Instance, [UInt8]) -> Void)?
  /// Makes the instance when its values are there. They lie in cells: where a field's is, nil if it
  /// has none. Nil if the instance is there before its values are.
  var build: Build?
  /// The same model, whose instances are made late: of those that are to be updated, if there are
  /// any. Nil for one that is made of its values.
  var late: (@Sendable () -> InstanceOperations)?
  /// Instances are updated.
  var isUpdated = false
  /// Whether a late instance is there.
  let isThere: @Sendable (Instance) -> Bool
  /// Called when the instance is filled.
  var hook: Hook?
  /// The hook changes what it gets.
  var isChangedByHook = false
  /// The instance is there only when its values are.
  var isBuilt: Bool { unsafe build != nil }
  /// The instance can be refused when its value ends.
  var canRefuse: Bool { unsafe build != nil || hook != nil }
  /// The model's type, for messages.
  let typeName: String

  /// - Parameters:
  ///   - template: an instance that is to be updated, if it is one.
  ///   - cell: where a field's value is.
  typealias Build =
    @Sendable (
      Instance, _ template: Instance, _ cell: (Int) -> Instance?, CallContext.Reference
    ) throws -> Void

  typealias Hook = @Sendable (Instance, CallContext.Reference) throws -> Void

  init(
    allocate: @escaping @Sendable () -> Instance, deallocate: @escaping @Sendable (Instance) -> Void,
    renew: @escaping @Sendable (Instance) -> Void, isThere: @escaping @Sendable (Instance) -> Bool,
    isClass: Bool, build: Build?,
    late: (@Sendable () -> InstanceOperations)?, typeName: String
  ) {
    unsafe self.allocate = unsafe allocate
    unsafe self.deallocate = unsafe deallocate
    unsafe self.renew = unsafe renew
    unsafe base = { unsafe $0 }
    unsafe self.isThere = unsafe isThere
    self.isClass = isClass
    unsafe isUnique = nil
    unsafe self.build = unsafe build
    self.late = late
    self.typeName = typeName
  }

  init<Root>(template: @escaping @Sendable () -> Root) {
    unsafe self.init(
      template: template, base: Self.defaultBase(of: Root.self),
      late: { InstanceOperations(making: Root.self) { _ in template() } })
  }

  /// - Parameter base: where the byte offsets count from, if not at the value itself
  ///   or at the object it refers to.
  init<Root>(
    template: @escaping @Sendable () -> Root, base: @escaping @Sendable (Instance) -> Instance,
    late: (@Sendable () -> InstanceOperations)? = nil
  ) {
    unsafe self.base = unsafe base
    unsafe allocate = {
      let instance = UnsafeMutablePointer<Root>.allocate(capacity: 1)
      unsafe instance.initialize(to: template())
      return UnsafeMutableRawPointer(instance)
    }
    unsafe deallocate = { instance in
      let typed = unsafe instance.assumingMemoryBound(to: Root.self)
      unsafe typed.deinitialize(count: 1)
      unsafe typed.deallocate()
    }
    unsafe renew = { unsafe $0.assumingMemoryBound(to: Root.self).pointee = template() }
    unsafe isThere = { _ in true }
    unsafe build = nil
    self.late = late
    typeName = "\(Root.self)"
    isClass = Root.self is AnyObject.Type
    unsafe isUnique = unsafe (Root.self as? any AnyObject.Type).map { unsafe Self.uniqueness(of: $0) }
  }

  /// Asked with the object's own type: through `AnyObject` the reference would be copied.
  private static func uniqueness<Object: AnyObject>(of: Object.Type) -> @Sendable (Instance) -> Bool {
    { unsafe isKnownUniquelyReferenced(&$0.assumingMemoryBound(to: Object.self).pointee) }
  }

  private static func defaultBase<Root>(of: Root.Type) -> @Sendable (Instance) -> Instance {
    guard Root.self is AnyObject.Type else { return { unsafe $0 } }
    // A class reference is the address of its object.
    return { unsafe $0.load(as: UnsafeMutableRawPointer.self) }
  }
}

extension InstanceOperations {
  /// The byte offset of a stored property from the instance's base.
  ///
  /// For a struct the standard library knows it. For a class the key path projects the
  /// property's address; it is believed if it lies within one of the object's stored
  /// fields. That of a computed or observed property is a temporary copy's, and one
  /// reached through a reference is another object's.
  ///
  /// SAFETY: the instance is of the key path's root, and made here; its address is only compared.
  func offset<Root, Value>(
    of keyPath: any WritableKeyPath<Root, Value> & Sendable
  ) -> Int? {
    guard Root.self is any AnyObject.Type else { return MemoryLayout<Root>.offset(of: keyPath) }
    let instance = unsafe allocate()
    defer { unsafe deallocate(instance) }
    let root = unsafe instance.assumingMemoryBound(to: Root.self)
    let distance = unsafe withUnsafeMutablePointer(to: &root.pointee[keyPath: keyPath]) {
      unsafe UnsafeMutableRawPointer($0) - base(instance)
    }
    let end = distance + MemoryLayout<Value>.size
    guard let type = unsafe type(of: root.pointee) as? any AnyObject.Type else { return nil }
    let properties = StoredProperty.all(of: type)
    let isStored = properties.contains { $0.range.lowerBound <= distance && end <= $0.range.upperBound }
    return isStored ? distance : nil
  }
}

extension InstanceOperations {
  /// Adds a closure that is called with each complete instance, which is a `Root`.
  mutating func add<Root>(
    _ hook: @escaping @Sendable (inout Root, CallContext.Reference) throws -> Void, isChanging: Bool
  ) {
    let before = unsafe self.hook
    unsafe self.hook = { address, callContext in
      unsafe try before?(address, callContext)
      unsafe try hook(&address.assumingMemoryBound(to: Root.self).pointee, callContext)
    }
    if isChanging { isChangedByHook = true }
  }

  /// Of the instances that were there before the record, and new ones where there are none; nil for
  /// a model that is made of its values.
  var updating: InstanceOperations? {
    guard var updating = late?() else { return nil }
    updating.isUpdated = true
    unsafe updating.hook = unsafe hook
    updating.isChangedByHook = isChangedByHook
    return updating
  }
}
