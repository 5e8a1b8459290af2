import TestSupport
import DynamicMapperDialect
import Foundation
import Testing

/// Values as an enumeration, as the original declares them.
@Suite("DynamicMapper: values as cases")
struct ValueTests {
  private struct Model: DynamicCodable {
    var dynamicSelf: DynamicClass?
    var id = 0
    var any: DynamicValue?
    mutating func dynamicMapping(mappingType: DynamicMappingType) {}
  }

  private func model(_ json: String) throws -> Model {
    try DynamicJSONDecoder().decode(Model.self, from: Data(json.utf8))
  }

  /// The name of the case, and what it holds.
  private func text(_ value: DynamicValue?) -> String {
    switch value {
    case nil: "nil"
    case .stringValue(let text)?: "string \(text)"
    case .intValue(let integer)?: "int \(integer)"
    case .boolValue(let bool)?: "bool \(bool)"
    case .doubleValue(let double)?: "double \(double)"
    case .floatValue(let float)?: "float \(float)"
    case .dateValue(let date, let text)?: "date \(date.timeIntervalSince1970) \(text ?? "-")"
    case .dataValue(let data)?: "data \(data.count)"
    case .urlValue(let url)?: "url \(url)"
    case .arrayValue(let elements)?: "[\(elements.map { self.text($0) }.joined(separator: ", "))]"
    case .dictionaryValue(let members)?:
      "{\(members.sorted { $0.key < $1.key }.map { "\($0.key): \(self.text($0.value))" }.joined(separator: ", "))}"
    case .null(let integer)?: "null \(integer.map { "\($0)" } ?? "-")"
    }
  }

