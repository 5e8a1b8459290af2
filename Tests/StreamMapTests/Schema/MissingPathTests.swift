import Synchronization
import Testing

@testable import StreamMap
@testable import StreamMapTables

/// A reading reports paths that no record has, if asked for.
@Suite("Missing paths")
struct MissingPathTests {
  struct Item: Sendable { var name = "", price = 0 }
  struct Order: Sendable {
    var id = 0, name = "", city = ""
    var items: [Item] = []
  }

  private final class Notes: Sendable {
    private let texts = Mutex<[String]>([])
    func note(_ text: String) { texts.withLock { $0.append(text) } }
    func take() -> [String] {
      texts.withLock { texts in
        defer { texts = [] }; return texts
      }
    }
  }

  private static let text = #"{"id":1,"name":"a","address":{"city":"x"},"items":[{"name":"b","price":2}]}"#

  private static func mapping(_ name: String, item: String = "price", city: String = "address.city") throws
    -> Mapping<Order>
  {
    let item = try Mapping(Item()) {
      Field(\.name, "name")
      Field(\.price, item)
    }
    return try Mapping(Order()) {
      Field(\.id, "id")
      Field(\.name, [name, "title"])
      Field(\.city, city)
      Field(\.items, "items", mapping: item)
    }
  }

  @Test(
    "reports the fields of a mapping",
    arguments: [
      (("name", "price", "address.city"), [String]()),
      (("nmae", "price", "address.city"), ["no record has 'nmae'; did you mean 'name'?"]),
      (
        ("name", "prcie", "adress.city"),
        [
          "no record has 'adress.city'; did you mean 'address.city'?",
          "no record has 'items[*].prcie'; did you mean 'items[*].price'?",
        ]
      ),
    ])
  func fields(names: (String, String, String), expected: [String]) throws {
    let notes = Notes()
    var lines = JSONLines(.text(Self.text), as: try Self.mapping(names.0, item: names.1, city: names.2))
    lines.onMissingPath = { notes.note($0) }
    try lines.forEach { _, _ in }
    #expect(notes.take() == expected)
  }

  @Test("every view reports at its end, and only there")
  func views() async throws {
    let notes = Notes()
    var lines = JSONLines(.text(Self.text + "\n\n" + Self.text), as: try Self.mapping("nmae"))
    lines.onMissingPath = { notes.note($0) }
    let expected = ["no record has 'nmae'; did you mean 'name'?"]
    try lines.forEach { _, _ in #expect(notes.take().isEmpty) }
    #expect(notes.take() == expected)
    try await lines.forEach { _, _ in await Task.yield() }
    #expect(notes.take() == expected)
    for try await _ in lines.async {}
    #expect(notes.take() == expected)
    for _ in lines.results {}
    #expect(notes.take() == expected)
    for workers in [1, 2] {
      for _ in lines.results(workers: workers) {}
      #expect(notes.take() == expected)
      try lines.forEach(workers: workers) { _, _ in }
      #expect(notes.take() == expected)
      _ = try lines.reduce(into: 0, workers: workers) { count, _ in
        count += 1
      } combine: {
        $0 += $1
      }
      #expect(notes.take() == expected)
      var columns = JSONLines(.text(Self.text), as: try ColumnMapping("nmae:string"))
      columns.onMissingPath = { notes.note($0) }
      try columns.forEachBatch(workers: workers) { _ in }
      #expect(notes.take() == expected)
    }
    struct Enough: Error {}
    #expect(throws: Enough.self) { try lines.forEach { _, _ in throw Enough() } }
    for _ in lines.results { break }
    #expect(notes.take().isEmpty)
    lines.onMissingPath = nil
    try lines.forEach { _, _ in }
    #expect(notes.take().isEmpty)
  }

  @Test("reports the filter of a Decodable type, too")
  func decoding() throws {
    struct Model: Decodable { var id: Int }
    let notes = Notes()
    var lines = JSONLines(.text(Self.text), decoding: Model.self)
    lines.onMissingPath = { notes.note($0) }
    lines.filter = try Filter("id == '1' and adress.city == 'x'")
    try lines.forEach { _, _ in }
    #expect(
      notes.take() == [
        "'id' was never a string (1 number)", "no record has 'adress.city'; did you mean 'address.city'?",
      ])
  }

  @Test("members of dictionaries and records with too many paths are unknown")
  func unknown() throws {
    let notes = Notes()
    let mapping = try Mapping(Order()) { Field(\.id, "counts.x") }
    let keys = (0..<1_500).map { #""k\#($0)":1"# }.joined(separator: ",")
    var lines = JSONLines(.text("{\"counts\":{\(keys)}}"), as: mapping)
    lines.onMissingPath = { notes.note($0) }
    try lines.forEach { _, _ in }
    let some = (0..<100).map { #""k\#($0)":1"# }.joined(separator: ",")
    let wide = (0..<110).map { "\"m\($0)\":{\(some)}" }.joined(separator: ",")
    lines = JSONLines(.text("{\(wide)}"), as: mapping)
    lines.onMissingPath = { notes.note($0) }
    try lines.forEach { _, _ in }
    #expect(notes.take().isEmpty)
  }

  @Test("more than 1,000 records are examined no further")
  func many() throws {
    let notes = Notes()
    let text = String(repeating: Self.text + "\n", count: 1_001)
    var lines = JSONLines(.text(text), as: try Self.mapping("nmae"))
    lines.onMissingPath = { notes.note($0) }
    try lines.forEach { _, _ in }
    #expect(notes.take() == ["none of the first 1000 records has 'nmae'; did you mean 'name'?"])
  }
}
