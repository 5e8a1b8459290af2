/// Which options go together.
extension Options {
  /// - Parameter isSized: Whether the size was asked for, be it the default one.
  func check(isSized: Bool) throws(UsageError) {
    if soak != nil {
      try checkOnly(isSized: isSized, "--soak runs by itself; only --seed goes with it") { alone in
        (alone.soak, alone.seed) = (soak, seed)
      }
    }
    if from != nil {
      try checkOnly(
        isSized: isSized, "--from measures nothing; only --html and --readme go with it"
      ) { alone in
        (alone.from, alone.html, alone.isReadme) = (from, html, isReadme)
      }
    } else if isReadme {
      throw UsageError(description: "--readme shows results of an earlier run: add --from FILE")
    }
    try checkData(isSized: isSized)
    if write != nil {
      if workloads.count != 1 {
        throw UsageError(description: "--write takes the records of one workload: add one --workload NAME")
      }
      if data != nil || json != nil || html != nil || isWorker || !contenders.isEmpty {
        throw UsageError(
          description:
            "--write measures nothing, so leave out --data, --json, --html, --worker and --contender")
      }
    }
    if isWorker {
      if workloads.count != 1 {
        throw UsageError(description: "--worker holds the records of one workload: add one --workload NAME")
      }
      if json != nil || html != nil || !contenders.isEmpty || runs != Self.defaultRuns {
        throw UsageError(
          description:
            "--worker is told what to run, so leave out --json, --html, --contender and --runs")
      }
    }
  }

  private func checkData(isSized: Bool) throws(UsageError) {
    guard data != nil else { return }
    if workloads.isEmpty {
      throw UsageError(
        description: "--data needs to know which fields to map: add --workload NAME (--list shows them)")
    }
    if isSized {
      throw UsageError(description: "--data takes the whole file, so leave out --size")
    }
  }

  private func checkOnly(
    isSized: Bool, _ reason: String, _ allow: (inout Options) -> Void
  ) throws(UsageError) {
    var alone = Options()
    allow(&alone)
    guard self == alone, !isSized else { throw UsageError(description: reason) }
  }
}
