import TestSupport
import AlterDialect
import Foundation
import Testing

@Suite("Alter: property wrappers and their keys")
struct WrapperTests {
  private enum Names: String {
    case first = "first-name"
    case deep = "a.b.c"
  }

  private struct Named: Alterable {
    @Mapped var plain = 1
    @Mapped(key: "with space") var spaced = 2
    @Mapped(key: Names.first) var first = "x"
    @Mapped(key: Names.deep) var deep: [Int] = []
    @Mapped var `default` = false
    @AlterMapped(key: Names.first, alterer: Reversing()) var backwards = "y"
    var unmapped = 7
  }

  private struct Reversing: TypeAlterer {
    func alter(value: String) -> String { String(value.reversed()) }
    func alterBack(value: String) -> String { String(value.reversed()) }
  }

  private struct Qualified: Alter.Alterable {
    @Alter.Mapped(key: "user_name") var name: String = ""
    @Alter.AlterMapped(key: "at", alterer: Alter.UnixLongDateAlterer()) var date: Date = .distantPast
  }

  @Test("names can begin with the original module's")
  func qualified() throws {
    let model: Qualified = try .from(jsonString: #"{"user_name":"ada","at":90}"#)
    #expect(model.name == "ada" && model.date == Date(timeIntervalSince1970: 90))
  }

  @Test("keys are strings, enum cases, inferred names or unusual text", .feature("14", "23", "A1", "A4"))
  func keys() throws {
    let json =
      #"{"plain":3,"with space":4,"first-name":"abc","a":{"b":{"c":[5]}},"default":true,"unmapped":9}"#
    let named: Named = try .from(jsonString: json)
    #expect(named.plain == 3 && named.spaced == 4 && named.first == "abc" && named.deep == [5])
    #expect(named.default && named.backwards == "cba" && named.$backwards == "abc" && named.unmapped == 7)
  }

  /// A key that a model creates in its initialiser.
  private struct Late: Alterable {
    @Mapped var value = 0
    static var keyed: Late { Late(key: "other") }

    init() {}

    init(key: String) { _value = Mapped(wrappedValue: 0, key: key) }
  }

  @Test("an instance can have its own keys", .feature("14", "A1"))
  func ownKeys() throws {
    #expect(try Late().toJSONString() == #"{"value":0}"#)
    #expect(try Late.keyed.toJSONString() == #"{"other":0}"#)
    #expect(try Late().toJSONString() == #"{"value":0}"#)
  }

  private struct Plain: Codable {
    @Mapped var number = 1
    @AlterMapped(alterer: Reversing()) var text = "ab"
  }

  @Test("wrappers work in a Codable model without Alterable", .feature("33", "A1", "A11"))
  func withoutAlterable() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(Plain()), as: UTF8.self) == #"{"number":1,"text":"ba"}"#)
    // A decoder has no alterer.
    let data = Data(#"{"number":2,"text":"ba"}"#.utf8)
    let error = #expect(throws: AlterError.self) { try JSONDecoder().decode(Plain.self, from: data) }
    #expect(error?.errorDescription?.hasPrefix("Alter Error: ") == true)
  }

  private struct Compared: Alterable, Hashable {
    @Mapped var number = 1
    @AlterMapped(alterer: Reversing()) var text = "ab"
  }

  @Test("wrappers compare and hash by their values", .feature("A10"))
  func equality() {
    let one = Compared()
    let other = Compared()
    #expect(one == other && one.hashValue == other.hashValue)
    other.text = "b"
    #expect(one != other && Set([one, other, Compared()]).count == 2)
  }

  @Test("copies of a struct share values; separate models do not", .feature("A12"))
  func sharing() throws {
    let one: Compared = try .from(jsonString: #"{"number":5}"#)
    let copy = one
    copy.number = 6
    #expect(one.number == 6)
    let other: Compared = try .from(jsonString: #"{"number":5}"#)
    other.number = 7
    #expect(one.number == 6)
  }
}
