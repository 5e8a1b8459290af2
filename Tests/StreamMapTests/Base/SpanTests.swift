import Testing

@testable import StreamMap

@Suite("Bytes of a span")
struct SpanTests {
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
}
