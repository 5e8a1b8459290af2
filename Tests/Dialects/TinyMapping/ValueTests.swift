import TestSupport
import Foundation
import Testing
import TinyMappingDialect

class Values: TinyMappingModel {
  enum Colour: String, Decodable { case red, green }

  var bool = false
  var int = 0
  var small: Int8 = 0
  var large: UInt64 = 0
  var double = 0.0
  var float: Float = 0
  var text = ""
  var optional: Int? = 7
  var twice: Int??
  var ints: [Int] = []
  var holes: [Int?] = []
  var counts: [String: Int] = [:]
  var any: Any?
  var list: [Any] = []
  var object: [String: Any] = [:]
  var number: NSNumber?
  var array: NSArray?
  var url: URL?
  var colour = Colour.red
  var set: Set<Int> = []
  var action: (() -> Void)?
}

@Suite("Values")
struct ValueTests {
  @Test("converts scalars of every width as NSNumber does", .feature("7", "T1"))
  func scalars() throws {
    let text = """
      {"bool": true, "int": -5.0, "small": -128, "large": 18446744073709551615, "double": 5, "float": 2.5,
       "text": "é\\n\\u00e9", "optional": 8, "twice": 9}
      """
    for values in try bothWays(Values.self, text) {
      #expect(values.bool && values.int == -5 && values.small == -128 && values.large == .max)
      #expect(values.double == 5 && values.float == 2.5 && values.text == "é\né")
      #expect(values.optional == 8 && values.twice == .some(.some(9)))
    }
    for values in try bothWays(
      Values.self, #"{"bool": 1, "int": true, "double": false, "float": true, "large": 1e3}"#)
    {
      #expect(
        values.bool && values.int == 1 && values.double == 0 && values.float == 1 && values.large == 1000)
    }
  }

  @Test("null leaves every property unchanged", .feature("5", "T6"))
  func null() throws {
    let names = Mirror(reflecting: Values()).children.compactMap(\.label)
    #expect(names.count == 21)
    for values in try bothWays(Values.self, "{\(names.map { "\"\($0)\": null" }.joined(separator: ", "))}") {
      #expect(values.optional == 7 && values.colour == .red && values.any == nil && values.twice == nil)
    }
    for values in try bothWays(Values.self, #"{"holes": [1, null, 3], "list": [null]}"#) {
      #expect(values.holes == [1, nil, 3])
      #expect(values.list.first is NSNull)
    }
    let optional: String? = nil
    #expect(
      try Values.mapObjectFromDictionary(["text": optional as Any, "optional": NSNull()]).optional == 7)
  }

  @Test("untyped values match JSONSerialization", .feature("13", "61", "T5"))
  func untyped() throws {
    let text = """
      {"any": {"a": [1, 2.5, "x", null, true]}, "list": [1, [2], {"b": 3}], "object": {"c": {"d": 4}}, "number": 5,
       "array": [6]}
      """
    for values in try bothWays(Values.self, text) {
      let inner = try #require((values.any as? [String: Any])?["a"] as? [Any])
      #expect(inner[0] as? Double == 1 && inner[1] as? Double == 2.5 && inner[2] as? String == "x")
      #expect(inner[3] is NSNull && inner[4] as? Bool == true)
      #expect(values.list.count == 3 && values.list[0] as? Int == 1)
      #expect((values.object["c"] as? [String: Any])?["d"] as? Int == 4)
      #expect(values.number == 5 && values.array?.firstObject as? Int == 6)
    }
    for (json, check) in [
      ("\"s\"", { $0 as? String == "s" }), ("2", { $0 as? Double == 2 }), ("false", { $0 as? Bool == false }),
    ]
      as [(String, (Any?) -> Bool)]
    {
      for values in try bothWays(Values.self, "{\"any\": \(json)}") { #expect(check(values.any)) }
    }
  }

  @Test("assigns non-JSON dictionary values to properties of their type", .feature("T5"))
  func passthrough() throws {
    let url = try #require(URL(string: "https://example.com"))
    let object = NSObject()
    let values = try Values.mapObjectFromDictionary([
      "url": url, "any": object, "colour": Values.Colour.green,
    ])
    #expect(values.url == url && values.any as AnyObject === object && values.colour == .green)
    #expect(throws: TinyMappingError.self) { try Values.mapObjectFromDictionary(["url": object]) }
    #expect(throws: TinyMappingError.self) { try Values.mapObjectFromDictionary(["int": object]) }
  }

  @Test("decodes collections and Decodable types", .feature("9", "10", "33", "T1"))
  func collections() throws {
    let text = """
      {"ints": [1, 2], "counts": {"a": 1, "b": 2}, "url": "https://example.com", "colour": "green", "set": [3, 3]}
      """
    for values in try bothWays(Values.self, text) {
      #expect(values.ints == [1, 2] && values.counts == ["a": 1, "b": 2] && values.set == [3])
      #expect(values.url?.host() == "example.com" && values.colour == .green)
    }
  }

  @Test("reports the path of a mismatched value everywhere", .feature("5", "7", "37", "T8"))
  func misfits() {
    let cases = [
      (#"{"bool": 2}"#, "bool", "expected true or false, found the number 2"),
      (#"{"int": "5"}"#, "int", "expected an integer within the range of Int, found a string"),
      (#"{"int": 1.5}"#, "int", "expected an integer within the range of Int, found the number 1.5"),
      (#"{"small": 128}"#, "small", "expected an integer within the range of Int8, found the number 128"),
      (#"{"large": -1}"#, "large", "expected an integer within the range of UInt64, found the number -1"),
      (#"{"double": []}"#, "double", "expected a number, found an array"),
      (#"{"text": 5}"#, "text", "expected a string, found the number 5"),
      (#"{"text": false}"#, "text", "expected a string, found false"),
      (#"{"optional": {}}"#, "optional", "expected an integer within the range of Int, found an object"),
      (#"{"ints": [1, null]}"#, "ints[1]", "expected an integer within the range of Int, found null"),
      (#"{"ints": 1}"#, "ints", "expected an array, found the number 1"),
      (
        #"{"counts": {"a b": "x"}}"#, "counts['a b']",
        "expected an integer within the range of Int, found a string"
      ),
      (#"{"counts": [1]}"#, "counts", "expected an object, found an array"),
      (#"{"array": {}}"#, "array", "expected NSArray, found an object"),
    ]
    for (text, path, reason) in cases {
      let errors = errors(Values.self, text)
      #expect(errors.count == 4)
      for error in errors { #expect(error == TinyMappingError(path: path, reason)) }
    }
    #expect(errors(Values.self, #"{"action": 1}"#).map(\.path) == Array(repeating: "action", count: 4))
    // The type's own message, in the decoder's form.
    #expect(errors(Values.self, #"{"colour": "blue"}"#).map(\.path) == Array(repeating: "colour", count: 3))
    #expect(errors(Values.self, #"{"set": [1, "x"]}"#).map(\.path) == Array(repeating: "set[1]", count: 3))
  }
}
