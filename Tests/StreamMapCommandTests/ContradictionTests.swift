// Tests every pair of options against a separate table. A new option needs a sample here, and a rule for each option
// that it cannot be combined with.

import Testing

@testable import StreamMapCommand

@Suite("Contradictory options")
struct ContradictionTests {
  /// Sample options with their values.
  private static let samples: [String] = [
    "--format csv", "--format json", "--format arrow", "--types a:int64", "--mismatch null", "--batch-rows 5",
    "--where a==1", "--schema s", "--stdin-offset 0", "--stdin-name n", "--swift", "--name N", "--limit 5",
    "--sample 5",
    "--complete-lines",
    "--output o", "--input lines",
    "--input array", "--records a.b", "--include *.jsonl", "--exclude *.txt", "--on-error skip",
    "--on-error stop", "--max-errors 1", "--rejects r", "--rejects -", "--jobs 2", "--unordered",
    "--range 0:1", "--split 1/2", "--checkpoint c", "--checkpoint-interval 1", "--chunk 1MB", "--merge m",
    "--report p", "--report -", "--validate full", "--engine yajl", "--max-depth 9", "--max-record 1MB",
    "--progress", "--no-progress", "--quiet", "--raw", "--rejects-format raw", "--null N", "--no-header",
    "--each a[*]", "--each-empty",
    "--lenient nan", "--lenient comments", "--zstd-window 2GiB",
    "--zstd-window 4GiB",
  ]

  /// The rejected combinations.
  private struct Rules {
    /// Options that are rejected unless one of the other options is given.
    var alone: [(option: String, unless: [String], message: String)] = []
    var together: [(first: String, second: String, message: String)] = []

    /// Returns the possible messages for options given together. Empty if they are accepted.
    func messages(_ options: [String]) -> [String] {
      alone.filter { options.contains($0.option) && !$0.unless.contains(where: options.contains) }
        .map(\.message)
        + together.filter { options.contains($0.first) && options.contains($0.second) }.map(\.message)
    }
  }

  private static let mixing = "--report - would mix the report with the output: add --output FILE"
  private static let both = "--report and --rejects cannot both be -"
  private static let quiet = (
    "--progress", "--quiet", "--quiet draws no progress line: remove --quiet or --progress"
  )
  private static let array = ("--records a.b", "--input lines", "--records reads the elements of an array")
  private static let twoParts = (
    "--range 0:1", "--split 1/2", "--range and --split cannot be combined"
  )

  private static func skipping(_ name: String) -> String {
    "\(name) has no effect unless bad records are skipped: add --on-error skip"
  }

  private static func cutting(_ name: String, _ other: String) -> String {
    "\(name) works only with lines"
  }

  private static func counting(_ name: String) -> String {
    "\(name) has no effect, because count does not parse records: add --validate full"
  }

  private static let cuts: [(first: String, second: String, message: String)] = [
    ("--range 0:1", "--input array", cutting("--range", "--input")),
    ("--range 0:1", "--records a.b", cutting("--range", "--records")),
    ("--split 1/2", "--input array", cutting("--split", "--input")),
    ("--split 1/2", "--records a.b", cutting("--split", "--records")),
    ("--complete-lines", "--input array", cutting("--complete-lines", "--input")),
    ("--complete-lines", "--records a.b", cutting("--complete-lines", "--records")),
  ]

  private static let rows = ("--raw", "--format csv", "--raw writes JSON, and --format csv does not")
  private static let typed: [(first: String, second: String, message: String)] = [
    ("--raw", "--format arrow", "--raw writes JSON, and --format arrow does not"),
    ("--raw", "--types a:int64", "--raw takes PATHS, which --types replaces"),
    ("--raw", "--schema s", "--raw takes PATHS, which --schema replaces"),
    ("--types a:int64", "--schema s", "--types and --schema both replace PATHS"),
  ]
  private static let rawAlone = (
    "--rejects-format raw", ["--rejects r", "--rejects -"], "--rejects-format has no effect without --rejects"
  )
  private static let rawTwice = (
    "--rejects-format raw", "--rejects -", "--rejects-format raw needs two files, FILE and FILE.errors"
  )
  private static let raw: [(first: String, second: String, message: String)] = [
    rawTwice, ("--rejects-format raw", "--input array", "--rejects-format raw writes whole lines"),
    ("--rejects-format raw", "--records a.b", "--rejects-format raw writes whole lines"),
  ]

  private static let window = ("--zstd-window 4GiB", [String](), "--zstd-window takes at most 2GiB")
  private static let comments = [
    (
      "--lenient comments", "--input array",
      "--lenient comments works only with --input lines, document and seq"
    ),
    ("--lenient comments", "--records a.b", "--lenient comments "),
  ]

