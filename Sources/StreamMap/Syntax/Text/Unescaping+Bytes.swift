import CStructure

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
    while unsafe copyRun(raw, count, at: &index, to: output, at: &end) {
      // Escapes of the kind `\u` often follow each other.
      repeat {
        guard index &+ 1 < count else { return nil }
        let letter = unsafe raw[index &+ 1]
        if letter != ASCII.lowerU {
          let byte = simpleEscapes[Int(letter)]
          guard byte != 0 else { return nil }
          unsafe output[end] = byte
          index &+= 2
          end &+= 1
          break
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
      } while unsafe index < count && raw[index] == ASCII.backslash
    }
    return end
  }

  @inline(__always)
  private static func continuation(_ bits: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: bits & 0x3F | 0x80)
  }

  /// Copies the bytes before the next backslash, and moves both indexes past them. Returns whether there is a backslash.
  @inline(__always)
  private static func copyRun(
    _ raw: UnsafePointer<UInt8>, _ count: Int, at index: inout Int, to output: UnsafeMutablePointer<UInt8>,
    at end: inout Int
  ) -> Bool {
    while index &+ 16 <= count {
      var found = unsafe streammap_copy_and_find_backslashes(raw + index, output + end)
      var copied = 16
      // After a block without one, two at a time: a processor predicts fewer branches better.
      while found == 0, index &+ copied &+ 32 <= count {
        index &+= copied
        end &+= copied
        found = unsafe streammap_copy_and_find_backslashes(raw + index, output + end)
        found |= unsafe streammap_copy_and_find_backslashes(raw + index + 16, output + end + 16) &<< 16
        copied = 32
      }
      if found != 0 {
        index &+= found.trailingZeroBitCount
        end &+= found.trailingZeroBitCount
        return true
      }
      index &+= copied
      end &+= copied
    }
    while index < count {
      let byte = unsafe raw[index]
      if byte == ASCII.backslash { return true }
      unsafe output[end] = byte
      index &+= 1
      end &+= 1
    }
    return false
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
