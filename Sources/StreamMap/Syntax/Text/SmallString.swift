extension String {
  /// A string of bytes known to be well-formed UTF-8, not validated again.
  ///
  /// Whether they are ASCII is found out, which the standard library does only where it
  /// validates: a string known to be ASCII is hashed ten times as fast.
  ///
  /// SAFETY: the event source validated the bytes, and they outlive the call.
  @inline(__always)
  init(validated bytes: UnsafePointer<UInt8>, _ count: Int) {
    if count <= SmallString.capacity, SmallString.isLayoutKnown {
      self = unsafe SmallString(bytes, count).string
    } else {
      self = unsafe Self.copy(of: bytes, count)
    }
  }

  /// The same, of a span.
  init(validated text: Span<UInt8>) {
    self = unsafe text.withUnsafeBufferPointer { bytes in
      unsafe bytes.baseAddress.map { unsafe String(validated: $0, bytes.count) } ?? ""
    }
  }

  @inline(never)
  static func copy(of bytes: UnsafePointer<UInt8>, _ count: Int) -> String {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      let span = unsafe Span(_unsafeStart: bytes, count: count)
      return unsafe String(copying: UTF8Span(unchecked: span, isKnownASCII: Memory.isASCII(bytes, count)))
    }
    return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }
}

/// The bits of a string of up to fifteen bytes, which are in the string itself: the bytes, and in
/// the last one the count and whether they are ASCII. The standard library takes three times
/// as many instructions to put them there, in calls that are not inlined.
///
/// No promise of the standard library says so, though Apple's platforms have it in their binary
/// interface. So the library is asked once, and if one string of those it is asked for has
/// other bits, it makes all of them.
struct SmallString {
  static let capacity = 15

  /// What a string is here: two words, the lowest byte first.
  private var first: UInt64
  private var second: UInt64

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// - Parameter count: at most `capacity`.
  ///
  /// SAFETY: `bytes[0..<count]` are readable, and nothing outside is read, or `isPadded`.
  @inline(__always)
  init(_ bytes: UnsafePointer<UInt8>, _ count: Int, isPadded: Bool = false) {
    let raw = unsafe UnsafeRawPointer(bytes)
    @inline(__always)
    func part<Word: FixedWidthInteger & UnsignedInteger>(_ offset: Int, _: Word.Type) -> UInt64 {
      let word = unsafe Word(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: Word.self))
      return UInt64(word) &<< UInt64(truncatingIfNeeded: offset &* 8)
    }
    // What two loads have in common is the same in both.
    first = 0
    second = 0
    if count >= 8 {
      first = part(0, UInt64.self)
      // The last eight bytes, without those that are in the first word.
      let last = unsafe UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
      second = last >> UInt64(truncatingIfNeeded: (16 &- count) &* 8)
    } else if isPadded {
      let own: UInt64 = (1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1
      first = part(0, UInt64.self) & own
    } else if count >= 4 {
      first = part(0, UInt32.self) | part(count &- 4, UInt32.self)
    } else if count >= 2 {
      first = part(0, UInt16.self) | part(count &- 1, UInt8.self)
    } else if count == 1 {
      first = part(0, UInt8.self)
    }
    let isASCII = (first | second) & Self.highBits == 0
    let mark = UInt64(truncatingIfNeeded: count) | (isASCII ? 0xE0 : 0xA0)
    second |= mark &<< 56
  }

  /// SAFETY: only where a string is two words, at which no more is done than to look.
  private init(_ string: String) {
    self = unsafe unsafeBitCast(string, to: SmallString.self)
  }

  /// Moved, so that no reference is counted; without the check of the stack that a closure would
  /// need which can write beyond.
  ///
  /// SAFETY: only where `isLayoutKnown`.
  @inline(__always)
  var string: String {
    var bits = self
    return unsafe _withUnprotectedUnsafeMutablePointer(to: &bits) { bits in
      unsafe bits.withMemoryRebound(to: String.self, capacity: 1) { unsafe $0.move() }
    }
  }

  /// Whether these bits are those of a string of up to fifteen bytes, nil not being one.
  @inline(__always)
  var isSmall: Bool { second &>> 56 & 0xA0 == 0xA0 }

  /// Whether the standard library's own strings have these bits: of every length, of ASCII and of
  /// others.
  static let isLayoutKnown: Bool = {
    // SAFETY: an optional string is as large as a string, and only looked at.
    guard MemoryLayout<String>.size == MemoryLayout<SmallString>.size,
      MemoryLayout<String?>.size == MemoryLayout<SmallString>.size,
      unsafe !unsafeBitCast(nil as String?, to: SmallString.self).isSmall,
      !SmallString("a literal of more than fifteen bytes").isSmall,
      !SmallString(String(repeating: "é", count: 100)).isSmall
    else { return false }
    let texts = ["", "0123456789abcde", "é", "日本語", "éàüöñçß1", "a\u{0}\u{7F}", "\u{10FFFF}\u{80}"]
    let prefixes = texts.flatMap { text in (0...text.count).map { String(text.prefix($0)) } }
    return prefixes.allSatisfy { text in
      let made = SmallString(String(decoding: Array(text.utf8), as: UTF8.self))
      guard made.isSmall else { return false }
      // SAFETY: the buffer's bytes are read during the call.
      return unsafe Array(text.utf8).withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return true }
        let own = unsafe SmallString(start, buffer.count)
        return own.first == made.first && own.second == made.second
      }
    }
  }()
}

/// The two words of a string. Two strings with the same words are the same, as long as what they point
/// at is held.
struct StringBits: Equatable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// SAFETY: a string is sixteen bytes, or twelve where words are short, at which no more is done than
  /// to look.
  @inline(__always)
  init(_ string: String) {
    if MemoryLayout<String>.size == MemoryLayout<StringBits>.size {
      self = unsafe unsafeBitCast(string, to: StringBits.self)
    } else {
      unsafe withUnsafeBytes(of: string) { bits in
        unsafe withUnsafeMutableBytes(of: &self) { unsafe $0.copyMemory(from: bits) }
      }
    }
  }

  @inline(__always)
  static func == (left: StringBits, right: StringBits) -> Bool {
    (left.low ^ right.low) | (left.high ^ right.high) == 0
  }
}
