import Foundation
import Testing

@testable import StreamMapBench

@Suite struct GeneratorTests {
  /// Their records are objects of at most 40 KB. The other workloads have tests of their own.
  private static let names = Workload.all.map(\.name).filter {
    !$0.hasPrefix("scalars") && !["document", "probing"].contains($0)
  }

  @Test(arguments: names)
  func isDeterministic(name: String) throws {
    let workload = try workload(name)
    #expect(workload.makeLines(200_000, 7) == workload.makeLines(200_000, 7))
    #expect(workload.makeLines(200_000, 7) != workload.makeLines(200_000, 8))
    // A larger file begins with the same records as a smaller one.
    #expect(workload.makeLines(400_000, 7).starts(with: workload.makeLines(200_000, 7)))
  }

  @Test(arguments: names)
  func isAsLargeAsAsked(name: String) throws {
    for size in [1, 5_000, 1_000_000] {
      let bytes = try workload(name).makeLines(size, 1)
      // Spaces add to the size.
      let spaces = try workload(name).isSpaced ? size / 8 : name == "logs-mixed" ? size / 3 : 0
      #expect(bytes.count >= size && bytes.count < size + spaces + 40_000)
      #expect(bytes.last == UInt8(ascii: "\n"))
    }
  }

  @Test(arguments: names)
  func repeatsNoRecord(name: String) throws {
    let records = lines(try workload(name).makeLines(3_000_000, 1))
    #expect(Set(records).count == records.count)
    #expect(records.count > 500)
  }

  @Test(arguments: names.filter { name in !Workload.errors.contains { $0.name == name } })
  func writesValidJSON(name: String) throws {
    for line in lines(try workload(name).makeLines(400_000, 5)) {
      let value = try JSONSerialization.jsonObject(with: Data(line))
      #expect(value is [String: Any])
    }
  }

  @Test(arguments: zip(Workload.errors.map(\.name), [(15, 15), (30, 0), (0, 30)]))
  func writesBadRecords(name: String, percentages: (syntax: Int, mismatches: Int)) throws {
    let records = lines(try workload(name).makeLines(460_000, 5))
    var syntax = 0
    var mismatches = 0
    for record in records {
      let data = Data(record)
      if (try? JSONSerialization.jsonObject(with: data)) == nil {
        syntax += 1
      } else if (try? JSONDecoder().decode(LogLine.self, from: data)) == nil {
        mismatches += 1
      }
    }
    #expect(abs(syntax * 100 - percentages.syntax * records.count) <= 100 * 100)
    #expect(abs(mismatches * 100 - percentages.mismatches * records.count) <= 100 * 100)
  }

  @Test func tweetWorkloadsShareTheirBytes() throws {
    #expect(try workload("tweets").source == workload("tweets-sparse").source)
    #expect(try workload("tweets").makeLines(9_000, 1) == workload("tweets-sparse").makeLines(9_000, 1))
  }

  @Test func logLinesAreAboutTwoHundredAndThirtyBytes() {
    let shape = Shape(lines(LogGenerator.lines(size: 1_000_000, seed: 1)))
    #expect(abs(shape.meanLength - 230) < 10)
    #expect(shape.nonASCIIShare == 0)
    #expect(shape.neighbours.count == 9)
  }

  @Test func coordinatesHaveSixToFifteenDigits() throws {
    var seen = Set<Int>()
    for line in lines(PointGenerator.lines(size: 500_000, seed: 1)) {
      let text = String(decoding: line, as: UTF8.self)
      let start = try #require(text.range(of: #""points":"#)).upperBound
      let numbers = text[start...].split { "[],}".contains($0) }
      #expect(numbers.count == 2 * PointGenerator.pairs)
      for number in numbers { seen.insert(number.count { $0.isNumber }) }
      let record = try JSONDecoder().decode(Track.self, from: Data(line))
      #expect(record.name.utf8.count <= 15)
    }
    #expect(seen == Set(6...15))
  }

  @Test func escapesFillAboutHalfOfTheBytes() {
    var escaped = 0
    var surrogates = 0
    let bytes = EscapeGenerator.lines(size: 1_000_000, seed: 1)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      let isUnicode = bytes[index + 1] == UInt8(ascii: "u")
      if isUnicode, "dD".utf8.contains(bytes[index + 2]), "89abAB".utf8.contains(bytes[index + 3]) {
        surrogates += 1
      }
      escaped += isUnicode ? 6 : 2
      index += isUnicode ? 6 : 2
    }
    #expect((0.35...0.65).contains(Double(escaped) / Double(bytes.count)))
    #expect(surrogates > 1_000)
  }

  private func workload(_ name: String) throws -> Workload {
    try #require(Workload.all.first { $0.name == name })
  }
}

@Suite struct DeckTests {
  @Test func dealsEachRoundInExactProportions() {
    var random = SplitMix64(seed: 1)
    var deck = Deck(7, of: 27)
    var rounds = Set<[Bool]>()
    for _ in 0..<50 {
      let round = (0..<27).map { _ in deck.draw(&random) }
      #expect(round.count { $0 } == 7)
      rounds.insert(round)
    }
    #expect(rounds.count > 40)
  }
}

@Suite struct SplitMix64Tests {
  /// The first outputs for seed 1234567, from the published reference code of the algorithm.
  @Test func givesTheReferenceSequence() {
    var random = SplitMix64(seed: 1_234_567)
    let first = (0..<3).map { _ in random.next() }
    #expect(first == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  @Test func staysWithinItsRange() {
    var random = SplitMix64(seed: 2)
    let values = (0..<10_000).map { _ in random.within(3...7) }
    #expect(Set(values) == Set(3...7))
    #expect((0..<10_000).allSatisfy { _ in (0...130).contains(random.counter(upTo: 130)) })
  }
}

@Suite struct LineWriterTests {
  @Test func writesNumbersAndTokens() {
    var random = SplitMix64(seed: 1)
    var out = LineWriter(capacity: 0)
    for value in [0, 7, 10, -305, Int.max, Int.min] {
      out.integer(value)
      out.raw(" ")
    }
    out.digits(42, width: 5)
    #expect(String(decoding: out.bytes, as: UTF8.self) == "0 7 10 -305 \(Int.max) \(Int.min) 00042")
    let start = out.count
    out.hex(40, &random)
    #expect(out.bytes[start...].allSatisfy { "0123456789abcdef".utf8.contains($0) })
    out.token(11, &random)
    #expect(out.count == start + 51)
  }
}
