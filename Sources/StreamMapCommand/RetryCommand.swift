// `streammap retry`: re-processes rejected records after they were repaired, or with other
// options.

import StreamMap
import StreamMapTables
import StreamMapCompression

struct RetryCommand {
  private let session: Session
  private let rows: RetriedRows
  private let decoder: RecordDecoder<ColumnRow>
  private let mapping: Mapping<ColumnRow>
  /// Writes record batches. Nil for an output of text.
  private let batches: BatchOutput?
  /// Copies the output of the run that rejected the records.
  private let copier: RowCopier?
  /// The files of errors for rejects that are raw lines.
  private let errors: [InputFile]
  /// Ends a waiting read.
  private let interruption: Interruption

  /// - Parameters:
  ///   - rows: the rows to write.
  ///   - columns: the columns of record batches. Nil for an output of text.
  ///   - interruption: ends a waiting read.
  fileprivate init(
    _ rows: RetriedRows, _ columns: ColumnMapping?, _ invocation: Invocation,
    _ streams: StandardStreams,
    until interruption: Interruption
  ) throws {
    self.rows = rows
    self.interruption = interruption
    let merged = try invocation.options.merge.map { try InputFile($0, standardInput: streams.input) }
    if merged != nil, invocation.files.count > 1 {
      throw UsageError("--merge takes one REJECTS file, not \(invocation.files.count)")
    }
    errors =
      invocation.options.rejectsFormat == .raw
      ? try invocation.files.map {
        try InputFile(Session.errorsPath(of: $0), standardInput: streams.input)
      } : []
    // Other columns are reported before an existing output is truncated.
    copier = try merged.flatMap { file in
      try rows.text.map {
        try RowCopier(
          file, $0, rows.names, hasHeader: !invocation.options.omitsHeader, until: interruption)
      }
    }
    session = try Session(
      invocation, streams, others: errors + (merged.map { [$0] } ?? []), survey: rows.survey)
    session.tally.survey = rows.survey
    if !errors.isEmpty, errors.count != session.inputs.count {
      throw UsageError("--rejects-format raw does not take a directory: name the files")
    }
    var mapping = rows.mapping
    mapping.limits = session.limits
    if columns != nil { mapping.limits.record = min(session.limits.record, ColumnMapping.longestRecord) }
    self.mapping = mapping
    decoder = mapping.makeDecoder(session.options.reading)
    batches = columns.map { [session] columns in
      BatchOutput(
        columns, to: session.output.writer, rows: session.options.batchRows, resumesFrom: nil)
    }
  }

  func run() throws -> ExitStatus {
    try session.run {
      if copier == nil, !session.options.omitsHeader {
        try session.output.writer.append { rows.text?.header(into: &$0) }
      }
      try batches?.begin()
      try retry()
      if let batches {
        try session.flushRejects()
        try batches.finish(isComplete: session.status == .success)
      }
      session.diagnostics.summary(session.tally.bad, of: session.tally.allRecords)
      session.noteMismatches(isLocated: false)
    }
  }

  private func retry() throws {
    let output = session.output.writer
    for (index, rejects) in session.inputs.enumerated() {
      let lines = errors.isEmpty ? nil : try RejectedLines(rejects, until: interruption)
      let input = errors.isEmpty ? rejects : errors[index]
      try input.withDescriptor { descriptor in
        var rejects = JSONLines(.descriptor(descriptor), decoding: Reject.self)
        // A reject can have any size. The limits apply to the record in it.
        rejects.options.limits = .unlimited
        do {
          try rejects.forEach(until: interruption) { reject, place in
            try Signals.check()
            session.tally.allRecords += 1
            guard reject.isPossible else {
              throw FileFailure(
                name: "\(input.name):\(place.line)",
                reason: "a number in it is too large or negative: use the file as --rejects wrote it")
            }
            var reject = reject
            if let lines { reject.take(try lines.take()) }
            if let copier {
              guard let row = reject.row else { throw Self.unnumbered(input) }
              try copier.copy(before: row, to: output)
            }
            try retry(reject)
            session.progress.update(
              bytes: place.byteOffset, records: session.tally.allRecords, errors: session.tally.bad)
          }
        } catch let error as MappingError {
          try Signals.check()
          if error.category == .io { throw FileFailure(name: input.name, error) }
          throw FileFailure(
            name: Diagnostics.line(for: error, in: input.name),
            reason: "this file was not written by --rejects"
          )
        }
      }
      try lines?.finish()
    }
    try copier?.copy(to: .max, to: output)
  }

  private static func unnumbered(_ rejects: InputFile) -> FileFailure {
    FileFailure(
      name: rejects.name,
      reason: "a record has no 'row', so its place in OLD is unknown: select writes it, but not for a later "
        + "part of --range or --split; remove --merge")
  }

