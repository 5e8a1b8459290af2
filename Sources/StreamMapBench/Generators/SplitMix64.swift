// State: one 64-bit counter; equal seeds give equal sequences on every machine.

/// SplitMix64 by Steele, Lea and Flood (OOPSLA 2014), the only random number generator of the benchmark.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number from 0 to `limit`, exclusive. `limit` is positive.
  mutating func below(_ limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(limit)).high)
  }

  mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// Returns a count like those of social networks: each order of magnitude up to `limit` is equally likely.
  mutating func counter(upTo limit: Int) -> Int {
    below(1 << within(1...(Int.bitWidth - limit.leadingZeroBitCount))) % (limit + 1)
  }

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[below(choices.count)]
  }
}
