// `streammap select`: a row a record.

import StreamMap

struct SelectCommand {
  private let session: Session
  private let projection: Projection
  private let mapping: Mapping<ProjectedRow>

  init(_ invocation: Invocation, _ streams: StandardStreams) throws {
    // The paths come first: a wrong one must not cost the old output.
    do {
      projection = try Projection(invocation.paths ?? "$")
    } catch {
      throw UsageError(error.description)
    }
    session = try Session(invocation, streams)
    do {
      mapping = try projection.mapping(limits: session.limits)
    } catch {
      throw UsageError(error.description)
    }
  }

  func run() throws -> ExitStatus {
    let rows = RowWriter(projection, format: session.options.format)
    let output = session.output.writer
    let flushesRows = session.output.isTerminal
    let onError = session.options.onError ?? .stop
    var reader = RecordReader(session, mapping, onError: onError)
    return try session.run {
      try output.append { rows.header(into: &$0) }
      for input in session.inputs {
        try reader.read(input) { row in
          try output.append { rows.write(row, into: &$0) }
          if flushesRows { try output.flush() }
        }
        if reader.isStopped { return }
      }
      if onError == .skip { session.diagnostics.summary(of: reader.records) }
    }
  }
}
