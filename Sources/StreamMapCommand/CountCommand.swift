// `streammap count`: lines that are not blank; with --validate, good records.

import StreamMap

struct CountCommand {
  private let session: Session

  init(_ invocation: Invocation, _ streams: StandardStreams) throws {
    session = try Session(invocation, streams)
  }

  func run() throws -> ExitStatus {
    try session.run {
      let count = session.options.validation == nil ? try countLines() : try countGoodRecords()
      try session.output.writer.append("\(count)\n")
    }
  }

  private func countLines() throws -> Int {
    var block = [UInt8](repeating: 0, count: 256 << 10)
    var count = 0
    for input in session.inputs {
      let found = try input.withDescriptor { try countLines(of: input, $0, reusing: &block) }
      count += found
      session.progress.nextInput()
    }
    return count
  }

  private func countLines(
    of input: InputFile, _ descriptor: Int32, reusing block: inout [UInt8]
  ) throws -> Int {
    let countsDocuments = session.options.input == .document
    var counter = LineCounter()
    var bytes = 0
    try input.forEachBlock(of: descriptor, reusing: &block) { part in
      bytes += part.count
      // SAFETY: the counter looks at the bytes during the call alone.
      unsafe part.withUnsafeBytes { unsafe counter.feed($0) }
      session.progress.update(bytes: bytes, records: counter.records)
      return !(countsDocuments && counter.records > 0)
    }
    return countsDocuments ? min(counter.records, 1) : counter.records
  }

  private func countGoodRecords() throws -> Int {
    let mapping = try session.validation()
    let onError = session.options.onError ?? .stop
    var reader = RecordReader(session, mapping, onError: onError)
    for input in session.inputs {
      try reader.read(input) { _ in }
      if reader.isStopped { break }
    }
    if onError == .skip { session.diagnostics.summary(of: reader.records) }
    return reader.records - session.diagnostics.badRecords
  }
}
