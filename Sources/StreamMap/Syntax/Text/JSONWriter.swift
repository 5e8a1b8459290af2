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

  /// SAFETY: `capacity` bytes, of which `count` are written. Owned, and freed by `deinit`.
  var bytes: UnsafeMutablePointer<UInt8>
  var capacity: Int
  /// The number of bytes written.
  public internal(set) var count = 0
  /// Whether an item precedes in the same container.
  var needsComma = false
  /// The number of open containers.
  var depth = 0

  /// Creates a writer without text.
  ///
  /// - Parameter style: the format of the text.
  public init(_ style: JSONStyle = JSONStyle()) {
    self.style = style
    capacity = 256
    unsafe bytes = .allocate(capacity: capacity)
  }

  deinit {
    unsafe bytes.deallocate()
  }
}

// Writing bytes to the writer's memory.
//
// SAFETY: every function reserves the maximum that it writes.
extension JSONWriter {
  /// Makes room for a number of bytes.
  @inline(always)
  mutating func reserve(_ more: Int) {
    if _slowPath(count &+ more > capacity) { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    unsafe moved.update(from: bytes, count: count)
    unsafe bytes.deallocate()
    unsafe bytes = unsafe moved
    capacity = larger
  }

  @inline(always)
  mutating func put(_ byte: UInt8) {
    reserve(1)
    unsafe bytes[count] = byte
    count &+= 1
  }

  /// SAFETY: `length` bytes are readable.
  @inline(always)
  mutating func put(_ text: UnsafePointer<UInt8>, _ length: Int) {
    reserve(length)
    unsafe (bytes + count).update(from: text, count: length)
    count &+= length
  }

  /// Writes sixteen bytes at a time.
  ///
  /// SAFETY: `length` bytes are readable, and sixteen after them.
  @inline(always)
  mutating func put(padded text: UnsafePointer<UInt8>, _ length: Int) {
    reserve(length &+ 16)
    let source = unsafe UnsafeRawPointer(text)
    let target = unsafe UnsafeMutableRawPointer(bytes + count)
    var place = 0
    repeat {
      let part = unsafe source.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
      unsafe target.storeBytes(of: part, toByteOffset: place, as: SIMD16<UInt8>.self)
      place &+= 16
    } while place < length
    count &+= length
  }

  /// Writes a number with at least its `length` digits, which are at most twenty-four.
  @inline(__always)
  mutating func put(digits value: UInt64, _ length: Int) {
    reserve(length &+ 8)
    let start = unsafe UnsafeMutableRawPointer(bytes + count)
    count &+= length
    var rest = value
    var left = length
    while left > 8 {
      left &-= 8
      let (high, low) = rest.quotientAndRemainder(dividingBy: 100_000_000)
      unsafe start.storeBytes(of: EightDigits.text(low), toByteOffset: left, as: UInt64.self)
      rest = high
    }
    // The digits that are written after these were written before them.
    let word = EightDigits.text(rest) &>> UInt64(truncatingIfNeeded: (8 &- left) &* 8)
    unsafe Self.store(word, left, at: start)
  }

  /// Writes a number of `length` digits with a point after the first `whole` of them.
  @inline(__always)
  mutating func put(digits value: UInt64, _ length: Int, pointAfter whole: Int) {
    put(ASCII.dot)
    put(digits: value, length)
    // The first digits move to the left of the point.
    let start = unsafe bytes + (count &- length &- 1)
    unsafe start.update(from: start + 1, count: whole)
    unsafe start[whole] = ASCII.dot
  }

  /// Stores the first `count` bytes of a word, from 0 to 8.
  @inline(__always)
  private static func store(_ word: UInt64, _ count: Int, at start: UnsafeMutableRawPointer) {
    if count == 8 { return unsafe start.storeBytes(of: word, as: UInt64.self) }
    var word = word
    if count & 4 != 0 {
      unsafe start.storeBytes(of: UInt32(truncatingIfNeeded: word), as: UInt32.self)
      word &>>= 32
    }
    if count & 2 != 0 {
      unsafe start.storeBytes(of: UInt16(truncatingIfNeeded: word), toByteOffset: count & 4, as: UInt16.self)
      word &>>= 16
    }
    if count & 1 != 0 {
      unsafe start.storeBytes(of: UInt8(truncatingIfNeeded: word), toByteOffset: count & 6, as: UInt8.self)
    }
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

  mutating func put(_ text: Span<UInt8>) {
    unsafe text.withUnsafeBufferPointer { buffer in
      if let start = buffer.baseAddress { unsafe put(start, buffer.count) }
    }
  }

  /// Writes ASCII text that needs no escapes.
  mutating func put(plain text: String) {
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
    count -= number
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
    count = mark.count
    needsComma = mark.needsComma
    depth = mark.depth
  }

  // MARK: Strings

  /// Writes a string in quotes.
  @inline(always)
  mutating func quoted(_ text: String) {
    // A native string, as nearly all are, gives access to its bytes without a copy.
    let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe quoted($0) }
    if isWritten == nil { quotedCopy(text) }
  }

  @inline(never)
  private mutating func quotedCopy(_ text: String) {
    var copy = text
    copy.withUTF8 { unsafe quoted($0) }
  }

  /// Writes well-formed UTF-8 in quotes.
  ///
  /// Eight bytes at a time are written unchanged. If one of them needs an escape, the next step begins after it.
  ///
  /// SAFETY: the room for all of it with each byte escaped is never reserved. Before each step there is room for
  /// eight bytes and the closing quote.
  mutating func quoted(_ text: UnsafeBufferPointer<UInt8>) {
    // A quote is escaped in any case.
    unsafe style.escapesSlashes ? quoted(text, also: ASCII.slash) : quoted(text, also: ASCII.quote)
  }

  mutating func quoted(_ text: Span<UInt8>) {
    unsafe text.withUnsafeBufferPointer { unsafe quoted($0) }
  }

  /// Writes well-formed UTF-8 in quotes.
  ///
  /// - Parameter extra: another byte that gets a backslash.
  @inline(__always)
  private mutating func quoted(_ text: UnsafeBufferPointer<UInt8>, also extra: UInt8) {
    reserve(text.count &+ 16)
    unsafe bytes[count] = ASCII.quote
    count &+= 1
    guard let start = text.baseAddress else { return put(ASCII.quote) }
    let raw = unsafe UnsafeRawPointer(start)
    var index = 0
    while index < text.count {
      let length = min(text.count &- index, 8)
      // Spaces stand for the bytes after the text.
      let word = unsafe Self.load(raw + index, length) | Self.spaces(after: length)
      unsafe UnsafeMutableRawPointer(bytes + count).storeBytes(of: word, as: UInt64.self)
      let escapes = Self.escapes(in: word, also: extra)
      if escapes == 0 {
        count &+= length
        index &+= length
      } else {
        let plain = escapes.trailingZeroBitCount &>> 3
        count &+= plain
        index &+= plain &+ 1
        unsafe escape(start[index &- 1])
        reserve(text.count &- index &+ 16)
      }
    }
    put(ASCII.quote)
  }

  /// Loads a number of bytes, from 1 to 8, as the lowest bytes of a word. The others are zero.
  @inline(__always)
  private static func load(_ bytes: UnsafeRawPointer, _ length: Int) -> UInt64 {
    if length == 8 { return unsafe bytes.loadUnaligned(as: UInt64.self) }
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

  /// The bytes that are a quote, a backslash, a control character or `extra`: the highest bit of the first of them is
  /// the lowest bit set. 0 if there is none.
  @inline(always)
  private static func escapes(in word: UInt64, also extra: UInt8) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    // A byte that is zero, or less than 0x20, borrows from those after it. Bytes above 0x7F do not count.
    let quote = (word ^ ones &* UInt64(ASCII.quote)) &- ones
    let backslash = (word ^ ones &* UInt64(ASCII.backslash)) &- ones
    let control = word &- ones &* UInt64(ASCII.space)
    let other = extra == ASCII.quote ? 0 : (word ^ ones &* UInt64(extra)) &- ones
    return (quote | backslash | control | other) & ~word & high
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
