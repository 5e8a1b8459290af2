import TestSupport
import AlterDialect
import Foundation
import Synchronization
import Testing

@Suite("Alter: absent, null and mismatched values")
struct PolicyTests {
  private struct Kept: Alterable {
    @Mapped var number = 1
    @Mapped var text = "t"
    @Mapped var optional: Int? = 2
    @Mapped var list = [3]
    @Mapped(key: "a.b") var nested = 4
    @Mapped(key: "a.c") var nestedOptional: Int? = 5
    @AlterMapped(alterer: Base64DataAlterer()) var data = Data([6])
    @AlterMapped(alterer: Base64DataAlterer().optionally) var optionalData: Data? = Data([7])
  }

  @Test(
    "keeps the default for an absent value", .feature("5", "6", "A3"),
    arguments: ["{}", #"{"other":1,"a":{}}"#])
  func absent(json: String) throws {
    let model: Kept = try .from(jsonString: json)
    #expect(model.number == 1 && model.text == "t" && model.optional == 2 && model.list == [3])
    #expect(model.nested == 4 && model.nestedOptional == 5)
    #expect(model.data == Data([6]) && model.optionalData == Data([7]))
  }

  @Test("null sets an optional to nil, and keeps other values", .feature("5", "6", "A3"))
  func null() throws {
    let json = """
      {"number":null,"text":null,"optional":null,"list":null,"a":{"b":null,"c":null},"data":null,"optionalData":null}
      """
    let model: Kept = try .from(jsonString: json)
    #expect(model.number == 1 && model.text == "t" && model.optional == nil && model.list == [3])
    #expect(model.nested == 4 && model.nestedOptional == nil)
    #expect(model.data == Data([6]) && model.optionalData == nil)
    let outer: Kept = try .from(jsonString: #"{"a":null}"#)
    #expect(outer.nested == 4 && outer.nestedOptional == 5)
  }

  @Test("keeps the default for a mismatch, also with alterers", .feature("5", "6", "A3", "A5"))
  func wrong() throws {
    let json = """
      {"number":"1","text":1,"optional":"2","list":[3,"x"],"a":{"b":[],"c":{}},"data":5,"optionalData":true}
      """
    let model: Kept = try .from(jsonString: json)
    #expect(model.number == 1 && model.text == "t" && model.optional == 2 && model.list == [3])
    #expect(model.nested == 4 && model.nestedOptional == 5)
    #expect(model.data == Data([6]) && model.optionalData == Data([7]))
  }

  private struct Strict: Alterable {
    var propertyDecodeErrorHandling: PropertyDecodeErrorHandling { .throwError }
    @Mapped var number = 1
    @Mapped var optional: Int? = 2
    @Mapped(key: "a.b") var nested: Int? = 3
  }

  @Test("throws for null, mismatches and missing nested leaves only", .feature("5", "A3"))
  func thrown() throws {
    let model: Strict = try .from(jsonString: #"{"optional":null}"#)
    #expect(model.number == 1 && model.optional == nil && model.nested == 3)
    func path(_ json: String) throws -> [String] {
      let error = try #require(throws: DecodingError.self) { try Strict.from(jsonString: json) }
      switch error {
      case .keyNotFound(let key, let context):
        return context.codingPath.map(\.stringValue) + [key.stringValue]
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
        return context.codingPath.map(\.stringValue)
      @unknown default: return []
      }
    }
    #expect(try path(#"{"number":null}"#) == ["number"])
    #expect(try path(#"{"number":1.5}"#) == ["number"])
    #expect(try path(#"{"optional":"x"}"#) == ["optional"])
    #expect(try path(#"{"a":{}}"#) == ["a", "b"])
    #expect(try path(#"{"a":1}"#) == ["a"])
    #expect(try path(#"{"a":{"b":"x"}}"#) == ["a", "b"])
  }

  private struct Handled: Alterable {
    struct Refused: Error {}
    static let seen = Mutex<[String]>([])
    var propertyDecodeErrorHandling: PropertyDecodeErrorHandling {
      .handleError { key, error in
        Self.seen.withLock { $0.append(key) }
        if !(error is DecodingError) || key == "fatal" { throw Refused() }
      }
    }
    @Mapped var number = 1
    @Mapped(key: "a.b") var nested = 2
    @Mapped var fatal = 3
  }

  @Test("passes an error handler the first name of the key", .feature("5", "A3"))
  func handled() throws {
    let model: Handled = try .from(jsonString: #"{"number":"x","a":{}}"#)
    #expect(model.number == 1 && model.nested == 2)
    #expect(throws: Handled.Refused.self) { try Handled.from(jsonString: #"{"fatal":null}"#) }
    #expect(Handled.seen.withLock { $0 } == ["number", "a", "fatal"])
  }

  private struct Complete: Alterable {
    var decodeStrategy: DecodeStrategy { .throwErrorOnUnknownKey }
    @Mapped var number = 1
    @Mapped(key: "a.b") var nested: Int? = 2
  }

  @Test("throwErrorOnUnknownKey throws for a missing mapped key", .feature("5", "40", "A3", "A11"))
  func unknownKeys() throws {
    let model: Complete = try .from(jsonString: #"{"number":5,"a":{"x":1},"unknown":6}"#)
    #expect(model.number == 5 && model.nested == 2)
    let error = #expect(throws: AlterError.self) { try Complete.from(jsonString: #"{"number":5}"#) }
    #expect(error?.failureReason == #"there is no value for the key "a""#)
    #expect(error?.localizedDescription == "Alter Error: fail when decode Complete")
  }

  @Test("the first of two duplicate members counts", .feature("60"))
  func duplicates() throws {
    let model: Kept = try .from(jsonString: #"{"number":5,"number":6,"a":{"b":7},"a":{"b":8}}"#)
    #expect(model.number == 5 && model.nested == 7)
  }

  @Test("throws the decoder's error for non-objects and invalid JSON", .feature("37", "A7"))
  func noObject() {
    for text in ["[1]", "1", "null", "", "{", #"{"number":1,,}"#] {
      #expect(throws: DecodingError.self) { try Kept.from(jsonString: text) }
      #expect(throws: DecodingError.self) { try Kept.from(jsonData: Data(text.utf8)) }
    }
    let error = #expect(throws: AlterError.self) { try Kept.from(json: ["date": Date()]) }
    #expect(error?.failureReason == "a value in it has no form in JSON")
  }
}