  /// Rules of the commands that write rows or a result, and stop at the first bad record by default.
  private static let writing: [(option: String, unless: [String], message: String)] = [
    rawAlone, window,
    ("--rejects r", ["--on-error skip"], skipping("--rejects")),
    ("--rejects -", ["--on-error skip"], skipping("--rejects")),
    ("--max-errors 1", ["--on-error skip"], skipping("--max-errors")),
    ("--report -", ["--output o"], mixing),
  ]

  /// The pairs name a FILE, so that the option is always rejected.
  private static let offset: [(option: String, unless: [String], message: String)] = [
    ("--stdin-offset 0", [], "--stdin-offset is about standard input: name no FILE"),
    ("--stdin-name n", [], "--stdin-name is about standard input: name no FILE"),
  ]
  private static let offsets: [(first: String, second: String, message: String)] = [
    ("--stdin-offset 0", "--split 1/2", "--stdin-offset does not know the size of the file"),
    ("--stdin-offset 0", "--checkpoint c", "--checkpoint cannot read standard input again"),
  ]

  private static let sampled: [(first: String, second: String, message: String)] = [
    ("--range 0:1", "--sample 5", "--range and --sample cannot be combined"),
    ("--split 1/2", "--sample 5", "--split and --sample cannot be combined"),
    ("--limit 5", "--sample 5", "--limit and --sample cannot be combined"),
    ("--sample 5", "--input array", cutting("--sample", "--input")),
    ("--sample 5", "--records a.b", cutting("--sample", "--records")),
  ]

  private static let rules: [Subcommand: Rules] = [
    .select: Rules(
      alone: writing + offset + [
        (
          "--checkpoint c", ["--output o"],
          "--checkpoint needs an output file that it can truncate to resume: add --output FILE"
        ),
        (
          "--checkpoint-interval 1", ["--checkpoint c"],
          "--checkpoint-interval has no effect without --checkpoint"
        ),
        ("--mismatch null", ["--types a:int64", "--schema s"], "--mismatch has no effect without --types"),
        ("--batch-rows 5", ["--format arrow"], "--batch-rows has no effect without --format arrow"),
        ("--null N", ["--format csv"], "--null has no effect without --format csv or tsv"),
        ("--no-header", ["--format csv"], "--no-header has no effect without --format csv or tsv"),
        ("--each-empty", ["--each a[*]"], "--each-empty has no effect without --each"),
        ("--sample 5", [], "--sample of select is about the columns that --schema auto infers"),
      ],
      together: sampled + cuts + comments + raw + typed + offsets + [
        array, quiet, twoParts, ("--report -", "--rejects -", both),
        rows,
        ("--checkpoint c", "--unordered", "--checkpoint needs rows in input order: remove --unordered"),
        ("--checkpoint c", "--input array", cutting("--checkpoint", "--input")),
        ("--checkpoint c", "--records a.b", cutting("--checkpoint", "--records")),
      ]),
    .check: Rules(
      alone: [rawAlone, window] + offset,
      together: cuts + comments + raw + typed + offsets + [
        array, quiet, twoParts, ("--report -", "--rejects -", both),
        ("--on-error stop", "--rejects r", skipping("--rejects")),
        ("--on-error stop", "--rejects -", skipping("--rejects")),
        ("--on-error stop", "--max-errors 1", skipping("--max-errors")),
      ]),
    .count: Rules(
      alone: writing + offset
        + [
          "--rejects r", "--rejects -", "--max-errors 1", "--on-error skip", "--on-error stop", "--report p",
          "--report -", "--max-depth 9", "--max-record 1MB", "--lenient nan", "--lenient comments",
        ].map { option in
          (
            option, ["--validate full", "--input array", "--records a.b", "--where a==1"],
            counting(String(option.split(separator: " ")[0]))
          )
        },
      together: cuts + comments + raw + offsets + [
        array, quiet, twoParts, ("--report -", "--rejects -", both),
      ]),
    .schema: Rules(
      alone: writing + [
        ("--name N", ["--swift"], "--name has no effect without --swift: add --swift")
      ],
      together: sampled + cuts + comments + raw + [
        array, quiet, twoParts, ("--report -", "--rejects -", both),
        ("--swift", "--format json", "--swift and --format cannot be combined: remove one of them"),
      ]),
    .retry: Rules(
      alone: [
        window,
        ("--mismatch null", ["--types a:int64"], "--mismatch has no effect without --types"),
        ("--batch-rows 5", ["--format arrow"], "--batch-rows has no effect without --format arrow"),
        ("--null N", ["--format csv"], "--null has no effect without --format csv or tsv"),
        ("--no-header", ["--format csv"], "--no-header has no effect without --format csv or tsv"),
        ("--each-empty", ["--each a[*]"], "--each-empty has no effect without --each"),
      ],
      together: [
        quiet, rows, rawTwice,
        ("--merge m", "--format arrow", "--merge cannot insert rows into an Arrow stream"),
      ] + typed),
  ]

