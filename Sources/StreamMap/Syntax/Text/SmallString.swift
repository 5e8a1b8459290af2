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

/// Reuse of the memory of a long string. In `logs`, a string takes 21 ns more than a ``BorrowedText``, and 74 if the
/// string before it is released and another is made.
///
/// The first word has the count and flags. The second is the address of an object: a header of sixteen bytes, the
/// capacity and its flags, the first word again, and the bytes with a zero after them. Like the layout of small strings,
/// this is tested once with strings that the standard library made; otherwise no memory is reused.
///
/// SAFETY, for all: only where `isStorageKnown`. The bits are those of a string or of nil, and the memory is written only
/// while nothing else refers to it, as when the standard library appends to a string.
extension StringBits {
  private static let countBits: UInt64 = 0xFFFF_FFFF_FFFF
  private static let addressBits: UInt64 = 0x0FFF_FFFF_FFFF_FFFF
  /// The flags of a string whose bytes follow the header of its own object. They are tested for both.
  private static let storedFlags: UInt64 = 0x3000_0000_0000_0000
  private static let asciiFlags: UInt64 = 0xC000_0000_0000_0000
  private static let breadcrumbsFlag: UInt64 = 0x8000_0000_0000_0000
  private static let headerSize = 32

  /// Gives `isKnownUniquelyReferenced` the type of a class. An `AnyObject` would be retained first.
  private final class Storage {}

  /// Overwrites the string at an address with other bytes. Returns false, and changes nothing, if its memory is referred
  /// to elsewhere, or is too small, or more than twice as large as the bytes need.
  ///
  /// - Parameter count: more than ``SmallString/capacity``.
  ///
  /// SAFETY: the bytes are well-formed UTF-8 outside of the string. At the address is a string or an optional string.
  @inline(__always)
  static func overwrite(
    _ address: UnsafeMutableRawPointer, with bytes: UnsafePointer<UInt8>, _ count: Int
  ) -> Bool {
    let bits = unsafe address.load(as: StringBits.self)
    guard bits.isStored, let object = unsafe bits.object else { return false }
    let capacity = unsafe object.load(fromByteOffset: 16, as: UInt64.self)
    let end = Int(truncatingIfNeeded: capacity & countBits)
    // Before it releases the string, another thread may add a table of offsets, so this is looked for last.
    guard count < end, end &- count <= count,
      unsafe isKnownUniquelyReferenced(&(address + 8).assumingMemoryBound(to: Storage.self).pointee),
      unsafe !hasBreadcrumbs(object, capacity)
    else { return false }
    let start = unsafe object + headerSize
    let isASCII = unsafe Memory.copyText(bytes, count, to: start)
    unsafe start.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
    let word = UInt64(truncatingIfNeeded: count) | storedFlags | (isASCII ? asciiFlags : 0)
    unsafe object.storeBytes(of: word, toByteOffset: 24, as: UInt64.self)
    unsafe address.storeBytes(of: word, as: UInt64.self)
    return true
  }

  /// Whether the bits are those of a string whose bytes are in an object of its own.
  @inline(__always)
  private var isStored: Bool {
    low & Self.storedFlags == Self.storedFlags && high & ~Self.addressBits == 0
  }

  /// The object. Nil for the bits of nil.
  @inline(__always)
  private var object: UnsafeMutableRawPointer? {
    unsafe UnsafeMutableRawPointer(bitPattern: UInt(truncatingIfNeeded: high))
  }

  /// Whether a string has a table of the offsets of its UTF-16 code units, which a change must remove. A string that is
  /// long enough for one has its address after its bytes, at the next multiple of eight.
  @inline(__always)
  private static func hasBreadcrumbs(_ object: UnsafeMutableRawPointer, _ capacity: UInt64) -> Bool {
    guard capacity & breadcrumbsFlag != 0 else { return false }
    let offset = (headerSize &+ Int(truncatingIfNeeded: capacity & countBits) &+ 7) & ~7
    return unsafe object.load(fromByteOffset: offset, as: UInt64.self) != 0
  }

  /// Whether the standard library's strings have these bits and objects: short and long ones, ASCII and not, with more
  /// memory than they need, and with a table of offsets.
  static let isStorageKnown: Bool = {
    guard MemoryLayout<String>.size == MemoryLayout<StringBits>.size, MemoryLayout<Int>.size == 8,
      MemoryLayout<String?>.size == MemoryLayout<StringBits>.size,
      unsafe !unsafeBitCast(nil as String?, to: StringBits.self).isKnownStorage,
      !StringBits("").isKnownStorage, !StringBits("fifteen bytes..").isKnownStorage,
      !StringBits("a literal of more than fifteen bytes").isKnownStorage
    else { return false }
    return [16, 17, 31, 100, 1000, 5000].allSatisfy { count in
      ["x", "é"].allSatisfy { character in
        var text = String(decoding: Array(String(repeating: character, count: count).utf8), as: UTF8.self)
        guard hasLayout(&text) else { return false }
        text.reserveCapacity(count * 4)
        guard hasLayout(&text, capacity: count * 4), breadcrumbs(of: text) == false else { return false }
        // The standard library makes the table for a long text that is not ASCII.
        _ = text.utf16.index(text.startIndex, offsetBy: count - 1)
        return breadcrumbs(of: text) == (character != "x" && count >= 100)
      }
    }
  }()

  private var isKnownStorage: Bool { isStored && high != 0 }

  /// Whether a string has the expected bits and object.
  private static func hasLayout(_ text: inout String, capacity: Int = 0) -> Bool {
    let bits = StringBits(text)
    let count = text.utf8.count
    guard bits.isKnownStorage, let object = unsafe bits.object else { return false }
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let word = UInt64(count) | storedFlags | (isASCII ? asciiFlags : 0)
    let end = unsafe Int(object.load(fromByteOffset: 16, as: UInt64.self) & countBits)
    guard bits.low == word, unsafe object.load(fromByteOffset: 24, as: UInt64.self) == word,
      end > max(count, capacity)
    else { return false }
    return text.withUTF8 {
      unsafe $0.baseAddress.map(UnsafeRawPointer.init) == UnsafeRawPointer(object + headerSize)
    }
  }

  /// Whether a string has a table of offsets. Nil if it is too short for one.
  private static func breadcrumbs(of text: String) -> Bool? {
    guard let object = unsafe StringBits(text).object else { return nil }
    let capacity = unsafe object.load(fromByteOffset: 16, as: UInt64.self)
    return capacity & breadcrumbsFlag == 0 ? nil : unsafe hasBreadcrumbs(object, capacity)
  }
}
