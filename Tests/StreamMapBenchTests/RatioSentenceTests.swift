import Testing

@testable import StreamMapBench

private typealias Measurement = StreamMapBench.Measurement

@Suite struct RatioSentenceTests {
  /// - Parameter seconds: The runs of each contender.
  private func sentence(_ seconds: KeyValuePairs<String, [Double]>) -> String? {
    let measurements = seconds.map { contender, seconds in
      Measurement(
        workload: "logs", contender: contender,
        validation: contender == "yajl-noop" || contender == "yajl-tree" ? "yajl" : "full", bytes: 1_000,
        records: 10, checksum: 1, seconds: seconds)
    }
    let report = Report(
      measurements: measurements, machine: "A", command: "StreamMapBench", date: "2026-11-21")
    return RatioSentence(report, workload: "logs").text
  }

  @Test func reportsRatiosAboveOne() {
    #expect(
      sentence([
        "yajl-noop": [1], "yajl": [1.16], "index-full": [0.3], "yajl-tree": [3.828], "JSONDecoder": [3.016],
      ]) == """
        Mapping through yajl takes 1.16 times as long as yajl alone, is 3.3 times as fast as a yajl tree and \
        is 2.6 times as fast as JSONDecoder; mapping through the index is 10 times as fast as JSONDecoder \
        (validation: full for yajl, JSONDecoder and index-full, yajl's own for yajl-noop and yajl-tree).
        """)
  }

  @Test func reportsRatiosBelowOne() {
    #expect(
      sentence([
        "yajl-noop": [1.25], "yajl": [1], "index-full": [4], "yajl-tree": [0.5], "JSONDecoder": [0.67],
      ]) == """
        Mapping through yajl takes less time than yajl alone (0.80 times as long), \
        is slower than a yajl tree (0.50 times its speed) and is slower than JSONDecoder (0.67 times its speed); \
        mapping through the index is slower than JSONDecoder (0.17 times its speed) \
        (validation: full for yajl, JSONDecoder and index-full, yajl's own for yajl-noop and yajl-tree).
        """)
  }

  @Test func reportsEqualTimes() {
    #expect(
      sentence([
        "yajl-noop": [1], "yajl": [1.004], "index-full": [0.999], "yajl-tree": [1], "JSONDecoder": [1],
      ]) == """
        Mapping through yajl takes as long as yajl alone, is as fast as a yajl tree and is as fast as JSONDecoder; \
        mapping through the index is as fast as JSONDecoder \
        (validation: full for yajl, JSONDecoder and index-full, yajl's own for yajl-noop and yajl-tree).
        """)
  }

  @Test(arguments: [
    (1.994, "1.99"), (1.996, "2.0"), (9.94, "9.9"), (9.96, "10"), (1.006, "1.01"), (0.994, "0.99"),
  ])
  func roundsRatios(seconds: Double, text: String) {
    #expect(sentence(["yajl-noop": [1], "yajl": [seconds]])?.contains("\(text) times") == true)
  }

  @Test func comparesMedians() {
    #expect(
      sentence(["yajl-noop": [1, 9, 1, 1, 9], "yajl": [9, 1.5, 1]]) == """
        Mapping through yajl takes 1.50 times as long as yajl alone \
        (validation: full for yajl, yajl's own for yajl-noop).
        """)
  }

  @Test func isAbsentWithoutAPair() {
    #expect(sentence(["yajl": [1]]) == nil)
    #expect(sentence(["index-full": [1], "yajl-noop": [1]]) == nil)
    #expect(sentence([:]) == nil)
  }
}

@Suite struct RunsTests {
  private let contenders = Workload.compact.first?.contenders ?? []

  private func rounds(of name: String, _ runs: Runs) -> [Int] {
    guard let contender = contenders.first(where: { $0.name == name }) else { return [] }
    return (0..<runs.rounds).filter { runs.includes(contender, in: $0) }
  }

  @Test func spreadsTheRunsOfSlowContenders() {
    let runs = Runs(requested: nil)
    #expect(rounds(of: "yajl", runs) == Array(0..<9))
    #expect(rounds(of: "JSONDecoder", runs) == [0, 3, 6])
  }

  @Test func requestedRunsApplyToEveryContender() {
    let runs = Runs(requested: 4)
    #expect(rounds(of: "yajl", runs) == [0, 1, 2, 3])
    #expect(rounds(of: "JSONDecoder", runs) == [0, 1, 2, 3])
    #expect(runs.text(for: ["yajl", "JSONDecoder"]) == "median of 4 interleaved runs")
  }

  @Test(arguments: 1...12)
  func slowContendersMakeTheirRuns(rounds: Int) {
    for slow in 1...rounds {
      #expect(self.rounds(of: "JSONDecoder", Runs(rounds: rounds, slow: slow)).count == slow)
    }
  }

  @Test func textNamesTheSlowContenders() {
    let runs = Runs.standard
    #expect(
      runs.text(for: ["yajl", "JSONDecoder", "yajl-tree"])
        == "median of 9 interleaved runs (3 of yajl-tree, JSONDecoder)")
    #expect(runs.text(for: ["yajl"]) == "median of 9 interleaved runs")
    #expect(Runs(requested: 1).text(for: ["JSONDecoder"]) == "1 run")
  }

  @Test func measuresTheRunsOfEachContender() throws {
    let workload = try #require(Workload.compact.first { $0.name == "logs" })
    let race = Race(
      workload: workload.name, corpus: Corpus(bytes: workload.makeLines(20_000, 1)),
      contenders: Options().selectedContenders(of: workload), runs: .standard,
      progress: ProgressLine(isOn: false))
    for measurement in try race.measure() {
      #expect(measurement.seconds.count == (Contender.slowNames.contains(measurement.contender) ? 3 : 9))
    }
  }
}
