import TestSupport
import DynamicMapperDialect
import Foundation
import Testing

/// Every readable type, each with an initial value.
struct Everything: DynamicDecodable {
  var dynamicSelf: DynamicClass?
  var int: Int? = 1
  var string: String? = "before"
  var bool: Bool? = true
  var double: Double? = 1.5
  var float: Float? = 2.5
  var date: Date? = Date(timeIntervalSinceReferenceDate: 1)
  var data: Data? = Data([1])
  var url: URL? = URL(string: "before:")
  var model: Item?
  var ints: [Int]? = [1]
  var strings: [String]? = ["before"]
  var bools: [Bool]?
  var doubles: [Double]?
  var floats: [Float]?
  var dates: [Date]?
  var datas: [Data]?
  var urls: [URL]?
  var models: [Item]?

  private enum CodingKeys: CodingKey {}

  mutating func dynamicMapping(mappingType: DynamicMappingType) {
    int <-- ds.v.int
    string <-- ds.v.string
    bool <-- ds.v.bool
    double <-- ds.v.double
    float <-- ds.v.float
    date <-- ds.v.date
    data <-- ds.v.data
    url <-- ds.v.url
    model <-- ds.v.model
    ints <-- ds.v.ints
    strings <-- ds.v.strings
    bools <-- ds.v.bools
    doubles <-- ds.v.doubles
    floats <-- ds.v.floats
    dates <-- ds.v.dates
    datas <-- ds.v.datas
    urls <-- ds.v.urls
    models <-- ds.v.models
  }
}

/// A model that reads one of its own members in its hook.
struct Item: DynamicCodable, Equatable {
  var dynamicSelf: DynamicClass?
  var id: Int
  var deep: String?

  mutating func dynamicMapping(mappingType: DynamicMappingType) {
    guard mappingType == .decoding else { return }
    deep <-- ds.more.deep
  }

  private enum CodingKeys: CodingKey { case id }

  static func == (one: Item, other: Item) -> Bool { one.id == other.id && one.deep == other.deep }
}

