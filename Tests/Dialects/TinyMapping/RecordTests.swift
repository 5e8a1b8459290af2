import Foundation
import StreamMap
import Synchronization
import Testing
import TinyMappingDialect

@testable import TestSupport

private class Animal: TinyMappingModel {
  var name = ""
}

private final class Dog: Animal {
  var tricks: [String] = []
}

/// A date whose error says only that it is invalid.
private struct Moment: Decodable {
  struct Wrong: Error {}
  let year: Int

  init(from decoder: any Decoder) throws {
    year = try decoder.singleValueContainer().decode(Int.self)
    if year == 0 { throw Wrong() }
    // Like code that keeps no path.
    if year < 0 {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "before our time"))
    }
  }
}

private final class Event: TinyMappingModel {
  var moment: Moment?
  var moments: [Moment] = []
  var counts: [String: Int] = [:]
  var animals: [String: Animal] = [:]
  var decoded: Counts?
  var any: Any?
  var list: [Any] = []
  var float: Float = 1
  var double = 1.0

  struct Counts: Decodable {
    let a: Int
    let b: [String: Int]
  }

  override func keyToClassMappingRules() -> [String: TinyMappingModel.Type] { ["animals": Dog.self] }
}

@propertyWrapper private struct Clamped {
  var wrappedValue: Int
}

private final class Wrapping: TinyMappingModel {
  @Clamped var x = 3
  lazy var z = 4
  var _id = ""
  var _any: Any?
  var y = 0
}

