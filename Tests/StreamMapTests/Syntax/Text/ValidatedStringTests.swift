import CAllocationCounter
import Testing

@testable import StreamMap
@testable import TestSupport

/// Strings created from bytes behave in every way like the standard library's.
@Suite("Strings of validated bytes")
struct ValidatedStringTests {
  @Test("knows the layout of small strings")
  func layout() {
    #if os(Linux) && (arch(x86_64) || arch(arm64))
      #expect(SmallString.isLayoutKnown)
    #endif
  }

  static let texts: [String] = {
    var texts: [String] = []
    let letters =
      "0123456789abcdefghijklmnopqrstuvwxyz\u{0}\u{7F}ABCDEFGHIJ0123456789abcdefghijklmnopqrstuvwxyz"
    for count in 0...letters.utf8.count {
      texts.append(String(decoding: Array(letters.utf8.prefix(count)), as: UTF8.self))
    }
    for character in ["é", "日", "😀", "e\u{301}", "\u{80}", "\u{FFFD}"] {
      for before in 0...17 {
        for after in [0, 1, 5, 30] {
          texts.append(
            String(repeating: "x", count: before) + character + String(repeating: "y", count: after))
        }
      }
      for count in 1...20 { texts.append(String(repeating: character, count: count)) }
    }
    return texts
  }()

  @Test("strings of every length, ASCII and others")
  func texts() throws {
    let guarded = try #require(GuardedBytes())
    for text in Self.texts {
      let bytes = Array(text.utf8)
      // SAFETY: the address has the text's bytes.
      unsafe guarded.show(bytes) { address in
        let made = unsafe String(validated: address, bytes.count)
        #expect(Array(made.utf8) == bytes)
        unsafe #expect(String.copy(of: address, bytes.count) == made)
        #expect(made == text)
        #expect(made.hashValue == text.hashValue)
        #expect(made.count == text.count)
        #expect(Array(made.utf16) == Array(text.utf16))
        #expect(made + "!" == text + "!")
        #expect(!(made < text) && !(text < made))
        let contiguous = unsafe made.utf8.withContiguousStorageIfAvailable { $0.count }
        #expect(contiguous == bytes.count)
        let isASCII = unsafe Memory.isASCII(address, bytes.count)
        #expect(isASCII == bytes.allSatisfy { $0 < 0x80 })
      }
    }
  }

  /// One non-ASCII byte at every position.
  @Test("ASCII or not")
  func ascii() throws {
    let guarded = try #require(GuardedBytes())
    for count in 1...100 {
      for place in 0..<count {
        var bytes = [UInt8](repeating: 0x7F, count: count)
        bytes[place] = 0x80
        // SAFETY: the address has the bytes.
        unsafe guarded.show(bytes) { unsafe #expect(!Memory.isASCII($0, count)) }
      }
    }
  }
}
