/// The object in which the standard library keeps a keyed container.
///
/// Making one takes three look-ups of generic types and an allocation: half of what a small record costs.
/// So the box of a place is kept, and handed out again for the next record, if nobody has it any more.
///
/// No promise of the standard library says that a `KeyedDecodingContainer` is one reference to such an
/// object. So it is asked once; where it should be something else, every container gets a box of its
/// own, in the ordinary way.
///
/// SAFETY, for all: only where `isLayoutKnown`, a box only of the type of keys that it was made for.
enum ContainerBox {
  @inline(__always)
  static func object<Key>(_ container: KeyedDecodingContainer<Key>) -> AnyObject {
    unsafe unsafeBitCast(container, to: AnyObject.self)
  }

  @inline(__always)
  static func container<Key>(_ box: AnyObject) -> KeyedDecodingContainer<Key> {
    unsafe unsafeBitCast(box, to: KeyedDecodingContainer<Key>.self)
  }

  /// Lets a box hold its members from now on: it is released with them.
  static func give(_ members: Members, to box: AnyObject) {
    let place = unsafe Unmanaged.passUnretained(box).toOpaque() + ownerOffset
    unsafe place.storeBytes(of: Unmanaged.passRetained(members).toOpaque(), as: UnsafeMutableRawPointer.self)
  }

  /// Where a box has its container: behind an object's header.
  private static let containerOffset = 2 * MemoryLayout<Int>.size
  private static let ownerOffset = containerOffset + MemoryLayout<Int>.size

  /// Whether a container is a reference to a box that has the container's two words in it.
  static let isLayoutKnown: Bool = {
    typealias Container = KeyedDecodingContainer<PathKey>
    guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size,
      MemoryLayout<KeyedMembers<PathKey>>.size == 2 * MemoryLayout<Int>.size
    else { return false }
    let tape = UnsafeMutablePointer<MemberTape>.allocate(capacity: 1)
    defer { unsafe tape.deallocate() }
    let container = unsafe Container(KeyedMembers(tape: MemberTape.Pointer(tape), owner: nil))
    // Any class of its own, but for the name that the debugger knows.
    guard let child = Mirror(reflecting: container).children.first, type(of: child.value) is AnyClass else {
      return false
    }
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(child.value as AnyObject).toOpaque())
    guard unsafe unsafeBitCast(container, to: UInt.self) == address else { return false }
    // SAFETY: the object has a header and the container, at least.
    let object = unsafe UnsafeRawPointer(bitPattern: address)
    return unsafe object?.load(fromByteOffset: containerOffset, as: UInt.self) == UInt(bitPattern: tape)
      && object?.load(fromByteOffset: ownerOffset, as: UInt.self) == 0
  }()
}
