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
/// Numbers and dates are parsed without a copy: `Int(text)`, `Double(text)`, `Date(iso8601: text)`. To use texts as
/// keys after their records, see ``TextInterner``.
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

  /// A part of another text, valid as long as that one is.
  ///
  /// - Parameter range: the range of its bytes. It neither begins nor ends within a character.
  init(_ text: BorrowedText, _ range: Range<Int>) {
    unsafe start = text.start + range.lowerBound
    unsafe count = range.count
    #if DEBUG
      unsafe lifetime = text.lifetime
      unsafe generation = text.generation
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
