import TestSupport
import Foundation
import GenomeDialect
import Testing

@Suite("Genome: Json")
struct JsonTests {
  @Test("literals, factories and accessors", .feature("39", "G0", "G12"))
  func values() throws {
    let json: Json = ["n": nil, "t": true, "i": 5, "d": 2.5, "s": "x", "a": [1, "b"], "o": ["p": [:]]]
    #expect(json["n"]?.isNull == true && json["t"]?.boolValue == true && json["i"]?.intValue == 5)
    #expect(json["d"]?.doubleValue == 2.5 && json["d"]?.floatValue == 2.5 && json["d"]?.intValue == nil)
    #expect(json["s"]?.stringValue == "x" && json["a"]?.arrayValue == [1, "b"] && json["a"]?[1] == "b")
    #expect(json["a"]?[2] == nil && json["a"]?[-1] == nil && json["a"]?["x"] == nil && json["x"] == nil)
    #expect(json["o"]?.objectValue == ["p": [:]] && json["i"]?.uintValue == 5)
    #expect(json["s"]?.boolValue == nil && json["t"]?.intValue == nil && json.stringValue == nil)
    #expect(json.description == #"{"n":null,"t":true,"i":5,"d":2.5,"s":"x","a":[1,"b"],"o":{"p":{}}}"#)
    #expect(Json.ObjectValue([:]) == EmptyJson && Json.ObjectValue(["a": .NumberValue(1)]) == ["a": 1])
    #expect(
      [Json.NullValue, .BooleanValue(true), .StringValue("a"), .ArrayValue([2])] == [nil, true, "a", [2]])
    #expect(
      [Json.from(true), .from(1.5), .from(2), .from("a"), .from([3]), .from(["a": 4])]
        == [true, 1.5, 2, "a", [3], ["a": 4]])
    #expect(
      [Json(true), Json(1.5), Json("a"), Json([3]), Json(["a": 4])] == [true, 1.5, "a", [3], ["a": 4]])
    #expect(
      try Json(["a": 1, "b": [Person("c", "d")]] as [String: JsonConvertibleType])
        == ["a": 1, "b": [["first_name": "c", "last_name": "d"]]])
    guard case .ObjectValue(let members) = json.content, case .NumberValue(5)? = members["i"]?.content else {
      Issue.record("\(json.content)")
      return
    }
  }

  @Test("equality ignores member order and number spelling", .feature("39", "G12"))
  func equality() throws {
    #expect(try Json.deserialize(#"{"a":1.0,"b":[1e2]}"#) == ["b": [100], "a": 1])
    #expect(try Json.deserialize("9007199254740993") != 9_007_199_254_740_992)
    #expect(try Json.deserialize(#"{"a":1,"a":2}"#) == ["a": 2])
    #expect(try Json.deserialize("[1,2]") != [2, 1])
    #expect(try Json.deserialize("1") != "1")
    #expect(try Json.deserialize(#"{"a":1}"#) != ["a": 1, "b": 1])
    #expect(try Json.deserialize("0.1") == 0.1)
  }

  @Test("locates invalid JSON and invalid numbers", .feature("34", "39", "G12"))
  func bad() throws {
    for text in ["", "{", "[1,,]", "{\"a\":1}x", "nul", "\"\u{1}\""] {
      #expect(throws: (any Error).self, "\(text)") { try Json.deserialize(text) }
    }
    #expect(throws: SequenceError.self) { try Double.nan.jsonRepresentation() }
    #expect(throws: SequenceError.self) { try (-Float.infinity).jsonRepresentation() }
    #expect(Json.from(Double.infinity).isNull)
    #expect(try Float(0.1).jsonRepresentation().description == "0.1")
    #expect(try 2.0.jsonRepresentation().description == "2")
    #expect(try Json.deserialize("\"a\\ud83d\\ude00\\n\"").serialize() == "\"a😀\\n\"")
  }

  @Test("sets, replaces and removes members", .feature("39", "G12"))
  func setting() throws {
    var json = try Json.deserialize(#"{"a": 1, "b": 2, "a": 3}"#)
    json["b"] = ["x", nil]
    json["c"] = true
    #expect(json.description == #"{"a":1,"b":["x",null],"a":3,"c":true}"# && json["a"] == 3)
    json["a"] = nil
    json["none"] = nil
    #expect(json.description == #"{"b":["x",null],"c":true}"#)
    json["b"] = [:]
    json["b"]?["y"] = 1.5
    #expect(json == ["b": ["y": 1.5], "c": true])
  }

  @Test("1 and 0 are also booleans, as in Foundation", .feature("5", "G13"))
  func numbersAsBooleans() throws {
    try withMaps(#"{"t": 1, "f": 0.0, "n": 2, "s": "1", "list": [true, 0, 1e0]}"#) { map in
      try #expect(map.value("t", Bool.self) && !map.value("f", Bool.self))
      try #expect(map.value("list", [Bool].self) == [true, false, true])
      #expect(throws: MappingError.self) { try map.optional("n", Bool.self) }
      #expect(throws: MappingError.self) { try map.optional("s", Bool.self) }
      #expect(map.json["t"]?.boolValue == true && map.json["f"]?.boolValue == false)
      #expect(map.json["n"]?.boolValue == nil && map.json["t"] != true)
    }
    #expect(try Json.from(foundation: NSNumber(value: 1)).boolValue == true)
    #expect(try Bool.newInstance(json: 0) == false)
  }

  @Test(
    "converts Foundation objects both ways, and custom numeric types", .feature("38", "39", "G7", "G13"))
  func foundation() throws {
    let object: [String: Any] = ["a": [1, 2.5, NSNull()] as [Any], "b": ["c": true]]
    let json: Json = ["a": [1, 2.5, nil], "b": ["c": true]]
    #expect(Json.from(object as AnyObject) == json && Json.from(NSNumber(value: 3)) == 3)
    #expect(Json.from(["x": NSString("y"), "z": NSNull()] as [String: AnyObject]) == ["x": "y", "z": nil])
    #expect(json.foundationDictionary?["b"] as? [String: Bool] == ["c": true])
    #expect(json["a"]?.foundationArray?.count == 3 && json.foundationArray == nil)
    #expect((json.anyValue as? [String: Any])?.count == 2 && json["a"]?.foundationDictionary == nil)
    #expect(Genome.EmptyJson == [:] && Genome.Json.from("a") == "a")
    #expect(
      try Meters.newInstance(json: 2.5) == Meters(2.5) && [Meters](js: [1, 2]).map(\.doubleValue) == [1, 2])
    #expect(
      try Meters(3).jsonRepresentation() == 3 && 2.5.doubleValue == 2.5 && Float(0.5).doubleValue == 0.5)
    try withMaps(#"{"m": 4, "s": "4"}"#) { map in
      try #expect(map.value("m", Meters.self) == Meters(4))
      #expect(throws: MappingError.self) { try map.value("s", Meters.self) }
    }
  }

  private struct Meters: Genome.JsonConvertibleFloatingPointType, Equatable {
    let doubleValue: Double
    init(_ other: Double) { doubleValue = other }
  }

  @Test(
    "creates collections and models from JSON, dictionaries and JSONSerialization output",
    .feature("38", "G13"))
  func initialisers() throws {
    let json: Json = [
      ["first_name": "Joe", "last_name": "Fish"], ["first_name": "Joe", "last_name": "Fish"],
    ]
    let joe = Person("Joe", "Fish")
    #expect(try [Person](js: json) == [joe, joe])
    #expect(try Set<Person>(js: json) == [joe])
    #expect(try [Person](js: [json[0] ?? nil]) == [joe])
    #expect(try [Int](js: 5) == [5])
    #expect(try [Person](js: Json.deserialize(json.description)) == [joe, joe])
    let dictionary: [String: Any] = ["first_name": "Joe", "last_name": "Fish"]
    #expect(try Person(js: dictionary) == joe)
    #expect(try Person(js: dictionary as Any) == joe)
    let object = try JSONSerialization.jsonObject(
      with: Data(#"[{"a":true,"b":1,"c":1.5,"d":null,"e":"x","f":18446744073709551615,"g":[false]}]"#.utf8))
    let read = try #require(try Json.from(foundation: object)[0])
    #expect(read == ["a": true, "b": 1, "c": 1.5, "d": nil, "e": "x", "f": .from(UInt64.max), "g": [false]])
    #expect(try [[String: Json]](js: object) == [try #require(read.objectValue)])
    #expect(try Set<Int>(js: [1, 1, 2] as Any) == [1, 2])
    #expect(
      try Json.from(foundation: ["a": true, "b": 1, "c": 2.5 as Float] as [String: Any]) == [
        "a": true, "b": 1, "c": 2.5,
      ])
    #expect(try Json.from(foundation: read.anyValue) == read)
    #expect(
      try joe.foundationDictionary() as? [String: String] == ["first_name": "Joe", "last_name": "Fish"])
    #expect(try [joe].foundationArray()?.count == 1)
    #expect(try joe.foundationArray() == nil)
    #expect(throws: JsonConvertibleError.self) { try Json.from(foundation: ["a": Data()]) }
    #expect(throws: (any Error).self) { try Json.from(foundation: Double.nan) }
  }

  @Test("reads and sets values at key paths", .feature("G5"))
  func keyPaths() throws {
    for json in [
      ["one": ["two": "found", "list": [1]], "flat": 1] as Json,
      try Json.deserialize(#"{"one":{"two":"found","list":[1]},"flat":1}"#),
    ] {
      var json = json
      #expect(json.gnm_valueForKeyPath("one.two")?.stringValue == "found")
      #expect(json.gnm_valueForKeyPath(".one..two.") == "found" && json.gnm_valueForKeyPath("flat") == 1)
      #expect(json.gnm_valueForKeyPath("one.three") == nil && json.gnm_valueForKeyPath("flat.two") == nil)
      #expect(json.gnm_valueForKeyPath("one.list.0") == nil && json.gnm_valueForKeyPath("") == nil)
      json.gnm_setValue("new", forKeyPath: "path.to.value")
      json.gnm_setValue(2, forKeyPath: "one.two")
      json.gnm_setValue(nil, forKeyPath: "flat")
      #expect(json.gnm_valueForKeyPath("path.to.value") == "new")
      let expected: Json = ["one": ["two": 2, "list": [1]], "flat": nil, "path": ["to": ["value": "new"]]]
      #expect(json == expected)
      json.gnm_setValue(3, forKeyPath: "one.two.three")
      json.gnm_setValue(3, forKeyPath: "")
      #expect(json == expected)
    }
    var array: Json = [1]
    array.gnm_setValue(2, forKeyPath: "a")
    #expect(array == [1])
  }
}
