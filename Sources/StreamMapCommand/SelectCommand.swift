// `streammap select`: a row a record.

import StreamMap

struct SelectCommand {
  private let session: Session
  private let columns: Columns
  private let mapping: Mapping<ProjectedRow>

  init(_ invocation: Invocation, _ streams: StandardStreams) throws {
    // The paths come first: a wrong one must not cost the old output.
    columns = try Columns(invocation, streams)
    try Self.refuseTwins(columns.projection.columns.map(\.name))
    session = try Session(invocation, streams)
    do {
      mapping = try columns.projection.mapping(limits: session.limits)
    } catch {
      throw UsageError(error.description)
    }
  }

  /// Rejects repeated column names. Readers differ in how they treat a repeated name in an object or header line.
  private static func refuseTwins(_ names: [String]) throws(UsageError) {
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw UsageError("two columns are called '\(name)': give one another name, as in other=\(name)")
    }
  }

  func run() throws -> ExitStatus {
    let (projection, rows) = (columns.projection, columns.rows)
    let surveys = session.options.report != nil
    let run = RecordRun(
      session, mapping, onError: session.options.onError ?? .stop,
      survey: Survey(surveys ? projection.columns : []), seen: SeenColumns(projection.columns)
    ) { part, row, record in
      part.seen.note(row)
      if surveys { part.survey.note(row, of: record) }
      part.add { rows.write(row, into: &$0) }
    }
    return try session.run {
      // Of several parts of one input, the first has the header.
      if !session.isResumed, session.beginsInput {
        try session.output.writer.append { rows.header(into: &$0) }
      }
      try run.run()
      run.warnOfMissingColumns(projection.columns)
    }
  }
}
