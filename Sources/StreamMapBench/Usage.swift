/// The output of `--help` and `--list`.
enum Usage {
  static let help = """
    Measures how fast JSON Lines in memory are mapped into Swift models: by StreamMap over yajl and
    over its structural index, by yajl alone, and by Foundation.

    Usage: StreamMapBench [--all] [--workload NAME]... [--contender NAME]... [option]...

    Without options: six workloads of \(Options.defaultSize / 1_000_000) MB, seven contenders, and six of them as bars: the speed
    over all workloads together. With --table, --all or --contender, and for separate documents, it prints a table and a
    sentence of ratios for each workload as soon as they are measured.

    What to measure:

      --all               run every contender, not only the default ones
      --contender NAME    run only this contender; can be repeated
      --workload NAME     run only this workload; can be repeated. Only tweets, tweets-sparse, events, logs,
                          points and escapes run by default. The name scalars stands for all of
                          scalars-int, scalars-double, scalars-string, scalars-pairs, scalars-decimal and
                          scalars-url
      --size BYTES        size of each workload: \(Options.defaultSize / 1_000_000)MB (default), 1GB, 10MiB, 500000. A spaced workload has
                          as many records as the compact one, and so more bytes
      --seed N            seed of the generated records (default 1)
      --data FILE         read this JSON Lines file instead of generating records; --workload NAME
                          defines the fields to map
      --runs N            timed runs of each contender (default \(Runs.standard.rounds), and \(Runs.standard.slow) of the slow contenders
                          \(Contender.slowNames.joined(separator: ", ")))

    Where the results go:

      --table             print a table for each workload instead of the bars
      --json FILE         also write the results to FILE as a JSON array
      --html FILE         also write the results to FILE as a page with charts
      --from FILE         measure nothing: show the results that --json wrote to FILE. --table adds whether the
                          required ratios are reached; --html FILE writes the page
      --readme            with --from: print the table of Benchmarks/RESULTS.md

    Other tasks:

      --write FILE        write the records of one workload to FILE, without measuring
      --worker            hold the records of one workload and make a pass for each line of standard
                          input, 'check CONTENDER' or 'time CONTENDER'; answer with a line of JSON.
                          Other programs use this to interleave their contenders with these
      --soak BYTES        map BYTES of events through a pipe, with a malformed record at the end. Fails if
                          a record is lost, if the error has a wrong offset, or if the process holds more
                          than 64 MiB. Beyond 4294MB, offsets need more than 32 bits
      --list              list the workloads and contenders
      --help              print this help

    Scripts/bench --peers compares with other programs and libraries; see Scripts/bench --peers --help.

    Contenders that run by default:

      yajl-noop          yajl with callbacks that do nothing: the upper bound for any mapper over yajl
      yajl               StreamMap over yajl, one record at a time
      index-full         StreamMap over the structural index, with full validation
      codable            StreamMap over the structural index, with a Decodable model
      yajl-tree          yajl's own tree; written-out code reads the values
      JSONSerialization  Foundation's dictionaries; written-out code reads the values
      JSONDecoder        Foundation, with the same Decodable model as codable

    Contenders of --all:

      index-mapped       as index-full, but validates only the encoding and the mapped values
      index-borrowed     as index-mapped; the strings of the model borrow the bytes of the record
      index-untagged     as index-full, without a discriminator: one model for all types of events; orders only
      columns-mapped, columns-full
                         StreamMap into batches of 4,096 rows in Arrow's columns; tweets and logs only
      class              as index-mapped; the model is a class
      file               StreamMap with default options, from opening the file to the last record
      workers-1, workers-2
                         as file, with forEach(workers:) and one or two workers
      objectmapper-dialect, genome-dialect, alter-dialect, dynamicmapper-dialect, tinymapping-dialect
                         StreamMap with unchanged models of these libraries; tweets and logs only
      encode             StreamMap, models to JSON with their mapping
      codable-encode     StreamMap, Encodable models to JSON
      JSONEncoder        Foundation, the same Encodable models; the MB/s of these three are of the
                         JSON written
      memory             reads every byte and nothing else: the upper bound for any contender of one thread
      gzip               as file, from a gzip file; tweets only; MB/s are of the decompressed text
      inflate            zlib alone on the same gzip file: the upper bound for gzip

    Contenders of the workloads small, scalars, document and probing. Each line is one document, and all of them run by
    default:

      codable, JSONDecoder
                         StreamMap and Foundation, decode(_:from:); one decoder for all documents
      codable-encode, JSONEncoder
                         StreamMap and Foundation, encode(_:); one encoder for all documents
      codable-new, JSONDecoder-new, codable-encode-new, JSONEncoder-new
                         the same with a new decoder or encoder for each document; small only

    Method: all contenders of a workload read the same bytes in one process. Each makes a warm-up run and a
    run that counts allocations and memory. The timed runs are interleaved: one run of each contender, then
    the next. The program fails if two contenders mapped different values. The columns:

      MB/s        10^6 bytes per second; median of the timed runs
      min-max     MB/s of the slowest and of the fastest run
      ns/record   nanoseconds per record; median of the timed runs
      allocs/rec  heap allocations (malloc, calloc, realloc and similar) per record; when scalars-decimal is
                  decoded, with about 16 for each number that the checksum makes
      peak        growth of the peak resident memory of the process during one run, in MB
      vs JSONDec  speed as a multiple of the speed of JSONDecoder; for a contender that writes, of JSONEncoder;
                  for one whose name ends in -new, of the same with -new
      time/JSONDec
                  the inverse: time as a multiple of the time of that contender (small, scalars, document,
                  probing)
      validates   full: RFC 8259 in well-formed UTF-8; mapped: the encoding and the syntax of the mapped
                  values; yajl: what yajl itself checks, which is less than full; nothing: parses no JSON;
                  writes: writes JSON
      runs        number of timed runs
      checksum    of all mapped values; equal checksums mean equal values

    Examples:

      StreamMapBench
      StreamMapBench --workload tweets --workload logs --all
      StreamMapBench --workload small --workload scalars --workload document --runs 9
      StreamMapBench --size 256MB --runs 11 --contender yajl-noop --contender yajl
      StreamMapBench --data tweets.jsonl --workload tweets --json results.json --html results.html
      StreamMapBench --workload events --size 1GB --write events.jsonl
      StreamMapBench --soak 5GB
    """

  static var list: String {
    let width = Workload.all.map(\.name.count).max() ?? 0
    let workloads = Workload.all.map { workload in
      "  " + workload.name.padding(to: width) + "  " + workload.about
    }
    let group = "  " + Workload.scalarsName.padding(to: width) + "  all workloads that begin with scalars-"
    let contenders = Workload.contenderNames.map { name in
      "  " + name + (Contender.defaultNames.contains(name) ? " (default)" : "")
    }
    return (["Workloads:"] + workloads + [group, "", "Contenders:"] + contenders).joined(separator: "\n")
  }
}
