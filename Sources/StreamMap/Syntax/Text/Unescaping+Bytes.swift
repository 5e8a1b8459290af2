// Decoding escapes from memory to memory, in one pass.
//
// SAFETY: `raw[0..<count]` are readable and `output[0..<count]` writable, in separate memory. No escape is shorter
// than its decoded bytes, so at most as many bytes are written as read. Where sixteen bytes can be read, sixteen can
// be written.
extension Unescaping {
  /// Appends the decoded content of a string.
  ///
  /// - Parameter raw: the valid content, possibly truncated at any byte. An incomplete escape at its end is omitted.
  /// - Complexity: O(n).
  package static func append(_ raw: Span<UInt8>, to output: inout [UInt8]) {
    let start = output.count
    output.append(raw)
    guard raw.endOfPlainText(from: 0) < raw.count else { return }
    let count = unsafe raw.withUnsafeBufferPointer { raw in
      unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe raw.baseAddress.flatMap { raw in
          unsafe output.baseAddress.flatMap { unsafe decode(raw, output.count - start, into: $0 + start) }
        }
      }
    }
    if let count { return output.removeSubrange((start + count)...) }
    // Invalid text is decoded as far as possible.
    output.removeSubrange(start...)
    appendTruncated(raw, to: &output)
  }

  /// Decodes the content of a string, which can be any bytes. All bytes but escapes are copied.
  ///
  /// - Returns: the number of bytes written. Nil if an escape is invalid, truncated, or half of a surrogate pair.
  /// - Complexity: O(n).
  static func decode(
    _ raw: UnsafePointer<UInt8>, _ count: Int, into output: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    var index = 0
    var end = 0
    while index < count {
      // Up to the next backslash.
      let run = unsafe copyRun(raw + index, count &- index, to: output + end)
      index &+= run
      end &+= run
      // Escapes often follow each other.
      while index < count, unsafe raw[index] == ASCII.backslash {
        guard index &+ 1 < count else { return nil }
        let letter = unsafe raw[index &+ 1]
        if letter != ASCII.lowerU {
          let byte = simpleEscapes[Int(letter)]
          guard byte != 0 else { return nil }
          unsafe output[end] = byte
          index &+= 2
          end &+= 1
          continue
        }
        guard let first = unsafe codeUnit(raw, at: index, count) else { return nil }
        index &+= 6
        if first < 0x80 {
          unsafe output[end] = UInt8(truncatingIfNeeded: first)
          end &+= 1
        } else if first < 0x800 {
          unsafe output[end] = UInt8(truncatingIfNeeded: first &>> 6 | 0xC0)
          unsafe output[end &+ 1] = continuation(first)
          end &+= 2
        } else if first & 0xF800 != 0xD800 {
          unsafe output[end] = UInt8(truncatingIfNeeded: first &>> 12 | 0xE0)
          unsafe output[end &+ 1] = continuation(first &>> 6)
          unsafe output[end &+ 2] = continuation(first)
          end &+= 3
        } else {
          guard first < 0xDC00, index < count, unsafe raw[index] == ASCII.backslash,
            let second = unsafe codeUnit(raw, at: index, count), second & 0xFC00 == 0xDC00
          else { return nil }
          index &+= 6
          let scalar = 0x10000 &+ (first & 0x3FF) &<< 10 &+ (second & 0x3FF)
          unsafe output[end] = UInt8(truncatingIfNeeded: scalar &>> 18 | 0xF0)
          unsafe output[end &+ 1] = continuation(scalar &>> 12)
          unsafe output[end &+ 2] = continuation(scalar &>> 6)
          unsafe output[end &+ 3] = continuation(scalar)
          end &+= 4
        }
      }
    }
    return end
  }

  @inline(__always)
  private static func continuation(_ bits: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: bits & 0x3F | 0x80)
  }

  /// Copies the bytes before the first backslash, and returns their number.
  @inline(__always)
  private static func copyRun(
    _ source: UnsafePointer<UInt8>, _ count: Int, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let from = unsafe UnsafeRawPointer(source)
    let to = UnsafeMutableRawPointer(target)
    var index = 0
    while index &+ 16 <= count {
      let words = unsafe from.loadUnaligned(fromByteOffset: index, as: SIMD2<UInt64>.self)
      unsafe to.storeBytes(of: words, toByteOffset: index, as: SIMD2<UInt64>.self)
      let first = backslashes(words[0])
      if first != 0 { return index &+ first.trailingZeroBitCount &>> 3 }
      let second = backslashes(words[1])
      if second != 0 { return index &+ 8 &+ second.trailingZeroBitCount &>> 3 }
      index &+= 16
    }
    while index < count, unsafe source[index] != ASCII.backslash {
      unsafe target[index] = unsafe source[index]
      index &+= 1
    }
    return index
  }

  /// Returns a word with the high bit set of the first byte that is a backslash, and possibly of bytes after it.
  @inline(__always)
  private static func backslashes(_ word: UInt64) -> UInt64 {
    let other = UInt64(littleEndian: word) ^ 0x5C5C_5C5C_5C5C_5C5C
    return (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080
  }

  /// Returns the value of the `\u` escape whose backslash is at `place`, or nil.
  @inline(__always)
  static func codeUnit(_ raw: UnsafePointer<UInt8>, at place: Int, _ count: Int) -> Int32? {
    guard place &+ 6 <= count, unsafe raw[place &+ 1] == ASCII.lowerU else { return nil }
    let unit =
      unsafe digits[Int(raw[place &+ 2])] &<< 12 | digits[Int(raw[place &+ 3])] &<< 8
      | digits[Int(raw[place &+ 4])] &<< 4 | digits[Int(raw[place &+ 5])]
    return unit < 0 ? nil : unit
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
