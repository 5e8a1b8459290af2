// `--schema auto`: the columns of everything in the inputs, inferred before the records are selected.

import StreamMap
import StreamMapTables

extension RecordRun<ColumnRow> {
  /// Returns a run that infers the schema of its records.
  static func inferring(_ session: Session) throws -> RecordRun {
    let mapping = try InferredSchema.mapping(keepsRows: false, limits: session.limits)
    return RecordRun(session, mapping, onError: session.options.onError ?? .stop) { part, record, place in
      part.longest = max(part.longest, place.byteCount)
      part.schema.add(record)
    }
  }
}

struct InferredColumns {
  let columns: ColumnMapping
  /// What was inferred, as a message.
  let summary: String

  /// Infers the columns, as `streammap schema --format types` does. A resumed run has those with which it began.
  ///
  /// Throws `UsageError` for an input that cannot be read twice, and `FileFailure` if no columns can be inferred.
  init(_ invocation: Invocation, _ streams: StandardStreams) throws {
    let mismatch = invocation.options.mismatch ?? .reject
    if let list = try invocation.options.checkpoint.flatMap({ try Checkpoint.read($0) })?.columns {
      columns = try ColumnMapping(list, mismatch: mismatch)
      summary = "\(Self.count(columns)), as inferred when the run began"
      return
    }
    let schema = try Self.schema(invocation, streams)
    var count = 0
    schema.forEachColumn { _, _, _ in count += 1 }
    if count > Self.most {
      throw Self.failure("\(count) columns are more than \(Self.most): name some of them with --types")
    }
    do {
      columns = try ColumnMapping(schema, mismatch: mismatch)
    } catch {
      throw Self.failure("\(error.description): name fewer columns with --types")
    }
    if !schema.isComplete {
      throw Self.failure("the records have too many paths for columns: name some of them with --types")
    }
    if schema.records == 0 {
      // The bad records are reported, with hints of how they could be read.
      guard try Self.check(invocation, streams) else { throw Self.failure("there is no good record") }
      let isFiltered = invocation.options.filter != nil
      throw Self.failure(isFiltered ? "--where keeps no record" : "there is no record")
    }
    if columns.columns.isEmpty { throw Self.failure("the records have no members: use PATHS or --types") }
    let sample = invocation.options.sample == nil ? "" : "a sample of "
    summary =
      "\(Self.count(columns)) inferred from \(sample)\(schema.records) "
      + "record\(schema.records == 1 ? "" : "s"); 'streammap schema --format types' prints them"
  }

  /// The maximum number of columns. A mapping has no more targets.
  private static let most = 65_536

  private static func count(_ columns: ColumnMapping) -> String {
    "\(columns.columns.count) column\(columns.columns.count == 1 ? "" : "s")"
  }

  private static func failure(_ reason: String) -> FileFailure {
    FileFailure(name: "--schema auto", reason: reason)
  }

  /// Infers the schema of the records that the run will read.
  private static func schema(
    _ invocation: Invocation, _ streams: StandardStreams
  ) throws -> InferredSchema {
    let session = try Session(invocation, streams, isPreparing: true)
    if let input = session.inputs.first(where: { $0.isStandardInput || !$0.status.isRegular }) {
      throw UsageError(
        "--schema auto reads each FILE twice, and \(input.name) can be read only once: save it to a file, or give the "
          + "columns with --types")
    }
    let run = try RecordRun.inferring(session)
    _ = try session.run { try run.run() }
    return run.schema
  }

  /// Reports the bad records of inputs that have no good ones. Returns whether there are none.
  private static func check(_ invocation: Invocation, _ streams: StandardStreams) throws -> Bool {
    var reading = invocation
    reading.options = invocation.options.withoutOutputs
    reading.options.onError = invocation.options.onError
    let session = try Session(reading, streams)
    let run = RecordRun(session, try session.validation(), onError: session.options.onError ?? .stop)
    return try session.run { try run.run() } == .success
  }
}
