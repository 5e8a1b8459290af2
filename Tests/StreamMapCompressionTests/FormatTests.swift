import CompressedInputs
import StreamMapCompression
import Testing

@testable import StreamMap
@testable import TestSupport

/// The common behaviour of both formats: members, splits, damage.
@Suite("Compressed inputs")
struct FormatTests {
  /// Two members with an empty one between them.
  static func twoMembers(_ format: Format) -> [UInt8] {
    format.compress(Texts.lines(5)) + format.compress([]) + format.compress(Texts.lines(3, from: 5), level: 1)
  }

  @Test(
    "passes through an input that is not compressed", .feature("44"),
    arguments: [
      [], [0x1F], [0x28], [0x28, 0xB5, 0x2F], [0x50, 0x2A], Array("{".utf8), Array("(x)\n".utf8), Texts.line,
    ])
  func plain(_ bytes: [UInt8]) throws {
    for decompression in [Decompression.automatic, .gzip, .zstd] {
      #expect(Outcome(bytes, decompression).bytes == bytes)
      let pieces = try Outcome(byteByByte: bytes, decompression)
      #expect(pieces.bytes == bytes)
      #expect(pieces.kind == nil)
    }
  }

  @Test("does not decompress a format that is not requested")
  func others() {
    let gzip = Format.gzip.compress(Texts.line)
    let zstd = Format.zstd.compress(Texts.line)
    #expect(Outcome(gzip, .zstd).bytes == gzip)
    #expect(Outcome(zstd, .gzip).bytes == zstd)
  }

  @Test("decompresses every level, length and kind of text", .feature("44"), arguments: Format.allCases)
  func levels(_ format: Format) {
    for bytes in [
      [], Texts.line, Texts.lines(40_000), Texts.noise(700_000), [UInt8](repeating: 32, count: 5_000_000),
    ] {
      for level: Int32 in [0, 1, 6, 9] {
        let outcome = Outcome(format.compress(bytes, level: level), .automatic)
        #expect(outcome.kind == nil)
        #expect(outcome.bytes == bytes, "level \(level), \(bytes.count) bytes")
      }
    }
  }

  @Test("decompresses many members, also empty ones", .feature("44"), arguments: Format.allCases)
  func members(_ format: Format) {
    let compressed = (0..<2_000).flatMap { format.compress($0 % 3 == 0 ? [] : Texts.lines(1, from: $0)) }
    let plain = (0..<2_000).flatMap { $0 % 3 == 0 ? [] : Texts.lines(1, from: $0) }
    #expect(Outcome(compressed, .automatic).bytes == plain)
    #expect(Outcome(compressed, .automatic, blockSize: 7).bytes == plain)
  }

  @Test("accepts every two-way split, and single bytes", .feature("44"), arguments: Format.allCases)
  func cuts(_ format: Format) throws {
    let compressed = Self.twoMembers(format)
    let whole = Outcome(compressed, .automatic)
    #expect(whole.bytes == Texts.lines(8))
    for cut in 1..<compressed.count {
      let outcome = try Outcome(pieces: [compressed[..<cut], compressed[cut...]], .automatic)
      #expect(outcome == whole, "cut at \(cut)")
    }
    #expect(try Outcome(byteByByte: compressed, .automatic) == whole)
  }

  @Test("reports truncation at any byte, except between members", .feature("44"), arguments: Format.allCases)
  func truncation(_ format: Format) throws {
    let compressed = Self.twoMembers(format)
    let first = format.compress(Texts.lines(5)).count
    let second = first + format.compress([]).count
    let plain = Texts.lines(8)
    for count in format.firstCompressed..<compressed.count {
      let outcome = Outcome(Array(compressed[..<count]), .automatic)
      #expect(plain.starts(with: outcome.bytes))
      if count == first || count == second {
        #expect(
          outcome.kind == nil && outcome.bytes == Texts.lines(5), "\(count) bytes are whole: \(outcome)")
      } else {
        #expect(outcome.kind == .truncated && outcome.offset == count, "\(count) bytes: \(outcome)")
        if count > first { #expect(outcome.bytes.starts(with: Texts.lines(5))) }
        let part = format == .zstd ? "frame" : "member"
        let name = format == .zstd ? "zstd" : "gzip"
        let place =
          count > second ? "\(part) 3" : count > first ? "\(part) 2" : "its first \(part)"
        let message = outcome.message ?? ""
        #expect(message.contains("truncated \(name): ends inside \(place), at compressed byte \(count)"))
        let whole =
          count > second
          ? "; the first 2 \(part)s, up to byte \(second), are whole:"
          : count > first ? "; the first \(part), up to byte \(first), is whole:" : "byte \(count): get"
        #expect(message.contains(whole), "\(count): \(outcome)")
      }
      #expect(try Outcome(byteByByte: Array(compressed[..<count]), .automatic) == outcome)
    }
  }

  @Test(
    "changing any byte gives the same result in any chunks", .feature("44"),
    arguments: Format.allCases)
  func damage(_ format: Format) throws {
    let compressed = Self.twoMembers(format)
    let plain = Texts.lines(8)
    var refused = 0
    for index in format.firstCompressed..<compressed.count {
      for flip: UInt8 in [0x01, 0x80, 0xFF] {
        var damaged = compressed
        damaged[index] ^= flip
        let outcome = Outcome(damaged, .automatic)
        if outcome.kind == nil {
          #expect(
            outcome.bytes == plain || format.isHarmless(outcome.bytes), "byte \(index) ^ \(flip): \(outcome)")
        } else {
          refused += 1
          #expect(outcome.kind == .io || outcome.kind == .truncated)
        }
        let byByte = try Outcome(byteByByte: damaged, .automatic)
        #expect(byByte == outcome, "byte \(index) ^ \(flip): \(byByte); at once: \(outcome)")
      }
    }
    #expect(refused > 2 * compressed.count)
  }

  @Test(
    "damage in the middle keeps all text before it", arguments: Format.allCases)
  func damageInTheMiddle(_ format: Format) throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let plain = Texts.lines(40_000)
    let compressed = format.compress(plain)
    for _ in 0..<20 {
      var damaged = compressed
      let index = random.below(compressed.count - 20) + 10
      damaged[index] ^= UInt8(1 + random.below(255))
      let outcome = Outcome(damaged, .automatic)
      #expect(outcome.kind != nil, "byte \(index), \(SeededRandom.again)")
      var pieces: [ArraySlice<UInt8>] = []
      var start = 0
      while start < damaged.count {
        let end = min(damaged.count, start + 1 + random.below(20_000))
        pieces.append(damaged[start..<end])
        start = end
      }
      #expect(try Outcome(pieces: pieces, .automatic) == outcome, "byte \(index), \(SeededRandom.again)")
    }
  }
}

extension Format {
  /// Fewer bytes are not yet a magic number, so they are plain.
  var firstCompressed: Int { self == .gzip ? 2 : 4 }

  /// Damage that zstd cannot detect: a checksum covers one frame, and a frame of another kind is skipped.
  func isHarmless(_ bytes: [UInt8]) -> Bool {
    self == .zstd && [Texts.lines(5), Texts.lines(3, from: 5)].contains(bytes)
  }
}
