import Testing

@testable import StreamMapCommand

@Suite struct ExplainManyPathsTests {
  /// Expects at most 2.3 times the time for twice as many paths, over two doublings. A quadratic step takes four times.
  @Test func explainsManyPathsInLinearTime() throws {
    func seconds(_ count: Int) throws -> Double {
      let paths = (0..<count).map { "p\($0).q" }.joined(separator: ",")
      var status: Int32?
      let duration = try ContinuousClock().measure { status = try Sandbox().run("explain", paths).status }
      #expect(status == 0)
      return duration / .seconds(1)
    }
    var ratios: [Double] = []
    // Other work on the machine can only make a ratio wrong by chance, so the smallest of a few counts.
    while ratios.count < 8, ratios.allSatisfy({ $0 > 2.3 * 2.3 }) {
      ratios.append(try seconds(6_000) / seconds(1_500))
    }
    #expect(ratios.contains { $0 <= 2.3 * 2.3 }, "\(ratios)")
  }

  @Test func findsTheFirstOverlapsOfMany() throws {
    let paths = (0..<30).map { "p\($0).q" } + ["*.q", "p3.q.r"]
    let output = try Sandbox().run("explain", paths.joined(separator: ",")).output.replacing(
      "\n  ", with: " ")
    #expect(output.contains("p0.q and *.q have values in common"))
    #expect(output.contains("p19.q and *.q have values in common"))
    #expect(!output.contains("p20.q and *.q have"))
    #expect(output.contains("…"))
  }
}
