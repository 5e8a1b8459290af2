import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// What `print(mapping)` shows.
@Suite("Mapping description")
struct MappingDescriptionTests {
  struct Item: Derivable {
    var price = 0.0
    var sizes: [Int?] = []
  }

  struct Order {
    var number = 0
    var customer = ""
    var note: String?
    var items: [Item] = []
    var first: Item?
    var named: [String: [Item]] = [:]
    var small: UInt8 = 0
    var ratio: Float = 0
    var tags: [String] = []
    var made = Date.distantPast
    var rest: [String: RawJSON] = [:]
  }

  @Test("fields with paths, types and policies, those of nested models after them")
  func fields() throws {
    let item = try Mapping(Item()) {
      Field(\.price, "price", .required)
      Field(\.sizes, "sizes[*].value", .badElement(.setNil))
    }
    let mapping = try Mapping(Order(), rejectsUnknownNames: true) {
      Field(\.number, "number", default: 7, .required)
      Field(\.customer, ["customer.name", "['a.b']"], .null(.keep), .interned)
      Field(\.note, "note", .mismatch(.setNil), .duplicate(.last))
      Field(\.items, "items", mapping: item, .badElement(.drop), .singleAsArray)
      Field(\.first, "items[0]", mapping: item)
      Field(\.named, "named", mapping: item)
      Field(\.small, "small", .clamping, .coercing)
      Field(\.ratio, "ratio", .overflowsToInfinity)
      Field(\.tags, "tags", .commaSeparated)
      Field(\.made, "made", using: .iso8601)
    }
    #expect(
      mapping.description == """
        Mapping<Order>
        number                     Int                              required, default
        customer.name | ['a.b']    String                           null(.keep), interned
        note                       Optional<String>                 mismatch(.setNil), duplicate(.last)
        items                      Array<Item>                      badElement(.drop), singleAsArray
        items[*].price             Double                           required
        items[*].sizes[*].value    Array<Optional<Int>>             badElement(.setNil)
        items[0]                   Optional<Item>
        items[0].price             Double                           required
        items[0].sizes[*].value    Array<Optional<Int>>             badElement(.setNil)
        named                      Dictionary<String, Array<Item>>
        named.*[*].price           Double                           required
        named.*[*].sizes[*].value  Array<Optional<Int>>             badElement(.setNil)
        small                      UInt8                            clamping, coercing
        ratio                      Float                            overflowsToInfinity
        tags                       Array<String>                    commaSeparated
        made                       Date
        other names are rejected
        """)
  }

  struct Tree { var children: [Tree] = [] }

  @Test("models that are read otherwise")
  func others() throws {
    #expect(
      "\(try Mapping(deriving: Tree()))" == "Mapping<Tree>\nchildren  Array<Tree>  recursive")
    let built = try Mapping(Argument<Int>("id"), Argument<String?>("user.name")) { id, name in [id: name] }
    #expect(
      built.description == """
        Mapping<Dictionary<Int, Optional<String>>>
        id         Int               required
        user.name  Optional<String>
        """)
    let extra = try Mapping(Order()) { Field(unknown: \.rest) }
    #expect(extra.description == "Mapping<Order>\n*  Dictionary<String, RawJSON>  other names")
    let choice = try Mapping<[Int: String?]>(
      discriminator: "type", among: [Variant("a", built), Variant(2, built)])
    #expect(
      choice.didDecode { _ in }.description
        == "Mapping<Dictionary<Int, Optional<String>>>\n$  a value whose type is \"a\" or 2")
    #expect(try Mapping(Order()) {}.description == "Mapping<Order>")
  }

  /// The paths are those that statistics count.
  @Test("names the paths that statistics name")
  func statistics() throws {
    let mapping = try Mapping(deriving: Order(), .using(.iso8601), .exclude("rest"))
    let statistics = FieldStatistics()
    _ = try? mapping.makeDecoder(ReadingOptions(statistics: statistics)).decode("{}")
    let lines = mapping.description.split(separator: "\n").dropFirst()
    // Statistics have the fields of nested models after those of the model.
    #expect(Set(lines.map { $0.prefix { $0 != " " } }) == Set(statistics.fields.map { $0.path[...] }))
    #expect(statistics.fields.count == 16)
  }
}
