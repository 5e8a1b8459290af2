// `streammap retry`: the records of a file of rejects once more, with other
// options, or after somebody has mended them there.

import StreamMap

struct RetryCommand {
  private let session: Session
  private let rows: RowWriter
  private let cursor: Cursor<ProjectedRow>
  private let mapping: Mapping<ProjectedRow>
  /// What the run wrote from which the rejects are.
  private let merged: InputFile?

  init(_ invocation: Invocation, _ streams: StandardStreams) throws {
    let projection: Projection
    do {
      projection = try Projection(invocation.paths ?? "$")
    } catch {
      throw UsageError(error.description)
    }
    merged = try invocation.options.merge.map { try InputFile($0, standardInput: streams.input) }
    if merged != nil, invocation.files.count > 1 {
      throw UsageError("--merge takes the rejects of one run, and here are \(invocation.files.count) files")
    }
    session = try Session(invocation, streams, others: merged.map { [$0] } ?? [])
    rows = RowWriter(projection, format: session.options.format)
    do {
      mapping = try projection.mapping(limits: session.limits)
    } catch {
      throw UsageError(error.description)
    }
    cursor = Cursor(mapping, validation: session.options.validation == .mapped ? .mapped : .full)
  }

  func run() throws -> ExitStatus {
    try session.run {
      if let merged {
        try merged.withDescriptor { try retry(into: RowCopier($0, merged, session.options.format)) }
      } else {
        try session.output.writer.append { rows.header(into: &$0) }
        try retry(into: nil)
      }
      session.diagnostics.summary(session.tally.bad, of: session.tally.allRecords)
    }
  }

  private func retry(into copier: RowCopier?) throws {
    let output = session.output.writer
    var header: [UInt8] = []
    rows.header(into: &header)
    try copier?.copy(header: header, to: output)
    for input in session.inputs {
      try input.withDescriptor { descriptor in
        let rejects = JSONLines(descriptor: descriptor, decoding: Reject.self)
        do {
          try rejects.forEach { reject, place in
            session.tally.allRecords += 1
            if let copier { try copier.copy(before: reject, to: output) }
            try retry(reject)
            session.progress.update(
              bytes: place.byteOffset, records: session.tally.allRecords, errors: session.tally.bad)
          }
        } catch let error as MappingError {
          if error.category == .io { throw FileFailure(name: input.name, reason: error.found) }
          throw FileFailure(
            name: Diagnostics.line(for: error, in: input.name), reason: "this is no file that --rejects wrote"
          )
        }
      }
    }
    try copier?.copy(to: .max, to: output)
  }

  private func retry(_ reject: Reject) throws {
    do {
      let bytes = reject.bytes ?? []
      try cursor.read(bytes.span) { row in
        try session.output.writer.append { rows.write(row, into: &$0) }
      }
    } catch let error as MappingError {
      // Of one that was cut, somebody may have put the whole there; if not, it stands where it came from.
      guard reject.isCut == true else { return try refuse(reject, error, at: error.byteOffset ?? 0) }
      guard let error = try readWhole(reject) else { return }
      try refuse(reject, error, at: (error.byteOffset ?? reject.offset) - reject.offset)
    }
  }

  /// Reads a record where it stands in a file of lines.
  ///
  /// - Returns: why it is bad, or not there; nil if it is good.
  private func readWhole(_ reject: Reject) throws -> MappingError? {
    var lines = JSONLines(path: reject.file, as: mapping)
    lines.portion = .range(reject.offset..<reject.offset + 1)
    var isRead = false
    do {
      try lines.forEach { row, _ in
        isRead = true
        try session.output.writer.append { rows.write(row, into: &$0) }
      }
    } catch let error as MappingError {
      return error
    }
    return isRead ? nil : MappingError.absentRecord(of: reject.file)
  }

  /// It is still bad: its place is that in the input it came from.
  ///
  /// - Parameter offset: of the error, in the record.
  private func refuse(_ reject: Reject, _ error: MappingError, at offset: Int) throws {
    var reject = reject
    reject.byte = reject.offset + offset
    reject.column = offset + 1
    (reject.path, reject.kind, reject.message) = (error.path, "\(error.kind)", error.message)
    session.tally.bad += 1
    session.diagnostics.badRecord(reject)
    try session.rejects?.writer.append { reject.write(into: &$0) }
  }
}
