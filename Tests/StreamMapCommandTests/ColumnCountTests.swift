// Absent, null and mismatched values of each column: in the report, and on standard error.

import Foundation
import Testing

@testable import StreamMapCommand

@Suite("Counts of columns")
struct ColumnCountTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private struct Report: Decodable {
    struct Place: Decodable, Equatable {
      var count: Int
      var firstFile: String?
      var firstOffset: Int?
    }

    struct Path: Decodable {
      var name: String
      var type: String?
      var absent: Place
      var null: Place
      var mismatched: Place
    }

    var rows: Int
    var paths: [Path]
    var unread: [String: Place]?
  }

  private func report() throws -> Report {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Report.self, from: Data(try sandbox.bytes("report")))
  }

  @Test(
    "a report has the counts and first locations of typed columns, in every format",
    arguments: ["jsonl", "csv", "arrow"])
  func typed(format: String) throws {
    let first = try sandbox.file("a", "{\"id\":1,\"l\":[1]}\n{\"id\":null,\"l\":[\"x\",2,\"y\"]}\n")
    let second = try sandbox.file("b", "{\"id\":\"x7\",\"u\":5}\n\n{\"l\":7,\"u\":{\"v\":null}}\n")
    let outcome = try sandbox.run(
      "select", "--format", format, "--types", "id:int64,l:list(int64),v=u.v:string", "--mismatch", "null",
      "--report", sandbox.path("report"), "--output", sandbox.path("out"), first, second)
    #expect(outcome.status == 0)
    #expect(
      outcome.errorLines == [
        "streammap: id: 1 of 2 values did not fit int64 and is null; first in line 1 of \(second): a string (\"x7\")",
        "streammap: l: 3 values did not fit list(int64) and are null; first in line 2 of \(first): a string (\"x\")",
        "streammap: v: 1 of 1 values did not fit string and is null; first in line 1 of \(second): 5",
      ])
    let report = try report()
    #expect(report.rows == 4 && report.paths.map(\.name) == ["id", "l", "v"])
    #expect(
      try sandbox.text("report").contains(
        #/"first_line" : 2,\s*"first_offset" : 17/#))
    #expect(report.paths.map(\.type) == ["int64", "list(int64)", "string"])
    func place(_ count: Int, _ file: String? = nil, _ offset: Int? = nil) -> Report.Place {
      Report.Place(count: count, firstFile: file, firstOffset: offset)
    }
    #expect(
      report.paths.map(\.absent) == [place(1, second, 19), place(1, second, 0), place(2, first, 0)])
    #expect(report.paths.map(\.null) == [place(1, first, 17), place(0), place(1, second, 19)])
    #expect(
      report.paths.map(\.mismatched) == [place(1, second, 0), place(3, first, 17), place(1, second, 0)])
  }

  @Test(
    "with rows of elements, each value of a record and of an element counts once", arguments: [false, true])
  func elements(keepsEmpty: Bool) throws {
    let input = try sandbox.file(
      "a",
      """
      {"id":1,"o":[{"n":"bad"},{"n":null,"l":[1,null,"x"]},{"n":"bad","l":[]},{"l":[{"v":1},{"v":"y"},7]}]}
      {"id":"bad","o":[]}
      {"id":null,"o":[null]}

      """)
    let outcome = try sandbox.run(
      ["select", "--each", "o[*].l[*]"] + (keepsEmpty ? ["--each-empty"] : [])
        + [
          "--types", "id:int64,n=o[*].n:int64,v=o[*].l[*].v:int64,i=$index:int64", "--mismatch", "null",
          "--report", sandbox.path("report"), "--output", sandbox.path("out"), input,
        ])
    #expect(outcome.status == 0, "\(outcome.error)")
    let paths = try report().paths
    #expect(paths.map(\.absent.count) == [0, 2, 1, 0])
    #expect(paths.map(\.null.count) == [1, 1, 0, 0])
    #expect(paths.map(\.mismatched.count) == [1, 2, 4, 0])
    #expect(try report().rows == (keepsEmpty ? 10 : 6))
  }

  @Test("a column that only records without elements have is not missing")
  func seen() throws {
    let input = try sandbox.file("a", "{\"id\":1,\"note\":\"x\"}\n{\"id\":2,\"items\":[null]}\n")
    let words = ["select", "--each", "items[*]", "id,note,items[*]", input]
    let outcome = try sandbox.run(words)
    #expect(outcome.error.isEmpty)
    #expect(outcome.output == "{\"id\":2,\"note\":null,\"items[*]\":null}\n")
  }

  @Test("the counts are the same for any number of threads and any chunk size")
  func chunks() throws {
    let lines = (0..<2_000).map { index in
      switch index % 7 {
      case 0 where index > 900: "{\"id\":\"é\(index)\"}"
      case 1: "{}"
      case 2: "{\"id\":null}"
      // A mismatch in a malformed record does not count.
      case 3: "{\"id\":\"bad\",\"x\":01}"
      case 4: ""
      default: "{\"id\":\(index)}"
      }
    }
    let file = try sandbox.file("in", lines.joined(separator: "\n") + "\n")
    let words = [
      "select", "--types", "id:int64", "--mismatch", "null", "--on-error", "skip", "--report",
      sandbox.path("report"),
      "--output", sandbox.path("out"), file,
    ]
    for options in [
      ["--jobs", "1"], ["--jobs", "3", "--chunk", "2000"], ["--chunk", "64"], ["--engine", "yajl"],
    ] {
      let outcome = try sandbox.run(words + options)
      let path = try #require(try report().paths.first)
      let replaced = (901..<2_000).filter { $0 % 7 == 0 }
      #expect(path.mismatched.count == replaced.count)
      let others = (0..<2_000).filter { $0 % 7 == 2 }.count
      #expect(path.null.count == others && path.absent.count == (0..<2_000).filter { $0 % 7 == 1 }.count)
      let rows = try report().rows
      #expect(
        outcome.errorLines.last
          == "streammap: id: \(replaced.count) of \(rows - path.null.count - path.absent.count) values did not fit int64 "
          + "and are null; first in line \(replaced[0] + 1): a string (\"é\(replaced[0])\")", "\(options)")
    }
  }

  @Test("a run that resumes has the counts of one that did not end")
  func resumes() throws {
    let good = (0..<300).map { $0 % 3 == 0 ? "{\"id\":\"\($0)\"}" : "{}" }
    let file = try sandbox.file("in", (good + ["x"]).joined(separator: "\n") + "\n")
    let words = [
      "select", "--types", "id:int64", "--mismatch", "null", "--report", sandbox.path("report"), "--output",
      sandbox.path("out"), "--checkpoint", sandbox.path("mark"), "--checkpoint-interval", "0", "--chunk",
      "64", file,
    ]
    #expect(try sandbox.run(words).status == 1)
    #expect(try sandbox.run(words).status == 1)
    let path = try #require(try report().paths.first)
    #expect(path.mismatched == .init(count: 100, firstFile: file, firstOffset: 0))
    #expect(path.absent.count == 200)
  }

  @Test("retry reports the values that it replaces")
  func retried() throws {
    let file = try sandbox.file("in", "{\"id\":\"a\"}\n{\"id\":2}\n")
    _ = try sandbox.run(
      "select", "--types", "id:int64", "--on-error", "skip", "--quiet", "--rejects", sandbox.path("bad"), file
    )
    let outcome = try sandbox.run(
      "retry", "--types", "id:int64", "--mismatch", "null", sandbox.path("bad"))
    #expect(outcome.status == 0 && outcome.output == "{\"id\":null}\n")
    #expect(
      outcome.errorLines
        == ["streammap: id: 1 of 1 values did not fit int64 and is null; first: a string (\"a\")"])
  }

  @Test("an untyped report has the first value of another type")
  func untyped() throws {
    let file = try sandbox.file("in", "{\"a\":1}\n{\"a\":\"x\"}\n{\"a\":true}\n{\"a\":2}\n")
    _ = try sandbox.run(
      "select", "a", "--report", sandbox.path("report"), "--output", sandbox.path("out"), file)
    let path = try #require(try report().paths.first)
    #expect(path.mismatched == .init(count: 2, firstFile: file, firstOffset: 8) && path.type == nil)
  }

  @Test("members that no column of a schema reads are named and counted", arguments: ["jsonl", "arrow"])
  func unread(format: String) throws {
    let schema = try sandbox.file("schema", "id:int64,n=user.name:string,l:list(json)")
    let first = try sandbox.file(
      "a", "{\"id\":1,\"user\":{\"name\":\"x\"},\"l\":[{\"k\":1}]}\n{\"id\":01,\"bad\":1}\n")
    let second = try sandbox.file(
      "b",
      "{\"new\":{\"x\":[1]},\"id\":2}\n{\"id\":3,\"new\":null,\"user\":{\"age\":5,\"name\":\"y\"}}\n{\"a.b\":\"\\n\"}\n"
    )
    for options in [[], ["--jobs", "1", "--chunk", "64"], ["--engine", "yajl"]] {
      let outcome = try sandbox.run(
        [
          "select", "--schema", schema, "--format", format, "--on-error", "skip", "--report",
          sandbox.path("report"),
          "--output", sandbox.path("out"), first, second,
        ] + options)
      #expect(
        outcome.errorLines.dropFirst(2) == [
          "streammap: no column reads 'new': 2 of 4 records have it; first in line 1 of \(second)",
          "streammap: no column reads 'user.age': 1 of 4 records has it; first in line 2 of \(second)",
          "streammap: no column reads 'a.b': 1 of 4 records has it; first in line 3 of \(second)",
        ], "\(options)")
      let report = try report()
      #expect(report.unread?.mapValues(\.count) == ["new": 2, "user.age": 1, "a.b": 1])
      #expect(report.unread?["new"] == .init(count: 2, firstFile: second, firstOffset: 0))
    }
    let output = try sandbox.bytes("out")
    _ = try sandbox.run(
      "select", "--types", "id:int64,n=user.name:string,l:list(json)", "--format", format, "--on-error",
      "skip",
      "--output", sandbox.path("out"), first, second)
    #expect(try sandbox.bytes("out") == output)
  }
}
