/// A view of a string in the record. It makes no `String`.
///
///     @safe struct Line { var level: BorrowedText = unsafe "info" }
///
///     try lines.forEach { (line: borrowing Line, _) in
///       if unsafe line.level == "error" { errors += 1 }
///     }
///
/// The keyword `unsafe` and the attribute `@safe` are needed only under strict memory safety checking.
///
/// It is an address and a count. The address is in the record itself or, for text with escapes, in memory that the
/// next record overwrites. So a view is valid only inside the closure that gets the record. `String(text)` makes a
/// copy that stays valid. Nothing else prevents a later use, so the type is `@unsafe`. Unoptimised code checks each
/// use, and stops the program at one that is too late.
///
/// APIs that return models to keep, such as `RecordDecoder.decode` and ``JSONLines/results``, stop the program if the
/// mapping has such a field.
///
/// Two texts are equal if their bytes are equal. `String` compares by canonical equivalence instead.
///
/// SAFETY: `bytes[0..<count]` are well-formed UTF-8, and readable as long as the record is shown. The bytes of
/// a literal are always readable.
@unsafe public struct BorrowedText {
  @usableFromInline let start: UnsafePointer<UInt8>

  /// The number of bytes of the text in UTF-8.
  ///
  /// - Complexity: O(1)
  public let count: Int

  #if DEBUG
    private var lifetime: TextLifetime?
    private var generation = 0
  #endif

  /// Creates an empty text.
  public init() {
    unsafe self.init("")
  }

  /// Creates a text that is always valid, for a model's template.
  public init(_ text: StaticString) {
    precondition(text.hasPointerRepresentation, "a text is a string literal")
    unsafe start = text.utf8Start
    unsafe count = text.utf8CodeUnitCount
  }

  /// Creates a view of bytes that live as long as the arena's text.
  @inline(__always)
  init(_ bytes: UnsafePointer<UInt8>, _ count: Int, in arena: borrowing TextArena) {
    unsafe start = unsafe bytes
    unsafe self.count = count
    #if DEBUG
      unsafe lifetime = arena.lifetime
      unsafe generation = arena.lifetime.generation
    #endif
  }

  /// The bytes in UTF-8. They are valid as long as the text is.
  @inlinable
  public var utf8: UnsafeBufferPointer<UInt8> {
    #if DEBUG
      unsafe checkLifetime()
    #endif
    return unsafe UnsafeBufferPointer(start: start, count: count)
  }

  /// Calls a closure with the bytes in UTF-8.
  @inlinable
  public func withUTF8<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try body(Span(_unsafeElements: utf8))
  }

  /// Whether the text has no bytes.
  @inlinable
  public var isEmpty: Bool { unsafe count == 0 }

  #if DEBUG
    @usableFromInline
    func checkLifetime() {
      guard let lifetime = unsafe lifetime, unsafe lifetime.generation != generation else { return }
      fatalError("a BorrowedText was used after its record; copy the text into a String to keep it")
    }
  #endif
}

extension BorrowedText: @unsafe ExpressibleByStringLiteral {
  /// Creates a text that is always valid, for a model's template and for comparisons.
  @inlinable
  public init(stringLiteral text: StaticString) {
    unsafe self.init(text)
  }
}

extension BorrowedText: @unsafe Hashable {
  /// Returns whether the bytes are equal.
  @inlinable
  public static func == (left: BorrowedText, right: BorrowedText) -> Bool {
    unsafe left.count == right.count && left.holds(right.utf8)
  }

  // Generic and disfavored, so that a literal compared with a `BorrowedText` is a text, and one compared with a
  // `String` is a string.

  /// Returns whether the bytes equal those of the string in UTF-8.
  @inlinable
  @_disfavoredOverload
  public static func == (left: BorrowedText, right: some StringProtocol) -> Bool {
    unsafe right.utf8.withContiguousStorageIfAvailable { unsafe left.count == $0.count && left.holds($0) }
      ?? left.utf8.elementsEqual(right.utf8)
  }

  /// Returns whether the bytes equal those of the string in UTF-8.
  @inlinable
  @_disfavoredOverload
  public static func == (left: some StringProtocol, right: BorrowedText) -> Bool {
    unsafe right == left
  }

  /// Returns whether the bytes differ from those of the string in UTF-8.
  @inlinable
  @_disfavoredOverload
  public static func != (left: BorrowedText, right: some StringProtocol) -> Bool {
    unsafe !(left == right)
  }

  /// Returns whether the bytes differ from those of the string in UTF-8.
  @inlinable
  @_disfavoredOverload
  public static func != (left: some StringProtocol, right: BorrowedText) -> Bool {
    unsafe !(right == left)
  }

  /// Returns whether the text has these bytes. Their count must be the same.
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
  /// Creates a copy of a borrowed text. The copy stays valid after the record.
  ///
  /// - Complexity: O(n) in the length of the text.
  public init(_ text: BorrowedText) {
    let bytes = unsafe text.utf8
    guard let start = bytes.baseAddress else { preconditionFailure("a text has an address") }
    unsafe self.init(validated: start, bytes.count)
  }
}

extension BorrowedText: @unsafe FieldValue {
  /// The storage of the type.
  public static var _storage: _FieldStorage {
    let writing = unsafe ValueWriting { (text: BorrowedText, _, json) in
      unsafe json.quoted(text.utf8)
      return true
    }
    return unsafe _FieldStorage(.borrowed, .plain, FieldWitness(of: BorrowedText.self, writing: writing))
  }
}

/// Text that lives until the next record: decoded strings, and copies of strings whose bytes do not live that long.
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
  private static let smallest = 4096

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
  @inline(never)
  mutating func copy(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UnsafePointer<UInt8> {
    let copy = unsafe reserve(count)
    unsafe copy.update(from: bytes, count: count)
    commit(count)
    return unsafe UnsafePointer(copy)
  }

  @inline(never)
  private mutating func grow(_ minimum: Int) -> UnsafeMutablePointer<UInt8> {
    // Each chunk doubles the capacity.
    room = max(Self.smallest, minimum, capacity)
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
  import Synchronization

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
