// Reports of a run that ended at a malformed record or at an error between records.

import Foundation
import Testing

@testable import StreamMapCommand

@Suite("Stopped runs")
struct StoppedRunTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let seed: UInt64 = {
    let text = ProcessInfo.processInfo.environment["STREAMMAP_SEED"]
    return text == "random" ? .random(in: 1...(.max)) : text.flatMap { UInt64($0) } ?? 20_110_419
  }()

  /// A report without the values that differ from run to run.
  private func report(_ name: String, without keys: [String]) throws -> String {
    let bytes = try Data(contentsOf: URL(filePath: sandbox.path(name)))
    var object = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    for key in keys + ["seconds", "mb_per_s"] { object[key] = nil }
    return String(
      decoding: try JSONSerialization.data(
        withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes]), as: UTF8.self)
  }

  @Test("--max-errors: report and schema cover only what came before", arguments: 0..<8)
  func budget(round: UInt64) throws {
    var state = Self.seed &+ round
    func random(_ range: ClosedRange<Int>) -> String {
      "\(range.lowerBound + Int(MixedLines.next(&state) % UInt64(range.count)))"
    }
    let lines = MixedLines(seed: Self.seed &+ round, lines: 400)
    let file = try sandbox.file("lines", lines.text)
    try #require(lines.bad > 0, "STREAMMAP_SEED=\(Self.seed)")
    let budget = random(0...min(30, lines.bad - 1))
    let skip = ["--on-error", "skip", "--quiet"]
    let stop = skip + ["--max-errors", budget]
    // The same as for a file that ends with the record over the limit.
    _ = try sandbox.run(["select"] + stop + ["--rejects", sandbox.path("bad"), "id", file])
    let last = try #require(try sandbox.text("bad").split(separator: "\n").last)
    let reject = try JSONDecoder().decode(Reject.self, from: Data(last.utf8))
    let lineCount = try #require(reject.line)
    let all = lines.text.utf8.split(separator: 10, omittingEmptySubsequences: false)
    let before = try sandbox.file("before", Array(all[..<lineCount].joined(separator: [10])) + [10])
    _ = try sandbox.run(["select"] + skip + ["--report", sandbox.path("r"), "id,a,b.c[*]", before])
    let expected = try report("r", without: ["end", "inputs", "bytes"])
      .replacingOccurrences(of: sandbox.path("before"), with: file)
    let schema = try sandbox.run(["schema", "--format", "json"] + skip + [before])

    for (jobs, chunk) in [("1", "4MiB"), (random(2...4), random(1...300)), ("2", random(300...5_000))] {
      let chunks = ["--jobs", jobs, "--chunk", chunk]
      let outcome = try sandbox.run(
        ["select"] + stop + chunks + ["--report", sandbox.path("r"), "id,a,b.c[*]", file])
      #expect(outcome.status == 1)
      let what = "budget \(budget), jobs \(jobs), chunk \(chunk), STREAMMAP_SEED=\(Self.seed)"
      #expect(try report("r", without: ["end", "inputs", "bytes"]) == expected, "\(what)")
      #expect(try sandbox.text("r").contains("\"bytes\" : \(try #require(reject.byte))"), "\(what)")
      let stopped = try sandbox.run(["schema", "--format", "json"] + stop + chunks + [file])
      #expect(stopped.output == schema.output, "\(what)")
    }
  }

  @Test(
    "the report counts the failing record, and nothing after it", arguments: ["1", "30", "4MiB"])
  func stop(chunk: String) throws {
    let file = try sandbox.file("in", "{\"a\":1}\n{\"a\":x}\n{\"a\":3}\n{\"a\":4}\n")
    _ = try sandbox.run("select", "--chunk", chunk, "--report", sandbox.path("r"), "a", file)
    let report = try sandbox.text("r")
    for text in [
      "\"records\" : 2", "\"rows\" : 1", "\"rejects\" : 1", "\"bytes\" : 13", "\"end\" : \"stopped\"",
    ] {
      #expect(report.contains(text), "\(text) in \(report)")
    }
  }

  @Test(
    "an error between records counts as one last malformed record",
    arguments: [
      ("array", #"[{"a":1},{"a":x} {"a":2}]"#, 1, 2, 17), ("array", #"[{"a":1} {"a":2}]"#, 1, 1, 9),
      ("array", #"{"a":1}"#, 0, 1, 0), ("array", #"[{"a":1}"#, 1, 1, 8), ("array", #"[{"a":1}] x"#, 1, 1, 10),
      ("concatenated", #"{"a":1} , {"a":2}"#, 1, 1, 8), ("array", #"[{"a":1},{"a":2}]"#, 2, 0, 0),
    ])
  func between(_ kind: String, _ text: String, _ good: Int, _ bad: Int, _ offset: Int) throws {
    let file = try sandbox.file("in", text)
    let options = ["--input", kind, "--on-error", "skip", "--rejects", sandbox.path("bad")]
    let reported = options + ["--report", sandbox.path("r")]
    let count = try sandbox.run(["count"] + reported + [file])
    #expect(count.output == "\(good)\n" && count.status == (bad == 0 ? 0 : 1))
    let summary = "streammap: \(bad) of \(good + bad) record\(good + bad == 1 ? "" : "s") skipped"
    #expect(bad == 0 || count.errorLines.last == summary, "\(count.error)")
    let select = try sandbox.run(["select"] + reported + ["a", file])
    #expect(select.outputLines.count == good)
    let report = try sandbox.text("r")
    for text in ["\"records\" : \(good + bad),", "\"rows\" : \(good),", "\"rejects\" : \(bad),"] {
      #expect(report.contains(text), "\(text) in \(report)")
    }
    let rejects = try sandbox.text("bad").split(separator: "\n")
    #expect(rejects.count == bad)
    guard let last = rejects.last else { return }
    let reject = try JSONDecoder().decode(Reject.self, from: Data(last.utf8))
    #expect(reject.offset == offset && reject.bytes == nil && reject.isCut == nil && reject.row == good)
    // It has nothing that could be read again.
    let retried = try sandbox.run("retry", "--rejects", sandbox.path("still"), "a", sandbox.path("bad"))
    #expect(retried.status == 1 && retried.output.isEmpty)
    #expect(try sandbox.text("still").split(separator: "\n").last == last)
    // It counts as one of all records for a share and for a limit.
    let share = try sandbox.run(
      ["select", "--quiet", "--max-errors", "\((100 * bad + good + bad - 1) / (good + bad))%"] + options + [
        "a", file,
      ])
    #expect(!share.error.contains("more than"))
    let stopped = try sandbox.run([
      "check", "--on-error", "stop", "--report", sandbox.path("r"), "--input", kind, file,
    ])
    #expect(stopped.status == 1)
    if bad == 1 {
      #expect(try sandbox.text("r").contains("\"records\" : \(good + 1),"))
      let limited = try sandbox.run(["select", "--limit", "\(good)"] + options + ["a", file])
      #expect(good == 0 || limited.status == 0, "\(limited.error)")
    }
  }

  @Test(
    "documents are rejected by location, and read again there",
    arguments: ["a.json", "a.json.gz"])
  func documents(_ name: String) throws {
    func write(_ text: String) throws -> String {
      name.hasSuffix(".gz") ? try sandbox.compressed(name, text) : try sandbox.file(name, text)
    }
    let bad = try write("{\"id\":\n 1,\n x}")
    let good = try sandbox.file("good", "{\"id\":\n2}")
    let skip = ["--input", "document", "--on-error", "skip", "--quiet"]
    let run = try sandbox.run(
      ["select"] + skip + [
        "--rejects", sandbox.path("bad"), "--output", sandbox.path("old"), "id", good, bad, good,
      ])
    #expect(run.status == 1)
    let reject = try JSONDecoder().decode(Reject.self, from: Data(sandbox.text("bad").utf8))
    #expect(reject.file == bad && reject.isCut == true && reject.bytes == nil && reject.row == 1)
    #expect(reject.offset == 0 && reject.line == 3 && reject.byte == 12 && reject.column == 2)
    let still = try sandbox.run("retry", "--rejects", sandbox.path("still"), "id", sandbox.path("bad"))
    #expect(
      still.status == 1 && still.errorLines.first?.hasPrefix("\(bad):3:2: byte 12: ") == true,
      "\(still.error)")
    #expect(try sandbox.text("still") == sandbox.text("bad"))
    _ = try write("{\"id\":\n 1}")
    let merged = try sandbox.run("retry", "--merge", sandbox.path("old"), "id", sandbox.path("bad"))
    #expect(merged.status == 0 && merged.output == "{\"id\":2}\n{\"id\":1}\n{\"id\":2}\n", "\(merged.error)")
  }

  @Test("a report names columns and paths, separate from rows")
  func reports() throws {
    let file = try sandbox.file("in", "{\"a\":{\"b\":1}}\n")
    _ = try sandbox.run("select", "--report", sandbox.path("r"), "x=a.b,a['b']", file)
    let report = try sandbox.text("r")
    #expect(report.contains("\"name\" : \"x\"") && report.contains("\"path\" : \"a.b\""))
    #expect(report.contains("\"name\" : \"a['b']\"") && report.contains("\"path\" : \"a['b']\""))
    for words in [
      ["select", "--report", "-", "a", file], ["select", "--report", "-", "--output", "-", "a", file],
      ["schema", "--report", "-", file], ["count", "--validate", "full", "--report", "-", file],
      ["check", "--report", "-", "--rejects", "-", file],
      ["select", "--output", sandbox.path("o"), "--checkpoint", "-", "a", file],
    ] {
      let outcome = try sandbox.run(words)
      #expect(outcome.status == 2 && outcome.output.isEmpty, "\(words)")
    }
    #expect(!FileManager.default.fileExists(atPath: "-"))
    let apart = try sandbox.run("select", "--report", "-", "--output", sandbox.path("o"), "a", file)
    #expect(apart.status == 0 && apart.output.contains("\"rows\" : 1"))
    #expect(try sandbox.run("check", "--report", "-", file).output.contains("\"records\" : 1"))
  }
}
