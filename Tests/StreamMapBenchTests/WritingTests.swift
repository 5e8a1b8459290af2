import Foundation
import Testing

@testable import StreamMapBench

@Suite struct WritingTests {
  @Test func writesTheRecordsThatAreMeasured() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var options = Options()
    options.size = 20_000
    options.seed = 7
    options.workloads = ["events"]
    options.write = path
    var benchmark = Benchmark(options)
    try benchmark.run()
    let written = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect([UInt8](written) == EventGenerator.lines(size: 20_000, seed: 7))
    #expect(written.count > 15_000)
  }

  @Test func saysWhyItCannotWrite() throws {
    var options = Options()
    options.size = 1_000
    options.workloads = ["logs"]
    options.write = "/no/such/folder/logs.jsonl"
    var benchmark = Benchmark(options)
    let error = #expect(throws: Benchmark.FileFailure.self) { try benchmark.run() }
    #expect(error?.description.hasPrefix("/no/such/folder/logs.jsonl cannot be written: ") == true)
  }
}
