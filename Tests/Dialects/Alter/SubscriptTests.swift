import TestSupport
import AlterDialect
import Foundation
import Testing

@Suite("Alter: dictionary access to models")
struct SubscriptTests {
  private enum Names: String {
    case number, born
  }

  private struct Model: MutableAlterable {
    @Mapped var number = 1
    @Mapped var optional: Int? = 2
    @Mapped(key: "a.b") var nested = "n"
    @AlterMapped(alterer: UnixLongDateAlterer()) var born = Date(timeIntervalSince1970: 3)
    @AlterMapped(alterer: UnixLongDateAlterer().optionally) var died: Date? = nil
  }

  @Test("reading gives the plain or altered type, else nil", .feature("22", "A8"))
  func reading() {
    let model = Model()
    #expect(model[mappedKey: "number"] == 1)
    #expect(model[mappedKey: "optional"] == 2)
    #expect(model[mappedKey: "a.b"] == "n")
    #expect(model[mappedKey: "born"] == Date(timeIntervalSince1970: 3))
    #expect(model[mappedKey: "born"] == Int64(3))
    #expect(model[mappedKey: Names.born] == Int64(3))
    #expect(model[mappedKey: "number"] as String? == nil)
    #expect(model[mappedKey: "born"] as String? == nil)
    #expect(model[mappedKey: "b"] as String? == nil)
    #expect(model[mappedKey: "died"] as Date? == nil)
  }

  @Test("setting ignores other types, and nil only for optionals", .feature("22", "A8"))
  func setting() {
    let model = Model()
    model[mappedKey: "number"] = 5
    model[mappedKey: Names.number] = 6
    #expect(model.number == 6)
    model[mappedKey: "number"] = "x"
    model[mappedKey: "number"] = nil as Int?
    #expect(model.number == 6)
    model[mappedKey: "optional"] = "x"
    #expect(model.optional == 2)
    model[mappedKey: "optional"] = nil as Int?
    #expect(model.optional == nil)
    model[mappedKey: "a.b"] = "m"
    #expect(model.nested == "m")
    model[mappedKey: "born"] = Date(timeIntervalSince1970: 7)
    #expect(model.born == Date(timeIntervalSince1970: 7))
    model[mappedKey: "born"] = Int64(8)
    #expect(model.born == Date(timeIntervalSince1970: 8))
    model[mappedKey: "died"] = Int64(9)
    #expect(model.died == Date(timeIntervalSince1970: 9))
    model[mappedKey: "died"] = nil as Date?
    #expect(model.died == nil)
    model[mappedKey: "unknown"] = 1
  }

  /// Only by the protocol.
  private func rename<Model: MutableAlterable>(_ model: inout Model) -> Int? {
    model[mappedKey: "number"] = 11
    return model[mappedKey: "number"]
  }

  @Test("reading and setting through the protocol", .feature("22", "A8"))
  func generic() {
    var model = Model()
    #expect(rename(&model) == 11)
  }
}
