import Foundation
import Testing

@testable import StreamMapBench

@Suite struct ReportTests {
  private let measurements = [
    Measurement(
      workload: "logs", contender: "yajl-noop", validation: "yajl", bytes: 2_300_000, records: 10_000,
      checksum: nil, allocations: 5, peakMemory: 0, seconds: [0.02, 0.01, 0.04]),
    Measurement(
      workload: "logs", contender: "JSONDecoder", validation: "full", bytes: 2_300_000, records: 10_000,
      checksum: 0xFF, allocations: 171_234, peakMemory: 1_500_000, seconds: [0.05, 0.04]),
  ]

  @Test func tableHasAllColumns() {
    #expect(
      Table(report, workload: "logs").text == """
        logs: 230 B records, flat; all values mapped; 2.3 MB; 10000 records

        contender     MB/s  min-max  ns/record  allocs/rec    peak  vs JSONDec  validates  runs  checksum
        yajl-noop    115.0   58-230       2000        0.00  0.0 MB       2.25x  yajl          3  maps nothing
        JSONDecoder   51.1    46-58       4500       17.12  1.5 MB       1.00x  full          2  00000000000000ff
        """)
  }

  @Test func jsonHasTheAgreedMembers() throws {
    let text = JSONReport.text(report)
    let objects = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    #expect(objects.count == 2)
    for object in objects {
      #expect(
        Set(object.keys) == [
          "workload", "contender", "mb_per_s", "ns_per_record", "allocations_per_record", "peak_rss_bytes",
          "records", "checksum", "bytes", "validation", "version", "note", "machine", "command", "date",
          "seconds",
        ])
    }
    #expect(objects[0]["checksum"] is NSNull)
    #expect(objects[0]["mb_per_s"] as? Double == 115)
    #expect(objects[1]["checksum"] as? String == "00000000000000ff")
    #expect(objects[1]["allocations_per_record"] as? Double == 17.1234)
    #expect(objects[1]["peak_rss_bytes"] as? Int == 1_500_000)
  }

  @Test func jsonIsReadBack() throws {
    #expect(try JSONReport.read(Data(JSONReport.text(report).utf8)) == report)
    #expect(throws: JSONReport.NoResults.self) { try JSONReport.read(Data("[]".utf8)) }
  }

  @Test(arguments: ["a", #"a"b\c"#, "tab\tand\u{1}", "é🎉"])
  func stringsAreJSON(text: String) throws {
    let array = Data("[\(JSONReport.quoted(text))]".utf8)
    #expect(try JSONDecoder().decode([String].self, from: array) == [text])
  }

  @Test func medianIsTheMiddle() {
    #expect(Measurement.median(of: [3, 1, 2]) == 2)
    #expect(Measurement.median(of: [4, 1, 2, 9]) == 3)
    #expect(Measurement.median(of: []) == 0)
  }

  private var report: Report {
    Report(
      measurements: measurements, machine: #"A "machine", 2 cores"#, command: "StreamMapBench",
      date: "2026-11-21")
  }

  @Test(arguments: [("", ""), ("a bc d", "a bc\nd"), ("a bcdefg h", "a\nbcdefg\nh"), ("abcd", "abcd")])
  func textIsWrapped(text: String, wrapped: String) {
    #expect(text.wrapped(at: 4) == wrapped)
  }

  @Test(arguments: [
    (0.0, 2, "0.00"), (1.005, 1, "1.0"), (0.05, 1, "0.1"), (99.96, 1, "100.0"), (-2.5, 2, "-2.50"),
    (1234.5, 0, "1235"), (7.0625, 4, "7.0625"), (.infinity, 1, "inf"),
  ])
  func decimalsAreRounded(value: Double, places: Int, text: String) {
    #expect(decimal(value, places: places) == text)
  }
}
