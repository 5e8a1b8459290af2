import Testing

@testable import StreamMapCommand

@Suite struct ExplainTests {
  private func run(_ paths: String) throws -> Outcome {
    try Sandbox().run("explain", paths)
  }

  @Test func theTree() throws {
    let outcome = try run("id,author=user.screen_name,tags=tags[*].text,first=items[0].at[2],size=$['a b'].*")
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
    let tree = outcome.output.split(separator: "\n\n")[0]
    #expect(
      tree == """
        $                  object, until these 5 members are found
        ├─ id              → id
        ├─ user            object, until this member is found
        │  └─ screen_name  → author
        ├─ tags            array, to its end
        │  └─ [*]          object, until this member is found
        │     └─ text      → tags (a list)
        ├─ items           array, until this element is found
        │  └─ [0]          object, until this member is found
        │     └─ at        array, until this element is found
        │        └─ [2]    → first
        └─ ['a b']         object, to its end
           └─ *            → size (a list)
        """)
    #expect(!outcome.output.contains("Overlaps:"))
    #expect(outcome.output.contains("\nSkipped:\n"))
    #expect(
      outcome.output.replacing("\n  ", with: " ").contains("A record that is not an object is an error."))
    #expect(
      outcome.output.replacing("\n  ", with: " ").contains(
        "once id, user, tags, items and ['a b'] have been found"))
  }

  @Test("shows typed columns as a tree, and as JSON")
  func typed() throws {
    let sandbox = try Sandbox()
    let types = "id:int64!, ['x=y']=.user['a b']:list(string) ,['c.d']:json,e:timestamp[ms]"
    let tree = try sandbox.run("explain", "--types", types)
    #expect(tree.output.contains("├─ id          → id\n") && tree.output.contains("│     └─ [*]   → x=y\n"))
    let schema = try sandbox.file("schema", types)
    for words in [["--types", types], ["--schema", schema]] {
      let json = try sandbox.run(["explain", "--format", "json"] + words)
      #expect(json.status == 0)
      #expect(
        json.outputLines == [
          #"{"name":"id","path":"id","type":"int64","required":true}"#,
          #"{"name":"x=y","path":"user['a b']","type":"list(string)"}"#,
          #"{"name":"c.d","path":"['c.d']","type":"json"}"#,
          #"{"name":"e","path":"e","type":"timestamp[ms]"}"#,
        ])
    }
    #expect(
      try sandbox.run("explain", "--format", "json", "n=a.b").output == "{\"name\":\"n\",\"path\":\"a.b\"}\n")
  }

  @Test func theWholeRecord() throws {
    let text = try run("$").output
    #expect(text.hasPrefix("$  → $\n"))
    #expect(text.contains("Nothing is skipped: the whole record is read."))
    #expect(try !run("$,id").output.replacing("\n  ", with: " ").contains("A record that is no"))
  }

  @Test func everyMemberIsReadToTheEnd() throws {
    #expect(try run("*").output.contains("The record is read to its end: every member of it is needed."))
    #expect(try run("[*].a").output.contains("every element of it is needed."))
  }

  @Test(arguments: [
    ("a,b=a", "a is read twice, as a and as b."),
    ("a,a.b", "a.b is within a, which is read as a whole"),
    ("a[*].b,a", "a[*].b is within a, which is read as a whole"),
    ("a[0],a[*]", "a[0] and a[*] have values in common"),
    ("a[0],a[*].b", "a[*].b is in part within a[0], which is read as a whole"),
    ("a.*,a.b", "a.* and a.b have values in common"),
  ])
  func overlapsAreTold(_ paths: String, _ note: String) throws {
    let outcome = try run(paths)
    #expect(outcome.status == 0)
    #expect(outcome.output.replacing("\n  ", with: " ").contains(note))
  }

  @Test(arguments: ["a.b,a.c", "a[0],a[1]", "a[*].b,a[*].c", "a.b,b.a", "a[0].x,a[*].y"])
  func otherPathsDoNotOverlap(_ paths: String) throws {
    #expect(try !run(paths).output.contains("Overlaps:"))
  }

  @Test(arguments: [
    (
      "a.b,a[0]", "  a.b,a[0]\n       ^\n",
      "byte 5: needs an array here, but the path \"a.b\" needs an object"
    ),
    ("a..b", "  a..b\n    ^\n", "byte 2: a name is missing here"),
    ("x,größe[-1]", "  x,größe[-1]\n          ^\n", "byte 10: a negative index"),
  ])
  func pathsThatCannotBeAreShown(_ paths: String, _ picture: String, _ reason: String) throws {
    let outcome = try run(paths)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.error.hasPrefix("streammap: PATHS, \(reason)"))
    #expect(outcome.error.contains("\n" + picture + "Try "))
  }

  @Test func itTakesPathsAndNothingElse() throws {
    let sandbox = try Sandbox()
    #expect(
      try sandbox.run("explain").error.hasPrefix("streammap: explain needs PATHS, as in: streammap explain "))
    #expect(try sandbox.run("explain", "a", "file").error.contains("explain takes no FILE: remove 'file'"))
    #expect(try sandbox.run("explain", "a", "--quiet").status == 2)
  }
}
