import Testing

@testable import StreamMapCommand

/// The program explains a filter that cannot be true.
@Suite("Notes on filters")
struct FilterNoteTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let lines =
    #"{"id":1,"response":{"code":200},"tags":["a"],"opt":null}"# + "\n"
    + #"{"id":2,"response":{"code":"404"},"tags":[]}"# + "\n" + #"{"id":3,"response":{"code":500}}"# + "\n"

  @Test(
    "names a path that no record has, and a type that it never has",
    arguments: [
      ("respnse.code == 200", ["no record has 'respnse.code'; did you mean 'response.code'?"]),
      ("quite.different == 1", ["no record has 'quite.different'"]),
      ("idd is null", ["no record has 'idd'; did you mean 'id'?"]),
      ("id == '1'", ["'id' was never a string (3 numbers)"]),
      ("id in ('1', '2')", ["'id' was never a string (3 numbers)"]),
      ("tags contains 'a'", ["'tags' was never a string (2 arrays)"]),
      ("response == true", ["'response' was never a boolean (3 objects)"]),
      ("opt > 1", ["'opt' was never a number (1 null)"]),
      ("response.code == true", ["'response.code' was never a boolean (2 numbers, 1 string)"]),
      ("tags[0] == 1", ["'tags[0]' was never a number (1 string)"]),
      ("tags[5] == 'a'", ["no record has 'tags[5]'"]),
      // The filter keeps records, but not for this path.
      ("id > 1 or idd == 7", ["no record has 'idd'; did you mean 'id'?"]),
      ("id == '1' or nmae is null", ["'id' was never a string (3 numbers)", "no record has 'nmae'"]),
      ("id > 1 and not (id starts with '2')", ["'id' was never a string (3 numbers)"]),
      // The condition keeps no record whose value has the other type.
      (
        "response.code == '404'",
        [
          "'response.code' was also a number (2 numbers, 1 string), which the condition does not keep; "
            + "a list can have both, as in response.code in (1, '1')"
        ]
      ),
      (
        "id > 0 and response.code > 7",
        [
          "'response.code' was also a string (2 numbers, 1 string), which the condition does not keep; "
            + "a list can have both, as in response.code in (1, '1')"
        ]
      ),
      ("response.code > 7 or response.code == '404'", []), ("response.code in (7, '7')", []),
      // The condition is true although no record has one of its paths.
      ("not (id > 7 and idd == 7)", ["no record has 'idd'; did you mean 'id'?"]),
      ("not idd == 7 and id > 0 or id > 1", ["no record has 'idd'; did you mean 'id'?"]),
      // These can be true.
      ("id == 7", []), ("id in (7, '7')", []),
      ("opt is null", []), ("tags is not null", []), ("tags[0] == 'b'", []),
    ])
  func notes(filter: String, notes: [String]) throws {
    let file = try sandbox.file("lines", Self.lines)
    for words in [["count"], ["check"], ["select", "id"], ["select", "--types", "id:int64"]] {
      let outcome = try sandbox.run(words + ["--where", filter, file])
      #expect(outcome.error == notes.map { "streammap: \($0)\n" }.joined(), "\(words) \(filter)")
      #expect(try sandbox.run(words + ["--where", filter, "--quiet", file]).error.isEmpty)
    }
  }

  @Test(
    "the first 1,000 records decide, for any number of workers", arguments: [["1"], ["3", "--chunk", "500"]])
  func many(jobs: [String]) throws {
    let plain = (0..<3_000).map { "{\"id\":\($0),\"name\":\"x\"}\n" }
    // A member that comes later is still misspelt in the first records.
    let file = try sandbox.file("lines", plain.joined() + "{\"nmae\":\"x\"}\n")
    let words = ["count", "--jobs"] + jobs + ["--where"]
    let missing = try sandbox.run(words + ["nmae == 'y'", file])
    #expect(missing.error.hasPrefix("streammap: none of the first 1"))
    #expect(missing.error.hasSuffix(" records has 'nmae'; did you mean 'name'?\n"))
    let mistyped = try sandbox.run(words + ["id == '7'", file])
    #expect(mistyped.error.hasPrefix("streammap: 'id' was never a string in the first 1"))
    // A record that is kept proves that the path exists.
    let kept = try sandbox.run(words + ["nmae == 'x'", file])
    #expect((kept.output, kept.error) == ("1\n", ""))
    if jobs.count == 1 { #expect(missing.error.contains(" 1000 records ")) }
    // With 1,000 records, all of them are known.
    let few = try sandbox.run(words + ["nmae == 'x'", try sandbox.file("few", plain[..<1_000].joined())])
    #expect(few.error == "streammap: no record has 'nmae'; did you mean 'name'?\n")
  }

  @Test("reads pipes, other framings and several files", arguments: ["auto", "array", "concatenated"])
  func inputs(input: String) throws {
    let text = input == "concatenated" ? #"{"id":1}{"id":2}"# : #"[{"id":1},{"id":2}]"#
    let words = ["count", "--input", input, "--where", "idd == 1"]
    let note = "streammap: no record has 'idd'; did you mean 'id'?\n"
    #expect(try sandbox.run(words, input: Array(text.utf8)).error == note)
    let (one, two) = (
      try sandbox.file("one", text), try sandbox.file("two", text.replacing("id", with: "idd"))
    )
    #expect(try sandbox.run(words + [one, one]).error == note)
    #expect(try sandbox.run(words + [one, two]).error.isEmpty)
  }

  @Test(
    "says nothing if the first records were not all read",
    arguments: [["--range", "0:60"], ["--split", "1/2"], ["--on-error", "skip", "--max-errors", "0"]])
  func partial(words: [String]) throws {
    let file = try sandbox.file("lines", words.count > 2 ? "x\n" + Self.lines : Self.lines)
    #expect(try !sandbox.run(["count"] + words + ["--where", "idd == 1", file]).error.contains("has 'idd'"))
  }

  @Test("a limit is said, and malformed records do not count")
  func limits() throws {
    let file = try sandbox.file("lines", "oops\n" + Self.lines)
    let words = ["select", "id", "--on-error", "skip", "--where", "idd is null", file]
    #expect(try sandbox.run(words).errorLines.contains("streammap: no record has 'idd'; did you mean 'id'?"))
    let limited = try sandbox.run(words + ["--limit", "2"])
    #expect(limited.error.contains("none of the first "))
  }

  @Test("a column that no record has is named with a filter, too")
  func columns() throws {
    let file = try sandbox.file("lines", Self.lines)
    #expect(
      try sandbox.run("select", "id,idd", "--where", "id > 1", file).error
        == "streammap: no record has 'idd'; did you mean 'id'?\n")
    // A record that the filter skips has it.
    #expect(try sandbox.run("select", "id,opt", "--where", "id > 1", file).error.isEmpty)
  }
}
