import Foundation
import Testing

@testable import StreamMapCommand

@Suite struct SelectTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test func rowsHaveTheNamesInOrder() throws {
    let outcome = try sandbox.run(
      "select", "b.c,name=a,$,tags=d[*].e", input: #"{"a":1,"b":{"c":"x"},"d":[{"e":2},{},{"e":null}]}"#
    )
    let record = #"{"a":1,"b":{"c":"x"},"d":[{"e":2},{},{"e":null}]}"#
    #expect(outcome.output == #"{"b.c":"x","name":1,"$":"# + record + #","tags":[2,null,null]}"# + "\n")
    #expect(outcome.status == 0)
    #expect(outcome.error.isEmpty)
  }

  @Test func whatIsAbsentIsNull() throws {
    let outcome = try sandbox.run(
      "select", "a,b.c,d[1],e[*],f[*].g,h.*", input: #"{"b":3,"d":[0],"e":[],"f":[{}],"h":{}}"#
    )
    #expect(outcome.output == #"{"a":null,"b.c":null,"d[1]":null,"e[*]":[],"f[*].g":[null],"h.*":[]}"# + "\n")
    let absent = try sandbox.run("select", "e[*],f[*].g,h.*", input: "{}")
    #expect(absent.output == #"{"e[*]":null,"f[*].g":null,"h.*":null}"# + "\n")
  }

  @Test(arguments: [
    "12345678901234567890123", "1.0e+05", "-0", "0.10", "1E400", #""\u00e9\/\n\ud83d\ude00""#, #""é\u00E9""#,
    "true", "null", "[]", "{}", #"{"k":"a b","k":1}"#, #"[1,[2,{"x":[]}]]"#,
  ])
  func valuesComeOutAsTheyStood(_ value: String) throws {
    let outcome = try sandbox.run("select", "v", input: "{\"v\":\(value)}\n")
    #expect(outcome.output == "{\"v\":\(value)}\n")
  }

  @Test func whiteSpaceOutsideStringsGoes() throws {
    let outcome = try sandbox.run(
      "select", "$", input: "\t{ \"a b\" : [ 1 ,\t{ \"c\" : \" d \\n e \" } ] , \"f\":true }  \n"
    )
    #expect(outcome.output == #"{"a b":[1,{"c":" d \n e "}],"f":true}"# + "\n")
  }

  @Test(arguments: [
    "{\"a\":1}\n{\"a\":2}\n", "{\"a\":1}\n{\"a\":2}", "{\"a\":1}\r\n{\"a\":2}\r\n",
    "\u{FEFF}{\"a\":1}\n{\"a\":2}",
    "\n\n{\"a\":1}\n \t\r\n{\"a\":2}\n\n",
  ])
  func linesInEveryDress(_ input: String) throws {
    let outcome = try sandbox.run("select", "a", input: input)
    #expect(outcome.output == "{\"a\":1}\n{\"a\":2}\n")
    #expect(outcome.status == 0)
  }

  @Test func csvQuotesWhatItMust() throws {
    let input = #"""
      {"id":1,"s":"plain","t":[1,"a,b"]}
      {"id":-2.50,"s":"say \"hi\", you","t":{"k":"v"}}
      {"id":3,"s":"two\nlines","t":null}
      {"id":true,"s":"héé 日本 \u00e9","t":"x"}
      {}
      """#
    let rows = try sandbox.run("select", "--format", "csv", "id,s,t", input: input)
    #expect(rows.status == 0)
    let expected = #"""
      id,s,t
      1,plain,"[1,""a,b""]"
      -2.50,"say ""hi"", you","{""k"":""v""}"
      3,"two
      lines",
      true,héé 日本 é,x
      ,,

      """#
    #expect(rows.output.replacingOccurrences(of: "\r\n", with: "\n") == expected)
  }

  /// A reader would skip an empty line.
  @Test func aRowOfOneEmptyFieldIsStillARow() throws {
    let outcome = try sandbox.run("select", "--format", "csv", "a", input: "{\"a\":1}\n{}\n{\"a\":null}\n")
    #expect(outcome.outputLines == ["a", "1", "\"\"", "\"\""])
  }

  @Test func tsvSeparatesByTabs() throws {
    let outcome = try sandbox.run(
      "select", "--format=tsv", "a,b", input: "{\"a\":\"x y\",\"b\":\"p\\tq\"}\n{\"a\":1,\"b\":[1,2]}\n"
    )
    let lines = outcome.output.replacingOccurrences(of: "\r\n", with: "\n").split(separator: "\n")
    #expect(lines == ["a\tb", "x y\t\"p\tq\"", "1\t[1,2]"])
  }

  @Test func anEmptyInputStillHasItsHeader() throws {
    #expect(try sandbox.run("select", "a,n=b", "--format", "tsv").outputLines == ["a\tn"])
    #expect(try sandbox.run("select", "a").output.isEmpty)
  }

  @Test func itStopsAtTheFirstBadRecord() throws {
    let path = try sandbox.file("bad", "{\"a\":1}\n{\"a\":x}\n{\"a\":3}\n")
    let outcome = try sandbox.run("select", "a", path)
    #expect(outcome.status == 1)
    #expect(outcome.output == "{\"a\":1}\n")
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.error.hasPrefix("\(path):2:6: byte 13: "))
  }

  @Test func skippingGoesOnAndCounts() throws {
    let input = "{\"a\":1}\n{\"a\":x}\n\n{1\n{\"a\":4} 5\n{\"a\":5}\n"
    let outcome = try sandbox.run("select", "a", "--on-error", "skip", input: input)
    #expect(outcome.status == 1)
    #expect(outcome.output == "{\"a\":1}\n{\"a\":5}\n")
    #expect(outcome.errorLines.count == 4)
    #expect(outcome.errorLines.first?.hasPrefix("<stdin>:2:6: byte 13: ") == true)
    #expect(outcome.errorLines.dropFirst().first?.hasPrefix("<stdin>:4:2: byte 18: ") == true)
    #expect(outcome.errorLines.dropFirst(2).first?.hasPrefix("<stdin>:5:9: byte 28: ") == true)
    #expect(outcome.errorLines.last == "streammap: 3 of 5 records skipped")
  }

  @Test func quietSaysNothingOfBadRecords() throws {
    let outcome = try sandbox.run("select", "a", "--on-error", "skip", "--quiet", input: "{\n{\"a\":2}\n")
    #expect(outcome.status == 1)
    #expect(outcome.output == "{\"a\":2}\n")
    #expect(outcome.error.isEmpty)
  }

  @Test func filesFollowOneAnotherAndPlacesAreOfEach() throws {
    let first = try sandbox.file("1", "{\"a\":1}\n{\"a\":2}")
    let third = try sandbox.file("3", "{\"a\":5}\n{\"a\"}\n{\"a\":6}\n")
    let outcome = try sandbox.run(
      ["select", "a", first, "-", third, "--on-error=skip", "--format=csv"], input: Array("{\"a\":3}\n".utf8)
    )
    #expect(outcome.outputLines.map { $0.filter { !$0.isNewline } } == ["a", "1", "2", "3", "5", "6"])
    #expect(outcome.errorLines.first?.hasPrefix("\(third):2:5: byte 12: ") == true)
    #expect(outcome.errorLines.last == "streammap: 1 of 6 records skipped")
  }

  @Test func anEmptyFileBetweenOthersIsNothing() throws {
    let empty = try sandbox.file("empty", "")
    let one = try sandbox.file("one", "{\"a\":1}")
    #expect(try sandbox.run("select", "a", empty, one, empty).output == "{\"a\":1}\n")
  }

  @Test func theOutputGoesToAFile() throws {
    let path = try sandbox.file("out", "old and longer than the new one\n")
    let outcome = try sandbox.run("select", "a", "--output", path, input: "{\"a\":1}\n")
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(try sandbox.text("out") == "{\"a\":1}\n")
  }

  @Test func anOutputThatIsAnInputIsRefused() throws {
    let path = try sandbox.file("same", "{\"a\":1}\n")
    let outcome = try sandbox.run("select", "a", path, "--output", path)
    #expect(outcome.status == 2)
    #expect(try sandbox.text("same") == "{\"a\":1}\n")
  }

  @Test(arguments: ["a[", "a..b", "", "a,,b", "a[-1]", "x="])
  func badPathsAreUsageErrorsBeforeAnythingIsTouched(_ paths: String) throws {
    let path = try sandbox.file("out", "precious")
    let outcome = try sandbox.run("select", paths, "--output", path, input: "{\"a\":1}\n")
    #expect(outcome.status == 2, "\(outcome.error)")
    #expect(outcome.error.hasPrefix("streammap: PATHS, byte "), "\(outcome.error)")
    #expect(try sandbox.text("out") == "precious")
  }

  @Test func aNameStandsOnceInARow() throws {
    let outcome = try sandbox.run("select", "a,b=a,b", input: "{\"a\":1}\n")
    #expect(outcome.status == 2)
    #expect(outcome.error.hasPrefix("streammap: duplicate column name 'b'"))
    let table = try sandbox.run("select", "--format", "csv", "a,b=a,b", input: "{\"a\":1,\"b\":2}\n")
    #expect(table.status == 2 && table.error == outcome.error)
  }

  @Test func limitsAreObeyed() throws {
    let deep = "{\"a\":[[[1]]]}\n"
    #expect(try sandbox.run("select", "a", "--max-depth", "4", input: deep).status == 0)
    let tooDeep = try sandbox.run("select", "a", "--max-depth", "3", input: deep)
    #expect(tooDeep.status == 1)
    #expect(tooDeep.error.hasPrefix("<stdin>:1:8: byte 7: "))
    let long = "{\"a\":\"\(String(repeating: "x", count: 100))\"}\n"
    #expect(try sandbox.run("select", "a", "--max-record", "108", input: long).status == 0)
    #expect(try sandbox.run("select", "a", "--max-record", "107", input: long).status == 1)
  }

  @Test func aRaisedRecordLimitRaisesThatOfStrings() throws {
    let long = "{\"a\":\"\(String(repeating: "x", count: 17 << 20))\"}\n"
    #expect(try sandbox.run("select", "b", input: long).status == 1)
    let raised = try sandbox.run("select", "b", "--max-record", "20MiB", input: long)
    #expect(raised.status == 0, "\(raised.error.prefix(200))")
    #expect(raised.output == "{\"b\":null}\n")
  }

  @Test("an intermediate value of the wrong kind gives null")
  func wrongKindOnTheWay() throws {
    let outcome = try Sandbox().run(
      "select", "a.b,c[0],d[*].e,f.*.g",
      input: """
        {"a":7,"c":{"0":1},"d":[1,{"e":2},null,[]],"f":{"x":{"g":3},"y":4}}
        {"a":"x","c":true,"d":{},"f":[]}
        {"a":null,"c":[5],"d":null,"f":null}

        """)
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        {"a.b":null,"c[0]":null,"d[*].e":[null,2,null,null],"f.*.g":[3,null]}
        {"a.b":null,"c[0]":null,"d[*].e":null,"f.*.g":null}
        {"a.b":null,"c[0]":5,"d[*].e":null,"f.*.g":null}

        """)
  }

  @Test("a record of the wrong kind is an error", arguments: ["yajl", "index"])
  func wrongKindOfRecord(_ engine: String) throws {
    let sandbox = try Sandbox()
    let input = "{\"id\":1}\n[{\"id\":2}]\n7\nnull\n{\"id\":3}\n"
    let stopped = try sandbox.run("select", "id", "--engine", engine, input: input)
    #expect(stopped.status == 1)
    #expect(stopped.output == "{\"id\":1}\n")
    #expect(stopped.error.contains("$: expected an object, found an array"))
    let skipped = try sandbox.run("select", "id", "--engine", engine, "--on-error", "skip", input: input)
    #expect(skipped.status == 1)
    #expect(skipped.output == "{\"id\":1}\n{\"id\":3}\n")
    for found in ["an array", "7", "null"] {
      #expect(skipped.error.contains("$: expected an object, found \(found)"))
    }
    let arrays = try sandbox.run("select", "[0].id", "--engine", engine, "--on-error", "skip", input: input)
    #expect(arrays.output == "{\"[0].id\":2}\n")
    #expect(arrays.error.contains("$: expected an array, found an object"))
    let whole = try sandbox.run("select", "$,id", "--engine", engine, input: "7\nnull\n[1]\n")
    #expect(whole.status == 0)
    #expect(
      whole.output == """
        {"$":7,"id":null}
        {"$":null,"id":null}
        {"$":[1],"id":null}

        """)
    #expect(try sandbox.run("check", "--engine", engine, input: input).status == 0)
  }
}
