/// Strings that were made before, for fields of few distinct values: a copy of one costs no
/// allocation.
///
/// It holds up to 1,024 strings of 16 to 64 bytes, each beside its bytes, by which it is
/// compared. A text's hash says which four places it can be in, and which tag is there with it;
/// a new one takes one of them in turn. Shorter strings need no allocation, and longer ones
/// are made anew.
///
/// SAFETY: the memory is allocated for the first string, initialised whole, and freed by
/// `deallocate`, which the owner calls once; a place is below `capacity`.
@safe struct StringTable {
  /// A part of the hash, and the count; 0 where there is no string yet.
  private var tags: UnsafeMutablePointer<UInt32>?
  private var strings: UnsafeMutablePointer<String>?
  /// The bytes of each string, `longest` apart.
  private var bytes: UnsafeMutablePointer<UInt8>?
  /// Which place of four the next new string takes.
  private var turn = 0

  static let capacity = 1024
  private static let ways = 4
  static let longest = 64

  /// A string of bytes known to be well-formed UTF-8, which outlive the call.
  @inline(__always)
  mutating func string(validated text: UnsafePointer<UInt8>, _ count: Int) -> String {
    guard count > SmallString.capacity, count <= Self.longest else {
      return unsafe String(validated: text, count)
    }
    return unsafe find(text, count)
  }

  @inline(never)
  private mutating func find(_ text: UnsafePointer<UInt8>, _ count: Int) -> String {
    guard let tags = unsafe tags, let strings = unsafe strings, let bytes = unsafe bytes else {
      allocate()
      return unsafe find(text, count)
    }
    let hash = unsafe KeyHash.hash(text, count, seed: 0)
    let start = Int(truncatingIfNeeded: hash) & (Self.capacity - 1) & ~(Self.ways - 1)
    let tag = UInt32(truncatingIfNeeded: hash &>> 32) & ~0x7F | UInt32(truncatingIfNeeded: count)
    var place = start
    repeat {
      if unsafe tags[place] == tag, unsafe Memory.areEqual(bytes + place &* Self.longest, text, count) {
        return unsafe strings[place]
      }
      place &+= 1
    } while place < start &+ Self.ways
    place = start &+ turn & (Self.ways - 1)
    turn &+= 1
    unsafe tags[place] = tag
    unsafe strings[place] = unsafe String(validated: text, count)
    unsafe (bytes + place &* Self.longest).update(from: text, count: count)
    return unsafe strings[place]
  }

  private mutating func allocate() {
    func memory<Element>(_ count: Int, _ nothing: Element) -> UnsafeMutablePointer<Element> {
      let memory = UnsafeMutablePointer<Element>.allocate(capacity: count)
      unsafe memory.initialize(repeating: nothing, count: count)
      return unsafe memory
    }
    unsafe tags = unsafe memory(Self.capacity, 0)
    unsafe strings = unsafe memory(Self.capacity, "")
    unsafe bytes = unsafe memory(Self.capacity * Self.longest, 0)
  }

  func deallocate() {
    unsafe tags?.deallocate()
    unsafe strings?.deinitialize(count: Self.capacity)
    unsafe strings?.deallocate()
    unsafe bytes?.deallocate()
  }
}
