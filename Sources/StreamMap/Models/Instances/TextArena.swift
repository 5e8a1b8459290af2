/// Text that lives until the next record: decoded strings, and copies of those whose bytes do
/// not live so long.
///
/// It holds chunks of memory; `next` is where the last of them is free, for `room` bytes.
/// What was handed out never moves. If a record needed more than one chunk, the next one
/// begins with one as large as all of them, so that after a while no record needs two.
///
/// SAFETY: the chunks are allocated here, and freed by `reset` and by `deallocate`, which the
/// owner calls once.
@safe struct TextArena {
  private var chunks: [UnsafeMutablePointer<UInt8>] = unsafe []
  /// The bytes of all chunks together.
  private var capacity = 0
  private var next: UnsafeMutablePointer<UInt8>?
  private var room = 0
  #if DEBUG
    /// What the views into the arena's text, and into the record, are checked by.
    let lifetime = TextLifetime()
  #endif

  /// The first chunk's bytes.
  private static let smallest = 4096

  /// Room for as many bytes, to be written and then committed; what is not, the next call
  /// hands out again.
  @inline(__always)
  mutating func reserve(_ maximum: Int) -> UnsafeMutablePointer<UInt8> {
    if let next = unsafe next, maximum <= room { return unsafe next }
    return unsafe grow(maximum)
  }

  /// Keeps the first bytes of what was reserved last.
  @inline(__always)
  mutating func commit(_ count: Int) {
    unsafe next = unsafe next.map { unsafe $0 + count }
    room &-= count
  }

  /// Keeps a copy of bytes.
  @inline(never)
  mutating func copy(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UnsafePointer<UInt8> {
    let copy = unsafe reserve(count)
    unsafe copy.update(from: bytes, count: count)
    commit(count)
    return unsafe UnsafePointer(copy)
  }

  @inline(never)
  private mutating func grow(_ minimum: Int) -> UnsafeMutablePointer<UInt8> {
    // Twice as much each time.
    room = max(Self.smallest, minimum, capacity)
    let chunk = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
    unsafe chunks.append(chunk)
    capacity += room
    unsafe next = unsafe chunk
    return unsafe chunk
  }

  /// Forgets the text: another record begins, or the last one was given up.
  @inline(__always)
  mutating func reset() {
    expire()
    if room == capacity { return }
    if unsafe _slowPath(chunks.count > 1) { merge() }
    unsafe next = unsafe chunks.first
    room = capacity
  }

  @inline(never)
  private mutating func merge() {
    let needed = capacity
    deallocate()
    unsafe chunks = unsafe []
    capacity = 0
    _ = unsafe grow(needed)
  }

  /// The record is no longer shown: in unoptimised code, views of its text are invalid now.
  @inline(__always)
  func expire() {
    #if DEBUG
      lifetime.expire()
    #endif
  }

  func deallocate() {
    expire()
    unsafe chunks.forEach { unsafe $0.deallocate() }
  }
}

#if DEBUG
  import Synchronization

  /// How many records a decoder has seen the end of. A view keeps it, so that it can be asked
  /// when the decoder is gone, from whatever thread.
  final class TextLifetime: Sendable {
    private let count = Atomic<Int>(0)

    var generation: Int { count.load(ordering: .relaxed) }

    func expire() {
      count.add(1, ordering: .relaxed)
    }
  }
#endif
