// State: the random number generator and the clock of the log, which is monotonic.

/// Flat records of about 230 bytes; every value is mapped.
struct LogGenerator: RecordGenerator {
  private var random: SplitMix64
  private var milliseconds = 0
  private var levels = Deck(
    repeating([("info" as StaticString, 80), ("debug", 10), ("warning", 7), ("error", 3)]))
  private var traced = Deck(9, of: 10)

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func append(to out: inout LineWriter) {
    milliseconds += random.within(1...40)
    out.raw(#"{"ts":"2025-03-"#)
    out.digits(milliseconds / 86_400_000 % 31 + 1, width: 2)
    out.raw("T")
    out.digits(milliseconds / 3_600_000 % 24, width: 2)
    out.raw(":")
    out.digits(milliseconds / 60_000 % 60, width: 2)
    out.raw(":")
    out.digits(milliseconds / 1_000 % 60, width: 2)
    out.raw(".")
    out.digits(milliseconds % 1_000, width: 3)
    out.raw(#"Z","level":""#)
    out.raw(levels.draw(&random))
    out.raw(#"","service":""#)
    out.raw(random.pick(Vocabulary.services))
    out.raw(#"","host":"node-"#)
    out.digits(random.below(500), width: 3)
    out.raw(#".eu.example","trace_id":"#)
    if traced.draw(&random) {
      out.raw(#"""#)
      out.hex(32, &random)
      out.raw(#"""#)
    } else {
      out.raw("null")
    }
    out.raw(#","latency_ms":"#)
    out.integer(random.counter(upTo: 4_000))
    out.raw(".")
    out.digits(random.below(1_000), width: 3)
    let status = random.pick([200, 200, 200, 200, 201, 204, 304, 404, 500])
    out.raw(#","status":"#)
    out.integer(status)
    out.raw(#","bytes":"#)
    out.integer(random.counter(upTo: 2_000_000))
    out.raw(#","path":"/v2/"#)
    out.raw(random.pick(Vocabulary.paths))
    out.raw("/")
    out.integer(random.below(10_000_000))
    out.raw("/")
    out.raw(random.pick(Vocabulary.paths))
    out.raw(#"","ok":"#)
    out.bool(status < 400)
    out.raw("}")
  }
}
