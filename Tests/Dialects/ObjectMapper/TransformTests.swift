@testable import TestSupport
import Foundation
import ObjectMapperDialect
import StreamMap
import StreamMapFormatting
import Testing

@Suite("ObjectMapper: transforms")
struct TransformTests {
  private func read<T: TransformType>(_ transform: T, _ value: Any?) -> T.Object? {
    transform.transformFromJSON(value)
  }

  @Test("ISO 8601 dates are those of the formatter, in each form of the offset and of the text")
  func isoDates() {
    var chance = SeededGenerator(seed: 7)
    func number(_ range: ClosedRange<Int>, digits: Int) -> String {
      let text = String(Int.random(in: range, using: &chance))
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let formatter = ISO8601DateTransform.reusableISODateFormatter
    var found = 0
    for _ in 0..<1_000 {
      let date = "\(number(1500...2100, digits: 4))-\(number(1...12, digits: 2))-\(number(1...31, digits: 2))"
      let time = "\(number(0...24, digits: 2)):\(number(0...59, digits: 2)):\(number(0...61, digits: 2))"
      let (hours, minutes) = (number(0...14, digits: 2), number(0...59, digits: 2))
      for zone in ["Z", "+\(hours):\(minutes)", "-\(hours)\(minutes)", "+\(hours)", "", "z", ".5Z", " Z"] {
        let text = "\(date)T\(time)\(zone)"
        let expected = formatter.date(from: text)
        #expect(read(ISO8601DateTransform(), text) == expected, "\(text)")
        if expected != nil { found += 1 }
      }
    }
    #expect(found > 1_000)
  }

  @Test("dates: seconds, milliseconds, numeric strings; quirk: others are 1970", .feature("30", "O15"))
  func dates() {
    let seconds = DateTransform()
    let date = Date(timeIntervalSince1970: 1_500_000_000.5)
    #expect(read(seconds, 1_500_000_000.5) == date && read(seconds, "1500000000.5") == date)
    #expect(read(seconds, NSNumber(value: 10)) == Date(timeIntervalSince1970: 10))
    #expect(read(seconds, "nonsense") == Date(timeIntervalSince1970: 0))
    #expect(read(seconds, nil) == nil && read(seconds, [1]) == nil && read(seconds, NSNull()) == nil)
    #expect(seconds.transformToJSON(date) == 1_500_000_000.5 && seconds.transformToJSON(nil) == nil)
    let milliseconds = DateTransform(unit: .milliseconds)
    #expect(read(milliseconds, 1_500_000_000_500.0) == date)
    #expect(milliseconds.transformToJSON(date) == 1_500_000_000_500)

    let iso = ISO8601DateTransform()
    let whole = Date(timeIntervalSince1970: 1_456_749_296)
    #expect(read(iso, "2016-02-29T12:34:56Z") == whole && read(iso, "2016-02-29T13:34:56+01:00") == whole)
    #expect(read(iso, "2016-02-29T12:34:56.789Z") == nil && read(iso, 5) == nil)
    #expect(iso.transformToJSON(whole).flatMap { read(iso, $0) } == whole)
    let day = CustomDateFormatTransform(formatString: "yyyy-MM-dd")
    #expect(day.transformToJSON(read(day, "2016-02-29")) == "2016-02-29" && read(day, "29.2.2016") == nil)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "HH:mm"
    let time = DateFormatterTransform(dateFormatter: formatter)
    #expect(time.transformToJSON(whole) == "12:34" && time.dateFormatter === formatter)
  }

  @Test("URLs, data, decimal numbers, colours and raw values", .feature("30", "61", "O15"))
  func values() throws {
    #expect(read(URLTransform(), "https://example.org/a")?.path == "/a" && read(URLTransform(), 5) == nil)
    let encoding = URLTransform(shouldEncodeURLString: true)
    #expect(read(encoding, "https://example.org/ä b")?.absoluteString == "https://example.org/%C3%A4%20b")
    #expect(encoding.transformToJSON(URL(string: "https://example.org")) == "https://example.org")

    #expect(read(DataTransform(), "AQID") == Data([1, 2, 3]) && read(DataTransform(), "*") == nil)
    #expect(DataTransform().transformToJSON(Data([1, 2, 3])) == "AQID")

    let decimal = NSDecimalNumberTransform()
    #expect(read(decimal, "12345678901234567890.123456789")?.description == "12345678901234567890.123456789")
    #expect(read(decimal, NSNumber(value: 5)) == 5 && read(decimal, "x") == nil && read(decimal, nil) == nil)
    #expect(decimal.transformToJSON(NSDecimalNumber(string: "0.10")) == "0.1")

    let color = HexColorTransform()
    let red = HexColor(red: 1, green: 0, blue: 0, alpha: 1)
    #expect(["F00", "#f00", "FF0000", "#FF0000FF", "#F00F"].allSatisfy { read(color, $0) == red })
    #expect(["", "F", "12345", "GGG", "#"].allSatisfy { read(color, $0) == nil } && read(color, 5) == nil)
    #expect(color.transformToJSON(red) == "FF0000")
    #expect(HexColorTransform(prefixToJSON: true).transformToJSON(red) == "#FF0000")
    let both = HexColorTransform(prefixToJSON: true, alphaToJSON: true)
    #expect(both.transformToJSON(read(both, "#12345678")) == "#12345678")

    #if !canImport(UIKit) && !canImport(AppKit)
      let odd = HexColor(red: .nan, green: -.infinity, blue: .infinity, alpha: 2)
      #expect(both.transformToJSON(odd) == "#0000FFFF")
    #endif

    enum Level: Int { case low = 1 }
    #expect(read(EnumTransform<Level>(), 1) == .low && read(EnumTransform<Level>(), 2) == nil)
    #expect(EnumTransform<Level>().transformToJSON(.low) == 1)
  }

  private struct Address: Codable, Equatable {
    var street: String
    var number: Int?
  }

  @Test("models by key, Decodable types, closures, custom transforms", .feature("10", "33", "O15"))
  func models() throws {
    enum Kind: String { case a, b }
    let dictionary = DictionaryTransform<Kind, Item>()
    let items = read(dictionary, ["a": ["id": 1], "b": ["x": 1], "c": ["id": 3]])
    #expect(items == [.a: Item(id: 1)] && read(dictionary, 5) == nil)
    #expect((dictionary.transformToJSON(items) as? [String: [String: Int]]) == ["a": ["id": 1]])

    let one = CodableTransform<Address>()
    #expect(read(one, ["street": "s", "number": 5]) == Address(street: "s", number: 5))
    #expect(read(one, ["number": 5]) == nil && read(one, "s") == nil && read(one, nil) == nil)
    #expect((one.transformToJSON(Address(street: "s")) as? [String: String]) == ["street": "s"])
    let many = CodableTransform<[Address]>()
    #expect(read(many, [["street": "s"], ["street": "t"]])?.count == 2)

    let closures = TransformOf<Int, String>(
      fromJSON: { $0.flatMap { Int($0) } }, toJSON: { $0.map { "\($0)" } })
    #expect(read(closures, "5") == 5 && read(closures, 5) == nil && closures.transformToJSON(5) == "5")

    final class Later: DateTransform {
      override func transformFromJSON(_ value: Any?) -> Date? {
        super.transformFromJSON(value)?.addingTimeInterval(1)
      }
    }
    #expect(read(Later(), 1.0) == Date(timeIntervalSince1970: 2))
  }

  private struct Dated: Mappable, Equatable {
    static let old = Date(timeIntervalSince1970: -1)
    var one = old
    var optional: Date? = old
    var forced: Date! = old
    var array = [old]
    var optionalArray: [Date]? = [old]
    var rows = [[old]]
    var optionalRows: [[Date]]? = [[old]]
    var table = ["old": old]
    var optionalTable: [String: Date]? = ["old": old]
    var lists = ["old": [old]]
    var optionalLists: [String: [Date]]? = ["old": [old]]
    var set: Set<Date> = [old]
    var optionalSet: Set<Date>? = [old]

    init() {}
    init?(map: Map) {}

    mutating func mapping(map: Map) {
      let date = TransformOf<Date, Int>(
        fromJSON: { $0.map { Date(timeIntervalSince1970: Double($0)) } },
        toJSON: { $0.map { Int($0.timeIntervalSince1970) } })
      one <- (map["o"], date)
      optional <- (map["o"], date)
      forced <- (map["o"], date)
      array <- (map["a"], date)
      optionalArray <- (map["a"], date)
      rows <- (map["r"], date)
      optionalRows <- (map["r"], date)
      table <- (map["d"], date)
      optionalTable <- (map["d"], date)
      lists <- (map["l"], date)
      optionalLists <- (map["l"], date)
      set <- (map["s"], date)
      optionalSet <- (map["s"], date)
    }
  }

  @Test(
    "failed transforms keep, clear or drop values in all shapes", .feature("31", "O16"))
  func collections() throws {
    func dates(_ times: Int...) -> [Date] { times.map { Date(timeIntervalSince1970: Double($0)) } }
    let json = #"{"o":1,"a":[1,2],"s":[1,2],"r":[[1],[],[2]],"d":{"x":1},"l":{"x":[1],"y":[]}}"#
    let dated = try everyWay(json, Dated.self) { $0 }
    #expect(dated.one == dates(1)[0] && dated.optional == dated.one && dated.forced == dated.one)
    #expect(dated.array == dates(1, 2) && dated.optionalArray == dated.array && dated.set == Set(dated.array))
    #expect(dated.rows == [dates(1), [], dates(2)] && dated.optionalRows == dated.rows)
    #expect(dated.table == ["x": dates(1)[0]] && dated.lists == ["x": dates(1), "y": []])
    let text = try #require(dated.toJSONString())
    #expect(try everyWay(text, Dated.self) { $0 } == dated)
    #expect(try everyWay("{}", Dated.self) { $0 } == Dated())

    let bad =
      #"{"o":"x","a":[1,"x",null,2],"s":["x",1,null,2],"r":[[1,"x"]],"d":{"x":1,"y":[]},"l":{"x":["x"]}}"#
    let some = try everyWay(bad, Dated.self) { $0 }
    #expect(some.one == Dated.old && some.optional == nil && some.forced == nil)
    #expect(some.array == dates(1, 2) && some.rows == [dates(1)] && some.table == ["x": dates(1)[0]])
    #expect(some.lists == ["x": []] && some.optionalSet == Set(dates(1, 2)))

    var none = Dated()
    (none.optional, none.forced, none.optionalArray, none.optionalRows) = (nil, nil, nil, nil)
    (none.optionalTable, none.optionalLists, none.optionalSet) = (nil, nil, nil)
    for json in [
      #"{"o":null,"a":null,"s":null,"r":null,"d":null,"l":null}"#,
      #"{"o":[],"a":1,"s":{},"r":[1],"d":[],"l":{"x":1}}"#,
    ] {
      #expect(try everyWay(json, Dated.self) { $0 } == none)
    }
  }

  @Test("transforms get raw values as JSONSerialization gives them", .feature("30", "O6"))
  func untypedInput() throws {
    struct Seen: Mappable {
      var types: [String] = []
      init?(map: Map) {}
      mutating func mapping(map: Map) {
        var seen: [String] = []
        let look = TransformOf<Int, Any>(
          fromJSON: { value in
            seen.append(value.map { "\($0) \($0 is NSNumber) \($0 as? Double ?? -1)" } ?? "nil")
            return nil
          }, toJSON: { $0 })
        var value: Int?
        for key in ["a", "b", "c", "d", "e", "f"] { value <- (map[key], look) }
        types = seen
      }
    }
    let json = #"{"a":5,"b":2.5,"c":true,"d":"x","e":null}"#
    let seen = try everyWay(json, Seen.self) { $0.types }
    #expect(seen == ["5 true 5.0", "2.5 true 2.5", "1 true 1.0", "x false -1.0", "nil"])
  }
}
