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
    session = try Session(invocation, streams)
    if let merged, let path = session.options.output, let status = try? System.status(of: path),
      status.identity == merged.status.identity
    {
      throw UsageError("--output \(path) is the file that --merge reads: name another")
    }
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
      session.diagnostics.summary(of: session.tally.allRecords)
    }
  }

  private func retry(into copier: RowCopier?) throws {
    let output = session.output.writer
    try copier?.copyHeader(to: output)
    for input in session.inputs {
      try input.withDescriptor { descriptor in
        let rejects = JSONLines(descriptor: descriptor, decoding: Reject.self)
        do {
          try rejects.forEach { reject, place in
            session.tally.allRecords += 1
            try copier?.copy(to: reject.row, to: output)
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
      if reject.isCut == true {
        try readWhole(reject)
      } else {
        let bytes = reject.bytes ?? []
        try cursor.read(bytes.span) { row in
          try session.output.writer.append { rows.write(row, into: &$0) }
        }
      }
    } catch let error as MappingError {
      if error.category == .io { throw FileFailure(name: reject.file, reason: error.found) }
      try refuse(reject, error)
    }
  }

  /// Reads a record where it stands: its end is missing in the rejects.
  private func readWhole(_ reject: Reject) throws {
    var lines = JSONLines(path: reject.file, as: mapping)
    lines.portion = .range(reject.offset..<reject.offset + 1)
    try lines.forEach { row, _ in
      try session.output.writer.append { rows.write(row, into: &$0) }
    }
  }

  /// It is still bad: its place is that in the input it came from.
  private func refuse(_ reject: Reject, _ error: MappingError) throws {
    var reject = reject
    let offset =
      reject.isCut == true ? (error.byteOffset ?? reject.offset) - reject.offset : error.byteOffset ?? 0
    reject.byte = reject.offset + offset
    reject.column = offset + 1
    (reject.path, reject.kind, reject.message) = (error.path, "\(error.kind)", error.message)
    session.tally.bad += 1
    session.diagnostics.badRecord(reject)
    try session.rejects?.writer.append { reject.write(into: &$0) }
  }
}

/// Copies the rows that a run wrote, as far as they are wanted.
private final class RowCopier {
  private let descriptor: Int32
  private let file: InputFile
  private let format: RowFormat
  private var block = [UInt8](repeating: 0, count: 256 << 10)
  private var rest: ArraySlice<UInt8> = []
  private var rows = 0
  /// A line break within quotes ends no row.
  private var isQuoted = false

  init(_ descriptor: Int32, _ file: InputFile, _ format: RowFormat) {
    self.descriptor = descriptor
    self.file = file
    self.format = format
  }

  func copyHeader(to output: OutputWriter) throws {
    guard format != .jsonl else { return }
    try copy(to: 1, to: output)
    rows = 0
  }

  /// Copies until so many rows have been copied in all, or all there are.
  func copy(to count: Int, to output: OutputWriter) throws {
    while rows < count {
      if rest.isEmpty {
        let read: Int
        do {
          read = try System.read(descriptor, into: &block)
        } catch {
          throw FileFailure(name: file.name, code: error)
        }
        if read == 0 {
          if count == .max { return }
          throw FileFailure(
            name: file.name, reason: "it has fewer rows than the rejects know of: it is of another run")
        }
        rest = block[..<read]
      }
      var end = rest.startIndex
      while end < rest.endIndex, rows < count {
        let byte = rest[end]
        end += 1
        if format != .jsonl, byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        if byte == UInt8(ascii: "\n"), !isQuoted { rows += 1 }
      }
      try output.append { $0 += rest[..<end] }
      rest = rest[end...]
    }
  }
}
