import Testing

@testable import StreamMapBench

@Suite struct OptionsTests {
  @Test func defaultsRunTheCompactWorkloads() throws {
    let options = try run([])
    #expect(options == Options())
    #expect(options.size == 16_000_000)
    #expect(Runs(requested: options.runs) == Runs(rounds: 9, slow: 3))
    #expect(options.selectedWorkloads.map(\.name) == Workload.compact.map(\.name))
  }

  @Test func defaultsRunSevenContenders() throws {
    let options = try run([])
    let defaults = [
      "yajl-noop", "yajl", "index-full", "codable", "yajl-tree", "JSONSerialization", "JSONDecoder",
    ]
    let others = Workload.documents + Workload.errors
    for workload in Workload.all where !others.contains(where: { $0.name == workload.name }) {
      let names = options.selectedContenders(of: workload).map(\.name)
      // Their models have no form for a tree.
      let hasTree = !["wide", "orders"].contains(workload.name)
      #expect(names == (hasTree ? defaults : ["yajl", "index-full", "codable", "JSONDecoder"]))
    }
  }

  @Test func allRunsEveryContender() throws {
    let options = try run(["--all", "--workload=tweets-spaced"])
    #expect(options.selectedWorkloads.map(\.name) == ["tweets-spaced"])
    let workload = try #require(options.selectedWorkloads.first)
    #expect(options.selectedContenders(of: workload).map(\.name) == workload.contenders.map(\.name))
    #expect(workload.contenders.count > Contender.defaultNames.count)
  }

  @Test func namedContendersReplaceTheDefaultOnes() throws {
    let options = try run(["--contender", "gzip", "--contender", "yajl"])
    let names = Workload.compact.map { options.selectedContenders(of: $0).map(\.name) }
    #expect(names.first == ["yajl", "gzip"] && names.last == ["yajl"])
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

  @Test func documentsRunWhenNamed() throws {
    let names = Workload.documents.map(\.name)
    #expect(names.first == "small" && names.last == "probing" && names.count == 9)
    #expect(try run(["--all"]).selectedWorkloads.allSatisfy { !names.contains($0.name) })
    let chosen = ["document", "scalars", "probing", "small"]
    let options = try run(["--workload", "document"] + chosen.map { "--workload=\($0)" })
    #expect(options.selectedWorkloads.map(\.name) == names)
    for workload in Workload.documents {
      #expect(options.selectedContenders(of: workload).map(\.name) == workload.contenders.map(\.name))
    }
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

  /// Each message includes the remedy.
  @Test(arguments: [
    (["--frobnicate"], "unknown option '--frobnicate'; --help lists the options"),
    (["tweets"], "unknown argument 'tweets'; --help lists the options"),
    (["--size"], "--size requires a value; --help lists the values"),
    (["--size="], "--size requires a value; --help lists the values"),
    (["--runs", "0"], "--runs: '0' is not a whole number of at least 1"),
    (["--seed", "-1"], "--seed: '-1' is not a whole number of at least 0"),
    (["--readme"], "--readme requires the results of an earlier run: add --from FILE"),
    (
      ["--from", "a", "--runs", "3"],
      "--from cannot be combined with options other than --table, --html and --readme"
    ),
    (
      ["--from", "a", "--size", "64MB"],
      "--from cannot be combined with options other than --table, --html and --readme"
    ),
    (["--worker"], "--worker requires exactly one workload: add one --workload NAME"),
    (
      ["--worker", "--workload", "logs", "--contender", "yajl"],
      """
      --worker reads its passes from standard input: remove --json, --html, --table, --all, --contender \
      and --runs
      """
    ),
    (
      ["--data", "a", "--workload", "logs", "--size", "1MB"],
      "--data reads the whole file: remove --size"
    ),
    (
      ["--data", "a"],
      "--data requires a workload, which defines the fields to map: add --workload NAME"
    ),
    (["--write", "a"], "--write requires exactly one workload: add one --workload NAME"),
    (
      ["--write", "a", "--workload", "logs", "--workload", "points"],
      "--write requires exactly one workload: add one --workload NAME"
    ),
    (
      ["--write", "a", "--workload", "scalars"],
      "--write requires exactly one workload: add one --workload NAME"
    ),
    (
      ["--write", "a", "--workload", "logs", "--json", "b"],
      "--write measures nothing: remove --data, --json, --html, --table, --worker, --all and --contender"
    ),
    (["--soak", "5GB", "--size", "64MB"], "--soak cannot be combined with options other than --seed"),
    (["--soak", "5GB", "--runs", "9"], "--soak cannot be combined with options other than --seed"),
    (
      ["--from", "a", "--all"],
      "--from cannot be combined with options other than --table, --html and --readme"
    ),
    (["--all", "--contender", "yajl"], "--all selects every contender: remove --all or --contender"),
    (
      ["--write", "a", "--workload", "logs", "--all"],
      "--write measures nothing: remove --data, --json, --html, --table, --worker, --all and --contender"
    ),
    (
      ["--worker", "--workload", "logs", "--runs", "9"],
      """
      --worker reads its passes from standard input: remove --json, --html, --table, --all, --contender \
      and --runs
      """
    ),
    (
      ["--soak", "much"],
      "--soak: 'much' is not a size; write a number, or one with KB, MB, GB, KiB, MiB or GiB"
    ),
    (
      ["--workload", "tweet"],
      """
      --workload: unknown name 'tweet'; the names are tweets, tweets-sparse, events, logs, points, escapes, \
      tweets-shuffled, events-shuffled, logs-shuffled, logs-mixed, wide, orders, logs-malformed, logs-syntax-errors, logs-mismatches, small, scalars-int, scalars-double, scalars-string, scalars-pairs, scalars-decimal, scalars-url, document, probing, \
      tweets-spaced, tweets-sparse-spaced, events-spaced, logs-spaced, points-spaced, escapes-spaced, \
      scalars
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
