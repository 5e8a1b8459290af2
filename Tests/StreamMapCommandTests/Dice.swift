// Chance that can be had again.

import Foundation

/// SplitMix64, from the seed that STREAMMAP_SEED has, or `random`.
struct Dice: RandomNumberGenerator {
  static let seed: UInt64 = {
    let text = ProcessInfo.processInfo.environment["STREAMMAP_SEED"]
    return text == "random" ? .random(in: 1...(.max)) : text.flatMap { UInt64($0) } ?? 20_110_419
  }()

  private var state: UInt64

  /// The numbers of a round of a test.
  init(round: Int) { state = Self.seed &+ UInt64(round) &* 0xD1B5_4A32_D192_ED03 }

  mutating func next() -> UInt64 { MixedLines.next(&state) }

  /// Others, so that what is made with them changes nothing behind.
  mutating func fork() -> Dice {
    var dice = self
    dice.state = next()
    return dice
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  /// Of any order of magnitude, from 1.
  mutating func size(upTo bits: Int) -> Int { number(1...(1 << number(0...bits))) }

  mutating func one<Value>(of values: [Value]) -> Value { values[number(0...(values.count - 1))] }
}
