// The program over public data. Without the corpora these tests are skipped, and print the number of cases that did
// not run.

import Foundation
import Testing

@testable import StreamMapCommand

@Suite struct CorpusTests {
  /// Runs `compare_select.py` over rows, and returns what it prints.
  private func compare(_ rows: String, _ paths: String, _ source: String) throws -> String {
    let sandbox = try Sandbox()
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "compare_select.py")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", script.path(percentEncoded: false), paths, source]
    process.standardInput = try FileHandle(forReadingFrom: URL(filePath: try sandbox.file("rows", rows)))
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(
    .enabled(if: Corpora.isPresent, "130 records not run: no corpora"),
    arguments: [
      ("tweets", 100, "id,author=user.screen_name,tags=entities.hashtags[*].text"),
      ("tweets", 100, "id,retweeted_status.id,entities.user_mentions[1].id,$"),
      ("github_events", 30, "id,type,actor=actor.login,repo=repo.name,public"),
      ("github_events", 30, "payload.commits[*].author.email,payload.commits[0],payload"),
    ]
  )
  func selectEqualsPython(_ name: String, _ count: Int, _ paths: String) throws {
    let source = Corpora.path("real/\(name).jsonl")
    let outcome = try Sandbox().run("select", paths, source)
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
    #expect(try compare(outcome.output, paths, source) == "\(count)")
  }

  /// The comparison itself must detect one wrong digit.
  @Test(.enabled(if: Corpora.isPresent, "1 case not run: no corpora"))
  func theComparisonCanFail() throws {
    let source = Corpora.path("real/tweets.jsonl")
    let rows = try Sandbox().run("select", "id", source).output
    let digit = try #require(rows.firstIndex(of: "}"))
    let place = rows.index(before: digit)
    let wrong = rows.replacingCharacters(in: place...place, with: rows[place] == "1" ? "2" : "1")
    #expect(try compare(wrong, "id", source).hasPrefix("row 1:"))
  }

  @Test(.enabled(if: Corpora.isPresent, "27 documents not run: no corpora"))
  func roundtripValuesArePreserved() throws {
    let files = try Corpora.files(in: "nativejson/roundtrip")
    #expect(files.count == 27)
    let outcome = try Sandbox().run(["select", "$", "--input", "document"] + files)
    let values = try files.map { path in
      try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    }
    #expect(outcome.status == 0)
    #expect(outcome.outputLines == values)
  }

  @Test(.enabled(if: Corpora.isPresent, "95 documents not run: no corpora"))
  func checkAcceptsWhatMustBeAccepted() throws {
    let files = try Corpora.files(in: "JSONTestSuite/test_parsing", prefix: "y_")
    #expect(files.count == 95)
    for file in files {
      let outcome = try Sandbox().run("check", "--input", "document", file)
      #expect(outcome.status == 0, "\(file)")
      #expect(outcome.output.isEmpty && outcome.error.isEmpty, "\(file): \(outcome.error)")
    }
  }

  @Test(.enabled(if: Corpora.isPresent, "188 documents not run: no corpora"))
  func checkRejectsWhatMustBeRejected() throws {
    let files = try Corpora.files(in: "JSONTestSuite/test_parsing", prefix: "n_")
    #expect(files.count == 188)
    for file in files {
      let outcome = try Sandbox().run("check", "--input", "document", file)
      #expect(outcome.status == 1, "\(file)")
      #expect(outcome.output.isEmpty, "\(file)")
      // A hint may follow the error.
      #expect(Outcome.lines(of: outcome.errorWithoutHints).count == 1, "\(file): \(outcome.error)")
      let line = try #require(outcome.errorLines.first, "\(file)")
      #expect(line.hasPrefix("\(file):"))
      let place = line.dropFirst(file.count).prefixMatch(of: /:([0-9]+):([0-9]+): byte ([0-9]+): ./)
      let byte = try #require(place.flatMap { Int($0.3) }, "\(line)")
      #expect(byte <= (try Data(contentsOf: URL(filePath: file)).count), "\(line)")
    }
  }

  @Test(.enabled(if: Corpora.isPresent, "283 documents not run: no corpora"))
  func oneRunOverAllNamesEveryBadDocumentOnce() throws {
    let good = try Corpora.files(in: "JSONTestSuite/test_parsing", prefix: "y_")
    let bad = try Corpora.files(in: "JSONTestSuite/test_parsing", prefix: "n_")
    let outcome = try Sandbox().run(["check", "--input", "document"] + good + bad)
    #expect(outcome.status == 1)
    let lines = Outcome.lines(of: outcome.errorWithoutHints)
    #expect(lines.count == bad.count)
    for (line, file) in zip(lines, bad) { #expect(line.hasPrefix("\(file):")) }
  }

  @Test(.enabled(if: Corpora.isPresent, "131 records not run: no corpora"))
  func realFilesAreGoodAndCounted() throws {
    let sandbox = try Sandbox()
    let files = [Corpora.path("real/tweets.jsonl"), Corpora.path("real/github_events.jsonl")]
    #expect(try sandbox.run(["check"] + files).status == 0)
    #expect(try sandbox.run(["count"] + files).output == "130\n")
    #expect(try sandbox.run(["count", "--validate", "full"] + files).output == "130\n")
    let canada = Corpora.path("real/canada.json")
    let kind = try sandbox.run("select", "features[*].geometry.type", "--input", "document", canada)
    #expect(kind.output == "{\"features[*].geometry.type\":[\"Polygon\"]}\n")
  }
}
