import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Search for a text in another")
struct TextSearchTests {
  /// With two letters, most patterns have beginnings that occur again in them.
  @Test("finds each pattern of two letters wherever it occurs")
  func twoLetters() {
    var random = SeededRandom(seed: SeededRandom.seed)
    for _ in 0..<Effort.documents {
      func text(_ count: Int) -> [UInt8] { (0..<count).map { _ in random.pick([0x61, 0x62]) } }
      let (pattern, searched) = (text(random.below(9)), text(random.below(25)))
      let occurs = (0...searched.count).contains { searched[$0...].starts(with: pattern) }
      #expect(
        TextSearch(pattern).occurs(in: searched.span) == occurs,
        "\(String(decoding: pattern, as: UTF8.self)) in \(String(decoding: searched, as: UTF8.self)), \(SeededRandom.again)"
      )
    }
  }
}
