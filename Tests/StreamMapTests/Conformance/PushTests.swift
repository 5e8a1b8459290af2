import StreamMap
import Testing

@testable import TestSupport

/// Documents in chunks: the same events, models and errors for any cuts.
@Suite("Documents in chunks")
struct PushTests {
  private func report(_ differences: [String], _ fixture: Fixture) {
    for difference in differences { Issue.record("\(difference)", sourceLocation: fixture.location) }
  }

  @Test("every fixture at every two-way split", arguments: Fixture.all.filter { $0.bytes.count <= 4_096 })
  func splits(_ fixture: Fixture) throws {
    let routes = try PushRoutes(fixture.bytes)
    // In debug mode, at most some hundred cuts.
    let step = Effort.pick(1 + fixture.bytes.count / 200, 1, 1)
    let cuts = stride(from: 0, through: fixture.bytes.count, by: step).map { [$0] }
    report(cuts.firstDifferences(routes), fixture)
  }

  @Test(
    "every short fixture at every three-way split",
    arguments: Fixture.all.filter { $0.bytes.count <= Effort.pick(16, 24, 24) })
  func threeWaySplits(_ fixture: Fixture) throws {
    let routes = try PushRoutes(fixture.bytes)
    let cuts = (0...fixture.bytes.count).flatMap { first in (first...fixture.bytes.count).map { [first, $0] }
    }
    report(cuts.firstDifferences(routes), fixture)
  }

  @Test("every fixture byte by byte")
  func bytes() throws {
    for fixture in Fixture.all {
      report(try PushRoutes(fixture.bytes).differences(size: 1), fixture)
    }
  }

  private static let sizes = Effort.pick([1, 2, 3, 5, 8, 16, 31], Array(1...31), Array(1...31))

  @Test(
    "JSONTestSuite in chunks of 1 to 31 bytes",
    .corpus(JSONTestSuite.folder, cases: JSONTestSuite.all * sizes.count), arguments: sizes)
  func suite(size: Int) throws {
    let files = try JSONTestSuite.files()
    #expect(files.count == JSONTestSuite.all)
    for file in files {
      for difference in try PushRoutes(file.bytes).differences(size: size) {
        Issue.record("\(file.name): \(difference)")
      }
    }
  }

  @Test(
    "every y_ prefix is truncated or whole", .corpus(JSONTestSuite.folder, cases: JSONTestSuite.mustAccept)
  )
  func prefixes() throws {
    for file in try JSONTestSuite.files("y_") {
      for length in 0..<file.bytes.count {
        let routes = try PushRoutes(Array(file.bytes[..<length]))
        #expect(
          ["truncated", nil].contains(routes.expected.reading.failure?.kind), "\(file.name), \(length) bytes")
        for difference in routes.differences(cuts: [length / 2]) {
          Issue.record("\(file.name), \(length) bytes: \(difference)")
        }
      }
    }
  }

  @Test("generated and mutated documents in random chunks")
  func generated() throws {
    var options = DocumentGenerator.Options()
    options.allowsByteOrderMark = true
    var generator = DocumentGenerator(seed: SeededRandom.seed, options: options)
    var findings = Findings()
    for round in 0..<Effort.pick(2_000, 6_000, 6_000) {
      var document = generator.document()
      if round % 3 > 0 { document = generator.mutated(document) }
      let limits = round % 4 == 0 ? generator.limits() : ReferenceLimits()
      let size = 1 + generator.random.below(40)
      var cuts: [Int] = []
      var cut = generator.random.below(size + 1)
      while cut < document.count {
        cuts.append(cut)
        cut += generator.random.below(size + 1)
        if cuts.count > 4 * document.count { break }
      }
      for difference in try PushRoutes(document, limits: limits).differences(cuts: cuts) {
        findings.add(document, "\(difference)\n\(limits)")
      }
    }
    findings.report()
  }
}

extension [[Int]] {
  /// The differences at the first cut that has any.
  fileprivate func firstDifferences(_ routes: PushRoutes) -> [String] {
    for cuts in self {
      let differences = routes.differences(cuts: cuts)
      if !differences.isEmpty { return differences }
    }
    return []
  }
}
