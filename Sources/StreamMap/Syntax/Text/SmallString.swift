extension String {
  /// Creates a string from well-formed UTF-8 without validating it again.
  ///
  /// It detects whether the bytes are ASCII, which the standard library does only when it validates. A string that is
  /// known to be ASCII is hashed ten times as fast.
  ///
  /// SAFETY: the event source validated the bytes, and they outlive the call.
  @inline(__always)
  package init(validated bytes: UnsafePointer<UInt8>, _ count: Int) {
    if count <= SmallString.capacity, SmallString.isLayoutKnown {
      self = unsafe SmallString(bytes, count).string
    } else {
      self = unsafe Self.copy(of: bytes, count)
    }
  }

  /// Creates a string from well-formed UTF-8 without validating it again.
  @usableFromInline
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

/// The bits of a string of up to fifteen bytes, which are stored in the string itself: its bytes and, in the last
/// byte, the count and whether they are ASCII. The standard library takes three times as many instructions to store
/// them, in calls that are not inlined.
///
/// The standard library does not guarantee this layout, though it is part of the binary interface on Apple's
/// platforms. Therefore the layout is tested once. If any tested string has other bits, the standard library creates
/// all strings.
struct SmallString {
  static let capacity = 15

  /// The two words of a string, the lowest byte first.
  private var first: UInt64
  private var second: UInt64

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Creates the bits of a string.
  ///
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
    // Where the two loads overlap, both have the same bits.
    first = 0
    second = 0
    if count >= 8 {
      first = part(0, UInt64.self)
      // The last eight bytes, without those in the first word.
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

  /// SAFETY: only called if a string is two words, which are only read.
  @inline(__always)
  init(_ string: String) {
    self = unsafe unsafeBitCast(string, to: SmallString.self)
  }

  /// The string with these bits. It is moved, so that no reference is counted. The unprotected pointer avoids the
  /// stack check of a closure that could write out of bounds.
  ///
  /// SAFETY: only called if `isLayoutKnown`.
  @inline(__always)
  var string: String {
    var bits = self
    return unsafe _withUnprotectedUnsafeMutablePointer(to: &bits) { bits in
      unsafe bits.withMemoryRebound(to: String.self, capacity: 1) { unsafe $0.move() }
    }
  }

  /// Whether these bits are those of a string of up to fifteen bytes. False for the bits of nil.
  @inline(__always)
  var isSmall: Bool { second &>> 56 & 0xA0 == 0xA0 }

  /// The number of bytes, if the bits are those of a small string.
  @inline(__always)
  var count: Int { Int(truncatingIfNeeded: second &>> 56 & 0xF) }

  /// The bytes and the last one, which is not one of them.
  @inline(__always)
  var block: SIMD16<UInt8> { unsafe unsafeBitCast(self, to: SIMD16<UInt8>.self) }

  /// Whether the standard library's strings have these bits, for every length, with ASCII and other characters.
  static let isLayoutKnown: Bool = {
    // SAFETY: an optional string has the size of a string, and is only read.
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

/// The two words of a string. Two strings with the same words are equal as long as the memory that they point to is
/// retained.
struct StringBits: Equatable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// SAFETY: a string is sixteen bytes, or twelve on 32-bit systems, which are only read.
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
