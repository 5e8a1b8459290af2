import Foundation
import Testing

/// SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
///
/// Random tests print the seed with every failure. `STREAMMAP_SEED=<number>` runs them again with that seed, and
/// `STREAMMAP_SEED=random` with a new one each time.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// Returns a number in `0..<bound`. The bias does not matter at these bounds, and the arithmetic is fast in debug
  /// builds.
  mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: (next() >> 33) % UInt64(bound))
  }

  /// Returns true `count` times in `outOf`.
  mutating func chance(_ count: Int, outOf: Int) -> Bool { below(outOf) < count }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// The command to repeat the run.
  static var again: String { "STREAMMAP_SEED=\(seed)" }

  /// The seed of this run.
  static let seed: UInt64 = {
    switch ProcessInfo.processInfo.environment["STREAMMAP_SEED"] {
    case "random": UInt64.random(in: 1...UInt64(UInt32.max))
    case .some(let text): UInt64(text) ?? 20_110_419
    case nil: 20_110_419
    }
  }()

  /// Runs a test several times, each time with other random numbers.
  static func run(rounds: Int, _ body: (inout SeededRandom) throws -> Void) throws {
    for round in 0..<rounds {
      var random = SeededRandom(seed: seed &+ UInt64(round))
      do { try body(&random) } catch { Issue.record("round \(round), \(again): \(error)") }
    }
  }
}
