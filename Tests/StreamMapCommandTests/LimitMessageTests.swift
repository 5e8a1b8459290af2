import Testing

@testable import StreamMapCommand

/// The message for a record over a limit names the option that sets it.
@Suite("Messages of limits")
struct LimitMessageTests {
  @Test(
    "names the option and its value",
    arguments: [
      (["--max-record", "8"], "{\"abc\":1}\n", "1:9: byte 8: record longer than --max-record (8 bytes)"),
      (["--max-depth", "1"], "[[1]]\n", "1:2: byte 1: nested deeper than --max-depth (1 level) (at [0])"),
      (
        ["--max-depth", "2"], "{\"a\":[[1]]}\n",
        "1:7: byte 6: nested deeper than --max-depth (2 levels) (at a[0])"
      ),
      (
        [], "[1\(String(repeating: "0", count: 1_000))]",
        "1:1002: byte 1001: number longer than the limit (1000 bytes) (at [0])"
      ),
    ])
  func messages(words: [String], input: String, message: String) throws {
    let sandbox = try Sandbox()
    for engine in ["index", "yajl"] {
      let outcome = try sandbox.run(["check", "--engine", engine] + words, input: Array(input.utf8))
      #expect(outcome.status == 1)
      #expect(outcome.error == "<stdin>:\(message)\n")
    }
  }

  @Test(
    "shortens the path of a record over the depth limit",
    arguments: [
      ("{\"a\":", "a.a.a…a.a.a"), ("[", "[0][0][0]…[0][0][0]"),
      ("{\"x.y\":[", "['x.y'][0]['x.y']…[0]['x.y'][0]"),
    ])
  func depth(opening: String, path: String) throws {
    let input = String(repeating: opening, count: 600)
    let outcome = try Sandbox().run("check", input: input)
    #expect(
      outcome.errorLines.first?.hasSuffix(": nested deeper than --max-depth (512 levels) (at \(path))")
        == true)
  }

  @Test("a reject has the same message")
  func rejects() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.file("in", "{\"abc\":1}\n")
    _ = try sandbox.run("check", "--quiet", "--max-record", "8", "--rejects", sandbox.path("bad"), file)
    #expect(try sandbox.text("bad").contains("\"message\":\"record longer than --max-record (8 bytes)\""))
    let again = try sandbox.run("retry", "--max-record", "7", "id", sandbox.path("bad"))
    #expect(again.errorLines.first?.hasSuffix("record longer than --max-record (7 bytes)") == true)
  }
}
