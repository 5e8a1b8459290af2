import TestSupport
import Testing
import TinyMappingDialect

class Named: TinyMappingModel {
  var id = 0
  var title = "none"
  let constant = "kept"
  weak var parent: Named?
  lazy var computed = title.count
}

class NamedMore: Named {
  var first = 0
  var more: [String] = []
  private(set) var hidden = false

  override func keyToPropertyNameReplacementRules() -> [String: String] {
    ["1work": "first", "im:title": "title", "a.b": "more"]
  }
}

@Suite("Names of members and properties")
struct NameTests {
  @Test("maps members to properties by name, also inherited ones", .feature("14", "24", "25", "T1"))
  func names() throws {
    let both = try bothWays(NamedMore.self, #"{"id": 7, "title": "x", "hidden": true, "unknown": {"id": 8}}"#)
    for model in both {
      #expect(model.id == 7)
      #expect(model.title == "x")
      #expect(model.hidden)
      #expect(model.more.isEmpty)
    }
  }

  @Test("an absent member keeps the value that init set", .feature("5", "6", "T1"))
  func absent() throws {
    for model in try bothWays(NamedMore.self, "{}") {
      #expect(model.id == 0)
      #expect(model.title == "none")
    }
  }

  @Test("skips constants, weak references and lazy properties", .feature("T1"))
  func passedOver() throws {
    let text = #"{"constant": "changed", "parent": {"id": 1}, "computed": 99, "title": "four"}"#
    for model in try bothWays(Named.self, text) {
      #expect(model.constant == "kept")
      #expect(model.parent == nil)
      #expect(model.computed == 4)
    }
  }

  @Test("treats names with dots and non-identifiers as plain names", .feature("14", "16", "T3"))
  func replaced() throws {
    for model in try bothWays(
      NamedMore.self, #"{"1work": 5, "im:title": "y", "a.b": ["z"], "a": {"b": ["q"]}}"#)
    {
      #expect(model.first == 5)
      #expect(model.title == "y")
      #expect(model.more == ["z"])
    }
  }

  @Test("a rule's member takes precedence in any order unless null", .feature("T3"))
  func precedence() throws {
    let texts = [#"{"im:title": "rule", "title": "own"}"#, #"{"title": "own", "im:title": "rule"}"#]
    for text in texts {
      for model in try bothWays(NamedMore.self, text) { #expect(model.title == "rule") }
    }
    for model in try bothWays(NamedMore.self, #"{"im:title": null, "title": "own"}"#) {
      #expect(model.title == "own")
    }
  }

  @Test("a renamed member is not mapped to its original property", .feature("T3"))
  func swapped() throws {
    class Swapped: TinyMappingModel {
      var a = 0
      var b = 0
      override func keyToPropertyNameReplacementRules() -> [String: String] { ["a": "b", "b": "a"] }
    }
    for model in try bothWays(Swapped.self, #"{"a": 1, "b": 2}"#) {
      #expect(model.a == 2)
      #expect(model.b == 1)
    }
  }

  @Test("the last of two duplicate members counts", .feature("60", "T1"))
  func twice() throws {
    #expect(try Named.mapObjectFromJSON(#"{"id": 1, "id": 2}"#).id == 2)
  }

  @Test("reports a value for a rule without a variable", .feature("T3"))
  func noSuchProperty() throws {
    class Mistaken: TinyMappingModel {
      let fixed = 0
      override func keyToPropertyNameReplacementRules() -> [String: String] { ["x": "none", "y": "fixed"] }
    }
    for (text, path) in [(#"{"x": 1}"#, "x"), (#"{"y": 1}"#, "y")] {
      for error in errors(Mistaken.self, text) {
        #expect(error.path == path)
        #expect(error.reason.contains("has no such variable"))
      }
    }
    _ = try bothWays(Mistaken.self, #"{"x": null, "z": 1}"#)
  }
}
