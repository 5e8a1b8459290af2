// `streammap check`: validates every record and stores nothing. With types, it also reads the columns.

import StreamMap
import StreamMapTables

struct CheckCommand {
  private let session: Session
  private let typed: (columns: ColumnMapping, mapping: Mapping<ColumnRow>)?

  init(_ invocation: Invocation, _ streams: StandardStreams) throws {
    let options = invocation.options
    guard options.hasTypes else {
      session = try Session(invocation, streams, goesOn: true)
      typed = nil
      return
    }
    let schema = try options.schema.map { try InputFile($0, standardInput: streams.input) }
    let columns = try TypedSelectCommand.columns(invocation, schema)
    session = try Session(
      invocation, streams, goesOn: true, others: schema.map { [$0] } ?? [], survey: Survey(columns))
    var mapping = try columns.mapping(options)
    mapping.limits = session.limits
    typed = (columns, mapping)
  }

  func run() throws -> ExitStatus {
    let onError = session.options.onError ?? .skip
    guard let (columns, mapping) = typed else {
      let run = RecordRun(session, try session.validation(), onError: onError)
      return try session.run { try run.run() }
    }
    let counts = session.options.countsColumns
    let run = RecordRun(
      session, mapping, onError: onError, seen: SeenColumns(columns), checked: columns,
      locates: columns.hasLocations
    ) { part, row, location in
      part.locate(row, location)
      part.seen.note(row)
      if counts { part.survey.note(row, of: location) }
    }
    return try session.run {
      try run.run()
      // A bad record may have the other columns.
      if session.tally.bad == 0 { run.warnOfMissingColumns(columns.paths) }
      session.noteMisfits(in: columns)
      session.noteUnread()
    }
  }
}
