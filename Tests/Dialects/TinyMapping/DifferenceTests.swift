import Foundation
import StreamMap
import Testing
import TinyMappingDialect

@testable import TestSupport

class Leaf: TinyMappingModel {
  var a = 0
  var b: String?
  var c: [Double] = []
}

class Node: Leaf {
  var d: Any?
  var e: Leaf?
  var f: [[Leaf]] = []
  var g: [String: Bool?] = [:]
  var h: [Node]?
  var i: Any?

  override func keyToClassMappingRules() -> [String: TinyMappingModel.Type] {
    ["e": Node.self, "i": Leaf.self, "renamed": Leaf.self]
  }

  override func keyToPropertyNameReplacementRules() -> [String: String] { ["renamed": "e", "x y": "b"] }
}

/// The text of a record and `JSONSerialization`'s tree give the same models and errors.
@Suite("Text and dictionaries compared")
struct DifferenceTests {
  @Test("random documents decode alike as bytes, line and dictionary", .feature("38", "57"))
  func random() throws {
    var documents = Documents(random: SeededRandom(seed: SeededRandom.seed))
    var (mapped, refused) = (0, 0)
    for number in 0..<1500 {
      let text = documents.object(depth: 0)
      let tree = try #require(try ReadmeTests.tree(text) as? [String: Any])
      let byTree = outcome { try Node.mapObjectFromDictionary(tree) }
      let byText = outcome { try Node.mapObjectFromJSON(text) }
      let byLine = outcome {
        for result in JSONLines(.text(text), mapping: Node.self).results {
          return try result.get()
        }
        throw CancellationError()
      }
      guard byTree == byText, byText == byLine else {
        Issue.record("document \(number): \(text)\n\(byTree)\n\(byText)\n\(byLine)\n\(SeededRandom.again)")
        return
      }
      if byTree.hasPrefix("error") { refused += 1 } else { mapped += 1 }
    }
    #expect(mapped > 150 && refused > 150, "\(mapped) mapped, \(refused) refused")
  }

  private func outcome(_ body: () throws -> Node) -> String {
    do {
      return show(try body())
    } catch let error as MappingError {
      return "error \((error.underlying).map { "\($0)" } ?? "\(error)")"
    } catch {
      return "error \(error)"
    }
  }

  /// A model, or a part of it, as text that is equal for equal values.
  private func show(_ value: Any) -> String {
    switch value {
    case let model as TinyMappingModel:
      var mirror: Mirror? = Mirror(reflecting: model)
      var text = "\(type(of: model))("
      while let these = mirror {
        for child in these.children { text += "\(child.label ?? ""): \(show(child.value)) " }
        mirror = these.superclassMirror
      }
      return text + ")"
    case is NSNull: return "null"
    case let members as [String: Any]:
      return "{\(members.sorted { $0.key < $1.key }.map { "\($0.key): \(show($0.value))" })}"
    case let elements as [Any]: return "[\(elements.map(show).joined(separator: ", "))]"
    default:
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional else { return "\(value)" }
      return mirror.children.first.map { show($0.value) } ?? "nil"
    }
  }
}

/// Objects whose members mostly fit the properties. A dictionary has at most one mismatched member, because a tree
/// reports any of several.
private struct Documents {
  var random: SeededRandom

  mutating func object(depth: Int) -> String {
    var names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "renamed", "x y", "other"]
    names.shuffle(using: &random)
    let members = names.prefix(random.below(names.count)).map { "\"\($0)\":\(member($0, depth))" }
    return "{\(members.joined(separator: random.chance(1, outOf: 2) ? " , " : ","))}"
  }

  private mutating func member(_ name: String, _ depth: Int) -> String {
    if random.chance(1, outOf: 12) { return "null" }
    if random.chance(1, outOf: 25) { return anything(depth) }
    switch name {
    case "a": return random.pick(["0", "-7", "5.0", "1e3", "true", "9007199254740993"])
    case "b", "x y": return random.pick([#""""#, #""text""#, #""é\n\u00e9😀""#])
    case "c": return array(of: ["1", "2.5", "-0.25", "false"])
    case "e", "renamed": return depth < 3 ? object(depth: depth + 1) : "{}"
    case "f":
      guard depth < 3 else { return "[]" }
      let rows = (0..<random.below(3)).map { _ in
        "[\((0..<random.below(3)).map { _ in object(depth: depth + 2) }.joined(separator: ","))]"
      }
      return "[\(rows.joined(separator: ","))]"
    case "g":
      let values = ["true", "false", "null", "1", "0"]
      let members = (0..<random.below(4)).map { "\"k\($0)\":\(random.pick(values))" }
      return "{\(members.joined(separator: ","))}"
    case "h", "i":
      guard depth < 3 else { return "[]" }
      return "[\((0..<random.below(3)).map { _ in object(depth: depth + 1) }.joined(separator: ","))]"
    default: return anything(depth)
    }
  }

  private mutating func array(of values: [String]) -> String {
    "[\((0..<random.below(4)).map { _ in random.pick(values) }.joined(separator: ","))]"
  }

  private mutating func anything(_ depth: Int) -> String {
    switch random.below(depth < 3 ? 7 : 5) {
    case 0: "null"
    case 1: "true"
    case 2: "12"
    case 3: "3.25"
    case 4: #""s""#
    case 5: "[\(anything(depth + 1)),\(anything(depth + 1))]"
    default: "{\"a\":\(anything(depth + 1))}"
    }
  }
}
