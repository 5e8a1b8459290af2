import TestSupport
import DynamicMapperDialect
import Foundation
import Testing

/// A nil property is not written, even if its member was in the JSON. Members without a property are written.
@Suite("Recognition of a model's own members")
struct OwnKeysTests {
  struct Circle: DynamicCodable {
    var dynamicSelf: DynamicClass?
    var radius: Int
    var label: String?
    func dynamicMapping(mappingType: DynamicMappingType) {}
  }

  struct Box: DynamicCodable {
    var dynamicSelf: DynamicClass?
    var width: Int?
    var label: String?
    func dynamicMapping(mappingType: DynamicMappingType) {}
  }

  /// The first of the two that succeeds.
  enum Shape: Codable {
    case circle(Circle)
    case box(Box)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let circle = try? container.decode(Circle.self) {
        self = .circle(circle)
      } else {
        self = .box(try container.decode(Box.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .circle(let circle): try container.encode(circle)
      case .box(let box): try container.encode(box)
      }
    }
  }

  private func text(_ value: some Encodable) throws -> String {
    String(decoding: try DynamicJSONEncoder().encode(value), as: UTF8.self)
  }

  @Test("tries one of several models at the same location first", .feature("64", "D6"))
  func severalTypes() throws {
    let json = #"""
      [{"radius":1,"width":2},{"radius":"wide","width":3},{"width":4,"radius":null,"label":"l"},{"radius":5,"label":"m"}]
      """#
    var shapes = try DynamicJSONDecoder().decode([Shape].self, from: Data(json.utf8))
    #expect(
      try text(shapes)
        == #"[{"radius":1,"width":2},{"width":3,"radius":"wide"},{"width":4,"label":"l","radius":null},{"radius":5,"label":"m"}]"#
    )
    for index in shapes.indices {
      switch shapes[index] {
      case .circle(var circle):
        circle.label = nil
        shapes[index] = .circle(circle)
      case .box(var box):
        box.width = nil
        box.label = nil
        shapes[index] = .box(box)
      }
    }
    #expect(try text(shapes) == #"[{"radius":1,"width":2},{"radius":"wide"},{"radius":null},{"radius":5}]"#)
  }

  /// Keys are converted by a custom strategy, so that no shape is learned.
  @Test("applies a custom key strategy", .feature("64", "D6", "D7"))
  func customKeys() throws {
    let decoder = DynamicJSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      Key(stringValue: path.last?.stringValue.lowercased() ?? "")
    }
    for (json, rest) in [
      (#"{"WIDTH":1,"Label":"l","More":[]}"#, #"{"More":[]}"#),
      (#"{"Radius":1,"LABEL":"x"}"#, #"{"Radius":1}"#),
    ] {
      var box = try decoder.decode(Box.self, from: Data(json.utf8))
      #expect(box.label != nil)
      box.width = nil
      box.label = nil
      #expect(try text(box) == rest)
    }
  }

  /// Requests its names first, and then a member that depends on them.
  struct Open: DynamicCodable {
    var dynamicSelf: DynamicClass?
    var values: [String: Int] = [:]
    func dynamicMapping(mappingType: DynamicMappingType) {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      for key in container.allKeys where key.stringValue.hasPrefix("v") {
        values[key.stringValue] = try container.decode(Int.self, forKey: key)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        try container.encode(value, forKey: Key(stringValue: name))
      }
    }
  }

  @Test("decodes a model with dynamic key names", .feature("64", "D6"))
  func openShapes() throws {
    let decoder = DynamicJSONDecoder()
    for number in 0..<3 {
      let json = #"[{"v\#(number)":1,"w":2,"vx":3},{"w0":{},"v":4}]"#
      var models = try decoder.decode([Open].self, from: Data(json.utf8))
      #expect(try text(models) == #"[{"v\#(number)":1,"vx":3,"w":2},{"v":4,"w0":{}}]"#)
      models[0].values["vx"] = nil
      models[1].values = [:]
      #expect(try text(models) == #"[{"v\#(number)":1,"w":2},{"w0":{}}]"#)
    }
  }

  /// Keeps its decoder, so that its storage is not reused.
  final class Keeping: DynamicCodable {
    var dynamicSelf: DynamicClass?
    var decoder: (any Decoder)?
    var a: Int?
    var next: Keeping?
    private enum CodingKeys: CodingKey { case a, next }
    func dynamicMapping(mappingType: DynamicMappingType) {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      a = try container.decodeIfPresent(Int.self, forKey: .a)
      next = try container.decodeIfPresent(Keeping.self, forKey: .next)
      self.decoder = decoder
    }
  }

  @Test("decodes more models that keep their decoders than it pools", .feature("64", "D6"))
  func manyPlaces() throws {
    let models = try DynamicJSONDecoder().decode(
      [Keeping].self, from: Data(#"[{"a":1,"b":2},{"b":3,"a":4,"next":{"a":5,"b":6}},{"a":7}]"#.utf8))
    models[0].a = nil
    models[1].next?.a = nil
    #expect(try text(models) == #"[{"b":2},{"a":4,"next":{"b":6},"b":3},{"a":7}]"#)

    final class Node: DynamicCodable {
      var dynamicSelf: DynamicClass?
      var left: Node?
      var right: Node?
      var a: Int?
      private enum CodingKeys: CodingKey { case left, right, a }
      func dynamicMapping(mappingType: DynamicMappingType) {}
      func clear() {
        a = nil
        left?.clear()
        right?.clear()
      }
    }
    func tree(_ depth: Int, _ a: String) -> String {
      let below = depth == 0 ? "" : #""left":\#(tree(depth - 1, a)),"right":\#(tree(depth - 1, a)),"#
      return #"{\#(below)\#(a)"b":\#(depth)}"#
    }
    let root = try DynamicJSONDecoder().decode(Node.self, from: Data(tree(12, #""a":1,"#).utf8))
    root.clear()
    #expect(try text(root) == tree(12, ""))
  }

  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
