/// Checks of option combinations.
extension Options {
  /// Throws if two options exclude each other or if a required option is missing.
  ///
  /// - Parameter isSized: Whether `--size` is present, even with the default value.
  func check(isSized: Bool) throws(UsageError) {
    if soak != nil {
      try checkOnly(isSized: isSized, "--soak cannot be combined with options other than --seed") { alone in
        (alone.soak, alone.seed) = (soak, seed)
      }
    }
    if from != nil {
      try checkOnly(
        isSized: isSized, "--from cannot be combined with options other than --table, --html and --readme"
      ) { alone in
        (alone.from, alone.isTable, alone.html, alone.isReadme) = (from, isTable, html, isReadme)
      }
    } else if isReadme {
      throw UsageError(description: "--readme requires the results of an earlier run: add --from FILE")
    }
    if isAll, !contenders.isEmpty {
      throw UsageError(description: "--all selects every contender: remove --all or --contender")
    }
    try checkData(isSized: isSized)
    if write != nil {
      if workloads.count != 1 {
        throw UsageError(description: "--write requires exactly one workload: add one --workload NAME")
      }
      if data != nil || json != nil || html != nil || isTable || isWorker || isAll || !contenders.isEmpty {
        throw UsageError(
          description:
            "--write measures nothing: remove --data, --json, --html, --table, --worker, --all and --contender"
        )
      }
    }
    if isWorker {
      if workloads.count != 1 {
        throw UsageError(description: "--worker requires exactly one workload: add one --workload NAME")
      }
      if json != nil || html != nil || isTable || isAll || !contenders.isEmpty || runs != nil {
        throw UsageError(
          description: """
            --worker reads its passes from standard input: remove --json, --html, --table, --all, --contender \
            and --runs
            """)
      }
    }
  }

  private func checkData(isSized: Bool) throws(UsageError) {
    guard data != nil else { return }
    if workloads.isEmpty {
      throw UsageError(
        description: "--data requires a workload, which defines the fields to map: add --workload NAME")
    }
    if isSized {
      throw UsageError(description: "--data reads the whole file: remove --size")
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