  private func retry(_ reject: Reject) throws {
    guard let bytes = reject.bytes else { return try retryAbsent(reject) }
    let record = reject.framing?.record(in: bytes.span) ?? 0..<bytes.count
    do {
      try decoder.read(bytes.span.extracting(record)) { try write($0, of: reject) }
    } catch let error as MappingError {
      // A truncated record is first read here, because the user may have completed it.
      if reject.isCut == true { return try retryAbsent(reject) }
      try refuse(reject, error, at: record.lowerBound + (error.byteOffset ?? 0))
    }
  }

  /// Reads a record from its original file if it is not complete here. An error between records stays an error.
  private func retryAbsent(_ reject: Reject) throws {
    guard reject.isCut == true else { return try refuse(reject) }
    guard let error = try readWhole(reject) else { return }
    if error.category == .io {
      // The record stays rejected: it can still be repaired, or the file restored.
      session.fail(FileFailure(name: reject.file, error))
      return try refuse(reject)
    }
    try refuse(reject, error, at: (error.byteOffset ?? reject.offset) - reject.offset)
  }

  /// Reads a record again in its original file, which may be compressed. A line or a document is read by itself. Any
  /// other record is read after the records before it.
  ///
  /// - Returns: the error of the record or of the file. Nil if the record is good and its row was written.
  private func readWhole(_ reject: Reject) throws -> MappingError? {
    guard reject.file != InputFile.standardInputName else {
      return .unreadable(
        "standard input cannot be read again: save the input to a file, and run the command on that file")
    }
    guard let framing = reject.framing else {
      return .unreadable("unknown framing '\(reject.input ?? "")': use the file as --rejects wrote it")
    }
    let plan = ReadingPlan(
      mapping, framing: framing, options: session.options.reading, onError: .skip { _, _ in })
    let (isLine, isWhole) = (framing.isLines, framing == .document)
    let input = ChunkedInput(
      .file(reject.source), .all, session.options.decompression, from: isLine ? reject.offset : 0)
    let (add, offset) = (rows.add, reject.offset)
    let reading = ChunkedReading(
      plan, of: [input], workers: 1, recordLimit: isLine ? 1 : nil, detail: .errors,
      interruption: interruption, size: { $0.size }, begin: { [survey = rows.survey] _ in RunPart(survey) }
    ) { [file = reject.file] part, record, location in
      guard isWhole || location.byteOffset == offset else { return }
      record.take(file: file, offset: offset)
      add(&part, record)
    }
    defer { reading.stop() }
    while let part = reading.next() {
      try Signals.check()
      if let error = part.failure { return error as? MappingError ?? .unreadable("\(error)") }
      if part.part.rows > 0 {
        try write(part.part)
        return nil
      }
      let isThere: (RejectedRecord) -> Bool = { isWhole || $0.offset == offset }
      if let rejected = part.refusals.first(where: isThere) { return rejected.error }
    }
    return MappingError.absentRecord(at: reject.offset)
  }

  private func write(_ row: borrowing ColumnRow, of reject: Reject) throws {
    row.take(key: reject.key.map { Array($0.utf8) })
    row.take(file: reject.file, offset: reject.offset)
    var part = RunPart(rows.survey)
    rows.add(&part, row)
    try write(part)
  }

  private func write(_ part: RunPart) throws {
    if let batches { try batches.add(part.columns, at: nil) }
    try session.output.writer.append(part.output)
    session.tally.rows += part.rows
    session.tally.survey.add(part.survey, file: 0, after: nil)
  }

  /// Rejects a record again, with the location of the error in its original file.
  ///
  /// - Parameter offset: the offset of the error in the record.
  private func refuse(_ reject: Reject, _ error: MappingError, at offset: Int) throws {
    var reject = reject
    reject.byte = reject.offset + offset
    reject.line = reject.bytes == nil ? error.line : reject.line
    reject.column = reject.bytes == nil ? error.column : offset + 1
    (reject.path, reject.kind, reject.message) = (error.path, "\(error.kind)", error.commandMessage)
    try refuse(reject)
  }

  private func refuse(_ reject: Reject) throws {
    var reject = reject
    // The number of rows before it now includes the rows of repaired records.
    if copier != nil { reject.row = reject.row.map { $0 + session.tally.rows } }
    session.tally.bad += 1
    session.diagnostics.badRecord(reject)
    try session.write(reject)
  }
}

extension Program {
  /// Runs `streammap retry`.
  static func retry(
    _ invocation: Invocation, _ streams: StandardStreams, until interruption: Interruption
  ) throws -> ExitStatus {
    let options = invocation.options
    guard options.hasTypes else {
      let rows = try RetriedRows(Columns(invocation, streams))
      return try RetryCommand(rows, nil, invocation, streams, until: interruption).run()
    }
    let columns = try TypedSelectCommand.columns(invocation, nil)
    let rows = try RetriedRows(columns, options)
    return try RetryCommand(
      rows, options.format == .arrow ? columns : nil, invocation, streams, until: interruption
    ).run()
  }
}
