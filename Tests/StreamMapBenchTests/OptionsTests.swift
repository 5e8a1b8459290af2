import Testing

@testable import StreamMapBench

@Suite struct OptionsTests {
  @Test func defaultsRunEverything() throws {
    let options = try run([])
    #expect(options == Options())
    #expect(options.size == 64_000_000)
    #expect(options.runs == 5)
    #expect(options.workloads.isEmpty && options.contenders.isEmpty)
  }

  @Test func readsEveryOption() throws {
    let options = try run([
      "--size", "10MiB", "--workload", "logs", "--workload=points", "--contender", "yajl-tree",
      "--contender", "JSONDecoder", "--runs", "3", "--seed", "9", "--json", "out.json", "--html", "out.html",
    ])
    var wanted = Options()
    wanted.size = 10 << 20
    wanted.workloads = ["logs", "points"]
    wanted.contenders = ["yajl-tree", "JSONDecoder"]
    wanted.runs = 3
    wanted.seed = 9
    wanted.json = "out.json"
    wanted.html = "out.html"
    #expect(options == wanted)
    #expect(try run(["--data", "a=b.jsonl", "--workload", "tweets"]).data == "a=b.jsonl")
    #expect(try run(["--data=a=b.jsonl", "--workload", "tweets"]).data == "a=b.jsonl")
  }

  @Test func showsEarlierResults() throws {
    let options = try run(["--from", "a.json", "--html", "a.html", "--readme"])
    var wanted = Options()
    (wanted.from, wanted.html, wanted.isReadme) = ("a.json", "a.html", true)
    #expect(options == wanted)
  }

  @Test func worksForOthers() throws {
    let options = try run(["--worker", "--workload", "logs-spaced", "--data", "a.jsonl"])
    var wanted = Options()
    (wanted.isWorker, wanted.workloads, wanted.data) = (true, ["logs-spaced"], "a.jsonl")
    #expect(options == wanted)
  }

  @Test func listsAndHelps() throws {
    #expect(try Options.parse(["--list"]) == .list)
    #expect(try Options.parse(["--help"]) == .help)
    #expect(try Options.parse(["--size", "1GB", "-h"]) == .help)
    for workload in Workload.all { #expect(Usage.list.contains(workload.name)) }
    for contender in Workload.contenderNames {
      #expect(Usage.list.contains(contender))
      #expect(Usage.help.contains(contender))
    }
  }

  @Test(arguments: [
    ("64MB", 64_000_000), ("256mb", 256_000_000), ("1GB", 1_000_000_000), ("1GiB", 1 << 30),
    ("10MiB", 10 << 20), ("3KB", 3_000), ("3KiB", 3_072), ("500000", 500_000), ("12B", 12),
  ])
  func readsSizes(text: String, bytes: Int) throws {
    #expect(try Options.size(text) == bytes)
  }

  @Test(arguments: ["", "MB", "0", "-5MB", "1.5MB", "64XB", "64M B", "99999999999GB"])
  func refusesSizes(text: String) {
    #expect(throws: Options.UsageError.self) { try Options.size(text) }
  }

  /// Each message names the remedy.
  @Test(arguments: [
    (["--frobnicate"], "unknown option '--frobnicate'; --help lists the options"),
    (["tweets"], "unknown argument 'tweets'; --help lists the options"),
    (["--size"], "--size needs a value; --help shows which"),
    (["--size="], "--size needs a value; --help shows which"),
    (["--runs", "0"], "--runs takes a whole number of at least 1, not '0'"),
    (["--seed", "-1"], "--seed takes a whole number of at least 0, not '-1'"),
    (["--readme"], "--readme shows results of an earlier run: add --from FILE"),
    (["--from", "a", "--runs", "3"], "--from measures nothing; only --html and --readme go with it"),
    (["--from", "a", "--size", "64MB"], "--from measures nothing; only --html and --readme go with it"),
    (["--worker"], "--worker holds the records of one workload: add one --workload NAME"),
    (
      ["--worker", "--workload", "logs", "--contender", "yajl"],
      "--worker is told what to run, so leave out --json, --html, --contender and --runs"
    ),
    (
      ["--data", "a", "--workload", "logs", "--size", "1MB"],
      "--data takes the whole file, so leave out --size"
    ),
    (
      ["--data", "a"],
      "--data needs to know which fields to map: add --workload NAME (--list shows them)"
    ),
    (["--write", "a"], "--write takes the records of one workload: add one --workload NAME"),
    (
      ["--write", "a", "--workload", "logs", "--workload", "points"],
      "--write takes the records of one workload: add one --workload NAME"
    ),
    (
      ["--write", "a", "--workload", "logs", "--json", "b"],
      "--write measures nothing, so leave out --data, --json, --html, --worker and --contender"
    ),
    (["--soak", "5GB", "--size", "64MB"], "--soak runs by itself; only --seed goes with it"),
    (["--soak", "5GB", "--runs", "9"], "--soak runs by itself; only --seed goes with it"),
    (["--soak", "much"], "--soak takes bytes, or a number with KB, MB, GB, KiB, MiB or GiB, not 'much'"),
    (
      ["--workload", "tweet"],
      """
      --workload 'tweet' is not known; take one of: tweets, tweets-sparse, events, logs, points, escapes, \
      tweets-spaced, tweets-sparse-spaced, events-spaced, logs-spaced, points-spaced, escapes-spaced
      """
    ),
  ])
  func saysWhatToDo(arguments: [String], message: String) {
    #expect(throws: Options.UsageError(description: message)) { try Options.parse(arguments) }
  }

  @Test func soaksWithASeed() throws {
    let options = try run(["--soak", "5GB", "--seed", "7"])
    #expect(options.soak == 5_000_000_000)
    #expect(options.seed == 7)
  }

  @Test func namesTheContendersThereAre() {
    let error = #expect(throws: Options.UsageError.self) { try run(["--contender", "simdjson"]) }
    for name in Workload.contenderNames { #expect(error?.description.contains(name) == true) }
  }

  private func run(_ arguments: [String]) throws -> Options {
    guard case .run(let options) = try Options.parse(arguments) else {
      throw Options.UsageError(description: "not a run")
    }
    return options
  }
}