  @Test("reads each kind, as a property and from the dynamic object", .feature("D4"))
  func reading() throws {
    let json = #"{"id":1,"any":{"s":"x","i":5,"b":true,"d":1.5,"n":null,"a":[1,"y",[]],"o":{"k":2}}}"#
    let model = try model(json)
    let expected =
      "{a: [int 1, string y, []], b: bool true, d: double 1.5, i: int 5, n: null -, o: {k: int 2}, s: string x}"
    #expect(text(model.any) == expected)
    let value: DynamicValue = model.ds.any
    #expect(text(value) == expected && text(model.ds.any) == expected)
    #expect(text(model.ds.any.a[1]) == "string y" && text(model.ds["any"]["o"]["k"]) == "int 2")
    #expect(text(value.a[1]) == "string y" && text(value.o.k) == "int 2")
    // An absent value is an empty object, and reading it changes nothing.
    #expect(text(value.none.at.all) == "{}" && text(value.a[7]) == "{}" && text(model.ds.none) == "{}")
    #expect(text(model.any) == expected)
    if case .stringValue(let name) = value.s { #expect(name == "x") } else { Issue.record("not a string") }
    // Other decoders read it, too.
    let plain = try JSONDecoder().decode([String: DynamicValue].self, from: Data(json.utf8))
    #expect(text(plain["any"]) == expected)
  }

  @Test("a location is printed as the value there")
  func printing() throws {
    let json = #"{"id":1,"any":{"s":"x","i":5,"a":[1,"y"],"o":{"k":2.5}}}"#
    let model = try model(json)
    for (location, value) in [
      (model.ds.any.s, model.ds.any.s), (model.ds.any.a, model.ds.any.a), (model.ds.none, model.ds.none),
      (model.ds.any.o.k, model.ds.any.o.k),
    ] as [(DynamicReference, DynamicValue)] {
      #expect("\(location)" == "\(value)" && String(describing: location) == "\(value)")
    }
    var output = ""
    print(model.ds.any.s, model.ds.any.i, to: &output)
    #expect(output == "stringValue(\"x\") intValue(5)\n")
  }

  @Test("reads dates and data by the decoder's strategies", .feature("D7"))
  func strategies() throws {
    let decoder = DynamicJSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.dataDecodingStrategy = .deferredToData
    let json = #"{"id":1,"any":["1970-01-01T00:00:10Z","x",[1,2,3],7]}"#
    let model = try decoder.decode(Model.self, from: Data(json.utf8))
    let expected = "[date 10.0 1970-01-01T00:00:10Z, string x, data 3, int 7]"
    #expect(text(model.any) == expected && text(model.ds.any) == expected)
  }

  @Test("is written as JSON, as a property and into the dynamic object", .feature("D6"))
  func writing() throws {
    var model = try model(#"{"id":1,"kept":1.50}"#)
    model.any = .arrayValue([
      .stringValue("x"), .intValue(5), .boolValue(true), .doubleValue(1.5), .floatValue(0.5), .null(nil),
      .null(3),
      .dictionaryValue(["k": .intValue(2)]),
    ])
    model.ds.added = .stringValue("y")
    model.ds.deep.list[3] = .intValue(1)
    model.ds["deep"]["other"] = .dictionaryValue([:])
    model.ds.kept = .boolValue(false)
    let encoder = DynamicJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(model), as: UTF8.self)
        == #"{"added":"y","any":["x",5,true,1.5,0.5,null,3,{"k":2}],"deep":{"list":[1],"other":{}},"id":1,"kept":false}"#
    )
    encoder.dateEncodingStrategy = .secondsSince1970
    let values: [DynamicValue] = [
      .dateValue(Date(timeIntervalSince1970: 10), nil), .dataValue(Data([1, 2])),
      .urlValue(try #require(URL(string: "a:b"))),
    ]
    #expect(String(decoding: try encoder.encode(values), as: UTF8.self) == #"[10,"AQI=","a:b"]"#)
  }

  @Test("is a value, which can be changed in place", .feature("D6"))
  func changing() throws {
    let model = try model(#"{"id":1,"any":{"a":[1]}}"#)
    var value: DynamicValue = model.ds.any
    value.a[0] = .boolValue(true)
    value.a[5] = .intValue(2)
    value.a[-1] = .intValue(3)
    value.name.first.set("Ada")
    value.date.set(Date(timeIntervalSince1970: 5))
    value.float.set(Float(0.5))
    value.url.set(URL(string: "a:b"))
    value.data.set(Data([1]))
    value.none.set(Int?.none)
    value.list.set(["x", "y"])
    value.double.set(2.5 as Any?)
    value.odd.set(5 as Any?)
    #expect(
      text(value)
        == "{a: [bool true, int 2], data: data 1, date: date 5.0 -, double: double 2.5, float: float 0.5, "
        + "list: [string x, string y], name: {first: string Ada}, none: null -, odd: int 5, url: url a:b}")
    #expect(text(model.ds.any) == "{a: [int 1]}")
    value.odd[0] = .intValue(1)
    #expect(text(value.odd) == "int 5")
  }

  @Test("the operator reads a value as it reads a location", .feature("D4"))
  func operators() throws {
    let value: DynamicValue = try model(
      #"{"id":1,"any":{"i":5,"s":"a:b","b":true,"d":[1.5,2],"m":{"id":3}}}"#
    ).ds.any
    var (integer, text, bool, double): (Int?, String?, Bool?, Double?) = (nil, nil, nil, nil)
    var (float, url, doubles): (Float?, URL?, [Double]?) = (nil, nil, nil)
    var (nested, models): (Model?, [Model]?) = (nil, nil)
    integer <-- value.i
    text <-- value.s
    bool <-- value.b
    double <-- value.d[0]
    float <-- value.d[1]
    url <-- value.s
    doubles <-- value.d
    nested <-- value.m
    models <-- value.m
    #expect(integer == 5 && text == "a:b" && bool == true && double == 1.5 && float == 2)
    #expect(
      url?.absoluteString == "a:b" && doubles == [1.5, 2] && nested?.id == 3 && models?.isEmpty == true)
    integer <-- value.s
    #expect(integer == 5)
  }

  @Test(
    "a document that is not JSON throws the error of JSONSerialization, for models", .feature("D7"),
    arguments: [#"{"id":1"#, "", "nul", "5", "\"x\""])
  func errors(json: String) throws {
    let data = Data(json.utf8)
    let expected =
      try #require(throws: (any Error).self) { try JSONSerialization.jsonObject(with: data) } as NSError
    for body in [
      { _ = try DynamicJSONDecoder().decode(Model.self, from: data) },
      { _ = try DynamicJSONDecoder().decode([Model].self, from: data) },
    ] {
      let error = try #require(throws: (any Error).self) { try body() } as NSError
      #expect(error.domain == expected.domain && error.code == expected.code)
      #expect(error.domain == NSCocoaErrorDomain)
    }
    if (try? JSONDecoder().decode([Int].self, from: data)) == nil {
      #expect(throws: DecodingError.self) { try DynamicJSONDecoder().decode([Int].self, from: data) }
    }
    #expect(throws: DecodingError.self) { try DynamicJSONDecoder().decode(Model.self, from: Data("{}".utf8)) }
  }
}
