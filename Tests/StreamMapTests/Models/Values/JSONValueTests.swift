import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("JSON value")
struct JSONValueTests {
  @Test("every kind", .feature("13", "39"))
  func kinds() throws {
    let json = #"""
      {"n":null,"t":true,"f":false,"i":-12,"d":1.5e1,
       "s":"a\n\u00e9\ud83d\ude00","a":[1,[],{}],"o":{"x":{"y":0}}}
      """#
    let read = try value(of: json, into: JSONValue.null)
    #expect(read["n"] == .null)
    #expect(read["t"]?.bool == true)
    #expect(read["f"]?.bool == false)
    #expect(read["i"]?.number?.int == -12)
    #expect(read["i"]?.number?.literal == "-12")
    #expect(read["d"]?.number?.double == 15)
    #expect(read["d"]?.number?.literal == "1.5e1")
    #expect(read["d"]?.number?.int == 15)
    #expect(read["s"]?.string == "a\né😀")
    #expect(read["a"]?[0]?.number?.int == 1)
    #expect(read["a"]?[1] == .array([]))
    #expect(read["a"]?[3] == nil)
    #expect(read["o"]?["x"]?["y"]?.number?.int == 0)
    #expect(read["absent"] == nil)
    #expect(read[0] == nil)
    #expect(read["s"]?["x"] == nil)
    #expect((read.string, read.bool, read.number) == (nil, nil, nil))
    guard case .object(let object) = read else { return #expect(Bool(false), "an object") }
    #expect(object.members.map(\.name) == ["n", "t", "f", "i", "d", "s", "a", "o"])
    #expect(object["a"]?[2] != nil)
  }

  @Test("numbers beyond a type")
  func numbers() throws {
    let read = try value(of: "[1e400,9223372036854775808,1.5,0.1]", into: JSONValue.null)
    #expect(read[0]?.number?.double == nil)
    #expect(read[0]?.number?.int == nil)
    #expect(read[1]?.number?.int == nil)
    #expect(read[1]?.number?.double == 9_223_372_036_854_775_808)
    #expect(read[2]?.number?.int == nil)
    #expect(read[3]?.number?.double == 0.1)
  }

  @Test("keeps both duplicate members, and finds the first")
  func duplicates() throws {
    let read = try value(of: #"{"a":1,"b":2,"a":{"c":3}}"#, into: JSONValue.null)
    guard case .object(let object) = read else { return #expect(Bool(false), "an object") }
    #expect(object.members.count == 3)
    #expect(object["a"]?.number?.int == 1)
    #expect(object.members[2].value["c"]?.number?.int == 3)
  }

  @Test("nests up to the limit")
  func depth() throws {
    let deepest = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
    var read = try value(of: deepest, into: JSONValue.null)
    var depth = 0
    while case .array(let elements) = read {
      depth += 1
      guard let first = elements.first else { break }
      read = first
    }
    #expect(depth == 511)
    #expect(try boxed(JSONValue.null).verdict(on: "{\"v\":[\(deepest)]}").kind == .depthLimit)
  }

  @Test("scalars, null and arrays of values", .feature("13"))
  func scalars() throws {
    #expect(try value(of: #""x""#, into: JSONValue.null) == .string("x"))
    #expect(try value(of: "null", into: JSONValue.bool(true)) == .null)
    #expect(try value(of: "null", into: JSONValue.bool(true) as JSONValue?) == nil)
    #expect(
      try value(of: " [ true , \"a b\" ] ", into: JSONValue.null) == .array([.bool(true), .string("a b")]))
    #expect(try value(of: "[1,{}]", into: [] as [JSONValue]).count == 2)
    #expect(try boxed([] as [JSONValue], at: "*").decode(#"{"a":1,"b":{"c":[]}}"#).value.count == 2)
  }
}
