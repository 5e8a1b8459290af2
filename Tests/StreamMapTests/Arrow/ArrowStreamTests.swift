import Testing

@testable import StreamMap
@testable import StreamMapTables
@testable import TestSupport

/// Streams that the library writes, read by the tests' own reader and compared with the oracle.
@Suite("Arrow streams compared with the oracle")
struct ArrowStreamTests {
  private static func stream(
    _ schema: ColumnSchema, _ text: [UInt8], rows: Int = 65_536, workers: Int = 1
  ) throws -> [UInt8] {
    var stream: [UInt8] = []
    func append(_ bytes: Span<UInt8>) { for index in bytes.indices { stream.append(bytes[index]) } }
    var lines = JSONLines(.bytes(text), as: schema.mapping)
    lines.onError = .skip { _, _ in }
    let writer = ArrowStreamWriter(schema.mapping)
    var count = 0
    writer.begin(append)
    try lines.forEachBatch(rows: rows, workers: workers) { batch in
      writer.write(batch, append)
      count += batch.count
    }
    writer.end(rows: count, append)
    return stream
  }

  private static func fields(_ schema: ColumnSchema) -> [ArrowStream.Field] {
    func stored(_ type: ColumnType) -> ColumnType {
      switch type {
      case .json, .text: .string
      case .unix(_, as: let unit): .timestamp(unit)
      case .list(let item): .list(stored(item))
      case .map(let value): .map(stored(value))
      case .struct(let members): .struct(members.map { ColumnType.Member($0.name, stored($0.type)) })
      default: type
      }
    }
    return schema.columns.map { column, _ in
      ArrowStream.Field(
        name: column.name, type: stored(column.type), isNullable: column.presence == .optional)
    }
  }

  @Test("a stream has the oracle's schema, batches and rows")
  func random() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    var findings = Findings()
    var (records, rows, batches) = (0, 0, 0)
    while records < Effort.documents / 10 {
      let schema = try ColumnSchema(using: &random)
      var source = ColumnRecords(seed: random.next())
      let text = source.text(schema, records: random.pick([0, 1, 10, 30, 100]))
      let oracle = ColumnOracle(schema, reading: text)
      let limit = random.pick([1, 7, 8, 9, 65, 1_000])
      let bytes = try Self.stream(schema, text, rows: limit, workers: random.pick([1, 1, 1, 2]))
      var differences = Differences()
      do {
        let stream = try ArrowStream(bytes)
        let expected = oracle.batches(rows: limit, bytes: 64 << 20) + [0]
        differences.compare("schema", stream.fields, Self.fields(schema))
        differences.compare("batches", stream.batches.map(\.count), expected)
        differences.compare("metadata", stream.metadata, [ArrowStreamWriter.rowsKey: "\(oracle.rows.count)"])
        for (row, expected) in zip(stream.batches.joined(), oracle.rows) {
          differences.compare("row", row, expected)
        }
      } catch {
        differences.compare("stream", "\(error)", "a well-formed stream")
      }
      if let first = differences.texts.first { findings.add(text, "\(first)\n\(schema.description)") }
      records += oracle.rows.count + oracle.rejected.count
      rows += oracle.rows.count
      batches += oracle.batches(rows: limit, bytes: 64 << 20).count
    }
    findings.report()
    #expect(rows > records / 4 && batches > records / 40, "\(rows) rows, \(batches) batches")
  }

  @Test("the reader rejects a stream that is cut off")
  func prefixes() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let schema = try ColumnSchema(using: &random)
    var source = ColumnRecords(seed: random.next())
    let bytes = try Self.stream(schema, source.text(schema, records: 20), rows: 8)
    #expect(throws: Never.self) { try ArrowStream(bytes) }
    for count in 0..<bytes.count where (try? ArrowStream(Array(bytes[..<count]))) != nil {
      Issue.record("\(count) of \(bytes.count) bytes, \(SeededRandom.again)")
    }
  }
}
