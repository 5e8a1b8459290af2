import Testing

@testable import StreamMapBench

private typealias Measurement = StreamMapBench.Measurement

@Suite struct SummaryTests {
  /// - Parameter seconds: The time of each contender on two workloads, of 10 and of 30 MB.
  private func report(_ seconds: KeyValuePairs<String, (Double, Double)>) -> Report {
    func measurements(_ workload: String, _ bytes: Int, _ time: ((Double, Double)) -> Double) -> [Measurement]
    {
      seconds.map { contender, seconds in
        Measurement(
          workload: workload, contender: contender, validation: "full", bytes: bytes, records: 10,
          checksum: 1,
          seconds: [time(seconds)])
      }
    }
    return Report(
      measurements: measurements("logs", 10_000_000) { $0.0 } + measurements("tweets", 30_000_000) { $0.1 },
      machine: "A", command: "StreamMapBench", date: "2026-11-21")
  }

  /// The speed is that of all bytes in the time of all workloads, and not a mean of speeds.
  @Test func tellsTheStoryInAScreen() throws {
    let report = report([
      "yajl-noop": (0.05, 0.15), "yajl": (0.06, 0.16), "index-full": (0.01, 0.03), "codable": (0.02, 0.06),
      "yajl-tree": (0.2, 0.6), "JSONSerialization": (1, 1), "JSONDecoder": (0.1, 0.6),
    ])
    let full = String(repeating: "█", count: 36)
    #expect(
      try #require(Summary(report).text) == """
        40.0 MB of JSON Lines (logs, tweets)
        on one thread, from memory into Swift models:

        StreamMap, checks everything  \(full)  1000 MB/s  18 x JSONDecoder (10 to 20)
        StreamMap, Decodable models   \(full.prefix(18))                     500 MB/s  8.8 x JSONDecoder (5.0 to 10)
        JSONDecoder, the same models  ██                                    57.1 MB/s

        yajl alone, maps nothing      ███████▎                               200 MB/s  3.5 x JSONDecoder (2.0 to 4.0)
        StreamMap through yajl        ██████▌                                182 MB/s  3.2 x JSONDecoder (1.67 to 3.8)
        yajl's tree, read by hand     █▊                                    50.0 MB/s  0.88 x JSONDecoder (0.50 to 1.00)

        Mapping through yajl takes 1.10 times as long as yajl alone.
        """)
  }

  @Test func leavesOutWhatAWorkloadLacks() throws {
    var report = report(["codable": (0.01, 0.01), "JSONDecoder": (0.1, 0.1), "yajl": (0.1, 0.1)])
    report.measurements.removeAll { $0.contender == "yajl" && $0.workload == "logs" }
    let text = try #require(Summary(report).text)
    #expect(text.contains("StreamMap, Decodable models") && !text.contains("yajl"))
    report.measurements.removeAll { $0.contender == "JSONDecoder" }
    #expect(Summary(report).text == nil)
  }

  @Test func hasTheContendersThatRunByDefault() {
    #expect(Set(Summary.groups.joined()).isSubset(of: Contender.defaultNames))
  }

  @Test(arguments: [
    ([], false), (["--workload", "logs"], false), (["--workload", "wide"], false), (["--table"], true),
    (["--all"], true), (["--contender", "yajl"], true), (["--workload", "small"], true),
  ])
  func tablesReplaceIt(arguments: [String], prints: Bool) throws {
    guard case .run(let options) = try Options.parse(arguments) else { return #expect(Bool(false)) }
    #expect(options.printsTables == prints)
  }
}
