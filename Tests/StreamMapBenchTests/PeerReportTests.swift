import Foundation
import Testing

@testable import StreamMapBench

private typealias Measurement = StreamMapBench.Measurement

/// Reports of results that Scripts/bench --peers writes.
@Suite struct PeerReportTests {
  private func measurement(
    _ workload: String, _ contender: String, _ seconds: [Double], validation: String = "full",
    checksum: UInt64? = 1, note: String? = nil
  ) -> Measurement {
    Measurement(
      workload: workload, contender: contender, validation: validation, bytes: 1_000_000, records: 100,
      checksum: checksum, seconds: seconds, version: contender == "duckdb" ? "DuckDB <1.0>" : nil, note: note)
  }

  private var report: Report {
    Report(
      measurements: [
        measurement("tweets", "index-mapped", [0.001, 0.002, 0.004], validation: "mapped"),
        measurement("tweets", "index-full", [0.004]),
        measurement("tweets", "class", [0.004]),
        measurement("tweets", "JSONDecoder", [0.02]),
        measurement("tweets", "simdjson", [0.001, 0.001], validation: "mapped"),
        measurement("tweets", "duckdb", [0.008]),
        measurement("tweets", "jq", [0.1], checksum: nil, note: "no checksum: rounds"),
        measurement("tweets-spaced", "index-mapped", [0.0025], validation: "mapped"),
      ],
      machine: "A & B", command: "Scripts/bench --peers", date: "2026-11-21")
  }

