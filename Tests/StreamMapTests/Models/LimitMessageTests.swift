import Testing

@testable import StreamMap
@testable import TestSupport

/// The messages for records over a limit.
@Suite("Messages of limits")
struct LimitMessageTests {
  private struct Model {
    var a: JSONValue?
  }

  private func error(_ json: String, _ limits: Limits) throws -> MappingError {
    let mapping = try Mapping(Model(), limits: limits) { Field(\.a, "a") }
    return try #require(throws: MappingError.self) { _ = try mapping.decode(Array(json.utf8)) }
  }

  @Test(
    "names the property of Limits and its value",
    arguments: [
      ("{\"a\":[[1]]}", Limits(depth: 2), "nested deeper than Limits.depth (2 levels) (at a[0])"),
      ("[1]", Limits(depth: 0), "nested deeper than Limits.depth (0 levels) (at $)"),
      ("{\"a\":\"abc\"}", Limits(string: 2), "string longer than Limits.string (2 bytes) (at a)"),
      ("{\"abc\":1}", Limits(name: 1), "name longer than Limits.name (1 byte) (at $)"),
      ("{\"a\":123}", Limits(number: 2), "number longer than Limits.number (2 bytes) (at a)"),
      ("{\"a\":123}", Limits(record: 6), "record longer than Limits.record (6 bytes)"),
    ])
  func properties(json: String, limits: Limits, message: String) throws {
    #expect(try error(json, limits).message == message)
  }

  @Test("names no property for the depth limit of JSONValue")
  func values() throws {
    let json = "{\"a\":\(String(repeating: "[", count: 600))\(String(repeating: "]", count: 600))}"
    let error = try error(json, Limits(depth: 1_000))
    #expect(error.kind == .depthLimit)
    #expect(error.message == "nested deeper than 512 levels for Optional<JSONValue> (at a)")
  }

  @Test("shortens a deep path in the message only")
  func path() throws {
    let error = try error("{\"a\":\(String(repeating: "{\"b c\":[", count: 300))", Limits())
    #expect(
      error.message == "nested deeper than Limits.depth (512 levels) (at a['b c'][0]…['b c'][0]['b c'])")
    #expect(error.path.utf8.count > 1_000)
  }
}
