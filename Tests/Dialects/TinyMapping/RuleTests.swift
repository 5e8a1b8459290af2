import TestSupport
import Foundation
import StreamMap
import Testing

import TinyMappingDialect

class Shape: TinyMappingModel {
  var name = ""
}

class Circle: Shape {
  var radius = 0.0
}

class Drawing: TinyMappingModel {
  var single: Shape?
  var many: [Shape] = []
  var grid: [[Shape]] = []
  var byName: [String: Shape] = [:]
  var anything: Any?
  var list: NSArray?
  var ruleless: Shape = Shape()
  var text = ""
  var parts: [Drawing]?

  override func keyToClassMappingRules() -> [String: TinyMappingModel.Type] {
    [
      "single": Circle.self, "many": Circle.self, "grid": Circle.self, "byName": Circle.self,
      "anything": Circle.self,
      "list": Circle.self,
    ]
  }
}

@Suite("Rules for classes")
struct RuleTests {
  @Test("creates the rule's class for properties of any shape", .feature("10", "24", "T2"))
  func classes() throws {
    let circle = #"{"name": "c", "radius": 1.5}"#
    let text = """
      {"single": \(circle), "many": [\(circle), \(circle)], "grid": [[\(circle)], []], "byName": {"x": \(circle)},
       "ruleless": \(circle)}
      """
    for drawing in try bothWays(Drawing.self, text) {
      #expect((drawing.single as? Circle)?.radius == 1.5)
      #expect(drawing.many.map { ($0 as? Circle)?.radius } == [1.5, 1.5])
      #expect(drawing.grid.map { $0.map(\.name) } == [["c"], []])
      #expect((drawing.byName["x"] as? Circle)?.name == "c")
      #expect(drawing.ruleless.name == "c")
      #expect(!(drawing.ruleless is Circle))
    }
  }

