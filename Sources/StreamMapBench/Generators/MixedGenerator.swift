// State: the generators of the records.

/// Documents of 0.6 MB: an array of tweets, events, log lines and tracks in turn.
struct MixedGenerator: RecordGenerator {
  private var generators: [any RecordGenerator]
  private static let size = 600_000

  init(seed: UInt64) {
    generators = [
      TweetGenerator(seed: seed), EventGenerator(seed: seed), LogGenerator(seed: seed),
      PointGenerator(seed: seed),
    ]
  }

  mutating func append(to out: inout LineWriter) {
    let end = out.count + Self.size
    out.raw("[")
    while true {
      for index in generators.indices {
        if index > 0 { out.raw(",") }
        generators[index].append(to: &out)
      }
      if out.count >= end { break }
      out.raw(",")
    }
    out.raw("]")
  }
}
