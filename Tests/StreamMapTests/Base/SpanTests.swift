import Testing

@testable import StreamMap

@Suite("Bytes of a span")
struct SpanTests {
  @Test(
    "copies as an array and as text, with U+FFFD for what is not UTF-8",
    arguments: [
      ([], ""), (Array("a\u{0}é🎉".utf8), "a\u{0}é🎉"), ([0x61, 0xFF, 0x62], "a\u{FFFD}b"),
      ([0xF0, 0x9F], "\u{FFFD}"),
    ] as [([UInt8], String)])
  func copies(bytes: [UInt8], text: String) {
    #expect([UInt8](copying: bytes.span) == bytes)
    #expect(String(copying: bytes.span) == text)
  }

  /// At every position, from every start, among bytes that differ from the searched byte in one bit.
  @Test func theEndOfPlainText() {
    let near: [UInt8] = [0x23, 0x20, 0x26, 0xA2, 0x5D, 0x5E, 0x58, 0xDC, 0x00, 0xFF, 0x21, 0x5B]
    for count in 0...26 {
      for stop in 0...count {
        for byte in [UInt8(ascii: "\""), UInt8(ascii: "\\")] {
          var bytes = (0..<count).map { near[($0 * 7 + stop) % near.count] }
          if stop < count { bytes[stop] = byte }
          for start in 0...count {
            let expected = bytes[start...].firstIndex { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
            #expect(bytes.span.endOfPlainText(from: start) == expected ?? count)
          }
        }
      }
    }
  }

  /// At every position, from every start, among bytes that differ from a searched byte in one bit.
  @Test func containsAnyOfFive() {
    let wanted = [",", "\"", "\n", "\r", "\\"].map { (text: String) in Array(text.utf8)[0] }
    let near: [UInt8] = [0x2D, 0x23, 0x0B, 0x0C, 0x5D, 0xAC, 0xA2, 0x8A, 0x00, 0xFF, 0x08, 0x4C]
    for count in 0...40 {
      for position in 0...count {
        for byte in wanted {
          var bytes = (0..<count).map { near[($0 * 7 + position) % near.count] }
          if position < count { bytes[position] = byte }
          for start in 0...count {
            let found = bytes.span.contains(
              (wanted[0], wanted[1], wanted[2], wanted[3], wanted[4]), from: start)
            #expect(found == (position < count && position >= start), "\(count) \(position) \(start)")
          }
        }
      }
    }
  }

  /// Copies of each length from 0 to 70 bytes.
  @Test func copies() {
    for count in 0...70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
      var output: [UInt8] = [1, 2, 3]
      output.append(addingCapacity: count) { $0.append(bytes.span) }
      #expect(output == [1, 2, 3] + bytes)
    }
  }
}
