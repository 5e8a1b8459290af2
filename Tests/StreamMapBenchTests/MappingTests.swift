import Testing

@testable import StreamMapBench

@Suite struct MappingTests {
  @Test func everyModelsPathsCompile() {
    #expect(throws: Never.self) { _ = try Tweet.makeMapping() }
    #expect(throws: Never.self) { _ = try SparseTweet.makeMapping() }
    #expect(throws: Never.self) { _ = try Event.makeMapping() }
    #expect(throws: Never.self) { _ = try LogLine.makeMapping() }
    #expect(throws: Never.self) { _ = try Track.makeMapping() }
    #expect(throws: Never.self) { _ = try Article.makeMapping() }
  }
}
