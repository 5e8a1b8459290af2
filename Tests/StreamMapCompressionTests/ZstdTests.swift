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

  @Test("accepts a 128 MiB window, and rejects larger ones with their size")
  func window() throws {
    #expect(Outcome(Zstd.frame(windowLog: 27), .zstd).kind == nil)
    let needs = "a frame needs a window of "
    for (log, mantissa, size, remedy) in [
      (28, 0, "256 MiB", "1 << 28"), (27, 1, "144 MiB", "1 << 28"), (30, 7, "1920 MiB", "1 << 31"),
      (31, 0, "2 GiB", "1 << 31"),
    ] as [(UInt8, UInt8, String, String)] {
      let frame = Zstd.frame(windowLog: log, mantissa: mantissa, Texts.line)
      let outcome = Outcome(Self.frame + frame, .zstd)
      #expect(outcome.bytes == Texts.line)
      #expect(outcome.kind == .io && outcome.offset == Self.frame.count)
      let message = "\(needs)\(size), and at most 128 MiB are allowed: allow it with .zstd(window: \(remedy))"
      #expect(outcome.message?.contains(message) == true, "\(outcome)")
      #expect(try Outcome(byteByByte: Self.frame + frame, .zstd) == outcome)
    }
    let tooLarge = Outcome(Zstd.frame(windowLog: 32), .zstd(window: 2 << 30))
    #expect(tooLarge.message?.contains("\(needs)4 GiB, and at most 2 GiB are allowed: libzstd takes") == true)
  }

  @Test("reads frames with larger windows if they are allowed")
  func largeWindows() throws {
    let frames = Zstd.frame(windowLog: 31, Texts.line) + Zstd.frame(windowLog: 30, mantissa: 7, Texts.line)
    for decompression in [Decompression.zstd(window: 2 << 30), .automatic(zstdWindow: .max)] {
      let outcome = Outcome(frames, decompression)
      #expect(outcome.kind == nil && outcome.bytes == Texts.line + Texts.line)
      #expect(try Outcome(byteByByte: frames, decompression) == outcome)
    }
    let smaller = Outcome(Zstd.frame(windowLog: 11), .zstd(window: 1_025))
    #expect(smaller.kind == nil)
    let smallest = Outcome(Zstd.frame(windowLog: 11), .zstd(window: 0))
    #expect(smallest.message?.contains("2 KiB, and at most 1 KiB are allowed") == true)
  }

  @Test("reports the size of a single segment", arguments: [3_000, 300_000])
  func singleSegment(count: Int) {
    let frame = Zstd(hasChecksum: false).compress(Texts.noise(count))
    let outcome = Outcome(frame, .zstd(window: 1 << 10))
    #expect(frame[4] & 0x20 != 0, "a frame whose window is its content")
    #expect(outcome.message?.contains("a window of \(count) bytes, and at most 1 KiB") == true, "\(outcome)")
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
