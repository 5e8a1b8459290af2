import StreamMap
import Testing

@testable import StreamMapCommand

@Suite struct CommandLineParserTests {
  private func parse(_ line: String) throws -> Invocation {
    try CommandLineParser.parse(line.split(separator: " ").map(String.init))
  }

  @Test func selectTakesPathsAndFiles() throws {
    let invocation = try parse("select id,user.name a.jsonl b.jsonl")
    #expect(invocation.command == .select)
    #expect(invocation.paths == "id,user.name")
    #expect(invocation.files == ["a.jsonl", "b.jsonl"])
    #expect(invocation.options == Options())
  }

  @Test(arguments: ["check", "count", "check -", "check --", "check -- -"])
  func noFileIsStandardInput(_ line: String) throws {
    #expect(try parse(line).files == ["-"])
  }

  @Test func everyOptionIsTyped() throws {
    let line = """
      --engine yajl select --validate=mapped --input document id --format csv --output out.csv f \
      --on-error skip --no-progress --max-depth=7 --max-record 2MiB --quiet
      """
    let invocation = try parse(line)
    let expected = Options(
      engine: .yajl, validation: .mapped, input: .document, format: .csv, output: "out.csv",
      onError: .skip, progress: false, maxDepth: 7, maxRecord: 2 << 20, isQuiet: true
    )
    #expect(invocation.options == expected)
    #expect(invocation.paths == "id")
    #expect(invocation.files == ["f"])
  }

  @Test func theLastOfAnOptionCounts() throws {
    let options = try parse("check --progress --on-error skip --no-progress --on-error=stop").options
    #expect(options.progress == false)
    #expect(options.onError == .stop)
  }

  @Test func aValueMayHoldAnEqualsSignOrBeADash() throws {
    #expect(try parse("count --output=a=b").options.output == "a=b")
    #expect(try parse("count --output -").options.output == "-")
    #expect(try parse("count --output --strange").options.output == "--strange")
    #expect(try parse("count --output=--quiet").options.output == "--quiet")
  }

  @Test func twoDashesEndTheOptions() throws {
    let invocation = try parse("select -- --quiet --format -h")
    #expect(invocation.paths == "--quiet")
    #expect(invocation.files == ["--format", "-h"])
    #expect(!invocation.options.isQuiet)
  }

  @Test(arguments: ["--help", "-h", "help", "select -h", "help select", "count --help --quiet"])
  func helpIsAsked(_ line: String) throws {
    let invocation = try parse(line)
    #expect(invocation.options.wantsHelp)
    #expect(invocation.command?.rawValue == Subcommand.allCases.map(\.rawValue).first(where: line.contains))
  }

  @Test(
    arguments: [
      ("", "missing command"),
      ("--quiet", "missing command"),
      ("selct id", "(did you mean select?)"),
      (
        "banana",
        "unknown command 'banana'; the commands are select, check, count, retry, schema, explain,"
      ),
      ("select", "select needs PATHS"),
      ("select --fromat csv id", "unknown option '--fromat' (did you mean --format?)"),
      ("check --out x", "(did you mean --output?)"),
      ("check --no-progres", "(did you mean --no-progress?)"),
      ("check -q", "unknown option '-q' (did you mean --quiet?)"),
      ("check -x", "unknown option '-x'"),
      ("check --", nil),
      ("check --=x", "unknown option '--'"),
      ("check --quiet=1", "--quiet takes no value"),
      ("check --no-quiet", "unknown option '--no-quiet'"),
      ("check --no-progress=1", "--no-progress takes no value"),
      ("check --output", "--output needs FILE"),
      ("check --output=", "--output needs FILE"),
      ("check --output --quiet", "--output needs FILE before --quiet"),
      (
        "check --input",
        "--input needs lines|document|concatenated|seq|array|embedded-lines|sse|markdown|auto"
      ),
      ("check --input docment", "or auto, not 'docment' (did you mean document?)"),
      ("check --format csv", "--format is an option of select, retry, schema and explain, not of check"),
      ("select id --format cvs", "--format takes jsonl, csv, tsv or arrow, not 'cvs' (did you mean csv?)"),
      ("check --max-depth 0", "--max-depth takes a whole number from 1, not '0'"),
      ("check --max-depth -5", "not '-5'"),
      ("check --max-depth 99999999999999999999", "not '99999999999999999999'"),
      ("check --max-record 64M", "--max-record: '64M' is ambiguous: write 64MB or 64MiB"),
      ("check --zstd-window 3GiB", "--zstd-window takes at most 2GiB, the largest window"),
      (
        "check --lenient nan,coments",
        "surrogates, with commas between them, not 'coments' (did you mean comments?)"
      ),
      (
        "check --lenient=nan,",
        "--lenient takes nan, comments, trailing-commas and surrogates, with commas between"
      ),
      ("check --lenient nan --lenient comments", nil),
      ("count --lenient nan", "--lenient has no effect, because count does not parse records"),
      ("count - a -", "can be read only once"),
    ] as [(String, String?)])
  func wrongLines(_ line: String, _ reason: String?) throws {
    guard let reason else {
      _ = try parse(line)
      return
    }
    let error = #expect(throws: UsageError.self) { try parse(line) }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("select id --jobs 0", "--jobs takes a whole number from 1"),
    ("select id --range 10", "--range takes START:END"),
    ("select id --range 5:1", "START is greater than END"),
    ("select id --split 3/2", "--split takes I/N"),
    ("select id --split 0/2", "--split takes I/N"),
    ("select id --on-error skip --max-errors x", "--max-errors takes a number from 0, or a percentage"),
    ("retry id --jobs 2 rejects.jsonl", "is an option of select, check, count and schema, not of retry"),
    ("check --checkpoint c", "--checkpoint is an option of select, not of check"),
    ("index a.jsonl", "unknown command 'index': records are indexed as they are read"),
  ])
  func whatIsWrongSaysWhatToUse(_ line: String, _ reason: String) throws {
    let error = #expect(throws: UsageError.self) { try parse(line) }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }

  @Test func anUnknownOptionIsNeverTakenForARefusedOne() throws {
    let error = #expect(throws: UsageError.self) { try parse("check --jobz 4") }
    #expect(error?.message == "unknown option '--jobz' (did you mean --jobs?)")
  }
}
