import TestSupport
import Foundation
import ObjectMapperDialect
import StreamMap
import Testing

@Suite("ObjectMapper: number and size limits")
struct NumberTests {
  private struct Numbers: Mappable {
    var double: Double? = 7
    var float: Float? = 7
    var integer: Int? = 7
    var plain = 7
    var list: [Double]? = [7]
    var any: Any?
    var bool: Bool? = true
    var integers: [Int]? = [7]
    var text: String?
    var tree: [String: Any] = [:]

    init?(map: Map) {}

    mutating func mapping(map: Map) {
      double <- map["v"]
      float <- map["v"]
      integer <- map["v"]
      plain <- map["v"]
      list <- map["list"]
      any <- map["v"]
      bool <- map["v"]
      integers <- map["list"]
      text <- map["text"]
      tree = map.JSON
    }
  }

  @Test(
    "reads a number that underflows as 0", .feature("7", "61", "O5"),
    arguments: ["1e-400", "-1e-400", "1e-60"])
  func small(text: String) throws {
    let json = #"{"v":\#(text),"list":[1,\#(text)]}"#
    let isDouble = text.hasSuffix("-60")
    #expect(try everyWay(json, Numbers.self) { $0.double } == (isDouble ? 1e-60 : 0))
    #expect(try everyWay(json, Numbers.self) { $0.double?.sign } == (text.hasPrefix("-") ? .minus : .plus))
    #expect(try everyWay(json, Numbers.self) { $0.float } == 0)
    #expect(try everyWay(json, Numbers.self) { $0.integer } == 0)
    #expect(try everyWay(json, Numbers.self) { $0.list } == [1, isDouble ? 1e-60 : 0])
    #expect(try everyWay(json, Numbers.self) { $0.integers } == (isDouble ? nil : [1, 0]))
    #expect(try everyWay(json, Numbers.self) { $0.bool } == (isDouble ? nil : false))
    #expect(try everyWay(json, Numbers.self) { $0.any as? NSNumber } == (isDouble ? 1e-60 : 0))
  }

  @Test("rejects overflow in text; in trees it is infinite", .feature("7", "13", "O6"))
  func large() throws {
    for (text, value) in [("1e400", Double.infinity), ("-1e400", -.infinity)] {
      for _ in 0..<2 {
        let json = #"{"v":\#(text),"list":[1,\#(text)],"text":"x","deep":[{"a":\#(text),"b":5}]}"#
        let numbers = try #require(Numbers(JSONString: json))
        #expect(numbers.double == nil && numbers.float == nil && numbers.integer == nil && numbers.plain == 0)
        #expect(numbers.list == nil && numbers.text == "x" && numbers.any as? Double == value)
        #expect(numbers.tree.count == 4 && numbers.tree["text"] as? String == "x")
        let deep = (numbers.tree["deep"] as? [[String: Any]])?.first
        #expect(deep?["a"] as? Double == value && deep?["b"] as? Int == 5)
      }
    }
    let parsed = Mapper<Item>.parseJSONStringIntoDictionary(JSONString: #"{"a":1e400,"b":[null,true]}"#)
    #expect(parsed?["a"] as? Double == .infinity && (parsed?["b"] as? [Any])?.count == 2)
  }

  @Test("does not limit the length of documents, numbers and names", .feature("58", "O21"))
  func sizes() throws {
    let digits = String(repeating: "1", count: 2000)
    let name = String(repeating: "n", count: 100_000)
    let json = #"{"v":0.\#(digits),"\#(name)":5,"text":"x"}"#
    let numbers = try #require(Numbers(JSONString: json))
    #expect(numbers.double == 1.0 / 9 && numbers.text == "x" && numbers.tree[name] as? Int == 5)
    let long = String(repeating: "x", count: 17 << 20)
    #expect(Numbers(JSONString: #"{"text":"\#(long)"}"#)?.text?.utf8.count == 17 << 20)
  }

  @Test("reads values of a type without a binding", .feature("7", "40", "O5", "O26"))
  func values() throws {
    struct Values: Mappable {
      var seen: [String] = []
      init?(map: Map) {}
      mutating func mapping(map: Map) {
        func note<Value>(_ value: Value?) { seen.append(value.map { "\($0)" } ?? "nil") }
        note(map["f"].value() as [Float]?)
        note((map["t"].value() as [String: Float]?)?["a"])
        note(map["x"].value() as Float?)
        note(map["f"].value() as [Int]?)
        note(map["i"].value() as [Int8]?)
        note(map["x"].value() as Any?)
        note(map["n"].value() as Any?)
        note(map["s"].value() as [String]?)
        note(generic(map["x"], Float.self))
        note((map["t"].value() as [String: Any]?)?.count)
        note(map["t"].value() as Item?)
        note(map["f"].value() as Set<Double>?)
      }
      func generic<Value>(_ map: Map, _ type: Value.Type) -> Value? { map.value() }
    }
    let json = #"{"f":[2.2,1],"t":{"a":0.1},"x":1.1,"i":[1,-128],"n":null,"s":["a"]}"#
    #expect(
      try everyWay(json, Values.self) { $0.seen } == [
        "[2.2, 1.0]", "0.1", "1.1", "nil", "[1, -128]", "Optional(1.1)", "nil", #"["a"]"#, "1.1", "1", "nil",
        "nil",
      ])
  }
}
