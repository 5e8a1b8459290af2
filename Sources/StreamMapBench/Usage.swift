/// What `--help` and `--list` print.
enum Usage {
  static let help = """
    Measures StreamMap and its rivals over JSON Lines in memory.

    Usage: StreamMapBench [--size BYTES] [--workload NAME]... [--contender NAME]... [option]...

      --size BYTES        bytes of each workload: 64MB (the default), 256MB, 1GB, 10MiB, 500000; a
                          spaced one has as many records, and so more bytes
      --data FILE         take this JSON Lines file instead of made-up records; --workload says whose
                          fields to map
      --workload NAME     only this workload; may be given again; without it the compact ones: those
                          whose names end in -spaced run when they are named
      --contender NAME    only this contender; may be given again
      --runs N            timed runs of each contender, of which the median counts
                          (default \(Options.defaultRuns))
      --seed N            seed of the made-up records (default 1)
      --json FILE         also write the results to FILE, as an array of objects
      --html FILE         also write the results to FILE, as a page with charts
      --from FILE         measure nothing: show what --json wrote to FILE, and the ratios that StreamMap
                          is held to; --html makes the page of it
      --readme            with --from: the table as README.md has it
      --write FILE        write the made-up records of one workload to FILE, and measure nothing
      --worker            hold the records of one workload; for each line of standard input, which is
                          'check CONTENDER' or 'time CONTENDER', make a pass and answer with a line of
                          JSON, as at the start: other programs can so take turns with these contenders
      --soak BYTES        map that many bytes of events through a pipe, a bad record at their end: fails
                          if one is lost, if the error is told at a wrong offset, or if the process
                          ever holds more than 64 MiB; beyond 4294MB offsets take more than 32 bits
      --list              name the workloads and contenders
      --help              this

    Scripts/bench --peers races the contenders against programs outside Swift; it has a --help of its own.

    The contenders:

      index-mapped       StreamMap over the structural index, which checks what is mapped
      index-full         the same, which checks everything
      index-borrowed     as index-mapped, the model's strings views of the record
      class              as index-mapped, the model a class
      yajl               StreamMap over yajl, a record at a time
      file               StreamMap by default, from opening the file to its end
      workers-1, workers-2
                         as file, by forEach(workers:) with one thread that reads and with two
      codable            StreamMap with a Decodable model, as JSONDecoder has it
      objectmapper-dialect, genome-dialect, alter-dialect, dynamicmapper-dialect, tinymapping-dialect
                         StreamMap with the models of these libraries, as they are; tweets and logs
      gzip               as file, of a file that gzip has compressed; tweets alone, MB/s are of the plain text
      inflate            zlib alone, the same file decompressed: the ceiling of gzip
      yajl-noop          yajl with callbacks that do nothing: the ceiling of what rests on it
      yajl-tree          yajl's own tree, the values taken out by hand
      JSONDecoder, JSONSerialization    Foundation's
      encode             StreamMap, models back to JSON by their mapping
      codable-encode     StreamMap, Encodable models back to JSON, as JSONEncoder has them
      JSONEncoder        Foundation's, the same models; of all three, MB/s are of what they write

    The contenders of a workload take turns within this process: a warm-up each, a run each that counts
    allocations and memory, then the timed runs. Every contender gets the same bytes, and the program fails
    if two of them mapped different values. The columns:

      MB/s        10^6 bytes a second, from the median of the runs
      min-max     the same, of the slowest and of the fastest run
      ns/record   the same, a record
      allocs/rec  calls to malloc, calloc, realloc and their kin, a record
      peak        growth of the process's peak resident memory during one run, in MB
      vs JSONDec  speed as a multiple of JSONDecoder's; of what writes, as a multiple of JSONEncoder's
      validates   what of a record's syntax is checked: full, or what is mapped, or what yajl checks by
                  itself
      checksum    of all mapped values; a contender that maps nothing has none

    Examples:

      StreamMapBench
      StreamMapBench --size 256MB --workload tweets --workload logs
      StreamMapBench --workload events --size 1GB --write events.jsonl
      StreamMapBench --soak 5GB
      StreamMapBench --data tweets.jsonl --workload tweets --json results.json --html results.html
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
