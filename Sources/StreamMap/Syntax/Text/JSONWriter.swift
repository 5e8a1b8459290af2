/// Writes JSON text value by value, with its punctuation.
///
///     var json = JSONWriter()
///     json.beginObject()
///     json.name("id")
///     json.integer(7)
///     json.endObject()
///     let bytes = json.take()
///
/// Strings get only the required escapes. Numbers get the fewest digits that parse to the same number. The caller
/// begins and ends objects and arrays, and names each member. The writer adds commas, line breaks and spaces. It does
/// not check the order of calls.
///
/// JSON has no infinite numbers and no NaN. They are written as `null`, and counted in ``nonFiniteCount``.
///
/// - Complexity: O(n) in the bytes that are written. Their memory is reused.
@safe public struct JSONWriter: ~Copyable {
  /// The format of the text.
  public let style: JSONStyle

  /// The number of infinite numbers and NaNs that were written as `null`.
  public internal(set) var nonFiniteCount = 0

  /// The offset of the first value that could not be written, and was replaced by `null`.
  var failureOffset: Int?
  /// The error of that value. Nil if it is a number that is infinite or NaN.
  var failure: (any Error)?

  /// The context of the call.
  var callContext: CallContext?

  /// SAFETY: `capacity` bytes. The first `written` are initialised. Owned, and freed by `deinit`.
  @usableFromInline package var bytes: UnsafeMutablePointer<UInt8>
  @usableFromInline package var capacity: Int
  @usableFromInline package var written = 0

  /// The number of bytes written.
  public var count: Int { written }

  /// Whether an item precedes in the same container. Without meaning outside of all containers.
  @usableFromInline var needsComma = false
  /// The number of open containers.
  var depth = 0
  /// ``SmallString/isLayoutKnown``, whose access is a call.
  let knowsSmallStrings = SmallString.isLayoutKnown

  /// Creates a writer without text.
  ///
  /// - Parameter style: the format of the text.
  public init(_ style: JSONStyle = JSONStyle()) {
    self.style = style
    capacity = 256
    unsafe bytes = Memory.allocate(capacity)
  }

  deinit {
    unsafe Memory.release(bytes)
  }
}

// Writing bytes to the writer's memory.
//
// SAFETY: every function reserves the maximum that it writes.
extension JSONWriter {
  /// Makes room for a number of bytes.
  @inlinable @inline(__always)
  package mutating func reserve(_ more: Int) {
    if _slowPath(written &+ more > capacity) { grow(more) }
  }

