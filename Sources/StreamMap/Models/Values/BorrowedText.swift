/// A string of the record, seen where it is: no `String` is made of it.
///
///     @safe struct Line { var level: BorrowedText = unsafe "info" }
///
///     try lines.forEach { (line: borrowing Line, _) in
///       if unsafe line.level == "error" { errors += 1 }
///     }
///
/// The keyword `unsafe`, and `@safe`, are needed only where the compiler checks memory safety
/// strictly.
///
/// It is an address and a count. The address is in the record itself, or, of text with
/// escapes, in memory that the next record overwrites. So a view is valid only inside the
/// closure that is shown the record; `String(text)` makes a copy that stays. Nothing else
/// keeps it from being used later, which is why the type is `@unsafe`. Code that is not
/// optimised checks each use, and stops the program at one that comes too late.
///
/// What hands models out to be kept, such as `RecordDecoder.decode` and
/// ``JSONLines/results``, stops the program if the mapping has such a field.
///
/// Two texts are equal if their bytes are. `String` compares by canonical equivalence.
///
/// SAFETY: `bytes[0..<count]` are well-formed UTF-8, and readable as long as the record is
/// shown; those of a literal always are.
@unsafe public struct BorrowedText {
  @usableFromInline let start: UnsafePointer<UInt8>

  /// The bytes of the text in UTF-8.
  ///
  /// - Complexity: O(1)
  public let count: Int

  #if DEBUG
    private var lifetime: TextLifetime?
    private var generation = 0
  #endif

  /// The empty text.
  public init() {
    unsafe self.init("")
  }

  /// A text that is always valid, for a model's template.
  public init(_ text: StaticString) {
    precondition(text.hasPointerRepresentation, "a text is a string literal")
    unsafe start = text.utf8Start
    unsafe count = text.utf8CodeUnitCount
  }

  /// A view of bytes that live as long as the arena's text does.
  @inline(__always)
  init(_ bytes: UnsafePointer<UInt8>, _ count: Int, in arena: borrowing TextArena) {
    unsafe start = unsafe bytes
    unsafe self.count = count
    #if DEBUG
      unsafe lifetime = arena.lifetime
      unsafe generation = arena.lifetime.generation
    #endif
  }

  /// The bytes, in UTF-8: valid as long as the text is.
  @inlinable
  public var utf8: UnsafeBufferPointer<UInt8> {
    #if DEBUG
      unsafe checkLifetime()
    #endif
    return unsafe UnsafeBufferPointer(start: start, count: count)
  }

  /// Shows a closure the bytes, in UTF-8.
  @inlinable
  public func withUTF8<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(Span(_unsafeElements: utf8))
  }

  /// Whether there are no bytes.
  @inlinable
  public var isEmpty: Bool { unsafe count == 0 }

  #if DEBUG
    @usableFromInline
    func checkLifetime() {
      guard let lifetime = unsafe lifetime, unsafe lifetime.generation != generation else { return }
      fatalError("a BorrowedText is used after its record; to keep a text, make a String of it")
    }
  #endif
}

extension BorrowedText: @unsafe ExpressibleByStringLiteral {
  /// A text that is always valid, for a model's template and for comparisons.
  @inlinable
  public init(stringLiteral text: StaticString) {
    unsafe self.init(text)
  }
}

extension BorrowedText: @unsafe Hashable {
  /// Whether the bytes are the same.
  @inlinable
  public static func == (left: BorrowedText, right: BorrowedText) -> Bool {
    unsafe left.count == right.count && left.holds(right.utf8)
  }

  // Generic, and not preferred: a literal beside a `BorrowedText` is a text, and one beside a
  // `String` is a string.

  /// Whether the bytes are those of the string, in UTF-8.
  @inlinable
  @_disfavoredOverload
  public static func == (left: BorrowedText, right: some StringProtocol) -> Bool {
    unsafe right.utf8.withContiguousStorageIfAvailable { unsafe left.count == $0.count && left.holds($0) }
      ?? left.utf8.elementsEqual(right.utf8)
  }

  /// Whether the bytes are those of the string, in UTF-8.
  @inlinable
  @_disfavoredOverload
  public static func == (left: some StringProtocol, right: BorrowedText) -> Bool {
    unsafe right == left
  }

  /// Whether the bytes are not those of the string, in UTF-8.
  @inlinable
  @_disfavoredOverload
  public static func != (left: BorrowedText, right: some StringProtocol) -> Bool {
    unsafe !(left == right)
  }

  /// Whether the bytes are not those of the string, in UTF-8.
  @inlinable
  @_disfavoredOverload
  public static func != (left: some StringProtocol, right: BorrowedText) -> Bool {
    unsafe !(right == left)
  }

  /// Whether the bytes are these, of which there are as many.
  @usableFromInline
  func holds(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let left = unsafe utf8.baseAddress, let right = bytes.baseAddress else { return true }
    return unsafe Memory.areEqual(left, right, count)
  }

  /// Hashes the bytes.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(utf8))
  }
}

extension BorrowedText: @unsafe CustomStringConvertible {
  /// A copy of the text.
  public var description: String { unsafe String(self) }
}

extension String {
  /// A copy of a borrowed text, which stays when the record goes.
  ///
  /// - Complexity: O(n) in the length of the text.
  public init(_ text: BorrowedText) {
    let bytes = unsafe text.utf8
    guard let start = bytes.baseAddress else { preconditionFailure("a text has an address") }
    unsafe self.init(validated: start, bytes.count)
  }
}

extension BorrowedText: @unsafe FieldValue {
  /// How the machine stores the type.
  public static var _storage: _FieldStorage {
    let writing = unsafe ValueWriting { (text: BorrowedText, _, json) in
      unsafe json.quoted(text.utf8)
      return true
    }
    return unsafe _FieldStorage(.borrowed, .plain, FieldWitness(of: BorrowedText.self, writing: writing))
  }
}

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
