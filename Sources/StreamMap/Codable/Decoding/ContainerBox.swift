/// The object in which the standard library stores a keyed container.
///
/// Creating a box takes three look-ups of generic types and an allocation. That is half the cost of a small record.
/// So a place keeps its box, and reuses it for the next record if nothing else holds it.
///
/// The standard library does not document that a `KeyedDecodingContainer` is one reference to such an object.
/// `isLayoutKnown` checks that once. If it is false, every container gets a new box in the ordinary way.
///
/// SAFETY, for all: only where `isLayoutKnown`. A box is used only with the key type that it was made for.
enum ContainerBox {
  @inline(__always)
  static func object<Key>(_ container: KeyedDecodingContainer<Key>) -> AnyObject {
    unsafe unsafeBitCast(container, to: AnyObject.self)
  }

  @inline(__always)
  static func container<Key>(_ box: AnyObject) -> KeyedDecodingContainer<Key> {
    unsafe unsafeBitCast(box, to: KeyedDecodingContainer<Key>.self)
  }

  /// Makes a box own its members: they are released with it.
  static func give(_ members: Members, to box: AnyObject) {
    let place = unsafe Unmanaged.passUnretained(box).toOpaque() + ownerOffset
    unsafe place.storeBytes(of: Unmanaged.passRetained(members).toOpaque(), as: UnsafeMutableRawPointer.self)
  }

  /// The offset of the container in a box, after the object header.
  private static let containerOffset = 2 * MemoryLayout<Int>.size
  private static let ownerOffset = containerOffset + MemoryLayout<Int>.size

  /// Whether a container is a reference to a box that stores the container's two words.
  static let isLayoutKnown: Bool = {
    typealias Container = KeyedDecodingContainer<PathKey>
    guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size,
      MemoryLayout<KeyedMembers<PathKey>>.size == 2 * MemoryLayout<Int>.size
    else { return false }
    let tape = UnsafeMutablePointer<MemberTape>.allocate(capacity: 1)
    defer { unsafe tape.deallocate() }
    let container = unsafe Container(KeyedMembers(tape: MemberTape.Pointer(tape), owner: nil))
    // Any class instance. Its name is known only to the debugger.
    guard let child = Mirror(reflecting: container).children.first, type(of: child.value) is AnyClass else {
      return false
    }
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(child.value as AnyObject).toOpaque())
    guard unsafe unsafeBitCast(container, to: UInt.self) == address else { return false }
    // SAFETY: the object has at least a header and the container.
    let object = unsafe UnsafeRawPointer(bitPattern: address)
    return unsafe object?.load(fromByteOffset: containerOffset, as: UInt.self) == UInt(bitPattern: tape)
      && object?.load(fromByteOffset: ownerOffset, as: UInt.self) == 0
  }()
}
