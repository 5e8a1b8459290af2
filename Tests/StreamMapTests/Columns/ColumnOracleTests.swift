import Testing

@testable import StreamMap
@testable import StreamMapTables
@testable import TestSupport

/// Columns compared with the oracle: random schemas over random lines, by every route that gives batches.
@Suite("Columns compared with the oracle")
struct ColumnOracleTests {
  /// How lines are read.
  private enum Route: CaseIterable {
    case yajl, index, mapped, file, pipe, workers, chunks, smallChunks

    var options: ReadingOptions {
      switch self {
      case .yajl: ReadingOptions(engine: .yajl)
      case .mapped: ReadingOptions(engine: .index, validation: .mapped)
      case .index, .file, .workers: ReadingOptions(engine: .index)
      case .pipe, .chunks, .smallChunks: ReadingOptions()
      }
    }
  }

  /// The rows of all batches, the number of rows in each batch, and the errors.
  private struct Outcome: Equatable {
    var rows: [[ColumnValue]] = []
    var batches: [Int] = []
    var errors: [ReportedError] = []

    mutating func add(_ batch: borrowing ColumnBatch) {
      batches.append(batch.count)
      rows += ColumnValue.rows(of: batch)
    }
  }

  /// The limits of a batch.
  private struct BatchLimits {
    var rows: Int
    var bytes: Int

    init(_ random: inout SeededRandom) {
      rows = random.pick([1, 2, 7, 8, 9, 63, 64, 65, 1_000])
      bytes = random.pick([1, 100, 1_000, 10_000, 1 << 20])
    }
  }

  private static func outcome(
    _ route: Route, _ text: [UInt8], _ columns: ColumnMapping, _ limits: BatchLimits,
    _ random: inout SeededRandom
  ) throws -> Outcome {
    var outcome = Outcome()
    let noted = Noted()
    func read(_ lines: JSONLines<ColumnRow>, workers: Int = 1) throws {
      var lines = lines
      lines.options = route.options
      lines.onError = .skip { noted.note($0, $1) }
      try lines.forEachBatch(rows: limits.rows, bytes: limits.bytes, workers: workers) { outcome.add($0) }
    }
    switch route {
    case .yajl, .index, .mapped: try read(JSONLines(.bytes(text), as: columns))
    case .workers: try read(JSONLines(.bytes(text), as: columns), workers: 3)
    case .file:
      let file = try TemporaryFile(text)
      try read(JSONLines(path: file.path, as: columns), workers: 2)
    case .pipe:
      let pipe = try SlowPipe(random.pieces(of: text), pause: 0)
      try read(JSONLines(.descriptor(pipe.descriptor), as: columns))
    case .chunks: outcome = try chunked(text, columns, limits, chunkSize: 4_096, workers: 3)
    case .smallChunks:
      outcome = try chunked(text, columns, limits, chunkSize: 1 + random.below(300), workers: 2)
    }
    outcome.errors += noted.all.map { ReportedError($0.error) }
    return outcome
  }

  /// Reads small chunks with several workers, which then fill many segments.
  private static func chunked(
    _ text: [UInt8], _ columns: ColumnMapping, _ limits: BatchLimits, chunkSize: Int, workers: Int
  ) throws -> Outcome {
    var outcome = Outcome()
    var lines = JSONLines(.bytes(text), as: columns)
    lines.onError = .skip { _, _ in }
    let reading = ChunkedReading(
      lines.plan, of: [lines.chunkedInput], workers: workers, chunkSize: chunkSize
    ) { _ in
      ColumnSegment()
    } add: { segment, row, _ in
      segment.add(row)
    }
    var assembler = BatchAssembler(rows: limits.rows, bytes: limits.bytes)
    while let chunk = reading.next() {
      if let failure = chunk.failure { throw failure }
      assembler.add(chunk.part) { outcome.add($0) }
      outcome.errors += chunk.refusals.map { ReportedError($0.error) }
    }
    assembler.finish { outcome.add($0) }
    return outcome
  }

  /// Reads lines by every route, and describes the first difference from the oracle.
  private static func difference(
    _ schema: ColumnSchema, _ text: [UInt8], _ oracle: ColumnOracle,
    _ random: inout SeededRandom
  ) throws -> String? {
    let limits = BatchLimits(&random)
    var first: Outcome?
    for route in Route.allCases {
      // Without full validation, some malformed records are read.
      if route == .mapped, oracle.rejected.contains(where: { $0.offset == nil }) { continue }
      let found = try outcome(route, text, schema.mapping, limits, &random)
      var difference = difference(found, oracle, limits)
      if found.errors != (first ?? found).errors { difference = difference ?? "not the errors of yajl" }
      if let difference { return "\(route), \(limits): \(difference)\n\(schema.description)" }
      first = first ?? found
    }
    return nil
  }

  /// What was compared.
  private struct Counts {
    var rows = 0, nulls = 0, items = 0, itemsOfNestedArrays = 0, structs = 0, entries = 0, malformed = 0,
      mismatched = 0
    /// The number of values that are not null, by the words of their types.
    var values: [String: Int] = [:]

    static func word(_ type: ColumnType) -> String { String("\(type)".prefix { $0 != "[" }) }

    /// Counts the structs, and the entries of maps, that are in a value.
    mutating func addNested(_ value: ColumnValue, _ type: ColumnType) {
      switch (value, type) {
      case (.list(let items), .list(let item)):
        for value in items { addNested(value, item) }
      case (.list(let items), .map(let item)):
        entries += items.count
        for case .members(let pair) in items { addNested(pair[1], item) }
      case (.members(let members), .struct(let types)):
        structs += 1
        for (value, member) in zip(members, types) { addNested(value, member.type) }
      default: break
      }
    }

