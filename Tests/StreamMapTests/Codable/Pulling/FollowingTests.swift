import Foundation
import StreamMap
import Testing

@testable import TestSupport

/// Followers of models during decoding, and additions to models during encoding.
@Suite("Following of models")
struct FollowingTests {
  private struct Point: Codable, Equatable {
    var x: Int
    var label: String?
    var extra: [Int]?

    enum CodingKeys: CodingKey { case x, label }
  }

  private struct Shape: Codable {
    var name: String
    var points: [Point]
    var byName: [String: Point]
  }

  private func decoder(_ body: @escaping @Sendable (inout Point, TapeValue) -> Void) -> StreamDecoder {
    let decoder = StreamDecoder()
    decoder.following = { type in type == Point.self ? PullingFollower<Point>(body) : nil }
    return decoder
  }

  private let json =
    #"{"name":"s","points":[{"x":1,"more":[7]},{"more":[8,9],"x":2}],"byName":{"a":{"x":3}}}"#

  @Test("calls the follower with each model and its value")
  func models() throws {
    let decoder = decoder { point, value in point.extra = try? value.member("more")?.decode([Int].self) }
    for _ in 0..<3 {
      let shape = try decoder.decode(Shape.self, from: json)
      #expect(shape.points.map(\.extra) == [[7], [8, 9]] && shape.byName["a"]?.extra == nil)
      #expect(shape.byName["a"]?.x == 3)
    }
    #expect(try StreamDecoder().decode(Shape.self, from: json).points.map(\.extra) == [nil, nil])
  }

  @Test("reports the names the type requested, not the follower's")
  func names() throws {
    let decoder = decoder { point, value in
      _ = value.member("more")
      point.label = value.requestedNames.sorted().joined(separator: ",")
    }
    for _ in 0..<3 {
      let shape = try decoder.decode(Shape.self, from: json)
      #expect(shape.points.map(\.label) == ["label,x", "label,x"])
    }
  }

  @Test("reads a kept value after its storage was reused")
  func later() throws {
    final class Kept { var values: [TapeValue] = [] }
    let decoder = StreamDecoder()
    decoder.following = { type in
      guard type == Point.self else { return nil }
      return PullingFollower<Point> { _, value in
        let kept = value.attachment as? Kept ?? Kept()
        value.attachment = kept
        kept.values.append(value.saved())
      }
    }
    for _ in 0..<3 {
      let text = Array(
        #" {"name":"s","points":[{"x":1,"y":[1]}, {"x":2,"y":[2]} ],"byName":{"a":{"x":3,"y":[3]}}}"#.utf8)
      try decoder.read(text.span, for: Shape.self) { root in
        (root.attachment as? Kept)?.values = []
        _ = try root.decode(Shape.self)
        let values = (root.attachment as? Kept)?.values ?? []
        func numbers() -> [Int?] {
          values.reversed().map { $0.revisit { $0.member("y")?.element(0)?.integer() } }
        }
        #expect(numbers() == [3, 2, 1] && numbers() == [3, 2, 1])
        #expect(
          values.map {
            Array(text[1...][($0.range(in: root).lowerBound + 1)..<($0.range(in: root).upperBound + 1)])
          } == values.map(\.text))
      }
    }
  }

  @Test("the last of two duplicate members counts, if set")
  func lastName() throws {
    let twice = #"{"name":"a","name":"b","points":[],"byName":{"p":{"x":1,"x":2},"p":{"x":3,"x":4}}}"#
    let decoder = StreamDecoder()
    #expect(try decoder.decode(Shape.self, from: twice).name == "a")
    decoder.lastNameWins = true
    let counts = try decoder.decode([String: [String: Int]].self, from: #"{"m":5,"m":{"x":"bad","x":1}}"#)
    #expect(counts == ["m": ["x": 1]])
    for _ in 0..<3 {
      let shape = try decoder.decode(Shape.self, from: twice)
      #expect(shape.name == "b" && shape.byName["p"]?.x == 4)
    }
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(Shape.self, from: twice).byName["p"]?.x == 4)
  }

  @Test("adds members to each model's object")
  func additions() throws {
    let encoder = StreamEncoder()
    encoder.following = { type in
      guard type == Point.self else { return nil }
      return ObjectAddition<Point> { point, object in
        #expect(object.has("x") && !object.has("more"))
        let more = Array(" [ \(point.x) , \"a b\" ] ".utf8)
        object.add("more", more.span)
        #expect(object.has("more"))
        let text = try object.text(of: ["k": point.x])
        object.add("text", text.span)
      }
    }
    let shape = Shape(name: "s", points: [Point(x: 1), Point(x: 2, label: "l")], byName: ["a": Point(x: 3)])
    let expected =
      #"{"name":"s","points":[{"x":1,"more":[1,"a b"],"text":{"k":1}},"#
      + #"{"x":2,"label":"l","more":[2,"a b"],"text":{"k":2}}],"#
      + #""byName":{"a":{"x":3,"more":[3,"a b"],"text":{"k":3}}}}"#
    for _ in 0..<2 { #expect(try String(decoding: encoder.encode(shape), as: UTF8.self) == expected) }
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let pretty = try String(decoding: encoder.encode([Point(x: 1)]), as: UTF8.self)
    #expect(pretty.contains("\n    \"more\" : [\n      1,\n      \"a b\"\n    ],\n"))
  }
}
