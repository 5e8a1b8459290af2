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

  /// Whether an item precedes in the same container.
  var needsComma = false
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
  @inline(always)
  package mutating func reserve(_ more: Int) {
    if _slowPath(written &+ more > capacity) { grow(more) }
  }

  @usableFromInline @inline(never)
  package mutating func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more)
    unsafe bytes = Memory.grow(bytes, to: capacity)
  }

  @inline(always)
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
  ///
  /// Sixteen bytes at a time are written unchanged, and then eight. If one of them needs an escape, the next step
  /// begins after it.
  ///
  /// SAFETY: the room for all of it with each byte escaped is never reserved. Before each step there is room for
  /// the rest of the text, the closing quote, and eight bytes.
  mutating func quoted(_ text: UnsafeBufferPointer<UInt8>) {
    // A quote is escaped in any case.
    unsafe style.escapesSlashes ? quoted(text, also: ASCII.slash) : quoted(text, also: ASCII.quote)
  }

  package mutating func quoted(_ text: Span<UInt8>) {
    unsafe text.withUnsafeBufferPointer { unsafe quoted($0) }
  }

  /// Writes well-formed UTF-8 in quotes.
  ///
  /// - Parameter extra: another byte that gets a backslash.
  @inline(__always)
  private mutating func quoted(_ text: UnsafeBufferPointer<UInt8>, also extra: UInt8) {
    guard let start = text.baseAddress else { return put("\"\"") }
    reserve(text.count &+ 16)
    var target = unsafe UnsafeMutableRawPointer(bytes + written)
    unsafe target.storeBytes(of: ASCII.quote, as: UInt8.self)
    unsafe target += 1
    var source = unsafe UnsafeRawPointer(start)
    let end = unsafe source + text.count
    while unsafe source < end {
      let left = unsafe end - source
      let plain: Int
      if left >= 16 {
        let block = unsafe source.loadUnaligned(as: SIMD16<UInt8>.self)
        unsafe target.storeBytes(of: block, as: SIMD16<UInt8>.self)
        let escapes = TextCursor.special(in: block, also: extra)
        if escapes[0] | escapes[1] == 0 {
          unsafe source += 16
          unsafe target += 16
          continue
        }
        plain =
          (escapes[0] != 0 ? escapes[0].trailingZeroBitCount : 64 &+ escapes[1].trailingZeroBitCount) &>> 3
      } else {
        let length = min(left, 8)
        // Spaces stand for the bytes after the text.
        let word = unsafe Self.load(source, length, of: text.count) | Self.spaces(after: length)
        unsafe target.storeBytes(of: word, as: UInt64.self)
        let block = unsafe unsafeBitCast(SIMD2(word, word), to: SIMD16<UInt8>.self)
        let escapes = TextCursor.special(in: block, also: extra)[0]
        if escapes == 0 {
          unsafe source += length
          unsafe target += length
          continue
        }
        plain = escapes.trailingZeroBitCount &>> 3
      }
      written = unsafe target + plain - UnsafeMutableRawPointer(bytes)
      unsafe source += plain &+ 1
      unsafe escape(source.load(fromByteOffset: -1, as: UInt8.self))
      reserve(unsafe end - source &+ 16)
      unsafe target = unsafe UnsafeMutableRawPointer(bytes + written)
    }
    unsafe target.storeBytes(of: ASCII.quote, as: UInt8.self)
    written = unsafe target + 1 - UnsafeMutableRawPointer(bytes)
  }

  /// Loads a number of bytes, from 1 to 8, as the lowest bytes of a word. The others are zero.
  ///
  /// - Parameter all: the number of bytes of the text. If there are fewer than eight to load, they are its last.
  @inline(__always)
  private static func load(_ bytes: UnsafeRawPointer, _ length: Int, of all: Int) -> UInt64 {
    if all >= 8 {
      let last = unsafe bytes.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
      return last &>> UInt64(truncatingIfNeeded: (8 &- length) &* 8)
    }
    if length >= 4 {
      // The two loads may overlap.
      let low = unsafe UInt64(bytes.loadUnaligned(as: UInt32.self))
      let high = unsafe UInt64(bytes.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self))
      return low | high &<< UInt64(truncatingIfNeeded: (length &- 4) &* 8)
    }
    let middle = length &>> 1
    let first = unsafe UInt64(bytes.load(as: UInt8.self))
    let second = unsafe UInt64(bytes.load(fromByteOffset: middle, as: UInt8.self))
    let last = unsafe UInt64(bytes.load(fromByteOffset: length &- 1, as: UInt8.self))
    return first | second &<< UInt64(truncatingIfNeeded: middle &* 8)
      | last &<< UInt64(truncatingIfNeeded: (length &- 1) &* 8)
  }

  /// Spaces in the bytes of a word after the first `length`, from 1 to 8. The others are zero.
  @inline(__always)
  private static func spaces(after length: Int) -> UInt64 {
    length == 8 ? 0 : 0x2020_2020_2020_2020 &<< UInt64(truncatingIfNeeded: length &* 8)
  }

  @inline(never)
  private mutating func escape(_ byte: UInt8) {
    put(ASCII.backslash)
    switch byte {
    case ASCII.quote, ASCII.backslash, ASCII.slash: put(byte)
    case ASCII.lineFeed: put(ASCII.lowerN)
    case ASCII.tab: put(ASCII.lowerT)
    case ASCII.carriageReturn: put(ASCII.lowerR)
    case ASCII.backspace: put(ASCII.lowerB)
    case ASCII.formFeed: put(ASCII.lowerF)
    default:
      put("u00")
      put(ASCII.hexDigit(byte >> 4))
      put(ASCII.hexDigit(byte & 15))
    }
  }
}

/// A string that is written from where it is stored. Because this type cannot be copied, the string is not retained.
struct StoredString: ~Copyable {
  let text: String
}