  private static func name(_ sample: String) -> String {
    let name = String(sample.split(separator: " ")[0].dropFirst(2))
    return OptionTable.find(name)?.record.name ?? name
  }

  private static func takes(_ command: Subcommand, _ sample: String) -> Bool {
    guard let record = OptionTable.records.first(where: { $0.name == name(sample) }),
      record.commands.contains(command)
    else { return false }
    let words = record.words(of: command)
    return words.isEmpty || words.contains(String(sample.split(separator: " ").last ?? ""))
  }

  @Test("accepts each pair of options, or rejects it", arguments: Subcommand.recordReaders)
  func pairs(_ command: Subcommand) throws {
    let rules = try #require(Self.rules[command])
    let samples = Self.samples.filter { Self.takes(command, $0) }
    let operands = command.operand == nil ? ["f"] : ["id", "f"]
    var (accepted, refused) = (0, 0)
    for context in [[], ["--on-error skip"], ["--output o"], ["--on-error skip", "--output o"]]
    where context.allSatisfy(samples.contains) {
      for first in samples {
        for second in samples {
          let options = Set([first, second] + context)
          // The last value of a repeated option counts.
          if Set(options.map(Self.name)).count < options.count { continue }
          let words = ([first, second] + context).flatMap { $0.split(separator: " ").map(String.init) }
          let expected = rules.messages(Array(options))
          do {
            _ = try CommandLineParser.parse([command.rawValue] + words + operands)
            #expect(expected.isEmpty, "\(command) \(words) is accepted")
            accepted += 1
          } catch {
            #expect(
              expected.contains { error.message.hasPrefix($0) }, "\(command) \(words): \(error.message)")
            refused += 1
          }
        }
      }
    }
    #expect(accepted > 0 && refused > 0)
  }

  @Test("every option has a sample, and rules name only existing options")
  func samplesAreComplete() {
    let sampled = Set(Self.samples.map(Self.name))
    for record in OptionTable.records where record.commands != Subcommand.allCases {
      #expect(sampled.contains(record.name), "add a sample of --\(record.name), and its rules")
    }
    let known = Set(OptionTable.records.map(\.name))
    for row in Contradiction.all { #expect(known.isSuperset(of: row.options), "\(row.options)") }
  }

  @Test(
    "rejects one file for two options",
    arguments: [
      ("select --on-error skip --output x --rejects x", "--output and --rejects both use the file x: "),
      ("select --output x --report x", "--output and --report both use the file x: "),
      ("select --output x --checkpoint x", "--output and --checkpoint both use the file x: "),
      ("select --output x.lock --checkpoint x", "--output and --checkpoint both use the file x.lock: "),
      (
        "select --on-error skip --rejects x.partial --output o --checkpoint x",
        "--rejects and --checkpoint both use the file x.partial: "
      ),
      ("check --rejects x --report x", "--rejects and --report both use the file x: "),
      ("retry --output x --merge x", "--output and --merge both use the file x: "),
      ("retry --rejects x --merge x", "--rejects and --merge both use the file x: "),
      ("select --output o --checkpoint -", "--checkpoint needs a FILE that the next run can find"),
    ])
  func sameFile(_ line: String, _ message: String) {
    let words = line.split(separator: " ").map(String.init)
    let error = #expect(throws: UsageError.self) { try CommandLineParser.parse(words + ["id", "f"]) }
    #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
  }

  @Test("reads standard input only once, also in retry")
  func standardInput() {
    let error = #expect(throws: UsageError.self) {
      try CommandLineParser.parse(["retry", "--merge", "-", "id", "-"])
    }
    #expect(error?.message == "standard input (-) can be read only once")
  }

  @Test("rejects two columns with the same name in every format", arguments: ["jsonl", "csv", "tsv"])
  func columns(_ format: String) throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file("in", "{\"a\":1,\"b\":2}\n")
    let outcome = try sandbox.run("select", "--format", format, "x=a,x=b", file)
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    #expect(outcome.error.contains("duplicate column name 'x'"), "\(outcome.error)")
  }
}