@Suite("Values of a dynamic object")
struct ReadingTests {
  private func everything(_ members: String) throws -> Everything {
    try DynamicJSONDecoder().decode(Everything.self, from: Data(#"{"v":{\#(members)}}"#.utf8))
  }

  @Test("reads every type, and arrays of each", .feature("7", "D3"))
  func types() throws {
    let all = try everything(
      #"""
      "int": 9007199254740993, "string": "s\n", "bool": false, "double": 0.1, "float": 0.1, "date": 12.5,
      "data": "AQI=", "url": "a:b", "model": {"id": 7, "more": {"deep": "d"}},
      "ints": [1, 2], "strings": ["a", "b"], "bools": [true, false], "doubles": [1, 2.5], "floats": [0.5],
      "dates": [0, 1.5], "datas": ["AQ==", ""], "urls": ["a:b", "c:d"], "models": [{"id": 1}, {"id": 2, "more": {"deep": "e"}}]
      """#)
    #expect(all.int == 9_007_199_254_740_993 && all.string == "s\n" && all.bool == false)
    #expect(all.double == 0.1 && all.float == 0.1)
    #expect(all.date == Date(timeIntervalSinceReferenceDate: 12.5))
    #expect(all.data == Data([1, 2]) && all.url == URL(string: "a:b"))
    #expect(all.model == Item(id: 7, deep: "d"))
    #expect(all.ints == [1, 2] && all.strings == ["a", "b"] && all.bools == [true, false])
    #expect(all.doubles == [1, 2.5] && all.floats == [0.5])
    #expect(all.dates == [0, 1.5].map { Date(timeIntervalSinceReferenceDate: $0) })
    #expect(all.datas == [Data([1]), Data()] && all.urls?.map(\.absoluteString) == ["a:b", "c:d"])
    #expect(all.models == [Item(id: 1), Item(id: 2, deep: "e")])
  }

  @Test(
    "a mismatch keeps a scalar, and empties an array", .feature("5", "D4"),
    arguments: [
      "",
      #""int":null,"string":null,"bool":null,"double":null,"float":null,"date":null,"data":null,"url":null,"#
        + #""model":null,"ints":null,"strings":null,"models":null"#,
      #""int":"1","string":2,"bool":1,"double":"1","float":true,"date":"x","data":"?","url":3,"model":[],"#
        + #""ints":{},"strings":"a","models":{"id":1}"#,
      #""int":1.5,"string":[],"bool":"true","double":{},"float":[],"date":{},"data":1,"url":[],"model":{"id":"x"},"#
        + #""ints":1,"strings":null,"models":[{"id":1},{"id":"x"}]"#,
      #""int":9223372036854775808,"double":1e999,"float":1e39"#,
    ])
  func nothing(members: String) throws {
    let all = try everything(members)
    let before = Everything()
    #expect(all.int == before.int && all.string == before.string && all.bool == before.bool)
    #expect(all.double == before.double && all.float == before.float && all.date == before.date)
    #expect(all.data == before.data && all.url == before.url && all.model == nil)
    #expect(all.ints == [] && all.strings == [] && all.models == [])
  }

  @Test("drops a bad scalar element; a bad model empties arrays", .feature("11", "D4"))
  func elements() throws {
    let all = try everything(
      #""ints":[1,null,"2",3.5,4.0],"strings":["a",1,null],"dates":[1,"x"],"models":[{"id":1},null]"#)
    #expect(all.ints == [1, 4] && all.strings == ["a"] && all.models == [])
    #expect(all.dates == [Date(timeIntervalSinceReferenceDate: 1)])
    #expect(try everything(#""models":[{"id":1},{"no":2}]"#).models == [])
  }

  @Test("reads numbers by the target's type, never as dates", .feature("7", "D10"))
  func targetTypes() throws {
    let data = Data(#"{"a":10,"b":5.0,"c":{"d":1700000000}}"#.utf8)
    let object = try DynamicJSONDecoder().decode(Item.Loose.self, from: data).ds
    var (double, int, float): (Double?, Int?, Float?)
    double <-- object.a
    int <-- object.b
    float <-- object.c.d
    #expect(double == 10 && int == 5 && float == 1_700_000_000)
    var text: String?
    text <-- object.a
    #expect(text == nil)
  }

  @Test("negative and out-of-range indexes are absent", .feature("15", "D4"))
  func indices() throws {
    let object = try DynamicJSONDecoder().decode(
      Item.Loose.self, from: Data(#"{"a":[[1,2],{"b":[3]}]}"#.utf8)
    ).ds
    var value: Int?
    value <-- object.a[0][2]
    value <-- object.a[-1][0]
    value <-- object.a[2].b[0]
    value <-- object.a.b[0]
    value <-- object[""]
    #expect(value == nil)
    value <-- object.a[0][1]
    #expect(value == 2)
    value <-- object.a[1].b[0]
    #expect(value == 3)
  }

  @Test("reading has no side effects", .feature("D4"))
  func pure() throws {
    let json = #"{"a":{"b":1},"c":[{"d":2}]}"#
    let model = try DynamicJSONDecoder().decode(Item.Loose.self, from: Data(json.utf8))
    var value: Int?
    value <-- model.ds.a.x.y
    value <-- model.ds.c[7].d
    value <-- model.ds.z
    #expect(value == nil)
    #expect(try String(decoding: DynamicJSONEncoder().encode(model), as: UTF8.self) == json)
  }

  @Test("reads names that are not Swift identifiers or are reserved")
  func names() throws {
    let json = #"{"first name":1,"owner":{"path":2,"content":3,"reader":4,"set":5},"content":6,"":{"":7}}"#
    let object = try DynamicJSONDecoder().decode(Item.Loose.self, from: Data(json.utf8)).ds
    var values: [Int?] = Array(repeating: nil, count: 7)
    values[0] <-- object["first name"]
    values[1] <-- object.owner.path
    values[2] <-- object.owner.content
    values[3] <-- object.owner.reader
    values[4] <-- object.owner["set"]
    values[5] <-- object.content
    values[6] <-- object[""][""]
    #expect(values == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test("reads further Decodable types")
  func others() throws {
    enum Color: String, Decodable { case red, blue }
    let json =
      #"{"color":"red","colors":["blue","green"],"big":18446744073709551615,"map":{"a":[1]},"rows":[[1],["x"]]}"#
    let object = try DynamicJSONDecoder().decode(Item.Loose.self, from: Data(json.utf8)).ds
    var color: Color?
    var colors: [Color]?
    var big: UInt64?
    var map: [String: [Int]]?
    var rows: [[Int]]?
    color <-- object.color
    colors <-- object.colors
    big <-- object.big
    map <-- object.map
    rows <-- object.rows
    #expect(color == .red && colors == [.blue] && big == .max && map == ["a": [1]] && rows == [[1]])
  }

  @Test("ignores a missing dynamic object")
  func missing() {
    let none: DynamicClass? = nil
    var value: [Int]? = [1]
    value <-- none?.a.b
    #expect(value == [1])
  }

  @Test("the last of two duplicate members counts, also for properties", .feature("60"))
  func duplicates() throws {
    struct Twice: DynamicDecodable {
      var dynamicSelf: DynamicClass?
      var a: Int
      var b: [String: Int]
      var read: Int?
      mutating func dynamicMapping(mappingType: DynamicMappingType) { read <-- ds.c.d }
    }
    let json = #"{"a":1,"c":{"d":1,"d":2},"b":{"x":1,"x":2},"a":2,"c":{"d":3,"d":4}}"#
    let model = try DynamicJSONDecoder().decode(Twice.self, from: Data(json.utf8))
    #expect(model.a == 2 && model.b == ["x": 2] && model.read == 4)
    var after: Int?
    after <-- model.ds.c.d
    #expect(after == 4)
  }
}

extension Item {
  /// A model with only a dynamic object.
  struct Loose: DynamicCodable {
    var dynamicSelf: DynamicClass?

    func dynamicMapping(mappingType: DynamicMappingType) {}
  }
}
