import Foundation
import Testing

@testable import StreamMapBench

@Suite struct SpacingTests {
  @Test(arguments: [
    (#"{"a":1,"b":[2,3]}"#, #"{"a": 1, "b": [2, 3]}"#),
    (
      #"{"a,b:c":"d,e:f","g":"\",:\\","h":"\\\"",":":","}"#,
      #"{"a,b:c": "d,e:f", "g": "\",:\\", "h": "\\\"", ":": ","}"#
    ),
    ("{}\n[]\n", "{}\n[]\n"),
    ("", ""),
  ])
  func spacesOnlySeparators(compact: String, spaced: String) {
    #expect(String(decoding: Spacing.spaced(Array(compact.utf8)), as: UTF8.self) == spaced)
  }

  /// A spaced workload has as many records as the compact one, with equal values.
  @Test(arguments: Workload.compact.map(\.name))
  func checksumsAreThoseOfTheCompactRecords(name: String) throws {
    let compact = try #require(Workload.all.first { $0.name == name })
    let spaced = try #require(Workload.all.first { $0.name == name + "-spaced" })
    #expect(spaced.isSpaced && !compact.isSpaced)
    let bytes = compact.makeLines(60_000, 3)
    let spacedBytes = spaced.makeLines(60_000, 3)
    #expect(spacedBytes.count > bytes.count)
    #expect(spacedBytes == Spacing.spaced(bytes))
    for contender in [compact.contenders[0], compact.contenders[1]] {
      let outcome = try contender.run(Corpus(bytes: bytes), .everyByte)
      #expect(outcome.records == lines(bytes).count)
      #expect(try contender.run(Corpus(bytes: spacedBytes), .everyByte) == outcome)
    }
  }

  @Test func valuesStayTheSame() throws {
    let bytes = try #require(Workload.all.first { $0.name == "events" }).makeLines(20_000, 5)
    for (compact, spaced) in zip(lines(bytes), lines(Spacing.spaced(bytes))) {
      let values = try JSONSerialization.jsonObject(with: Data(compact)) as? NSDictionary
      #expect(try JSONSerialization.jsonObject(with: Data(spaced)) as? NSDictionary == values)
    }
  }

  @Test func spacedOnesRunWhenNamed() throws {
    #expect(
      Workload.compact.map(\.name) == ["tweets", "tweets-sparse", "events", "logs", "points", "escapes"])
    let named = Workload.documents + Workload.otherOrders + Workload.errors + [.orders]
    #expect(Workload.all.count == 12 + named.count)
    #expect(Workload.all.suffix(6).allSatisfy { $0.isSpaced && $0.name.hasSuffix("-spaced") })
  }
}
