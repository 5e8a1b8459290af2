import CStructure

// Decoding escapes from memory to memory, in one pass.
//
// The backslashes of a window of 64 bytes are found at once, as a set. What is before the next one is copied in blocks,
// usually a single one, and the set is shifted by what was read. The search for an escape does not begin where the one before
// it ended, so it need not wait for that, and few branches depend on the text.
//
// SAFETY: `raw[0..<readable]` are readable, and `output[0..<(count + slack)]` writable, in separate memory. No escape is
// shorter than its decoded bytes, so an index in `output` is at most the one in `raw`. Windows, blocks and escapes begin where
// `slack` bytes are readable, and need no more. If fewer are readable after the text, its last bytes are decoded from a copy,
// in which indexes count from its own beginning.
extension Unescaping {
  /// Appends the decoded content of a string.
  ///
  /// - Parameter raw: the valid content, possibly truncated at any byte. An incomplete escape at its end is omitted.
  /// - Complexity: O(n).
  package static func append(_ raw: Span<UInt8>, to output: inout [UInt8]) {
    let start = output.count
    output.append(raw)
    guard raw.endOfPlainText(from: 0) < raw.count else { return }
    output.append(contentsOf: repeatElement(0, count: slack))
    let count = unsafe raw.withUnsafeBufferPointer { raw in
      unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe raw.baseAddress.flatMap { text in
          unsafe output.baseAddress.flatMap {
            unsafe decode(text, raw.count, readable: raw.count, into: $0 + start)
          }
        }
      }
    }
    if let count { return output.removeSubrange((start + count)...) }
    // Invalid text is decoded as far as possible.
    output.removeSubrange(start...)
    appendTruncated(raw, to: &output)
  }

  /// The number of bytes that are copied at once.
  private static let block = 32
  /// The number of bytes of a window, whose backslashes are found at once. So many bytes are writable after those of the text,
  /// because a window may begin at its last byte.
  static let slack = 64

  /// Decodes the content of a string, which can be any bytes. All bytes but escapes are copied.
  ///
  /// - Parameters:
  ///   - readable: the number of readable bytes, at least `count`. With ``slack`` more, decoding is fastest.
  ///   - output: receives the text. ``slack`` more bytes than `count` are writable.
  /// - Returns: the number of bytes written. Nil if an escape is invalid, truncated, or half of a surrogate pair.
  /// - Complexity: O(n).
  static func decode(
    _ raw: UnsafePointer<UInt8>, _ count: Int, readable: Int, into output: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    var (index, end) = (0, 0)
    let limit = min(count, readable &- slack)
    guard unsafe decodeWindows(raw, until: limit, at: &index, into: output, at: &end), index <= count else {
      return nil
    }
    if index == count { return end }
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * slack) { memory in
      guard let tail = memory.baseAddress else { return nil }
      // Zeros follow the copy, so that an escape that is truncated is invalid.
      unsafe tail.initialize(repeating: 0, count: 2 * slack)
      let left = count &- index
      unsafe tail.update(from: raw + index, count: left)
      index = 0
      return unsafe decodeWindows(tail, until: left, at: &index, into: output, at: &end) ? end : nil
    }
  }

  /// Decodes windows up to `limit`. An escape that begins before it is decoded as a whole, so `index` may end after it. Returns
  /// false if an escape is invalid.
  private static func decodeWindows(
    _ raw: UnsafePointer<UInt8>, until limit: Int, at index: inout Int,
    into output: UnsafeMutablePointer<UInt8>,
    at end: inout Int
  ) -> Bool {
    while index < limit {
      let start = index
      let count = min(limit &- index, slack)
      let backslashes =
        unsafe streammap_find_backslashes(raw + index) & (~0 >> UInt64(truncatingIfNeeded: slack &- count))
      if backslashes == 0 {
        unsafe copy(raw + index, slack, to: output + end)
        index &+= count
        end &+= count
        continue
      }
      var remaining = backslashes
      repeat {
        let run = remaining.trailingZeroBitCount
        var copied = 0
        repeat {
          unsafe copy(raw + index + copied, block, to: output + end + copied)
          copied &+= block
        } while copied < run
        index &+= run
        end &+= run
        let letter = unsafe raw[index &+ 1]
        if letter != ASCII.lowerU {
          let byte = simpleEscapes[Int(letter)]
          if byte == 0 { return false }
          unsafe output[end] = byte
          end &+= 1
          index &+= 2
          remaining = (remaining &>> UInt64(truncatingIfNeeded: run)) &>> 2
          continue
        }
        guard unsafe decodeUnicode(raw, at: &index, into: output, at: &end, isNext: false) else {
          return false
        }
        // They often follow each other, in text that is not Latin.
        while index < limit, unsafe isUnicode(raw + index) {
          guard unsafe decodeUnicode(raw, at: &index, into: output, at: &end, isNext: true) else {
            return false
          }
        }
        // Not `&>>`, because the row may end 64 bytes after the window's beginning, or more.
        remaining = backslashes >> UInt64(truncatingIfNeeded: index &- start)
      } while remaining != 0
    }
    return true
  }

  /// Copies a constant number of bytes, without the comparison of the addresses by which `update` begins.
  @inline(__always)
  private static func copy(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, to output: UnsafeMutablePointer<UInt8>
  ) {
    unsafe UnsafeMutableRawPointer(output).copyMemory(from: bytes, byteCount: count)
  }

  /// Returns whether an escape begins with `\u`.
  @inline(__always)
  private static func isUnicode(_ escape: UnsafePointer<UInt8>) -> Bool {
    unsafe escape[0] == ASCII.backslash && escape[1] == ASCII.lowerU
  }

  /// Decodes a `\u` escape, or a pair of them. Returns false if it is invalid.
  ///
  /// - Parameter isNext: whether it follows another. Escapes in a row are mostly of one script, so the processor predicts
  ///   their lengths.
  @inline(__always)
  private static func decodeUnicode(
    _ raw: UnsafePointer<UInt8>, at index: inout Int, into output: UnsafeMutablePointer<UInt8>,
    at end: inout Int,
    isNext: Bool
  ) -> Bool {
    let unit = unsafe codeUnit(raw + index)
    if unit < 0 { return false }
    index &+= 6
    if unit & 0xF800 == 0xD800 {
      guard unit < 0xDC00, unsafe isUnicode(raw + index) else { return false }
      let second = unsafe codeUnit(raw + index)
      if second & ~0x3FF != 0xDC00 { return false }
      index &+= 6
      end &+= unsafe put(high: unit, low: second, at: output + end)
    } else if isNext, unit >= 0x800 {
      end &+= unsafe put(three: unit, at: output + end)
    } else {
      end &+= unsafe put(unit: unit, at: output + end)
    }
    return true
  }

  /// Writes a scalar of one code unit in UTF-8, and other bytes up to the fourth. Returns its number of bytes. Without a
  /// branch, because lengths often alternate.
  @inline(__always)
  private static func put(unit: Int32, at output: UnsafeMutablePointer<UInt8>) -> Int {
    let three = threeBytes(unit)
    let two = three &>> 8 | 0x40
    unsafe put(unit < 0x80 ? unit : unit < 0x800 ? two : three, at: output)
    return 1 &+ (unit < 0x80 ? 0 : 1) &+ (unit < 0x800 ? 0 : 1)
  }

  /// Writes a scalar of three bytes, and one byte more. Returns 3.
  @inline(__always)
  private static func put(three unit: Int32, at output: UnsafeMutablePointer<UInt8>) -> Int {
    unsafe put(threeBytes(unit), at: output)
    return 3
  }

  /// Returns the UTF-8 of a scalar of three bytes, the first byte lowest.
  @inline(__always)
  private static func threeBytes(_ unit: Int32) -> Int32 {
    0x8080E0 | unit &>> 12 | (unit &>> 6 & 0x3F) &<< 8 | (unit & 0x3F) &<< 16
  }

  /// Writes a scalar of two code units, which has four bytes. Returns 4.
  @inline(__always)
  private static func put(high: Int32, low: Int32, at output: UnsafeMutablePointer<UInt8>) -> Int {
    let scalar = 0x10000 &+ (high & 0x3FF) &<< 10 &+ (low & 0x3FF)
    let head = 0xF0 | scalar &>> 18 | (0x80 | scalar &>> 12 & 0x3F) &<< 8
    let tail = 0x80 | scalar &>> 6 & 0x3F | (0x80 | scalar & 0x3F) &<< 8
    unsafe put(head | tail &<< 16, at: output)
    return 4
  }

  /// Writes the four bytes of an integer, the lowest one first.
  @inline(__always)
  private static func put(_ bytes: Int32, at output: UnsafeMutablePointer<UInt8>) {
    unsafe UnsafeMutableRawPointer(output).storeBytes(of: bytes.littleEndian, as: Int32.self)
  }

  /// Returns the value of the `\u` escape whose backslash is at `place`, or nil.
  @inline(__always)
  static func codeUnit(_ raw: UnsafePointer<UInt8>, at place: Int, _ count: Int) -> Int32? {
    guard place &+ 6 <= count, unsafe raw[place &+ 1] == ASCII.lowerU else { return nil }
    let unit = unsafe codeUnit(raw + place)
    return unit < 0 ? nil : unit
  }

  /// Returns the value of the four digits of a `\u` escape. Negative if one is not a digit.
  @inline(__always)
  private static func codeUnit(_ escape: UnsafePointer<UInt8>) -> Int32 {
    unsafe digits[Int(escape[2])] &<< 12 | digits[Int(escape[3])] &<< 8
      | digits[Int(escape[4])] &<< 4 | digits[Int(escape[5])]
  }

  /// The values of hexadecimal digits. -1 for all other bytes.
  private static let digits: [Int32] = [
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1, -1, -1, -1, -1, -1,
    -1, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
  ]

  /// The byte for the letter after a backslash. 0 for an invalid escape and for `u`.
  static let simpleEscapes: [UInt8] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 34, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 92, 0, 0, 0,
    0, 0, 8, 0, 0, 0, 12, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 13, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ]
}
