// `streammap check`: validates every record and stores nothing.

import StreamMap

struct CheckCommand {
  private let session: Session

  init(_ invocation: Invocation, _ streams: StandardStreams) throws {
    session = try Session(invocation, streams, goesOn: true)
  }

  func run() throws -> ExitStatus {
    let run = RecordRun(session, try session.validation(), onError: session.options.onError ?? .skip)
    return try session.run { try run.run() }
  }
}
