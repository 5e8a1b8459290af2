/// What `--help` and `--list` print.
enum Usage {
  static let help = """
    Measures StreamMap and its rivals over JSON Lines in memory.

    Usage: StreamMapBench [--size BYTES] [--workload NAME]... [--contender NAME]... [option]...

      --size BYTES        bytes of each workload: 64MB (the default), 256MB, 1GB, 10MiB, 500000
      --data FILE         take this JSON Lines file instead of made-up records; --workload says whose
                          fields to map
      --workload NAME     only this workload; may be given again
      --contender NAME    only this contender; may be given again
      --runs N            timed runs of each contender, of which the median counts
                          (default \(Options.defaultRuns))
      --seed N            seed of the made-up records (default 1)
      --json FILE         also write the results to FILE, as an array of objects
      --write FILE        write the made-up records of one workload to FILE, and measure nothing
      --soak BYTES        map that many bytes of events through a pipe, a bad record at their end: fails
                          if one is lost, if the error is told at a wrong offset, or if the process
                          ever holds more than 64 MiB; beyond 4294MB offsets take more than 32 bits
      --list              name the workloads and contenders
      --help              this

    The contenders of a workload take turns within this process: a warm-up each, a run each that counts
    allocations and memory, then the timed runs. Every contender gets the same bytes, and the program fails
    if two of them mapped different values. The columns:

      MB/s        10^6 bytes a second, from the median of the runs
      ns/record   the same, a record
      allocs/rec  calls to malloc, calloc, realloc and their kin, a record
      peak        growth of the process's peak resident memory during one run, in MB
      vs JSONDec  speed as a multiple of JSONDecoder's
      validates   what of a record's syntax is checked: full, or what yajl checks by itself
      checksum    of all mapped values; a contender that maps nothing has none

    Examples:

      StreamMapBench
      StreamMapBench --size 256MB --workload tweets --workload logs
      StreamMapBench --workload events --size 1GB --write events.jsonl
      StreamMapBench --soak 5GB
      StreamMapBench --data tweets.jsonl --workload tweets --json results.json
    """

  static var list: String {
    let width = Workload.all.map(\.name.count).max() ?? 0
    let workloads = Workload.all.map { workload in
      "  " + workload.name.padding(to: width) + "  " + workload.about
    }
    return (["Workloads:"] + workloads + ["", "Contenders:"] + Workload.contenderNames.map { "  " + $0 })
      .joined(separator: "\n")
  }
}
