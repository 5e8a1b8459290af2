import StreamMap
import Testing

/// ``Mapping/compiled(_:file:line:)``.
@Suite("Compiled mappings")
struct CompiledMappingTests {
  private struct Model: Sendable {
    var id = 0
    static let mapping = Mapping.compiled(
      try Mapping(Model()) {
        Field(\.id, "id")
      })
    static let built = Mapping.compiled(try Mapping(Argument<Int>("id")) { id in Model(id: id) })
  }

  @Test("a mapping as a constant")
  func constant() throws {
    #expect(try Model.mapping.decode(#"{"id":1}"#).id == 1)
    #expect(try Model.built.decode(#"{"id":2}"#).id == 2)
  }

  @Test("a wrong path stops the program with its error")
  func wrongPath() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Mapping.compiled(try Mapping(0) { Field(\.self, "a..b") })
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(#"path "a..b", position 2: "#))
    #expect(text.contains("CompiledMappingTests.swift"))
  }
}
