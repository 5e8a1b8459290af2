// State: the random number generator.

/// Records of sixty members in any order, half of them wanted. Some names are written with escapes, and some members have
/// names that never repeat.
struct WideGenerator: RecordGenerator {
  private var random: SplitMix64

  static let groups = [
    "cpu", "memory", "disk", "network", "request", "queue", "cache", "thread", "error", "build",
  ]
  /// The names of a group's members. Those of the first five groups are wanted.
  static let kinds = ["count", "total_bytes", "latency_p50", "latency_p99", "label", "is_stale"]
  private static let names = groups.flatMap { group in kinds.map { "\(group)_\($0)" } }
  private static let unnamed = 3

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func append(to out: inout LineWriter) {
    out.byte(UInt8(ascii: "{"))
    for (number, member) in Shuffling.shuffled(0..<Self.names.count, &random).enumerated() {
      if number > 0 { out.byte(UInt8(ascii: ",")) }
      // The last members of the last group have names that never repeat.
      if member >= Self.names.count - Self.unnamed {
        out.raw(#""id_"#)
        out.token(12, &random)
      } else {
        out.byte(UInt8(ascii: "\""))
        name(Self.names[member], &out)
      }
      out.raw(#"":"#)
      value(member % Self.kinds.count, &out)
    }
    out.byte(UInt8(ascii: "}"))
  }

  private mutating func name(_ name: String, _ out: inout LineWriter) {
    guard random.below(40) == 0 else { return out.raw(Array(name.utf8)) }
    for byte in name.utf8 {
      if byte == UInt8(ascii: "_") { out.raw(#"\u005f"#) } else { out.byte(byte) }
    }
  }

  private mutating func value(_ kind: Int, _ out: inout LineWriter) {
    switch kind {
    case 0: out.integer(random.counter(upTo: 1_000_000))
    case 1: out.integer(random.counter(upTo: 1 << 40))
    case 2, 3:
      out.integer(random.counter(upTo: 4_000))
      out.raw(".")
      out.digits(random.below(1_000), width: 3)
    case 4:
      out.byte(UInt8(ascii: "\""))
      out.raw(random.pick(Vocabulary.services))
      out.byte(UInt8(ascii: "\""))
    default: out.bool(random.below(8) == 0)
    }
  }
}
