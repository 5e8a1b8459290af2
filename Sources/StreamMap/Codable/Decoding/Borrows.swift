/// What was lent of a session's tree since its record began: decoders, and keyed containers.
///
/// SAFETY: the memory is allocated here and freed by `deallocate`, which the owner calls once. What is
/// lent is held by the tree until the record is finished.
@safe struct Borrows {
  private var places = unsafe List<Unmanaged<DecodingPlace>>()
  private var tapes = List<MemberTape.Pointer>()

  @safe private struct List<Element> {
    var start = UnsafeMutablePointer<Element>.allocate(capacity: 16)
    var count = 0
    private var capacity = 16

    @inline(__always)
    mutating func append(_ element: Element) {
      if count == capacity { grow() }
      unsafe (start + count).initialize(to: element)
      count &+= 1
    }

    @inline(never)
    private mutating func grow() {
      let larger = UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity)
      unsafe larger.moveInitialize(from: start, count: count)
      unsafe start.deallocate()
      unsafe start = unsafe larger
      capacity *= 2
    }
  }

  func deallocate() {
    unsafe places.start.deallocate()
    unsafe tapes.start.deallocate()
  }

  @inline(__always)
  mutating func append(_ place: DecodingPlace) {
    unsafe places.append(.passUnretained(place))
  }

  @inline(__always)
  mutating func append(_ tape: MemberTape.Pointer) {
    tapes.append(tape)
  }

  /// Forgets all.
  @inline(__always)
  mutating func clear() {
    unsafe places.count = 0
    tapes.count = 0
  }

  /// Nobody but the tree holds any of it.
  var areReturned: Bool {
    for index in unsafe 0..<places.count where isHeld(place: index) { return false }
    for index in 0..<tapes.count where unsafe !tapes.start[index].address.pointee.isIdle { return false }
    return true
  }

  /// Asked where the reference is, so that none is added for the question.
  @inline(__always)
  private func isHeld(place index: Int) -> Bool {
    unsafe (places.start + index).withMemoryRebound(to: DecodingPlace.self, capacity: 1) {
      unsafe !isKnownUniquelyReferenced(&$0.pointee)
    }
  }

  /// Gives what is held to those who hold it.
  func giveAway() {
    for index in 0..<tapes.count where unsafe !tapes.start[index].address.pointee.isIdle {
      unsafe tapes.start[index].address.pointee.owner.giveAway()
    }
    for index in unsafe 0..<places.count where isHeld(place: index) {
      unsafe places.start[index]._withUnsafeGuaranteedRef { $0.keep() }
    }
  }
}
