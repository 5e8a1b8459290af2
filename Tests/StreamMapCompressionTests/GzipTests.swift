import TestSupport
import CompressedInputs
import StreamMapCompression
import Testing

@testable import StreamMap

/// The behaviour of gzip alone.
@Suite("gzip")
struct GzipTests {
  static let member = Gzip().compress(Texts.line)

  /// All header fields, or some.
  static let headers: [Gzip] = (0..<32).map {
    Gzip(
      isText: $0 & 1 != 0, extra: $0 & 2 == 0 ? nil : [65, 112, 4, 0, 0x1F, 0x8B, 0, 255],
      name: $0 & 4 == 0 ? nil : "räume.json",
      comment: $0 & 8 == 0 ? nil : "", hasHeaderChecksum: $0 & 16 != 0)
  }

  @Test("header fields: text, extra, name, comment, checksum", .feature("44"))
  func headerFields() throws {
    for header in Self.headers {
      let compressed = header.compress(Texts.line) + header.compress(Texts.line)
      let outcome = Outcome(compressed, .gzip)
      #expect(outcome.kind == nil && outcome.bytes == Texts.line + Texts.line, "\(header): \(outcome)")
      #expect(try Outcome(byteByByte: compressed, .gzip) == outcome)
    }
  }

  @Test("reports a wrong header checksum without output of the member")
  func headerChecksum() {
    let header = Gzip(name: "a", hasHeaderChecksum: true)
    var second = header.compress(Texts.line)
    second[10] ^= 1
    let outcome = Outcome(Self.member + second, .gzip)
    #expect(outcome.bytes == Texts.line)
    #expect(outcome.kind == .io)
    #expect(outcome.offset == Self.member.count + header.header.count)
    #expect(outcome.message?.contains("header crc mismatch") == true)
  }

  @Test("reads an extra field of 65535 bytes")
  func longExtraField() {
    let compressed = Gzip(extra: [UInt8](repeating: 31, count: 65_535)).compress(Texts.line)
    #expect(Outcome(compressed, .gzip).bytes == Texts.line)
  }

  @Test(
    "ignores zeros after the last member, like gzip(1)", .feature("44"),
    arguments: [1, 2, 3, 511, 300_000])
  func zeros(_ count: Int) {
    let outcome = Outcome(Self.member + [UInt8](repeating: 0, count: count), .gzip)
    #expect(outcome.kind == nil)
    #expect(outcome.bytes == Texts.line)
  }

  @Test("reports other data after the last member, after its text", .feature("44"))
  func garbage() throws {
    let garbage: [([UInt8], offset: Int)] = [
      ([10], 0), ([0x1F, 0x1F], 0), ([0x1F, 0], 0), (Array("{}".utf8), 0), ([0, 1], 1),
      ([0, 0, 0] + Self.member, 3),
      ([UInt8](repeating: 0, count: 200_000) + [7], 200_000),
    ]
    for (bytes, offset) in garbage {
      let compressed = Self.member + bytes
      let outcome = Outcome(compressed, .gzip)
      #expect(outcome.bytes == Texts.line)
      #expect(
        outcome.kind == .io && outcome.offset == Self.member.count + offset, "\(bytes.prefix(9)): \(outcome)")
      #expect(outcome.message?.contains("remove them") == true)
      if bytes.count < 100 { #expect(try Outcome(byteByByte: compressed, .gzip) == outcome) }
    }
    // Data that could have become a member.
    let outcome = Outcome(Self.member + [0x1F], .gzip)
    #expect(outcome.bytes == Texts.line)
    #expect(outcome.kind == .truncated && outcome.offset == Self.member.count + 1)
  }

  @Test(
    "reports a wrong checksum or length after the text",
    arguments: [("data", -8), ("length", -4)])
  func trailer(_ what: String, _ place: Int) {
    var compressed = Self.member
    compressed[compressed.count + place] ^= 1
    let outcome = Outcome(compressed, .gzip)
    #expect(outcome.bytes == Texts.line)
    #expect(outcome.kind == .io && outcome.offset == compressed.count + place + 4)
    #expect(outcome.message?.contains("incorrect \(what) check") == true)
  }

  @Test("reports another compression method in the header")
  func method() {
    var compressed = Self.member
    compressed[2] = 7
    let outcome = Outcome(compressed, .gzip)
    #expect(outcome.kind == .io && outcome.bytes.isEmpty)
    #expect(outcome.message?.contains("unknown compression method") == true, "\(outcome)")
  }
}