  @Test("JSON's shape selects an object or array, also within arrays", .feature("12", "24", "T2"))
  func shapes() throws {
    for drawing in try bothWays(
      Drawing.self, #"{"anything": {"radius": 2}, "list": [{"radius": 3}, [{"radius": 4}]]}"#)
    {
      #expect((drawing.anything as? Circle)?.radius == 2)
      #expect((drawing.list?[0] as? Circle)?.radius == 3)
      #expect(((drawing.list?[1] as? [Any])?.first as? Circle)?.radius == 4)
    }
    for drawing in try bothWays(Drawing.self, #"{"anything": [{"radius": 2}, {"radius": 5}]}"#) {
      #expect((drawing.anything as? [Any])?.map { ($0 as? Circle)?.radius } == [2, 5])
    }
  }

  @Test("decodes self-referential models to any depth", .feature("24", "T1"))
  func recursive() throws {
    let text =
      #"{"text": "a", "parts": [{"text": "b", "parts": [{"text": "c"}, {"text": "d"}]}, {"text": "e"}]}"#
    for drawing in try bothWays(Drawing.self, text) {
      #expect(drawing.parts?.map(\.text) == ["b", "e"])
      #expect(drawing.parts?[0].parts?.map(\.text) == ["c", "d"])
      #expect(drawing.parts?[1].parts == nil)
    }
  }

  @Test(
    "a non-object where a model is expected reports its path", .feature("5", "37", "T8"))
  func scalars() {
    let cases = [
      (#"{"single": 5}"#, "single", "expected an object, found the number 5"),
      (#"{"single": [{}]}"#, "single", "expected an object, found an array"),
      (#"{"many": [{}, "x"]}"#, "many[1]", "expected an object, found a string"),
      (#"{"many": {}}"#, "many", "expected an array, found an object"),
      (#"{"many": [null]}"#, "many[0]", "expected an object, found null"),
      (#"{"grid": [[], [{}, true]]}"#, "grid[1][1]", "expected an object, found true"),
      (#"{"byName": {"it's": 1}}"#, #"byName['it\'s']"#, "expected an object, found the number 1"),
      (#"{"anything": "x"}"#, "anything", "expected an object, found a string"),
      (#"{"list": [[5]]}"#, "list[0][0]", "expected an object, found the number 5"),
      (
        #"{"parts": [{"parts": [{"text": 1}]}]}"#, "parts[0].parts[0].text",
        "expected a string, found the number 1"
      ),
    ]
    for (text, path, reason) in cases {
      let errors = errors(Drawing.self, text)
      #expect(errors.count == 4)
      for error in errors {
        #expect(error.path == path)
        #expect(error.reason == reason)
        #expect("\(error)" == "\(path): \(reason)")
      }
    }
  }

  @Test("reports a rule's class that the property cannot hold", .feature("T2", "T8"))
  func misfits() throws {
    class Misfit: TinyMappingModel {
      var number = 0
      var other: Circle?
      var pair: [Int] = []
      var array: NSArray?
      override func keyToClassMappingRules() -> [String: TinyMappingModel.Type] {
        [
          "number": Shape.self, "other": Shape.self, "pair": Shape.self, "array": Shape.self,
          "absent": Shape.self,
        ]
      }
    }
    for (text, path) in [
      (#"{"number": {}}"#, "number"), (#"{"other": {}}"#, "other"), (#"{"pair": [{}]}"#, "pair[0]"),
      (#"{"array": {}}"#, "array"),
    ] {
      let errors = errors(Misfit.self, text)
      #expect(errors.count == 4)
      for error in errors {
        #expect(error.path == path)
        #expect(error.reason.hasPrefix("the rule makes Shape"))
      }
    }
    _ = try bothWays(Misfit.self, #"{"number": null, "absent": 5}"#)
  }

  @Test("a call's rules take precedence; nested models use theirs", .feature("24", "T7"))
  func rulesOfACall() throws {
    let rules = TinyMappingRules(
      keyToClass: ["single": Shape.self, "more": Circle.self],
      keyToPropertyName: ["more": "many", "label": "text"])
    let text =
      #"{"single": {"name": "s"}, "more": [{"radius": 1}], "label": "t", "parts": [{"label": "u", "text": "v"}]}"#
    for drawing in try bothWays(Drawing.self, text, rules: rules) {
      #expect(drawing.single.map { $0 is Circle } == false)
      #expect((drawing.many.first as? Circle)?.radius == 1)
      #expect(drawing.text == "t")
      #expect(drawing.parts?.map(\.text) == ["v"])
    }
    // The next call does not use them.
    for drawing in try bothWays(Drawing.self, text) {
      #expect(drawing.single is Circle)
      #expect(drawing.text == "")
    }
    let arrays = try Shape.mapArrayOfObjects(
      [[["n": "a"]], [["n": "b"]]], rules: TinyMappingRules(keyToPropertyName: ["n": "name"]))
    #expect(arrays.map { $0.map(\.name) } == [["a"], ["b"]])
  }

  @Test("updates keep absent and null values, and restore on error", .feature("28", "T7"))
  func updating() throws {
    let drawing = try Drawing.mapObjectFromJSON(#"{"text": "a", "single": {"name": "s", "radius": 2}}"#)
    let single = drawing.single
    try drawing.updateFromJSON(#"{"text": null, "many": [{"name": "m"}]}"#)
    #expect(drawing.text == "a" && drawing.many.map(\.name) == ["m"] && drawing.single === single)
    try drawing.updateFromDictionary(["text": "b", "many": [Any]()])
    #expect(drawing.text == "b" && drawing.many.isEmpty)
    try drawing.updateFromJSON(
      #"{"label": "c"}"#, rules: TinyMappingRules(keyToPropertyName: ["label": "text"]))
    #expect(drawing.text == "c")
    #expect(throws: TinyMappingError.self) {
      try drawing.updateFromJSON(#"{"single": {"name": "t"}, "text": 5}"#)
    }
    #expect(throws: TinyMappingError.self) {
      try drawing.updateFromDictionary(["single": ["name": "t"], "text": 5])
    }
    #expect(throws: TinyMappingError.self) { try drawing.updateFromJSON("[]") }
    #expect(throws: MappingError.self) { try drawing.updateFromJSON(#"{"text": "d""#) }
    #expect(drawing.text == "c" && drawing.single === single)
  }

  @Test("nested arrays stay nested, also mixed ones", .feature("10", "T4"))
  func nested() throws {
    let text = #"[{"name": "a"}, [{"name": "b"}, [{"name": "c"}], []]]"#
    let tree = try #require(try ReadmeTests.tree(text) as? [Any])
    let untyped = try Shape.mapArrayOfObjects(tree)
    for models in [
      untyped, try Shape.mapArrayOfObjects(try #require(tree as NSArray as? [Any])),
      try Shape.mapNestedArrayOfObjects(tree), try Shape.mapNestedArrayOfObjectsFromJSON(text),
    ] {
      #expect((models[0] as? Shape)?.name == "a")
      let inner = try #require(models[1] as? [Any])
      #expect((inner[0] as? Shape)?.name == "b")
      #expect((inner[1] as? [Shape])?.map(\.name) == ["c"])
      #expect((inner[2] as? [Any])?.isEmpty == true)
    }
    #expect(throws: TinyMappingError(path: "[1]", "expected an object, found an array")) {
      try Shape.mapArrayOfObjects(tree) as [Shape]
    }
    #expect(throws: TinyMappingError(path: "[1]", "expected an object, found an array")) {
      try Shape.mapArrayOfObjectsFromJSON(text)
    }
    #expect(throws: TinyMappingError(path: "[0][0]", "expected an object, found the number 1")) {
      try Shape.mapNestedArrayOfObjectsFromJSON("[[1]]")
    }
    #expect(throws: TinyMappingError(path: "$", "expected an array, found an object")) {
      try Shape.mapArrayOfObjectsFromJSON("{}")
    }
    #expect(throws: TinyMappingError(path: "$", "expected an object, found an array")) {
      try Shape.mapObjectFromJSON("[]")
    }
  }
}
