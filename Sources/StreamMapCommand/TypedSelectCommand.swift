// `streammap select --types`: writes one row per record, with values of declared types.

import StreamMap
import StreamMapTables

struct TypedSelectCommand {
  private let session: Session
  private let columns: ColumnMapping
  private let mapping: Mapping<ColumnRow>
  /// Whether absent, null and mismatched values are counted.
  private let counts: Bool

  init(_ invocation: Invocation, _ streams: StandardStreams) throws {
    // The types are compiled first, so that an error in them does not truncate an existing output.
    let options = invocation.options
    let inferred = options.infersColumns ? try InferredColumns(invocation, streams) : nil
    let schema =
      inferred == nil ? try options.schema.map { try InputFile($0, standardInput: streams.input) } : nil
    columns = try inferred?.columns ?? Self.columns(invocation, schema)
    var invocation = invocation
    // A checkpoint belongs to these columns, also if the file changes.
    if schema != nil {
      invocation.options.types = columns.list
    }
    // The sample was for the columns.
    invocation.options.sample = nil
    counts = options.countsColumns
    session = try Session(
      invocation, streams, others: schema.map { [$0] } ?? [], survey: counts ? Survey(columns) : Survey())
    var mapping = try columns.mapping(options)
    mapping.limits = session.limits
    mapping.limits.record = min(session.limits.record, ColumnMapping.longestRecord)
    self.mapping = mapping
    guard let inferred else { return }
    session.tally.columns = columns.list
    session.diagnostics.note("--schema auto: \(inferred.summary)")
  }

  /// Compiles the types, or those of a schema.
  static func columns(_ invocation: Invocation, _ schema: InputFile?) throws -> ColumnMapping {
    let options = invocation.options
    let columns =
      try schema.map { try SchemaFile.columns(of: $0, options) }
      ?? columns(options)
    let constants = columns.columns.indices.map(columns.constant)
    try Columns.checkConstants(Array(zip(columns.paths, constants)), invocation)
    return columns
  }

  /// Compiles the types.
  static func columns(_ options: Options) throws(UsageError) -> ColumnMapping {
    let text = options.types ?? ""
    do {
      return try ColumnMapping(
        text, mismatch: options.mismatch ?? .reject, constants: Columns.constants, each: options.each,
        keepsEmpty: options.keepsEmpty)
    } catch {
      let (list, position) = (error.list ?? error.path, error.start + error.position)
      throw UsageError(
        "--types, byte \(position): \(error.reason)", picture: PathPicture.lines(of: list, at: position))
    }
  }

  func run() throws -> ExitStatus {
    try session.run {
      if let format = session.options.format.rows {
        try writeRows(format)
      } else {
        try writeBatches()
      }
    }
  }

  private func writeRows(_ format: RowFormat) throws {
    let rows = RowWriter(columns, format: format, null: session.options.null)
    if session.writesHeader {
      try session.output.writer.append { rows.header(into: &$0) }
    }
    let run = RecordRun(
      session, mapping, onError: session.options.onError ?? .stop, seen: SeenColumns(columns),
      locates: columns.hasLocations
    ) { [counts] part, row, location in
      part.locate(row, location)
      part.seen.note(row)
      if counts { part.survey.note(row, of: location) }
      part.add { rows.writeRows(of: row, into: &$0) }
    }
    try run.run()
    run.warnOfMissingColumns(columns.paths)
    session.noteMismatches()
    session.noteUnread()
  }

  private func writeBatches() throws {
    let batches = BatchOutput(
      columns, to: session.output.writer, rows: session.options.batchRows,
      resumesFrom: session.isResumed ? session.tally : nil)
    try batches.begin()
    let run = RecordRun(
      session, mapping, onError: session.options.onError ?? .stop, seen: SeenColumns(columns),
      batches: batches, locates: columns.hasLocations
    ) { [counts] part, row, location in
      part.locate(row, location)
      part.seen.note(row)
      if counts { part.survey.note(row, of: location) }
      part.add(row)
    }
    try run.run()
    run.warnOfMissingColumns(columns.paths)
    session.noteMismatches()
    session.noteUnread()
  }
}
