import TestSupport
import Foundation
import ObjectMapperDialect
import Testing

@Suite("ObjectMapper: keys and paths")
struct PathTests {
  /// The value, `nil` for null or a mismatch, -1 if absent.
  private func ask(_ key: String, _ json: String) throws -> Int? {
    struct Model: Mappable {
      var value: Int? = -1
      init?(map: Map) {}
      mutating func mapping(map: Map) {
        if let key = (map.context as? Key)?.key { value <- map[key] }
      }
    }
    let tree = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let mapper = Mapper<Model>(context: Key(key: key))
    let expected = try #require(mapper.map(JSON: tree)).value
    for _ in 0..<3 { #expect(mapper.map(JSONString: json)?.value == expected, "\(key)") }
    return expected
  }

  private struct Key: MapContext {
    let key: String
  }

  @Test("missing values and values past null are absent", .feature("15", "O10"))
  func paths() throws {
    let json = """
      {"a":[{"c":1},{"c":null},[5,6]],"0":{"x":2},"n":null,"":{"":3},"a..b":4,"x":{"":{"y":8}},
       "*":{"[0]":{"$":9}},"m":{"k":1,"l":2},"m2":{"k":{"z":3}}}
      """
    #expect(try ask("a.0.c", json) == 1)
    #expect(try ask("a.1.c", json) == nil)
    #expect(try ask("a.2.1", json) == 6)
    for absent in ["a.3.c", "a.-1.c", "a.x.c", "a.0.d", "n.c", "a.1.c.d", "b.c", "m.k.z", "a.2.2"] {
      #expect(try ask(absent, json) == -1, "\(absent)")
    }
    // A number is a key of an object. Other keys are literal. Empty steps are keys.
    #expect(try ask("0.x", json) == 2)
    #expect(try ask(".", json) == 3)
    #expect(try ask("x..y", json) == 8)
    #expect(try ask("*.[0].$", json) == 9)
    #expect(try ask("a..b", json) == -1)
    #expect(try ask("n", json) == nil)
    #expect(try ask("m.l", json) == 2 && ask("m.k", json) == 1 && ask("m2.k.z", json) == 3)
  }

  @Test("reads paths with common steps in any order", .feature("15", "O10"))
  func shared() throws {
    struct Model: Mappable, Equatable {
      var values: [Int?] = Array(repeating: nil, count: 6)
      init?(map: Map) {}
      mutating func mapping(map: Map) {
        values[0] <- map["u.a"]
        values[1] <- map["u.p.x"]
        values[2] <- map["u.b"]
        values[3] <- map["w.a"]
        values[4] <- map["u.p.y"]
        values[5] <- map["u.a"]
      }
    }
    let whole = #"{"w":{"a":4},"u":{"b":3,"a":1,"p":{"y":5,"x":2}}}"#
    #expect(try everyWay(whole, Model.self) { $0.values } == [1, 2, 3, 4, 5, 1])
    #expect(try everyWay(#"{"u":{"p":{"y":5}}}"#, Model.self) { $0.values } == [nil, nil, nil, nil, 5, nil])
    #expect(try everyWay(#"{"u":7,"w":{"a":1}}"#, Model.self) { $0.values } == [nil, nil, nil, 1, nil, nil])
    #expect(try everyWay(whole, Model.self) { $0.values } == [1, 2, 3, 4, 5, 1])
  }

  @Test("keys nest only if they have the delimiter", .feature("16", "O11"))
  func delimiters() throws {
    struct Model: Mappable {
      var values: [Int?] = Array(repeating: nil, count: 7)
      init?(map: Map) {}
      mutating func mapping(map: Map) {
        values[0] <- map["a.b"]
        values[1] <- map["a.b", nested: false]
        values[2] <- map["a->b", delimiter: "->"]
        values[3] <- map["a.b", delimiter: "->"]
        values[4] <- map["a.b", nested: true]
        values[5] <- map["a->b", nested: true, delimiter: "->"]
        values[6] <- map["a->b", nested: false, delimiter: "->", ignoreNil: false]
      }
    }
    let json = #"{"a":{"b":1},"a.b":2,"a->b":3}"#
    #expect(try everyWay(json, Model.self) { $0.values } == [1, 2, 1, 2, 1, 1, 3])
  }

  @Test("ignoreNil treats null as absent", .feature("5", "O12"))
  func ignoreNil() throws {
    struct Model: Mappable {
      var values: [Int?] = Array(repeating: -1, count: 5)
      init?(map: Map) {}
      mutating func mapping(map: Map) {
        values[0] <- map["a"]
        values[1] <- map["a", ignoreNil: true]
        values[2] <- map["b.c", ignoreNil: true]
        values[3] <- map["b->c", delimiter: "->", ignoreNil: true]
        values[4] <- map["d", nested: false, ignoreNil: true]
      }
    }
    let json = #"{"a":null,"b":{"c":null},"d":4}"#
    #expect(try everyWay(json, Model.self) { $0.values } == [nil, -1, -1, -1, 4])
  }

  @Test("paths write only objects, and drop empty steps", .feature("20", "O13"))
  func writing() throws {
    struct Model: Mappable {
      var a = 1
      var b = 2
      var c = 3
      var d = 4
      init?(map: Map) {}
      mutating func mapping(map: Map) {
        a <- map["a.0.b"]
        b <- map["a..c"]
        c <- map["x.y", nested: false]
        d <- map["p->q", delimiter: "->"]
      }
    }
    let written = try #require(Model(JSON: [:])).toJSON()
    let expected: [String: Any] = ["a": ["0": ["b": 1], "c": 2] as [String: Any], "x.y": 3, "p": ["q": 4]]
    #expect(canonical(written) == canonical(expected))
    // An existing object is extended, another existing value is replaced.
    let map = Map(mappingType: .toJSON, JSON: ["a": ["b": 1, "c": ["d": 2]] as [String: Any], "n": 5])
    for (number, key) in ["a.b", "a.c.e", "a.f.g", "n.x", "a.f.h"].enumerated() { number >>> map[key] }
    let added: [String: Any] = [
      "a": ["b": 0, "c": ["d": 2, "e": 1], "f": ["g": 2, "h": 4]] as [String: Any], "n": ["x": 3],
    ]
    #expect(canonical(map.JSON) == canonical(added))
  }

  @Test("quirk: a path through a scalar gives its `value`", .feature("O14"))
  func scalarOnTheWay() throws {
    struct Model: ImmutableMappable {
      let text: String
      let isPresent: Bool
      init(map: Map) throws {
        text = try map.value("a.b")
        isPresent = map["a.b"].isKeyPresent
      }
    }
    for model in [try Model(JSONString: #"{"a":"x"}"#), try Model(JSON: ["a": "x"])] {
      #expect(model.text == "x" && !model.isPresent)
    }
  }

  @Test("inspects the map", .feature("40", "O26"))
  func introspection() throws {
    final class Model: Mappable {
      var seen: [String] = []
      var kept: Map?
      required init?(map: Map) {}
      func mapping(map: Map) {
        seen.append("\(map.mappingType) \(map.toObject) \(map.JSON.keys.sorted())")
        for key in ["a", "b.c", "n", "x"] {
          _ = map[key]
          seen.append(
            "\(map.currentKey ?? "-") \(map.keyIsNested) \(map.nestedKeyDelimiter) \(map.isKeyPresent) "
              + "\(map.currentValue.map { "\($0)" } ?? "nil")")
        }
        let number: Int? = map["a"].value()
        seen.append("\(number ?? 0)")
        kept = map
      }
    }
    let expected = [
      #"fromJSON false ["a", "b", "n"]"#, "a false . true 1", "b.c true . true 2", "n false . true nil",
      "x false . false nil", "1",
    ]
    let json = #"{"a":1,"b":{"c":2},"n":null}"#
    #expect(try everyWay(json, Model.self) { $0.seen } == expected)
    // A map that the model keeps continues with its values.
    let model = try #require(Model(JSONString: json))
    #expect(model.kept?.JSON["a"] as? Int == 1 && model.kept?.currentValue as? Int == 1)
    #expect(model.kept?["b.c"].currentValue as? Int == 2)
    let other = try #require(Model(JSONString: #"{"a":3}"#))
    #expect(model.kept !== other.kept && model.kept?["a"].currentValue as? Int == 1)
    #expect(
      Mapper<Model>().map(JSONString: json, toObject: model).seen.dropFirst(6).first?.hasPrefix(
        "fromJSON true") == true)
  }

  @Test("creates a map from a dictionary", .feature("40", "O26"))
  func byHand() {
    let map = Map(mappingType: .fromJSON, JSON: ["a": ["b": 5]], context: Key(key: "k"))
    #expect(map["a.b"].currentValue as? Int == 5 && (map.context as? Key)?.key == "k")
    let out = Map(mappingType: .toJSON, JSON: ["old": 1], shouldIncludeNilValues: true)
    Optional<Int>.none >>> out["new"]
    #expect(out.JSON["new"] is NSNull && out.JSON["old"] as? Int == 1 && out.toObject == false)
  }

  @Test("one model's path can be another model's dotted name", .feature("O10"))
  func sharedObject() throws {
    struct Inner: Mappable {
      var (v, path, literal): (Int?, Int?, Int?)
      init?(map: Map) {}
      mutating func mapping(map: Map) {
        v <- map["v"]
        path <- map["a.b"]
        literal <- map["a.b", nested: false]
      }
    }
    struct Outer: Mappable {
      var (inner, literal): (Inner?, Int?)
      init?(map: Map) {}
      mutating func mapping(map: Map) {
        inner <- map["m"]
        literal <- map["m->a.b", delimiter: "->"]
      }
    }
    for number in 0..<5 {
      let json = #"{"m":{"v":1,"a.b":2,"a":{"b":\#(number)}}}"#
      let outer = try #require(Outer(JSONString: json))
      #expect(
        outer.literal == 2 && outer.inner?.v == 1 && outer.inner?.path == number && outer.inner?.literal == 2)
    }
  }
}
