import Testing

@testable import StreamMapBench

/// Generated records match the shape of real ones of the same API within a tenth.
@Suite struct ShapeTests {
  @Test(.enabled(if: Corpora.tweets != nil, "1 corpus test skipped: no real/tweets.jsonl"))
  func tweets() throws {
    let real = Shape(try #require(Corpora.tweets))
    #expect(real.records == 100)
    compare(Shape(lines(TweetGenerator.lines(size: 12_000_000, seed: 3))), with: real)
  }

  @Test(.enabled(if: Corpora.events != nil, "1 corpus test skipped: no real/github_events.jsonl"))
  func events() throws {
    let real = Shape(try #require(Corpora.events))
    #expect(real.records == 30)
    compare(Shape(lines(EventGenerator.lines(size: 8_000_000, seed: 3))), with: real)
  }

  private func compare(_ generated: Shape, with real: Shape) {
    expectClose(generated.meanLength, real.meanLength, "mean length")
    expectClose(generated.nonASCIIShare, real.nonASCIIShare, "share of bytes beyond ASCII")
    // One record in a hundred is chance, not a share.
    for (path, count) in real.present where count > 1 || real.records < 100 {
      expectClose(generated.share(path), real.share(path), path)
    }
    let unknown = generated.present.keys.filter { real.present[$0] == nil }
    #expect(unknown == [], "members that the API does not have")
    #expect(generated.neighbours.subtracting(real.order) == [], "members in another order than the API's")
  }

  private func expectClose(_ value: Double, _ wanted: Double, _ what: String) {
    #expect(abs(value / wanted - 1) < 0.1, "\(what): \(value), in the real file \(wanted)")
  }
}
