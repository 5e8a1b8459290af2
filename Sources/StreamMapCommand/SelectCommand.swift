// `streammap select`: writes one row per record.

import StreamMap
import StreamMapTables

struct SelectCommand {
  private let session: Session
  private let columns: Columns
  private let mapping: Mapping<ColumnRow>

  init(_ invocation: Invocation, _ streams: StandardStreams) throws {
    // The paths are compiled first, so that an error in them does not truncate an existing output.
    columns = try Columns(invocation, streams)
    session = try Session(
      invocation, streams, survey: Survey(invocation.options.report == nil ? [] : columns.projection.columns))
    do {
      mapping = try columns.projection.mapping(keepsRows: false, limits: session.limits)
    } catch {
      throw UsageError(error.description)
    }
  }

  func run() throws -> ExitStatus {
    let (projection, rows) = (columns.projection, columns.rows)
    let surveys = session.options.report != nil
    let run = RecordRun(
      session, mapping, onError: session.options.onError ?? .stop,
      seen: SeenColumns(projection.columns), locates: projection.hasLocations
    ) { part, row, location in
      part.locate(row, location)
      part.seen.note(row)
      if surveys { part.survey.noteTypes(row, of: location) }
      part.add { rows.writeRows(of: row, into: &$0) }
    }
    return try session.run {
      if session.writesHeader {
        try session.output.writer.append { rows.header(into: &$0) }
      }
      try run.run()
      run.warnOfMissingColumns(projection.columns.map(\.paths))
    }
  }
}
