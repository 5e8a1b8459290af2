// Reproducible random numbers.

import Foundation

/// SplitMix64 with the seed in STREAMMAP_SEED, or `random`.
struct SeededGenerator: RandomNumberGenerator {
  static let seed: UInt64 = {
    let text = ProcessInfo.processInfo.environment["STREAMMAP_SEED"]
    return text == "random" ? .random(in: 1...(.max)) : text.flatMap { UInt64($0) } ?? 20_110_419
  }()

  private var state: UInt64

  /// The random numbers for a round of a test.
  init(round: Int) { state = Self.seed &+ UInt64(round) &* 0xD1B5_4A32_D192_ED03 }

  mutating func next() -> UInt64 { MixedLines.next(&state) }

  /// A separate generator, so that its use does not change later numbers.
  mutating func fork() -> SeededGenerator {
    var dice = self
    dice.state = next()
    return dice
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  /// A number of any order of magnitude, from 1.
  mutating func size(upTo bits: Int) -> Int { number(1...(1 << number(0...bits))) }

  mutating func one<Value>(of values: [Value]) -> Value { values[number(0...(values.count - 1))] }
}
