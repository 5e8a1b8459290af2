import Foundation
import Testing

@testable import StreamMapBench

@Suite struct WorkerTests {
  private func makeWorker() throws -> Worker {
    let workload = try #require(Workload.all.first { $0.name == "logs" })
    let corpus = Corpus(bytes: workload.makeLines(30_000, 2))
    return Worker(workload: workload, corpus: corpus, machine: #"a "machine""#)
  }

  private func object(_ line: String) throws -> [String: Any] {
    #expect(!line.contains("\n"))
    return try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test func greetsWithItsContenders() throws {
    let worker = try makeWorker()
    let greeting = try object(worker.greeting)
    #expect(greeting["machine"] as? String == #"a "machine""#)
    let contenders = try #require(greeting["contenders"] as? [[String: String]])
    #expect(contenders.compactMap { $0["contender"] } == worker.workload.contenders.map(\.name))
    #expect(contenders.first?["validation"] == "mapped")
  }

  @Test func answersAPass() throws {
    let worker = try makeWorker()
    let contender = try #require(worker.workload.contenders.first { $0.name == "JSONDecoder" })
    for (pass, strings) in [("check", Checksum.Strings.everyByte), ("time", .ends)] {
      let answer = try object(worker.answer("\(pass) index-mapped"))
      let outcome = try contender.run(worker.corpus, strings)
      #expect(answer["workload"] as? String == "logs")
      #expect(answer["contender"] as? String == "index-mapped")
      #expect(answer["pass"] as? String == pass)
      #expect(answer["bytes"] as? Int == worker.corpus.bytes.count)
      #expect(answer["records"] as? Int == outcome.records)
      #expect(answer["checksum"] as? String == outcome.checksum.map(hexadecimal))
      #expect(try #require(answer["seconds"] as? Double) > 0)
    }
    #expect(try object(worker.answer("time yajl-noop"))["checksum"] is NSNull)
  }

  @Test(arguments: ["", "time", "time simdjson", "run yajl", "time yajl twice"])
  func saysWhatItDoesNotUnderstand(line: String) throws {
    let worker = try makeWorker()
    let error = #expect(throws: Worker.Misunderstanding.self) { try worker.answer(line) }
    #expect(error?.description == "'\(line)' is neither 'check CONTENDER' nor 'time CONTENDER'")
  }

  /// A corpus read from a file has the file's bytes.
  @Test func readsItsFile() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    for size in [0, 1, 4_095, 5_000_000] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      #expect(try Corpus(path: path).bytes == bytes)
    }
  }
}
