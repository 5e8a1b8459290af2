import TestSupport
import Foundation
import Testing
import TinyMappingDialect

@Suite("README models")
struct ReadmeTests {
  /// Similar to the store's feed.
  static let text = """
    {"im:name": {"label": "Song"}, "rights": {"label": "©"}, "id": {"label": "x", "attributes": {"im:id": "7"}},
     "im:image": [{"label": "a.png", "attributes": {"height": "55"}}, {"label": "b.png", "attributes": {"height": "60"}}]}
    """

  static func tree(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  private func check(_ entry: EntryModel) {
    #expect(entry.name?.label == "Song")
    #expect(entry.images?.map(\.label) == ["a.png", "b.png"])
    #expect(entry.images?.map { $0.attributes?["height"] as? String } == ["55", "60"])
  }

  @Test("an entry with renamed members that become models", .feature("24", "T2"))
  func entry() throws {
    check(try makeEntry(try #require(try Self.tree(Self.text) as? [String: Any])))
    check(try EntryModel.mapObjectFromJSON(Self.text))
    check(try EntryModel.mapObjectFromJSON(Array(Self.text.utf8)))
    check(try EntryModel.mapObjectFromJSON(Data(Self.text.utf8)))
  }

  @Test("entries, and arrays of them", .feature("10", "38", "T4"))
  func entries() throws {
    let text = "[\(Self.text),\(Self.text)]"
    let array = try #require(try Self.tree(text) as? [Any])
    for entries in [try makeEntries(array), try EntryModel.mapArrayOfObjectsFromJSON(text)] {
      #expect(entries.count == 2)
      entries.forEach(check)
    }
    let arrays = try makeArraysOfEntries([array, [], array])
    #expect(arrays.map(\.count) == [2, 0, 2])
    arrays.joined().forEach(check)
    let object = try #require(array.first as? [String: Any])
    let literal = try EntryModel.mapArrayOfObjects([[object], [object, object]])
    #expect(literal.map(\.count) == [1, 2])
    let typed = [[object], []]
    #expect(try EntryModel.mapArrayOfObjects(typed).map(\.count) == [1, 0])
    #expect(try EntryModel.mapArrayOfObjects([object, object]).map(\.name?.label) == ["Song", "Song"])
  }
}