    mutating func add(_ oracle: ColumnOracle, _ schema: ColumnSchema) {
      rows += oracle.rows.count
      malformed += oracle.rejected.count { $0.offset == nil }
      mismatched += oracle.rejected.count { $0.offset != nil }
      for row in oracle.rows {
        for (value, (column, path)) in zip(row, schema.columns) {
          addNested(value, column.type)
          switch value {
          case .null: nulls += 1
          case .members: break
          case .list(let list):
            items += list.count
            if path.segments.count(where: \.isWildcard) > 1 { itemsOfNestedArrays += list.count }
          default: values[Self.word(column.type), default: 0] += 1
          }
        }
      }
    }
  }

  @Test("every route gives the oracle's rows, batches and errors")
  func routes() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    var findings = Findings()
    var counts = Counts()
    var records = 0
    while records < Effort.documents / 10 {
      let schema = try ColumnSchema(using: &random)
      var source = ColumnRecords(seed: random.next())
      let text = source.text(schema, records: random.pick([1, 3, 3, 10, 10, 30, 100]))
      let oracle = ColumnOracle(schema, reading: text)
      records += oracle.rows.count + oracle.rejected.count
      if let difference = try Self.difference(schema, text, oracle, &random) {
        findings.add(text, difference)
        // A record that fails alone is easier to read.
        for line in text.split(separator: 0x0A).map(Array.init) {
          let alone = ColumnOracle(schema, reading: line)
          if let difference = try Self.difference(schema, line, alone, &random) {
            findings.add(line, difference)
          }
        }
      }
      counts.add(oracle, schema)
    }
    findings.report()
    #expect(
      counts.rows > records / 4 && counts.nulls > records / 5 && counts.items > records / 5, "\(counts)")
    #expect(counts.malformed > 0 && counts.mismatched > records / 40, "\(counts)")
    #expect(counts.itemsOfNestedArrays > 0 && counts.structs > 0 && counts.entries > 0, "\(counts)")
    let words = ColumnSchema.types.map(Counts.word)
    #expect(words.allSatisfy { counts.values[$0, default: 0] > 0 }, "\(counts)")
  }

  @Test("typed rows as JSON Lines have the oracle's values")
  func text() throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    var findings = Findings()
    var (records, rows) = (0, 0)
    while records < Effort.documents / 10 {
      let schema = try ColumnSchema(using: &random)
      var source = ColumnRecords(seed: random.next())
      let text = source.text(schema, records: random.pick([1, 10, 30]))
      let oracle = ColumnOracle(schema, reading: text)
      records += oracle.rows.count + oracle.rejected.count
      rows += oracle.rows.count
      var lines = JSONLines(.bytes(text), as: schema.mapping)
      lines.onError = .skip { _, _ in }
      let writer = RowWriter(schema.mapping, format: .jsonl)
      var output: [UInt8] = []
      try lines.forEach { row, _ in writer.write(row, into: &output) }
      // Each value is read again from the member with the column's name.
      let columns = schema.columns.map { column, _ in
        let path = PathInterpreter(segments: [.name(Array(column.name.utf8))])
        return (column: Column(column.name, path: path.text, column.type.written), path: path)
      }
      let again = ColumnOracle(columns, reading: output)
      var differences = Differences()
      differences.compare("rejected", again.rejected.count, 0)
      differences.compare("count", again.rows.count, oracle.rows.count)
      for (row, expected) in zip(again.rows, oracle.rows) { differences.compare("row", row, expected) }
      if let first = differences.texts.first { findings.add(text, "\(first)\n\(schema.description)") }
    }
    findings.report()
    #expect(rows > records / 4, "\(rows) of \(records)")
  }

  /// Describes the first difference from the oracle.
  private static func difference(_ found: Outcome, _ oracle: ColumnOracle, _ limits: BatchLimits) -> String? {
    for (error, expected) in zip(found.errors, oracle.rejected) {
      let isSame =
        error.record == expected.record
        && (expected.offset == nil
          || error.byteOffset == expected.offset && expected.kinds.contains(error.kind))
      if !isSame { return "error \(error), expected: \(expected)" }
    }
    for (index, (row, expected)) in zip(found.rows, oracle.rows).enumerated() where row != expected {
      let column = zip(row, expected).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
      return "row \(index), column \(column): \(row[column]), expected: \(expected[column])"
    }
    let batches = oracle.batches(rows: limits.rows, bytes: limits.bytes)
    if found.errors.count != oracle.rejected.count {
      return "\(found.errors.count) errors, expected: \(oracle.rejected)"
    }
    return found.batches == batches ? nil : "batches of \(found.batches) rows, expected: \(batches)"
  }
}

extension SeededRandom {
  /// Cuts bytes at random.
  fileprivate mutating func pieces(of bytes: [UInt8]) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      pieces.append(Array(rest.prefix(1 + below(below(4) == 0 ? 20_000 : 400))))
      rest = rest.dropFirst(pieces[pieces.count - 1].count)
    }
    return pieces
  }
}

extension ColumnType {
  /// The type of the texts that rows have. Unix times are written as timestamps.
  fileprivate var written: ColumnType {
    switch self {
    case .unix(_, as: let unit): .timestamp(unit)
    case .list(let item): .list(item.written)
    case .map(let value): .map(value.written)
    case .struct(let members): .struct(members.map { Member($0.name, $0.type.written) })
    default: self
    }
  }
}
