import StreamMap

/// The workloads in which 30 % of the records are rejected and skipped. They run only if `--workload` names them.
extension Workload {
  static let errors = [
    Workload(
      "logs-malformed", "the records of logs; 15 % have a syntax error, 15 % a mismatch",
      generator: BadLogGenerator<AnyErrors>.self, errors: strict),
    Workload(
      "logs-syntax-errors", "the records of logs; 30 % have a syntax error",
      generator: BadLogGenerator<SyntaxErrors>.self, errors: strict),
    Workload(
      "logs-mismatches", "the records of logs; 30 % have a mismatched value or lack a required one",
      generator: BadLogGenerator<Mismatches>.self, errors: strict + lenient),
  ]

  private static let strict: [Contender] = [
    .skipping("yajl", LogLine.self, .yajl, .full), .skipping("index-full", LogLine.self, .index, .full),
  ]

  /// These accept some malformed records, and so can be compared only if there are none.
  // SAFETY: a contender reads a borrowed model only during the call that passes its record.
  private static let lenient: [Contender] = unsafe [
    .skipping("index-mapped", LogLine.self, .index, .mapped),
    .skipping("index-borrowed", LogLineValues<BorrowedText>.self, .index, .mapped),
  ]

  private init<Generator: RecordGenerator>(
    _ name: String, _ about: String, generator: Generator.Type, errors contenders: [Contender]
  ) {
    self.init(
      name, about, generator: generator, contenders: contenders, defaultNames: contenders.map(\.name))
  }
}
