import TestSupport
import CompressedInputs
import StreamMapCompression
import Testing

@testable import StreamMap

/// The behaviour of zstd alone.
@Suite("zstd")
struct ZstdTests {
  static let frame = Zstd().compress(Texts.line)

  @Test("reads frames with and without checksum and size", .feature("44"))
  func kinds() throws {
    for hasChecksum in [false, true] {
      for hasContentSize in [false, true] {
        let zstd = Zstd(hasChecksum: hasChecksum, hasContentSize: hasContentSize)
        let compressed = zstd.compress(Texts.line) + zstd.compress(Texts.lines(9_000)) + zstd.compress([])
        let outcome = Outcome(compressed, .zstd)
        #expect(outcome.kind == nil && outcome.bytes == Texts.line + Texts.lines(9_000))
        #expect(try Outcome(byteByByte: compressed, .zstd) == outcome)
      }
    }
  }

  @Test("skips skippable frames of every kind in any position", .feature("44"))
  func skippableFrames() throws {
    for kind: UInt8 in 0..<16 {
      for bytes in [[], [0x28, 0xB5, 0x2F, 0xFD], Texts.noise(300_000)] {
        let skippable = Zstd.skippable(bytes, kind: kind)
        let compressed = skippable + Self.frame + skippable + skippable + Self.frame + skippable
        let outcome = Outcome(compressed, .automatic)
        #expect(outcome.kind == nil && outcome.bytes == Texts.line + Texts.line, "kind \(kind): \(outcome)")
        if bytes.count < 100 { #expect(try Outcome(byteByByte: compressed, .automatic) == outcome) }
        let cut = Outcome(Array(compressed.dropLast()), .automatic)
        #expect(cut.kind == .truncated && cut.bytes == outcome.bytes)
      }
    }
  }

  @Test("reports a wrong checksum after the text")
  func checksum() {
    var compressed = Zstd().compress(Texts.lines(9_000))
    compressed[compressed.count - 1] ^= 1
    let outcome = Outcome(compressed, .zstd)
    #expect(outcome.bytes == Texts.lines(9_000))
    #expect(outcome.kind == .io)
    #expect(outcome.message?.contains("checksum") == true, "\(outcome)")
  }

  @Test("accepts a 128 MiB window, and rejects larger ones")
  func window() {
    // The header with its window, and an empty last block.
    func frame(windowLog: UInt8) -> [UInt8] { [0x28, 0xB5, 0x2F, 0xFD, 0, (windowLog - 10) << 3, 1, 0, 0] }
    #expect(Outcome(frame(windowLog: 27), .zstd).kind == nil)
    let outcome = Outcome(Self.frame + frame(windowLog: 28), .zstd)
    #expect(outcome.bytes == Texts.line)
    #expect(outcome.kind == .io && outcome.offset == Self.frame.count)
    #expect(outcome.message?.contains("zstd -d --memory") == true, "\(outcome)")
  }

  @Test("a required dictionary is an error with a remedy")
  func dictionary() {
    let outcome = Outcome([0x28, 0xB5, 0x2F, 0xFD, 1, 0, 77, 1, 0, 0], .zstd)
    #expect(outcome.kind == .io && outcome.offset == 0)
    #expect(outcome.message?.contains("zstd -d -D") == true, "\(outcome)")
  }

  @Test("reports other data after the last frame")
  func garbage() throws {
    for garbage in [
      [10], Array("garbage".utf8), [0x28, 0xB5, 0x2F, 0xFC, 0], Gzip().compress(Texts.line),
      [UInt8](repeating: 0, count: 9),
    ] {
      let outcome = Outcome(Self.frame + garbage, .automatic)
      #expect(outcome.bytes == Texts.line)
      #expect(outcome.kind == .io && outcome.offset == Self.frame.count)
      #expect(outcome.message?.contains("remove them") == true)
      #expect(try Outcome(byteByByte: Self.frame + garbage, .automatic) == outcome)
    }
  }
}