  @Test func tableComparesWithPeers() {
    #expect(
      Table(report, workload: "tweets").text.replacing("000000000000", with: "") == """
        tweets: 4.7 KB records, nested and wide, multilingual; 10 values mapped; 1.0 MB; 100 records

        contender       MB/s    min-max  ns/record  vs simdjson  vs JSONDec  validates  runs  checksum
        index-mapped   500.0   250-1000      20000        0.50x      10.00x  mapped        3  0001
        index-full     250.0    250-250      40000        0.25x       5.00x  full          1  0001
        class          250.0    250-250      40000        0.25x       5.00x  full          1  0001
        JSONDecoder     50.0      50-50     200000        0.05x       1.00x  full          1  0001
        simdjson      1000.0  1000-1000      10000        1.00x      20.00x  mapped        2  0001
        duckdb         125.0    125-125      80000        0.13x       2.50x  full          1  0001
        jq              10.0      10-10    1000000        0.01x       0.20x  full          1  no checksum: rounds

        Mapping through the index is 5.0 times as fast as JSONDecoder (validation: full for index-full and
        JSONDecoder).
        """)
    #expect(
      Table(report, workload: "tweets-spaced").text.replacing("000000000000", with: "") == """
        tweets-spaced: the records of tweets with a space after each comma and colon; 1.0 MB; 100 records

        contender      MB/s  min-max  ns/record  validates  runs  checksum
        index-mapped  400.0  400-400      25000  mapped        1  0001
        """)
  }

  @Test func ratiosToFoundationHaveTheReleaseOfSwift() {
    var report = report
    report.measurements[1].version = "Swift 6.3.1 (2026)"
    let text = Table(report, workload: "tweets").text
    #expect(text.contains("100 records; Swift 6.3.1\n"))
    #expect(text.contains("as fast as JSONDecoder of Swift 6.3.1 (validation"))
    let names = Floor.rows(report).map { $0[0] }
    #expect(names.contains("index-mapped : JSONDecoder, tweets, Swift 6.3.1"))
    #expect(names.contains("index-mapped : simdjson On-Demand, tweets"))
  }

  /// Contenders that write are beside simdjson's builder.
  @Test func writersAreBesideABuilder() {
    var report = report
    report.measurements += [
      measurement("tweets", "encode", [0.002], validation: "writes"),
      measurement("tweets", "simdjson-builder", [0.001], validation: "writes"),
    ]
    let line = Table(report, workload: "tweets").text.split(separator: "\n").first { $0.hasPrefix("encode ") }
    #expect(line?.contains("0.50x") == true)
    #expect(ReadmeTable(report).text.contains("| `encode` | simdjson builder |"))
  }

  @Test func floorsAreJudged() {
    let rows = Floor.rows(report)
    func row(_ name: String) -> [String]? { rows.first { $0[0] == name } }
    #expect(
      row("index-mapped : simdjson On-Demand, tweets") == [
        "index-mapped : simdjson On-Demand, tweets", "1.30", "0.50", "NOT MET",
      ])
    #expect(row("index-mapped : JSONDecoder, tweets")?.dropFirst() == ["20.00", "10.00", "NOT MET"])
    #expect(row("index-full : DuckDB, tweets")?.dropFirst() == ["1.80", "2.00", "met"])
    #expect(row("class : index-mapped, tweets")?.dropFirst() == ["0.80", "0.50", "NOT MET"])
    #expect(row("index-mapped, spaced : compact, tweets")?.dropFirst() == ["0.75", "0.80", "met"])
    #expect(row("index-full : simdjson DOM, tweets")?.dropFirst() == ["1.30", "-", "not measured"])
    #expect(row("index-full, spaced : compact, tweets")?.dropFirst() == ["0.75", "-", "not measured"])
    #expect(row("index-mapped : simdjson On-Demand, logs") == nil)
  }

  /// Ratios are truncated, so that a ratio below its floor never looks equal to it.
  @Test(arguments: [(0.001, ["1.00", "1.00", "met"]), (0.001_001, ["1.00", "0.99", "NOT MET"])])
  func aFloorThatIsReachedIsMet(seconds: Double, row: [String]) {
    var report = report
    report.measurements = [
      measurement("points", "encode", [seconds]), measurement("points", "simdjson-builder", [0.001]),
    ]
    let rows = Floor.rows(report)
    #expect(rows.first { $0[0] == "encode : simdjson builder, points" }?.dropFirst() == row[...])
  }

  @Test func readmeHasARowAWorkload() {
    #expect(
      ReadmeTable(report).text.replacing("000000000000", with: "") == """
        | workload | `index-mapped` | simdjson On-Demand | `index-full` | DuckDB | `JSONDecoder` |
        |---|--:|--:|--:|--:|--:|
        | `tweets` | 500 | 1000 | 250 | 125 | 50 |

        With a space after each comma and colon, as Python's `json.dumps` writes them, `index-mapped` reads 0.80 to 0.80 times
        as many of the same records a second. Measured on A & B (2026-11-21), by `Scripts/bench --peers`. DuckDB <1.0>.

        """)
  }

  @Test func readmeHasNoDocuments() {
    var more = report
    more.measurements.append(measurement("small", "reerjson", [0.001]))
    #expect(ReadmeTable(more).text == ReadmeTable(report).text)
  }

  @Test func pageNeedsNothingElse() {
    let page = HTMLReport(report).text
    for forbidden in ["http:", "https:", "src=", "@import", "url(", "<script", "<link"] {
      #expect(!page.contains(forbidden))
    }
    #expect(page.contains("prefers-color-scheme: dark"))
    #expect(page.contains("A &amp; B") && page.contains("DuckDB &lt;1.0&gt;") && !page.contains("A & B"))
    #expect(page.contains("<code>Scripts/bench --peers</code>"))
  }

  @Test func barsAreSortedBySpeed() throws {
    let page = HTMLReport(report).text
    let section = try #require(page.components(separatedBy: "<section id=\"tweets\">").last)
    let names = section.components(separatedBy: "</ol>")[0].components(separatedBy: "<span class=\"name\">")
      .dropFirst().map { $0.components(separatedBy: "</span>")[0] }
    #expect(
      names == [
        "simdjson On-Demand", "index-mapped", "index-full", "class", "DuckDB", "JSONDecoder", "jq",
      ])
    // The classes of a StreamMap contender that checks what it maps, and the range of its runs.
    let row = try #require(
      section.components(separatedBy: "<li ").first { $0.contains(">index-mapped</span>") })
    #expect(row.hasPrefix("class=\"row mapped ours\" tabindex=\"0\">"))
    #expect(row.contains("class=\"bar\" style=\"width:50.00%\""))
    #expect(row.contains("class=\"range\" style=\"left:25.00%;width:75.00%\""))
    #expect(row.contains("<span>index-mapped: 500.0 MB/s</span><span>250 to 1000 MB/s in 3 runs</span>"))
    #expect(row.contains("<span>10 x JSONDecoder</span><span>checks what it maps, and the encoding</span>"))
    #expect(section.components(separatedBy: "class=\"range\"").count == 3)
  }

  /// The summary comes first, without contenders that a reader would have to look up.
  @Test func pageBeginsWithASummary() throws {
    let page = HTMLReport(report).text
    let main = try #require(page.components(separatedBy: "<main>").last)
    #expect(main.hasPrefix("\n<section id=\"summary\""))
    let summary = main.components(separatedBy: "</section>")[0]
    let names = summary.components(separatedBy: "<span class=\"name\">").dropFirst()
      .map { $0.components(separatedBy: "</span>")[0] }
    #expect(
      names == [
        "simdjson On-Demand", "StreamMap, checks what it maps", "StreamMap, checks everything", "DuckDB",
        "JSONDecoder, the same models", "jq", "StreamMap, checks what it maps",
      ])
    #expect(summary.contains("<a href=\"#tweets\">") && page.contains("<section id=\"tweets\">"))
    let keys = page.components(separatedBy: "class=\"legend\">")[1].components(separatedBy: "</p>")[0]
    #expect(keys.contains("key everything") && keys.contains("key mapped") && !keys.contains("key less"))
  }

  @Test(arguments: [
    ("full", "everything"), ("mapped", "mapped"), ("yajl", "less"), ("nearly full", "less"),
    ("syntax", "less"),
    ("lenient", "less"), ("nothing", "nothing"), ("writes", "nothing"),
  ])
  func aValidationHasAColour(validation: String, kind: String) {
    #expect(HTMLBar.Check(validation).rawValue == kind)
    #expect(HTMLStyle.sheet.contains(".\(kind) { --check: var(--\(kind)); }"))
    #expect(HTMLStyle.sheet.components(separatedBy: "--\(kind): #").count == 3)
  }

  @Test func everyMeasuredValidationHasAName() {
    let known: Set = ["full", "mapped", "yajl", "nothing", "writes"]
    #expect(Set(Workload.all.flatMap(\.contenders).map(\.validation)).isSubset(of: known))
  }

  @Test func everyBarIsMarkedAtTheSpeedOfSimdjson() throws {
    let page = HTMLReport(report).text
    let section = try #require(page.components(separatedBy: "<section id=\"tweets\">").last)
    let rows = section.components(separatedBy: "</ol>")[0].components(separatedBy: "<li ").dropFirst()
    let row = try #require(rows.first { $0.contains(">simdjson On-Demand</span>") })
    let width = try #require(
      row.components(separatedBy: "class=\"bar\" style=\"width:").last?.prefix { $0 != "\"" })
    #expect(rows.allSatisfy { $0.contains("class=\"mark\" style=\"left:\(width)\"") })
    #expect(page.contains("<span class=\"key mark\"></span>simdjson On-Demand"))
    var alone = report
    alone.measurements.removeAll { $0.contender == "simdjson" }
    #expect(!HTMLReport(alone).text.contains("class=\"mark\""))
    #expect(!HTMLReport(alone).text.contains("key mark\"></span>"))
  }

  /// The limit of the memory is no bar. It has an arrow if the bars would become too short.
  @Test(arguments: [(0.0008, true), (0.0002, false)])
  func barsAreMarkedAtTheLimitOfTheMemory(seconds: Double, isShown: Bool) throws {
    var report = report
    report.measurements.append(
      measurement("tweets", "memory", [seconds], validation: "nothing", checksum: nil))
    let page = HTMLReport(report).text
    let section = try #require(page.components(separatedBy: "<section id=\"tweets\">").last)
    let rows = section.components(separatedBy: "</ol>")[0].components(separatedBy: "<li ").dropFirst()
    #expect(rows.count == 7)
    let mark = isShown ? "mark limit" : "mark limit beyond"
    #expect(rows.allSatisfy { $0.contains("class=\"\(mark)\" style=\"left:100.00%\"") })
    #expect(rows.first?.contains("class=\"bar\" style=\"width:\(isShown ? "80.00" : "100.00")%\"") == true)
    let speed = isShown ? "1250 MB/s</p>" : "5000 MB/s (›, beyond the scale)</p>"
    #expect(section.contains("every byte is read at \(speed)"))
  }

  @Test func pageShowsEveryNameInFull() {
    #expect(!HTMLStyle.sheet.contains("ellipsis"))
    #expect(!HTMLStyle.sheet.contains("overflow: hidden"))
  }

  @Test func everyContenderThatIsNotARivalIsOurs() {
    let rivals = [
      "yajl-noop", "yajl-tree", "JSONSerialization", "JSONDecoder", "JSONDecoder-new", "JSONEncoder",
      "JSONEncoder-new", "inflate", "memory",
    ]
    #expect(ContenderTitle.ours == Set(Workload.contenderNames).subtracting(rivals))
  }

  @Test func pageHasTheSentenceOfRatios() {
    let page = HTMLReport(report).text
    #expect(page.contains("<p>Mapping through the index is 5.0 times as fast as JSONDecoder "))
  }

  @Test func pageHasFloorsOfPeersOnly() {
    #expect(HTMLReport(report).text.contains("id=\"ratios\""))
    var alone = report
    alone.measurements.removeAll { $0.contender == "simdjson" }
    #expect(!HTMLReport(alone).text.contains("id=\"ratios\""))
  }

  @Test func resultsOfAFileAreShown() throws {
    let folder = FileManager.default.temporaryDirectory
    let json = folder.appendingPathComponent("\(UUID()).json").path
    let html = folder.appendingPathComponent("\(UUID()).html").path
    defer { for path in [json, html] { try? FileManager.default.removeItem(atPath: path) } }
    try Data(JSONReport.text(report).utf8).write(to: URL(fileURLWithPath: json))
    var options = Options()
    (options.from, options.html) = (json, html)
    var benchmark = Benchmark(options)
    try benchmark.run()
    #expect(try String(contentsOfFile: html, encoding: .utf8) == HTMLReport(report).text)
    options.from = html
    benchmark = Benchmark(options)
    #expect(throws: Benchmark.FileFailure.self) { try benchmark.run() }
  }
}
