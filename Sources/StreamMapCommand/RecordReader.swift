// Every record of an input through a mapping, of lines or of a document. Holds
// the number of records met, good and bad, in all inputs so far.

import StreamMap

struct RecordReader<Root> {
  private let session: Session
  private let mapping: Mapping<Root>
  private let onError: ErrorReaction
  private var block: [UInt8] = []
  private(set) var records = 0
  /// Whether a bad record, or the last of --limit, has ended the run.
  private(set) var isStopped = false

  private static var blockSize: Int { 256 << 10 }

  init(_ session: Session, _ mapping: Mapping<Root>, onError: ErrorReaction) {
    self.session = session
    self.mapping = mapping
    self.onError = onError
  }

  /// Hands each good record to `body` and reports each bad one.
  ///
  /// Throws `FileFailure` when the input cannot be read, and what `body` throws.
  mutating func read(_ input: InputFile, _ body: (borrowing Root) throws -> Void) throws {
    let limit = session.options.limit ?? .max
    let before = records
    if before >= limit {
      isStopped = true
      return
    }
    let badBefore = session.diagnostics.badRecords
    var good = 0
    defer { records += good + session.diagnostics.badRecords - badBefore }
    func count(_ record: borrowing Root, _ place: RecordPlace) throws {
      // The last one may have been a bad one, after which nobody stops.
      if before + place.record > limit { throw LimitReached() }
      good += 1
      try body(record)
      if before + place.record == limit { throw LimitReached() }
    }
    do {
      try input.withDescriptor { descriptor in
        // Bad records do not end the reading of a whole file, however many are wanted.
        if session.options.input == .lines, input.status.isRegular, session.options.limit == nil {
          try readLines(of: input, descriptor, count)
        } else {
          try readPieces(of: input, descriptor, count)
        }
      }
    } catch is LimitReached {
      isStopped = true
    } catch let error as MappingError {
      guard error.category != .io else { throw FileFailure(name: input.name, reason: error.found) }
      session.diagnostics.badRecord(error, in: input.name)
      isStopped = onError == .stop
    }
    session.progress.nextInput()
  }

  private func readLines(
    of input: InputFile, _ descriptor: Int32, _ body: (borrowing Root, RecordPlace) throws -> Void
  ) throws {
    var lines = JSONLines(descriptor: descriptor, as: mapping)
    lines.engine = session.options.engine.library
    lines.validation = session.options.validation.library
    lines.onError = errorPolicy(for: input)
    // SAFETY: the closure runs on this thread, before `forEach` returns.
    nonisolated(unsafe) let progress = session.progress
    lines.onProgress = { unsafe progress.update(bytes: $0.bytesRead, records: $0.records) }
    try lines.forEach(body)
  }

  /// Documents, and lines that come from where one may have to wait for them.
  private mutating func readPieces(
    of input: InputFile, _ descriptor: Int32, _ body: (borrowing Root, RecordPlace) throws -> Void
  ) throws {
    if block.isEmpty { block = [UInt8](repeating: 0, count: Self.blockSize) }
    let isDocument = session.options.input == .document
    let left = (session.options.limit ?? .max) - records
    let badBefore = session.diagnostics.badRecords
    var parser = PushParser(
      mapping, framing: isDocument ? .document : .lines, engine: session.options.engine.library,
      validation: session.options.validation.library)
    parser.onError = errorPolicy(for: input)
    var bytes = 0
    var good = 0
    func count(_ record: borrowing Root, _ place: RecordPlace) throws {
      good += 1
      try body(record, place)
    }
    try input.forEachBlock(of: descriptor, reusing: &block, willWait: session.output.writer.flush) { part in
      // SAFETY: the parser looks at the bytes during the call alone.
      try unsafe part.withUnsafeBytes { try unsafe parser.feed($0, count) }
      bytes += part.count
      let bad = session.diagnostics.badRecords - badBefore
      session.progress.update(bytes: bytes, records: good + bad)
      return isDocument ? bad == 0 : good + bad < left
    }
    try parser.finish(count)
  }

  private func errorPolicy(for input: InputFile) -> ErrorPolicy {
    guard onError == .skip else { return .stop }
    let left = (session.options.limit ?? .max) - records
    // SAFETY: the closure runs on this thread, before the reading returns.
    nonisolated(unsafe) let diagnostics = session.diagnostics
    return .skip { [name = input.name] error, _ in
      if error.record ?? 0 <= left { unsafe diagnostics.badRecord(error, in: name) }
    }
  }
}

/// No more records are wanted.
private struct LimitReached: Error {}

extension Engine {
  /// What the library calls it.
  fileprivate var library: StreamMap.Engine {
    switch self {
    case .auto: .automatic
    case .yajl: .yajl
    case .index: .index
    }
  }
}

extension Validation? {
  /// What the library calls it; everything is checked if nothing was said.
  fileprivate var library: StreamMap.Validation { self == .mapped ? .mapped : .full }
}
