/// The operations on the instances of one model, with the type erased.
///
/// SAFETY, for all closures: `Instance` is the address of one initialised `Root`, made by `allocate` of the same
/// value.
@usableFromInline
@safe struct InstanceOperations: Sendable {
  @usableFromInline typealias Instance = UnsafeMutableRawPointer

  /// Makes a new instance with the template's values.
  @usableFromInline var allocate: @Sendable () -> Instance
  @usableFromInline let deallocate: @Sendable (Instance) -> Void
  /// Replaces the instance by a new one.
  @usableFromInline var renew: @Sendable (Instance) -> Void
  /// Returns the address from which the fields' byte offsets count.
  @usableFromInline var base: @Sendable (Instance) -> UnsafeMutableRawPointer
  @usableFromInline let isClass: Bool
  /// For an object, returns whether the instance is uniquely referenced, so that it can be reused. Nil for a value.
  @usableFromInline var isUnique: (@Sendable (Instance) -> Bool)?
  /// Gives the instance what is not stored in it: the texts of its values, and what policies replaced by null. Called
  /// after each record.
  var attach: (@Sendable (Instance, inout TextArena, inout ReplacedValues?) -> Void)?
  /// Whether the instance takes the texts, because it can outlive the record.
  var takesTexts = false
  /// Whether other machines read the texts of strings in the record.
  var readsTexts = false
  /// Gives the instance the record key: the raw member name, with its escapes. Called after `attach`.
  var takeKey: (@Sendable (Instance, [UInt8]) -> Void)?
  /// Gives the instance the rows of elements that a filter keeps. Called once.
  var takeSelection: (@Sendable (Instance, RowSelection) -> Void)?
  /// Gives the instance the marks of its fields, which say what was stored. Called once, and not for a late instance.
  var shareMarks: (@Sendable (Instance, UnsafeMutablePointer<FieldMarks>) -> Void)?
  /// Whether the mismatched values in whose place policies store null are noted.
  var notesReplaced = false
  /// Makes the instance when its values have been read. The closure `cell` returns the address of a field's value, or
  /// nil if the field has none. Nil if the instance exists before its values.
  var build: Build?
  /// Returns the operations of the same model for instances that are made late. They update existing instances, if
  /// there are any. Nil for a model that is built from its values.
  var late: (@Sendable () -> InstanceOperations)?
  /// Whether existing instances are updated.
  var isUpdated = false
  /// Returns whether a late instance exists.
  let isThere: @Sendable (Instance) -> Bool
  /// Called when the instance has been decoded.
  var hook: Hook?
  /// Whether the hook changes the instance.
  var isChangedByHook = false
  /// Whether the instance exists only after its values have been read.
  var isBuilt: Bool
  /// Whether the instance gets values that are not stored in it after each record.
  var isAttached: Bool { unsafe attach != nil }
  /// Whether the instance can be rejected when its value ends.
  var canReject: Bool { unsafe build != nil || hook != nil }
  /// The model's type, for messages.
  let typeName: String

  /// - Parameters:
  ///   - template: an instance to update, if there is one.
  ///   - cell: returns the address of a field's value.
  typealias Build =
    @Sendable (
      Instance, _ template: Instance, _ cell: (Int) -> Instance?, CallContext.Reference
    ) throws -> Void

  typealias Hook = @Sendable (Instance, CallContext.Reference) throws -> Void

  /// Creates the operations of instances that are not the values of a type. They are never renewed.
  init(
    allocate: @escaping @Sendable () -> Instance, deallocate: @escaping @Sendable (Instance) -> Void,
    base: @escaping @Sendable (Instance) -> UnsafeMutableRawPointer, typeName: String
  ) {
    unsafe self.init(
      allocate: allocate, deallocate: deallocate, renew: { _ in }, isThere: { _ in true }, isClass: false,
      build: nil, late: nil, typeName: typeName)
    unsafe self.base = unsafe base
  }

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
    unsafe isBuilt = build != nil
    self.late = late
    self.typeName = typeName
  }

  init<Root>(template: @escaping @Sendable () -> Root) {
    unsafe self.init(
      template: template, base: Self.defaultBase(of: Root.self),
      late: { InstanceOperations(making: Root.self) { _ in template() } })
  }

  /// Creates the operations of a model that has a template.
  ///
  /// - Parameter base: returns the address from which the byte offsets count, if that is not the value itself or the
  ///   object that it refers to.
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
    isBuilt = false
    self.late = late
    typeName = "\(Root.self)"
    isClass = Root.self is AnyObject.Type
    unsafe isUnique = unsafe (Root.self as? any AnyObject.Type).map { unsafe Self.uniqueness(of: $0) }
  }

  /// Checks with the object's own type. With `AnyObject` the reference would be copied.
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
  /// Returns the byte offset of a stored property from the instance's base, or nil if the property is not stored in
  /// the instance.
  ///
  /// For a struct the standard library knows the offset. For a class the key path projects the property's address. The
  /// address counts only if it lies within one of the object's stored fields. A computed or observed property has the
  /// address of a temporary copy, and a property that is reached through a reference belongs to another object.
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

  /// The operations that update the instances that existed before the record, and make new ones otherwise. Nil for a
  /// model that is built from its values.
  var updating: InstanceOperations? {
    guard var updating = late?() else { return nil }
    updating.isUpdated = true
    unsafe updating.hook = unsafe hook
    updating.isChangedByHook = isChangedByHook
    return updating
  }
}
