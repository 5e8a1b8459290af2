@testable import TestSupport

/// Plain texts to compress.
enum Texts {
  static let line = Array("{\"id\":1,\"name\":\"one\"}\n".utf8)

  /// Lines of about 40 bytes, all different.
  static func lines(_ count: Int, from first: Int = 0) -> [UInt8] {
    Array(
      (first..<(first + count)).map { "{\"id\":\($0),\"name\":\"name \($0 &* 2_654_435_761)\"}\n" }.joined()
        .utf8)
  }

  /// Incompressible bytes.
  static func noise(_ count: Int) -> [UInt8] {
    var random = SeededRandom(seed: 7)
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }
}
