#if DEBUG
  import Synchronization
#endif

/// Text that lives until the next record, or as long as the row that takes it: decoded strings, and copies of strings whose
/// bytes do not live that long.
///
/// It holds chunks of memory. `next` is the start of the free bytes of the last chunk, and `room` is their number.
/// Text that was handed out never moves. If a record needed more than one chunk, the next record begins with one chunk
/// as large as all of them. So after some records one chunk is enough.
///
/// SAFETY: the chunks are allocated here, and freed by `reset` and by `deallocate`, which the owner calls once.
@safe struct TextArena {
  private var chunks: [UnsafeMutablePointer<UInt8>] = unsafe []
  /// The size of all chunks in bytes.
  private var capacity = 0
  private var next: UnsafeMutablePointer<UInt8>?
  private var room = 0
  #if DEBUG
    /// Validates the views of the arena's text and of the record.
    let lifetime = TextLifetime()
  #endif

  /// The size of the first chunk in bytes.
  private let smallest: Int

  /// - Parameter smallest: the size of the first chunk in bytes.
  init(smallest: Int = 4096) { self.smallest = smallest }

  /// An arena for the texts of one row that can be kept.
  static var ofRow: TextArena { TextArena(smallest: 256) }

  /// Returns space for up to `maximum` bytes, to be written and then committed. The next call returns the uncommitted
  /// rest again.
  @inline(__always)
  mutating func reserve(_ maximum: Int) -> UnsafeMutablePointer<UInt8> {
    if let next = unsafe next, maximum <= room { return unsafe next }
    return unsafe grow(maximum)
  }

  /// Keeps the first bytes of the space that was reserved last.
  @inline(__always)
  mutating func commit(_ count: Int) {
    unsafe next = unsafe next.map { unsafe $0 + count }
    room &-= count
  }

  /// Keeps a copy of bytes.
  ///
  /// - Parameter padding: the number of bytes after the copy that are readable, too.
  @inline(never)
  mutating func copy(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, followedBy padding: Int = 0
  ) -> UnsafePointer<UInt8> {
    let copy = unsafe reserve(count + padding)
    unsafe copy.update(from: bytes, count: count)
    commit(count + padding)
    return unsafe UnsafePointer(copy)
  }

  @inline(never)
  private mutating func grow(_ minimum: Int) -> UnsafeMutablePointer<UInt8> {
    // Each chunk doubles the capacity.
    room = max(smallest, minimum, capacity)
    let chunk = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
    unsafe chunks.append(chunk)
    capacity += room
    unsafe next = unsafe chunk
    return unsafe chunk
  }

  /// Discards the text, because another record begins or the last one was abandoned.
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

  /// Ends the validity of the record's text. In unoptimised code, views of it are invalid from now on.
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
  /// The number of records that a decoder has ended. A view retains it, so that any thread can check it after the
  /// decoder is released.
  final class TextLifetime: Sendable {
    private let count = Atomic<Int>(0)

    var generation: Int { count.load(ordering: .relaxed) }

    func expire() {
      count.add(1, ordering: .relaxed)
    }
  }
#endif