@Suite("Records and dictionaries in detail")
struct RecordTests {
  @Test("decodes lines of a subclass known only at run time", .feature("25", "42"))
  func metatypes() throws {
    let type: Animal.Type = Dog.self
    let text = Array(#"{"name": "Rex", "tricks": ["roll"]}"#.utf8)
    let animals = try JSONLines(.bytes(text), mapping: type).results.map { try $0.get() }
    #expect((animals.first as? Dog)?.tricks == ["roll"])
    let made = try type.mapObjectFromJSON(text)
    #expect((made as? Dog)?.tricks == ["roll"])
  }

  @Test("ignored duplicate members cause no errors", .feature("60", "T1"))
  func duplicates() throws {
    let text = #"""
      {"counts": {"a": "x", "b": 1, "a": 2}, "animals": {"k": 5, "k": {"name": "Rex"}},
       "decoded": {"a": "x", "b": {"c": "x", "c": 3}, "a": 4}, "any": {"p": 1, "p": 2}}
      """#
    for event in try bothWays(Event.self, text) {
      #expect(event.counts == ["a": 2, "b": 1] && event.animals.mapValues(\.name) == ["k": "Rex"])
      #expect(event.animals["k"] is Dog && event.decoded?.a == 4 && event.decoded?.b == ["c": 3])
      #expect((event.any as? [String: Int]) == ["p": 2])
    }
    #expect(
      errors(Event.self, #"{"counts": {"a": 1, "b": "x", "a": 2}}"#).map(\.path)
        == Array(repeating: "counts.b", count: 4))
  }

  @Test("custom code's errors have the value's location everywhere", .feature("33", "37", "T8"))
  func ownErrors() {
    let cases = [
      (#"{"moment": 0}"#, "moment", "Wrong()"), (#"{"moments": [1, 0]}"#, "moments[1]", "Wrong()"),
      (#"{"moment": -1}"#, "moment", "before our time"),
    ]
    for (text, path, reason) in cases {
      let found = errors(Event.self, text)
      // A dictionary's value begins a separate text, to which the error belongs.
      #expect(found.count == 4 && found.allSatisfy { $0.path == path }, "\(found)")
      #expect(found.allSatisfy { $0.reason == reason }, "\(found)")
    }
  }

  @Test(
    "underflow is zero; overflow is infinite in untyped values only", .feature("7", "13", "T5"))
  func ends() throws {
    for event in try bothWays(Event.self, #"{"float": -1e-60, "double": 1e-400, "any": [1e-400]}"#) {
      #expect(event.float == 0 && event.float.sign == .minus && event.double == 0)
      #expect(event.any as? [Double] == [0])
    }
    let text = #"{"any": {"a": [1, 1e400], "b": "x"}, "list": [-1e400, {"c": 2}]}"#
    for event in try [Event.mapObjectFromJSON(text)]
      + JSONLines(.text(text), mapping: Event.self).results.map({ try $0.get() })
    {
      let any = try #require(event.any as? [String: Any])
      #expect(any["a"] as? [Double] == [1, .infinity] && any["b"] as? String == "x")
      #expect(event.list.first as? Double == -.infinity && (event.list.last as? [String: Int]) == ["c": 2])
    }
    for name in ["double", "float"] {
      let error = #expect(throws: TinyMappingError.self) {
        try Event.mapObjectFromJSON(#"{"\#(name)": 1e400}"#)
      }
      #expect(error?.path == name)
    }
  }

  @Test("untyped values of random documents match JSONSerialization", .feature("13", "61", "T5"))
  func untyped() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    func value(_ depth: Int) -> String {
      let scalars = [
        "null", "true", "false", "0", "-0", "1", "-7", "5.0", "1e2", "1E-3", "0.1", "-2.5", "255",
        "9007199254740993",
        "1234567890123456", "12345678901234567", "9223372036854775807", "-9223372036854775808",
        "18446744073709551615",
        "18446744073709551616", "0.12345678901234567890123", "1e308", "5e-324", "123456789012345.25", "\"\"",
        "\"x\"",
        #""\u00e9\n\ud83d\ude00""#, #""true""#,
      ]
      switch random.below(depth < 3 ? 4 : 2) {
      case 0, 1: return random.pick(scalars)
      case 2: return "[\((0..<random.below(4)).map { _ in value(depth + 1) }.joined(separator: " ,"))]"
      default:
        let members = (0..<random.below(4)).map { "\"k\($0)\": \(value(depth + 1))" }
        return "{\(members.joined(separator: ","))}"
      }
    }
    for number in 0..<2000 {
      let text = #"{"any": [\#(value(0))], "list": [\#(value(0))]}"#
      let tree = try #require(try ReadmeTests.tree(text) as? NSDictionary)
      let event = try Event.mapObjectFromJSON(text)
      let found = ["any": event.any ?? 0, "list": event.list] as NSDictionary
      guard found == tree, same(found, tree) else {
        Issue.record("document \(number): \(text)\n\(found)\n\(SeededRandom.again)")
        return
      }
    }
  }

  /// Whether numbers are booleans in both or in neither.
  private func same(_ left: Any, _ right: Any) -> Bool {
    switch (left, right) {
    case (let left as [String: Any], let right as [String: Any]):
      left.allSatisfy { name, value in right[name].map { same(value, $0) } ?? false }
    case (let left as [Any], let right as [Any]): zip(left, right).allSatisfy(same)
    case (let left as NSNumber, let right as NSNumber):
      (type(of: left) == type(of: NSNumber(value: true)))
        == (type(of: right) == type(of: NSNumber(value: true)))
        && "\(left)" == "\(right)"
    default: true
    }
  }

  @Test("documents have no size limits; lines do", .feature("58"))
  func longDocuments() throws {
    let digits = String(repeating: "1", count: 2000)
    let text = #"{"double": 0.\#(digits), "\#(String(repeating: "n", count: 70 << 10))": 1}"#
    #expect(try abs(Event.mapObjectFromJSON(text).double - 1 / 9) < 1e-9)
    #expect(throws: MappingError.self) {
      try JSONLines(.text(text), mapping: Event.self).forEach { _, _ in }
    }
    #expect(
      try Event.mapObjectFromDictionary([
        "decoded": ["a": 1, "b": [String(repeating: "n", count: 70 << 10): 2]]
      ]).decoded?.b.count == 1)
  }

  @Test(
    "skips property wrappers and lazy properties, but not underscored names", .feature("23", "T1"))
  func wrappers() throws {
    let text = ##"{"x": 5, "_x": 5, "z": 6, "$__lazy_storage_$_z": 6, "_id": "a", "_any": [1], "y": 1}"##
    for model in try bothWays(Wrapping.self, text) {
      #expect(model.x == 3 && model.z == 4 && model._id == "a" && model._any as? [Int] == [1] && model.y == 1)
    }
    #expect(try Wrapping.mapObjectFromDictionary(["_x": Clamped(wrappedValue: 9)]).x == 3)
  }

  @Test("localizedDescription equals the error's description")
  func localized() throws {
    let error: any Error = try #require(throws: TinyMappingError.self) {
      try Animal.mapObjectFromDictionary(["name": 5])
    }
    #expect(error.localizedDescription == "\(error)")
  }
}
