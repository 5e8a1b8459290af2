// `check --types` and `check --schema`: which records do not fit the columns, and what they have instead.

import Foundation
import Testing

@testable import StreamMapCommand

@Suite("check --types")
struct CheckTypesTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let records = """
    {"id":1,"at":1716112800,"l":[{"a":1},{"a":"x"}]}
    {"id":"x7","at":1716112800000,"l":[{"a":true},{"a":[1]}]}
    {"at":"abc","l":7}

    {"id":null,"at":{}}
    {"id":8,"at":01}
    {"id":2.5,"at":"5"}
    []

    """

  /// The notes at the end, without the lines of bad records.
  private func notes(_ outcome: Outcome) -> [String] {
    outcome.errorLines.filter { $0.hasPrefix("streammap: ") }.map { String($0.dropFirst(11)) }
  }

  @Test("counts the records that lack or break each column, by the type of the value")
  func counts() throws {
    let file = try sandbox.file("in", Self.records)
    let types = "id:int64!,at:unix[s],a=l[*].a:list(int64),twice=id:int64"
    let expected = [
      "id: absent, but required, in 1 of 7 records; first in line 3",
      "id: null, but required, in 1 of 7 records; first in line 5",
      "id: a string does not fit int64 in 1 of 7 records; first in line 2: \"x7\"",
      "id: a number does not fit int64 in 1 of 7 records; first in line 7: 2.5",
      "at: a string does not fit unix[s] in 1 of 7 records; first in line 3: \"abc\"",
      "at: a number does not fit unix[s] in 1 of 7 records; first in line 2: 1716112800000",
      "at: an object does not fit unix[s] in 1 of 7 records; first in line 5",
      "a: a string does not fit list(int64) in 1 of 7 records; first in line 1: \"x\"",
      "a: a number does not fit list(int64) in 1 of 7 records; first in line 3: 7",
      "a: a boolean does not fit list(int64) in 1 of 7 records; first in line 2: true",
      "a: an array does not fit list(int64) in 1 of 7 records; first in line 2",
      "twice: a string does not fit int64 in 1 of 7 records; first in line 2: \"x7\"",
      "twice: a number does not fit int64 in 1 of 7 records; first in line 7: 2.5",
    ]
    for options in [
      [], ["--jobs", "1", "--chunk", "64"], ["--jobs", "3", "--chunk", "64"], ["--engine", "yajl"],
      ["--engine", "index"],
    ] {
      let outcome = try sandbox.run(["check", "--types", types, file] + options)
      #expect(outcome.status == 1 && outcome.output.isEmpty)
      #expect(notes(outcome) == expected, "\(options)")
      let places = outcome.errorLines.compactMap {
        $0.split(separator: ":").dropFirst().first.flatMap { Int($0) }
      }
      #expect(places == [1, 2, 3, 5, 6, 7, 8], "\(options)")
    }
    let one = try sandbox.run("check", "--types", "id:int64!", "--on-error", "stop", file)
    #expect(notes(one) == ["id: a string does not fit int64 in 1 of 2 records; first in line 2: \"x7\""])
    let good = try sandbox.run("check", "--types", "id:int64!,at:unix[s]", "--limit", "1", file)
    #expect(good.status == 0 && good.error.isEmpty)
    #expect(try sandbox.run("check", "--types", "id:int64!", "--quiet", file).error.isEmpty)
  }

  @Test("the report has the same counts, and rejects are retried")
  func reports() throws {
    let file = try sandbox.file("in", "{\"id\":1}\n{\"id\":\"7\"}\n{\"n\":1}\n{\"id\":\"8\"}\n")
    let outcome = try sandbox.run(
      "check", "--types", "id:int64!,n:int64", "--quiet", "--report", sandbox.path("report"), "--rejects",
      sandbox.path("bad"), file)
    #expect(outcome.status == 1 && outcome.error.isEmpty)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(try sandbox.bytes("report"))) as? [String: Any])
    #expect(report["rows"] as? Int == 0 && report["rejects"] as? Int == 3)
    let paths = try #require(report["paths"] as? [[String: Any]])
    func place(_ name: String, _ index: Int = 0) -> [Int?] {
      let place = paths[index][name] as? [String: Any]
      return [place?["count"] as? Int, place?["first_offset"] as? Int]
    }
    #expect(place("mismatched") == [2, 9] && place("absent") == [1, 20] && place("null") == [0, nil])
    #expect(place("absent", 1) == [1, 0])
    let stopped = try sandbox.run(
      "check", "--types", "id:int64!", "--quiet", "--on-error", "stop", "--report", sandbox.path("report"),
      file)
    #expect(stopped.status == 1)
    #expect(
      try sandbox.text("report").contains("\"first_offset\" : 9")
        && !sandbox.text("report").contains("\"first_offset\" : 15"))
    let types = paths[0]["types"] as? [String: [String: Any]]
    #expect(types?.mapValues { $0["count"] as? Int } == ["string": 2])
    let retried = try sandbox.run("retry", "--types", "id:text", sandbox.path("bad"))
    #expect(retried.output == "{\"id\":\"7\"}\n{\"id\":null}\n{\"id\":\"8\"}\n")
  }

  @Test("records are checked against the schema of others, and new members are named")
  func schema() throws {
    let old = try sandbox.file("old", "{\"id\":1,\"at\":\"2024-05-19\"}\n{\"id\":2,\"at\":\"2024-05-20\"}\n")
    let file = try sandbox.file(
      "in", "{\"id\":3,\"at\":\"2024-05-21\"}\n{\"id\":4,\"at\":\"soon\"}\n{\"id\":5,\"new\":1}\n")
    for format in ["json", "types"] {
      let schema = try sandbox.file("schema", try sandbox.run("schema", "--format", format, old).output)
      #expect(try sandbox.run("check", "--schema", schema, old).error.isEmpty)
      let outcome = try sandbox.run("check", "--schema", schema, file)
      #expect(
        notes(outcome) == [
          "at: a string does not fit date in 1 of 3 records; first in line 2: \"soon\"",
          "no column reads 'new': 1 of 2 records has it; first in line 3",
        ])
    }
  }

  @Test("a column that no record has is named if all are good")
  func missing() throws {
    let file = try sandbox.file("in", "{\"id\":1,\"user\":{\"name\":\"x\"}}\n")
    let outcome = try sandbox.run("check", "--types", "id:int64,user.nam:string", file)
    #expect(outcome.status == 0)
    #expect(notes(outcome) == ["no record has 'user.nam'; did you mean 'user.name'?"])
  }

  @Test("reads values of other framings, and says where in which file they are")
  func framings() throws {
    let first = try sandbox.file("a", "[{\"id\":1},\n{\"id\":2}]")
    let second = try sandbox.file("b", "[{\"id\":3},\n{\"id\":\"x\"}]")
    let outcome = try sandbox.run("check", "--types", "id:int64!", "--input", "array", first, second)
    #expect(
      notes(outcome) == [
        "id: a string does not fit int64 in 1 of 4 records; first in line 2 of \(second): \"x\""
      ])
    let document = try sandbox.run(
      "check", "--types", "id:int64!", "--input", "document", input: "{\n\"id\":\"x\"}")
    #expect(document.status == 1)
    #expect(notes(document) == ["id: a string does not fit int64 in 1 of 1 record; first in line 2: \"x\""])
    let part = try sandbox.file("c", "{\"id\":1}\n{\"id\":2}\n{\"id\":\"x\"}\n")
    let range = try sandbox.run("check", "--types", "id:int64!", "--split", "2/2", part)
    #expect(notes(range) == ["id: a string does not fit int64 in 1 of 1 record; first at byte 18: \"x\""])
  }

  @Test("an error in the types has its position")
  func wrongTypes() throws {
    let outcome = try sandbox.run("check", "--types", "id:int65", "in")
    #expect(outcome.status == 2)
    #expect(
      outcome.errorLines[0].hasPrefix("streammap: --types, byte 3: unknown type 'int65': use bool, int64,"))
    let both = try sandbox.run("check", "--types", "id:int64", "--schema", "x", "in")
    #expect(both.status == 2 && both.error.contains("--types and --schema"))
  }
}
