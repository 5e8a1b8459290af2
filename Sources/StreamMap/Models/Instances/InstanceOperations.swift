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
