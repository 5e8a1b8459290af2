// `streammap check`: every record through the full grammar, nothing kept.

import StreamMap

struct CheckCommand {
  private let session: Session

  init(_ invocation: Invocation, _ streams: StandardStreams) throws {
    session = try Session(invocation, streams, goesOn: true)
  }

  func run() throws -> ExitStatus {
    let mapping = try session.validation()
    var reader = RecordReader(session, mapping, onError: session.options.onError ?? .skip)
    return try session.run {
      for input in session.inputs {
        do {
          try reader.read(input) { _ in }
        } catch let failure as FileFailure {
          session.fail(failure)
        }
        if let failure = session.diagnostics.writeFailure { throw failure }
        if reader.isStopped { break }
      }
    }
  }
}
