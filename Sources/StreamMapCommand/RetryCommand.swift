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

  /// Copies the header, if the file has it: of several parts of an input, the first has.
  func copy(header: [UInt8], to output: OutputWriter) throws {
    while rest.count < header.count, try readMore() {}
    guard !header.isEmpty, rest.starts(with: header) else { return }
    try output.append { $0 += header }
    rest = rest.dropFirst(header.count)
  }

  /// Copies the rows before a record that was rejected.
  func copy(before reject: Reject, to output: OutputWriter) throws {
    guard let row = reject.row, row >= rows else {
      throw FileFailure(
        name: file.name, reason: "the rejects are not those of the run that wrote it, in their order")
    }
    try copy(to: row, to: output)
  }

  /// Copies until so many rows have been copied in all, or all there are.
  func copy(to count: Int, to output: OutputWriter) throws {
    while rows < count {
      if rest.isEmpty, try !readMore() {
        if count == .max { return }
        throw FileFailure(
          name: file.name, reason: "it has fewer rows than the rejects know of: it is of another run")
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

  /// Reads the next block behind what is left; false at the end.
  private func readMore() throws(FileFailure) -> Bool {
    let count: Int
    do {
      count = try System.read(descriptor, into: &block)
    } catch {
      throw FileFailure(name: file.name, code: error)
    }
    rest = (rest + block[..<count])[...]
    return count > 0
  }
}
