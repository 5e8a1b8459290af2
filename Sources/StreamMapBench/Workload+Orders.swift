import StreamMap

/// The workloads whose members are in many orders. They run only if `--workload` names them.
extension Workload {
  static let otherOrders = shuffled + [mixed, wide]

  private static let shuffled = compact.filter { ["tweets", "events", "logs"].contains($0.name) }.map {
    compact in
    Workload(
      "\(compact.name)-shuffled",
      "the records of \(compact.name) with the members of each object in random order",
      of: compact, Shuffling.shuffled)
  }

  private static let mixed = Workload(
    "logs-mixed", "the records of logs as \(Producers.count) producers write them; all values mapped",
    of: logs, leavesOut: true
  ) { text, seed in
    Producers.mixed(text, members: 10, seed)
  }

  // SAFETY: a contender reads a borrowed model only during the call that passes its record.
  private static let wide = Workload(
    "wide", "1.6 KB records of 60 members in random order; 30 values mapped", generator: WideGenerator.self,
    contenders: unsafe [
      .yajl(WideRecord.self), .index("index-full", WideRecord.self, .full), .codable(WideRecord.self),
      .jsonDecoder(WideRecord.self), .index("index-mapped", WideRecord.self, .mapped),
      .index("index-borrowed", WideValues<BorrowedText>.self, .mapped),
    ])
}
