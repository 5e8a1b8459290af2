// `streammap count`: counts lines that are not blank or, with --validate, good records.

import StreamMap

struct CountCommand {
  private let session: Session

  init(_ invocation: Invocation, _ streams: StandardStreams) throws {
    session = try Session(invocation, streams)
  }

  func run() throws -> ExitStatus {
    try session.run {
      let count =
        session.options.countChecks
        ? try countGoodRecords() : try Signals.interrupting { try countLines(until: $0) }
      try session.output.writer.append("\(count)\n")
    }
  }

  private func countLines(until interruption: Interruption) throws -> Int {
    let reading = ChunkedReading(
      counting: zip(session.inputs, session.inputRanges).map { file, range in
        var input =
          session.options.standardInputOffset.map { file.chunked(range, at: $0) } ?? file.chunked(range)
        if session.options.completeLines { input.lineLimit = Limits().record }
        return input
      }, workers: session.jobs,
      chunkSize: session.chunkSize, interruption: interruption)
    defer { reading.stop() }
    var counts = [Int](repeating: 0, count: session.inputs.count)
    var framings = [Framing?](repeating: nil, count: session.inputs.count)
    var (records, finished, end, input) = (0, 0, 0, 0)
    while let chunk = reading.next() {
      try Signals.check()
      if let failure = chunk.failure {
        let name = session.inputs[chunk.input].name
        throw (failure as? MappingError).map { FileFailure(name: name, $0) } ?? failure
      }
      if chunk.input != input { (input, finished, end) = (chunk.input, finished + end, 0) }
      end = chunk.end
      records += chunk.records
      counts[chunk.input] += chunk.records
      framings[chunk.input] = chunk.part ?? framings[chunk.input]
      session.progress.update(bytes: finished + end, records: records)
    }
    if session.options.input == .document { return counts.count { $0 > 0 } }
    for (input, count) in counts.enumerated() { hint(framings[input], count, session.inputs[input].name) }
    return records
  }

  /// Reports that the input probably has another framing than the one that was counted.
  private func hint(_ framing: Framing?, _ count: Int, _ name: String) {
    switch framing?.kind {
    // A single line may be one record.
    case .array where count > 1: session.diagnostics.hint(.array, of: name)
    case .document where count > 1: session.diagnostics.hint(.document, of: name)
    case .concatenated: session.diagnostics.hint(.concatenated, of: name)
    case .array, .document, .lines, .embeddedLines, .serverSentEvents, .sequence, .markdown, nil: break
    }
  }

  private func countGoodRecords() throws -> Int {
    try RecordRun(session, try session.validation(), onError: session.options.onError ?? .stop).run()
    return session.tally.allRecords - session.tally.bad - (session.tally.filtered ?? 0)
  }
}