  @usableFromInline @inline(never)
  package mutating func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more)
    unsafe bytes = Memory.grow(bytes, to: capacity)
  }

  @inlinable @inline(__always)
  package mutating func put(_ byte: UInt8) {
    reserve(1)
    unsafe bytes[written] = byte
    written &+= 1
  }

  /// SAFETY: `length` bytes are readable.
  @inline(always)
  package mutating func put(_ text: UnsafePointer<UInt8>, _ length: Int) {
    reserve(length)
    unsafe (bytes + written).update(from: text, count: length)
    written &+= length
  }

  /// Writes sixteen bytes at a time.
  ///
  /// SAFETY: `length` bytes are readable, and sixteen after them.
  @inline(always)
  mutating func put(padded text: UnsafePointer<UInt8>, _ length: Int) {
    var cursor = cursor(room: length)
    unsafe cursor.put(text, length)
    advance(to: cursor)
  }

  /// Writes the first `length` bytes of a word, the lowest first.
  @inlinable @inline(__always)
  package mutating func put(word: UInt64, _ length: Int) {
    reserve(8)
    unsafe UnsafeMutableRawPointer(bytes + written).storeBytes(of: word, as: UInt64.self)
    written &+= length
  }

  /// Writes a number with at least its `length` digits, which are at most twenty-four.
  @inlinable @inline(__always)
  package mutating func put(digits value: UInt64, _ length: Int) {
    var cursor = cursor(room: TextCursor.number)
    cursor.put(digits: value, length)
    advance(to: cursor)
  }

  /// Returns a cursor at the end of the text, with room for a number of bytes.
  @inlinable @inline(__always)
  package mutating func cursor(room: Int, and fixed: Int = 0) -> TextCursor {
    reserve(room &+ fixed &+ TextCursor.slack)
    return unsafe TextCursor(UnsafeMutableRawPointer(bytes + written), room: room)
  }

  /// Adds what was written to the writer's last cursor.
  @inlinable @inline(__always)
  package mutating func advance(to cursor: TextCursor) {
    written = unsafe cursor.next - UnsafeMutableRawPointer(bytes)
  }

  /// Writes a name as ``name(_:)`` does. The prefix is the text before the value, `,"name":`.
  ///
  /// SAFETY: sixteen bytes after the prefix are readable.
  @inline(always)
  mutating func name(prefix: UnsafePointer<UInt8>, _ length: Int) {
    if _slowPath(style.isPretty) { return unsafe prettyName(prefix, length) }
    let skipped = needsComma ? 0 : 1
    needsComma = true
    unsafe put(padded: prefix + skipped, length &- skipped)
  }

  @inline(never)
  private mutating func prettyName(_ prefix: UnsafePointer<UInt8>, _ length: Int) {
    item()
    unsafe put(prefix + 1, length - 1)
    put(ASCII.space)
  }

  @inline(always)
  mutating func put(_ text: StaticString) {
    unsafe put(text.utf8Start, text.utf8CodeUnitCount)
  }

  @inlinable package mutating func put(_ text: Span<UInt8>) {
    unsafe text.withUnsafeBufferPointer { buffer in
      if let start = buffer.baseAddress { unsafe put(start, buffer.count) }
    }
  }

  /// Writes ASCII text that needs no escapes.
  @usableFromInline package mutating func put(plain text: String) {
    var text = text
    text.withUTF8 { buffer in
      if let start = buffer.baseAddress { unsafe put(start, buffer.count) }
    }
  }

  /// Passes the text so far to a closure.
  public borrowing func withText<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: `count` bytes are written, and stay while the writer is borrowed.
    unsafe try body(Span(_unsafeStart: UnsafePointer(bytes), count: count))
  }

  /// Removes the first bytes.
  mutating func removeFirst(_ number: Int) {
    written -= number
    if count > 0 && number > 0 { unsafe bytes.update(from: bytes + number, count: count) }
  }

  /// A position in the text to which the writer can return.
  struct Mark {
    let count: Int
    fileprivate let needsComma: Bool
    fileprivate let depth: Int
  }

  var mark: Mark { Mark(count: count, needsComma: needsComma, depth: depth) }

  /// Removes the text after a mark.
  mutating func rewind(to mark: Mark) {
    written = mark.count
    needsComma = mark.needsComma
    depth = mark.depth
  }

  // MARK: Strings

  /// Writes a string in quotes.
  @inline(__always)
  package mutating func quoted(_ text: String) {
    // A native string, as nearly all are, gives access to its bytes without a copy.
    let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe quoted($0) }
    if isWritten == nil { quotedCopy(text) }
  }

  /// Writes a string in quotes.
  mutating func string(_ stored: borrowing StoredString) { quoted(stored.text) }

  /// Writes a string in quotes after what was written to the last cursor.
  @inline(never)
  mutating func string(_ stored: borrowing StoredString, after cursor: TextCursor) {
    advance(to: cursor)
    quoted(stored.text)
  }

  @inline(never)
  private mutating func quotedCopy(_ text: String) {
    var copy = text
    copy.withUTF8 { unsafe quoted($0) }
  }

  /// Writes well-formed UTF-8 in quotes.
  mutating func quoted(_ text: UnsafeBufferPointer<UInt8>) {
    // A quote is escaped in any case.
    unsafe style.escapesSlashes ? quoted(text, also: ASCII.slash) : quoted(text, also: ASCII.quote)
  }

  package mutating func quoted(_ text: Span<UInt8>) {
    unsafe text.withUnsafeBufferPointer { unsafe quoted($0) }
  }

  /// Writes well-formed UTF-8 in quotes.
  ///
  /// Sixteen bytes at a time are written unchanged. If one of them needs an escape, the next step begins after it.
  ///
  /// SAFETY: the room for all of it with each byte escaped is never reserved. Before each step there is room for the rest of
  /// the text, for five more bytes of an escape, for the closing quote, and for sixteen bytes.
  ///
  /// - Parameter extra: another byte that gets a backslash.
  @inline(__always)
  private mutating func quoted(_ text: UnsafeBufferPointer<UInt8>, also extra: UInt8) {
    guard let start = text.baseAddress else { return put("\"\"") }
    let more = TextCursor.longestEscape + 1
    // So that a few escapes need no more room.
    let spare = 64
    var cursor = cursor(room: text.count &+ more &+ spare)
    cursor.put(ASCII.quote)
    var source = unsafe UnsafeRawPointer(start)
    var left = text.count
    while left > 0 {
      var found: SIMD2<UInt64>
      if left >= TextCursor.slack {
        found = unsafe cursor.copy(source.loadUnaligned(as: TextCursor.Block.self), also: extra)
        if found[0] | found[1] == 0 {
          unsafe cursor.next += TextCursor.slack
          unsafe source += TextCursor.slack
          left &-= TextCursor.slack
          continue
        }
      } else {
        found = unsafe cursor.copy(TextCursor.last(left, before: source + left, of: text.count), also: extra)
        found &= TextCursor.bytes(before: left)
        if found[0] | found[1] == 0 {
          unsafe cursor.next += left
          break
        }
      }
      let plain = found.firstByte
      unsafe cursor.next += plain
      unsafe cursor.escape(source.load(fromByteOffset: plain, as: UInt8.self))
      unsafe source += plain &+ 1
      left &-= plain &+ 1
      if !cursor.hasRoom(for: left &+ more) {
        advance(to: cursor)
        cursor = self.cursor(room: left &+ more &+ spare)
      }
    }
    cursor.put(ASCII.quote)
    advance(to: cursor)
  }
}

/// A string that is written from where it is stored. Because this type cannot be copied, the string is not retained.
struct StoredString: ~Copyable {
  let text: String
}
