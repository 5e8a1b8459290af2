import TestSupport
import Foundation
import StreamMap
import Synchronization
import Testing
import TinyMappingDialect

class Boxed<Content>: TinyMappingModel {
  private var secret = 0
  var content: Content?

  var sum: Int { secret }
}

class BoxedTwice: Boxed<[Int]> {
  var secret = 0
  var observed = 0 {
    didSet { observed = -1 }
  }
}

@Suite("Kinds of models")
struct ModelTests {
  @Test("decodes generic classes and their subclasses without calling observers", .feature("25", "26", "T1"))
  func generics() throws {
    for box in try bothWays(Boxed<String>.self, #"{"content": "x", "secret": 3}"#) {
      #expect(box.content == "x" && box.sum == 3)
    }
    for box in try bothWays(Boxed<Named>.self, #"{"content": {"id": 4}}"#) { #expect(box.content?.id == 4) }
    // Both properties of the name are set.
    for box in try bothWays(BoxedTwice.self, #"{"content": [1, 2], "secret": 5, "observed": 6}"#) {
      #expect(box.content == [1, 2])
      #expect(box.secret == 5)
      #expect(box.sum == 5)
      #expect(box.observed == 6)
    }
  }

  @Test("decodes the dynamic class of the receiver", .feature("T1"))
  func metatypes() throws {
    let types: [Named.Type] = [Named.self, NamedMore.self]
    for type in types {
      let text = #"{"id": 1, "1work": 2}"#
      let models = try [type.mapObjectFromJSON(text), type.mapObjectFromDictionary(["id": 1, "1work": 2])]
      for model in models {
        #expect(ObjectIdentifier(Swift.type(of: model)) == ObjectIdentifier(type))
        #expect(model.id == 1)
        if let more = model as? NamedMore { #expect(more.first == 2) }
      }
    }
  }

  @Test("a model can map others during initialisation", .feature("T1"))
  func reentrant() throws {
    final class Inner: TinyMappingModel {
      var x = 0
    }
    final class Outer: TinyMappingModel {
      var x = 0
      var inner: Outer?
      var made = 0

      required init() {
        made = (try? Inner.mapObjectFromJSON(#"{"x": 7}"#).x) ?? 0
        super.init()
      }
    }
    for outer in try bothWays(Outer.self, #"{"x": 1, "inner": {"x": 2, "inner": {"x": 3}}}"#) {
      let inner = try #require(outer.inner?.inner)
      #expect(outer.x == 1)
      #expect(outer.inner?.x == 2)
      #expect(inner.x == 3)
      #expect(outer.made == 7)
      #expect(inner.made == 7)
    }
  }

  @Test("several threads can map a class for the first time", .feature("T1"))
  func threads() {
    final class Shared: TinyMappingModel {
      var number = 0
      var others: [Shared] = []
    }
    let sum = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 200) { index in
      let text = #"{"number": \#(index), "others": [{"number": 1}, {"number": 2}]}"#
      guard let model = try? Shared.mapObjectFromJSON(text) else { return }
      sum.withLock { $0 += model.number + model.others.map(\.number).reduce(0, +) }
    }
    let expected = (0..<200).reduce(0) { $0 + $1 + 3 }
    #expect(sum.withLock { $0 } == expected)
  }

  @Test("decodes nested models to the depth limit", .feature("24", "57", "T1"))
  func deep() throws {
    let depth = 255
    let text =
      String(repeating: #"{"parts":["#, count: depth) + #"{"text":"deep"}"#
      + String(repeating: "]}", count: depth)
    for var drawing in try bothWays(Drawing.self, text) {
      for _ in 0..<depth { drawing = try #require(drawing.parts?.first) }
      #expect(drawing.text == "deep")
    }
    do {
      _ = try Drawing.mapObjectFromJSON(#"{"parts":["# + text + "]}")
      Issue.record("too deep, and mapped")
    } catch let error as MappingError {
      #expect(error.kind == .depthLimit)
    }
  }
}
