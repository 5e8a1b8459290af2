import Testing

@testable import StreamMap
@testable import TestSupport

/// Numbers whose digits are read all at once, compared with digits read one by one.
@Suite struct PlainDecimalTests {
  /// Bytes around the text must not matter. The sixteen bytes before it are examined.
  static func read(_ text: String, before: UInt8, behind: UInt8) -> Double? {
    let bytes = Array(text.utf8)
    let lead = [UInt8](repeating: before, count: Literal.lead)
    let padding = [UInt8](repeating: behind, count: Literal.padding)
    return unsafe (lead + bytes + padding).withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return nil }
      // SAFETY: lead and padding are around the text.
      return unsafe NumberText.plainDouble(start + lead.count, bytes.count)
    }
  }

  static let neighbours = Array("09.-,[ \u{0}".utf8)

  @Test(arguments: [
    "0.0", "1.5", "-1.5", "0.1", "-0.0", "123456789.125", "12.3456789012345", "0.000000000000001",
    "9007199254.740992", "1", "0", "-7", "1234567890123456", "900719925474099.2", "42.00",
  ])
  func readsShortNumbers(_ text: String) throws {
    let expected = try #require(Double(text))
    for before in Self.neighbours {
      for behind in Self.neighbours {
        let value = Self.read(text, before: before, behind: behind)
        #expect(value?.bitPattern == expected.bitPattern)
      }
    }
  }

  @Test(arguments: [
    "", "-", ".", "1.", ".5", "-.5", "1..2", "1.2.3", "01", "01.5", "00", "-01.5", "1e5", "1.5e3", "1 ", " 1",
    "1/2", "1:2", "--1", "+1", "1-", "1.5-", "12345678901234567", "1234567890.12345678", "x", "1,2", "1.5,2",
    "99999999999999999", "9007199254740993", "999999999999999.9",
  ])
  func leavesOthers(_ text: String) {
    for before in Self.neighbours {
      for behind in Self.neighbours { #expect(Self.read(text, before: before, behind: behind) == nil) }
    }
  }

  /// Texts of number characters. Each result must be the number of that text, and every short decimal must give a
  /// result.
  @Test func agreesWithTheOtherReader() {
    var random = SeededRandom(seed: SeededRandom.seed)
    let characters = Array("0123456789.-e 0123456789".utf8)
    var read = 0
    for _ in 0..<200_000 {
      let count = 1 + random.below(19)
      var bytes = (0..<count).map { _ in characters[random.below(10)] }
      for _ in 0..<random.below(3) { bytes[random.below(count)] = random.pick(characters) }
      let text = String(decoding: bytes, as: UTF8.self)
      let behind = random.pick(Self.neighbours)
      guard let value = Self.read(text, before: behind, behind: behind) else { continue }
      read += 1
      let exact = unsafe bytes.withUnsafeBufferPointer { buffer -> Double? in
        guard let start = buffer.baseAddress else { return nil }
        // SAFETY: the buffer's own bytes.
        return unsafe NumberText.nearestDouble(start, buffer.count)
      }
      #expect(value.bitPattern == exact?.bitPattern, "\(text), \(SeededRandom.again)")
    }
    #expect(read > 20_000)
  }
}
