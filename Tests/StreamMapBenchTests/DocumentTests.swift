import Foundation
import Testing

@testable import StreamMapBench

private typealias Measurement = StreamMapBench.Measurement

/// The workloads whose records are separate documents.
@Suite struct DocumentTests {
  private func workload(_ name: String) throws -> Workload {
    try #require(Workload.documents.first { $0.name == name })
  }

  // MARK: Records

  @Test func smallDocumentsHaveAHundredToThreeHundredBytes() throws {
    let records = lines(try workload("small").makeLines(1_000_000, 1))
    #expect(records.allSatisfy { (100...300).contains($0.count) })
    #expect(Set(records).count == records.count)
  }

  @Test(arguments: Workload.scalars.map(\.name))
  func scalarsAreTwentyThousandValues(name: String) throws {
    let workload = try workload(name)
    let bytes = workload.makeLines(1, 7)
    #expect(bytes == workload.makeLines(1, 7) && bytes != workload.makeLines(1, 8))
    let records = lines(bytes)
    #expect(records.count == 1)
    let array = try #require(JSONSerialization.jsonObject(with: Data(records[0])) as? [Any])
    #expect(array.reduce(0) { $0 + (($1 as? [Any])?.count ?? 1) } == 20_000)
  }

  @Test func aDocumentHasFiveMegabytes() throws {
    let records = lines(try workload("document").makeLines(1, 1))
    #expect(records.count == 1)
    #expect((5_000_000..<5_040_000).contains(records[0].count))
    let timeline = try JSONDecoder().decode(Timeline.self, from: Data(records[0]))
    #expect(timeline.statuses.count == timeline.metadata.count)
    #expect(timeline.statuses.contains { $0.original != nil && !$0.entities.mentions.isEmpty })
    #expect(timeline.statuses.contains { $0.original == nil && !$0.entities.urls.isEmpty })
  }

  @Test func aProbedDocumentHasValuesOfEveryKind() throws {
    let records = lines(try workload("probing").makeLines(1, 1))
    #expect(records.count == 1)
    #expect((600_000..<620_000).contains(records[0].count))
    func kinds(_ value: AnyJSON) -> Set<String> {
      switch value {
      case .null: ["null"]
      case .bool: ["bool"]
      case .integer: ["integer"]
      case .number: ["number"]
      case .string: ["string"]
      case .array(let values): values.reduce(into: ["array"]) { $0.formUnion(kinds($1)) }
      case .object(let members): members.values.reduce(into: ["object"]) { $0.formUnion(kinds($1)) }
      }
    }
    #expect(kinds(try JSONDecoder().decode(AnyJSON.self, from: Data(records[0]))).count == 7)
  }

  // MARK: Contenders

  @Test func aCoderIsNewOrKept() throws {
    let coders = ["codable", "JSONDecoder", "codable-encode", "JSONEncoder"]
    #expect(try workload("small").contenders.map(\.name) == coders.map { $0 + "-new" } + coders)
    for name in Workload.scalars.map(\.name) + ["document", "probing"] {
      #expect(try workload(name).contenders.map(\.name) == coders)
    }
  }

  @Test(arguments: Workload.documents.first?.contenders.map(\.name) ?? [])
  func aMalformedDocumentNamesItsRecord(name: String) throws {
    let valid = #"{"id":1,"customer":{"id":2,"name":"a"},"items":[],"isPaid":true}"#
    let corpus = Corpus(bytes: Array("\(valid)\n\n\(valid)}\n".utf8))
    let contender = try #require(workload("small").contenders.first { $0.name == name })
    let error = #expect(throws: RecordFailure.self) { try contender.run(corpus, .ends) }
    #expect(error?.record == 2)
  }

  /// A decoder that loses a digit or a value has another checksum.
  @Test func checksumsTellDocumentsApart() throws {
    func sum(_ text: String, _ name: String) throws -> UInt64? {
      let contender = try #require(workload(name).contenders.first { $0.name == "JSONDecoder" })
      return try contender.run(Corpus(bytes: Array(text.utf8)), .everyByte).checksum
    }
    #expect(try sum("[0.10]", "scalars-decimal") == sum("[0.1]", "scalars-decimal"))
    #expect(
      try sum("[12345678901234567.1]", "scalars-decimal") != sum("[12345678901234567.2]", "scalars-decimal"))
    #expect(try sum("[[1],[2]]", "scalars-pairs") != sum("[[1,2]]", "scalars-pairs"))
    #expect(try sum(#"{"a":1,"b":2}"#, "probing") == sum(#"{"b":2,"a":1}"#, "probing"))
    #expect(try sum(#"{"a":1,"b":2}"#, "probing") != sum(#"{"a":2,"b":1}"#, "probing"))
    #expect(try sum(#"["http://a/b"]"#, "scalars-url") != sum(#"["http://a/c"]"#, "scalars-url"))
  }

  // MARK: Report

  private func measurement(_ workload: String, _ contender: String, _ seconds: Double) -> Measurement {
    Measurement(
      workload: workload, contender: contender, validation: "full", bytes: 1_000_000, records: 100,
      checksum: 1, seconds: [seconds])
  }

  @Test func tableHasTheTimeAsAMultipleOfFoundations() {
    let report = Report(
      measurements: [
        measurement("small", "codable-new", 0.0025), measurement("small", "reerjson-new", 0.001),
        measurement("small", "JSONDecoder-new", 0.01), measurement("small", "codable", 0.003),
        measurement("small", "JSONDecoder", 0.004), measurement("small", "codable-encode-new", 0.02),
      ],
      machine: "m", command: "c", date: "2026-11-23")
    #expect(
      Table(report, workload: "small").text.replacing("000000000000", with: "") == """
        small: documents of 100 to 300 B, such as the body of a request; all values mapped; 1.0 MB; 100 records

        contender             MB/s    min-max  ns/record  vs JSONDec  time/JSONDec  validates  runs  checksum
        codable-new          400.0    400-400      25000       4.00x          0.25  full          1  0001
        reerjson-new        1000.0  1000-1000      10000      10.00x          0.10  full          1  0001
        JSONDecoder-new      100.0    100-100     100000       1.00x          1.00  full          1  0001
        codable              333.3    333-333      30000       1.33x          0.75  full          1  0001
        JSONDecoder          250.0    250-250      40000       1.00x          1.00  full          1  0001
        codable-encode-new    50.0      50-50     200000           -             -  full          1  0001
        """)
    #expect(
      Floor.rows(report).first { $0[0] == "codable-new : JSONDecoder-new, small" }?.dropFirst()
        == ["3.00", "4.00", "met"])
  }

  @Test(arguments: [
    ("codable", "JSONDecoder"), ("codable-new", "JSONDecoder-new"), ("codable-encode", "JSONEncoder"),
    ("codable-encode-new", "JSONEncoder-new"), ("reerjson", "JSONDecoder"),
    ("reerjson-encode-new", "JSONEncoder-new"), ("index-full", "JSONDecoder"), ("encode", "JSONEncoder"),
  ])
  func aContenderIsComparedWithItsCounterpart(name: String, counterpart: String) {
    #expect(Contender.foundation(for: name) == counterpart)
  }
}
