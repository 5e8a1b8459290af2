// Bytes into the writer's memory.
//
// SAFETY: every function reserves what it writes at most.
extension JSONWriter {
  /// Makes room for so many more bytes.
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

  /// Sixteen bytes at a time.
  ///
  /// SAFETY: `length` bytes are readable, and sixteen behind them.
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

  @inline(always)
  mutating func put(_ text: StaticString) {
    unsafe put(text.utf8Start, text.utf8CodeUnitCount)
  }

  mutating func put(_ text: Span<UInt8>) {
    unsafe text.withUnsafeBufferPointer { buffer in
      if let start = buffer.baseAddress { unsafe put(start, buffer.count) }
    }
  }

  /// ASCII text without anything to escape.
  mutating func put(plain text: String) {
    var text = text
    text.withUTF8 { buffer in
      if let start = buffer.baseAddress { unsafe put(start, buffer.count) }
    }
  }

  /// Takes the first bytes away.
  mutating func removeFirst(_ number: Int) {
    count -= number
    if count > 0 && number > 0 { unsafe bytes.update(from: bytes + number, count: count) }
  }

  /// A place in the text, to which the writer can go back.
  struct Mark {
    let count: Int
    fileprivate let needsComma: Bool
    fileprivate let depth: Int
  }

  var mark: Mark { Mark(count: count, needsComma: needsComma, depth: depth) }

  /// Takes back what was written since.
  mutating func rewind(to mark: Mark) {
    count = mark.count
    needsComma = mark.needsComma
    depth = mark.depth
  }

  // MARK: Strings

  /// A string in its quotes.
  @inline(always)
  mutating func quoted(_ text: String) {
    // A native string, as nearly all are, shows its bytes where they are.
    let isWritten: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { unsafe quoted($0) }
    if isWritten == nil { quotedCopy(text) }
  }

  @inline(never)
  private mutating func quotedCopy(_ text: String) {
    var copy = text
    copy.withUTF8 { unsafe quoted($0) }
  }

  /// The same, of well-formed UTF-8.
  ///
  /// Eight bytes at a time are written as they are, and again one by one if one of them needs an escape.
  ///
  /// SAFETY: the room for all of it, each byte escaped, is never taken: before each step there are eight
  /// bytes, and the quotes.
  mutating func quoted(_ text: UnsafeBufferPointer<UInt8>) {
    // A quote is looked for in any case.
    unsafe style.escapesSlashes ? quoted(text, also: ASCII.slash) : quoted(text, also: ASCII.quote)
  }

  /// - Parameter extra: another byte that gets a backslash.
  @inline(__always)
  private mutating func quoted(_ text: UnsafeBufferPointer<UInt8>, also extra: UInt8) {
    reserve(text.count &+ 16)
    unsafe bytes[count] = ASCII.quote
    count &+= 1
    guard let start = text.baseAddress else { return put(ASCII.quote) }
    let raw = unsafe UnsafeRawPointer(start)
    var index = 0
    while index &+ 8 <= text.count {
      let word = unsafe raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      unsafe UnsafeMutableRawPointer(bytes + count).storeBytes(of: word, as: UInt64.self)
      if Self.needsEscape(word, also: extra) {
        for place in index..<(index &+ 8) { unsafe escaped(start[place], also: extra) }
        reserve(text.count &- index &+ 16)
      } else {
        count &+= 8
      }
      index &+= 8
    }
    while index < text.count {
      unsafe escaped(start[index], also: extra)
      index &+= 1
    }
    put(ASCII.quote)
  }

  /// Whether one of eight bytes is a quote, a backslash, a control character or another byte.
  @inline(always)
  private static func needsEscape(_ word: UInt64, also extra: UInt8) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    // A byte of zero borrows, or one that is less than 0x20; one of those above 0x7F does not count.
    let quote = (word ^ ones &* UInt64(ASCII.quote)) &- ones
    let backslash = (word ^ ones &* UInt64(ASCII.backslash)) &- ones
    let control = word &- ones &* UInt64(ASCII.space)
    let other = extra == ASCII.quote ? 0 : (word ^ ones &* UInt64(extra)) &- ones
    return (quote | backslash | control | other) & ~word & high != 0
  }

  @inline(always)
  private mutating func escaped(_ byte: UInt8, also extra: UInt8) {
    if _fastPath(
      byte >= ASCII.space && byte != ASCII.quote && byte != ASCII.backslash && byte != extra)
    {
      return put(byte)
    }
    escape(byte)
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
