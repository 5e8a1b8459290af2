/// How the records of a stream are decoded. Created where the model is known to be `Decodable`.
struct ModelDecoding<Root>: Sendable {
  /// The decoder's settings when the stream was created.
  let snapshot: Snapshot<DecodingOptions>
  let decode: @Sendable (DecodingSession) throws -> Root
}

extension ModelDecoding where Root: Decodable & SendableMetatype {
  init(_ decoder: StreamDecoder) {
    snapshot = decoder.snapshot
    decode = { session in try session.decode(Root.self) }
  }
}

/// Decodes one record after another.
///
/// SAFETY: `model` is allocated here and freed in `deinit`. It is initialised if `hasModel`. `retainedSession` holds
/// the session, so that its uses need no reference counting.
@safe final class ModelReader<Root>: RecordReader {
  private let decoding: ModelDecoding<Root>
  let limits: Limits
  private var retainedSession: Unmanaged<DecodingSession>
  private let model: UnsafeMutablePointer<Root>
  private var hasModel = false

  /// - Parameter limits: the limits of a record. By default those of the decoder.
  init(_ decoding: ModelDecoding<Root>, limits: Limits? = nil) {
    self.decoding = decoding
    self.limits = (limits ?? decoding.snapshot.options.recordLimits).clamped
    unsafe retainedSession = .passRetained(DecodingSession(decoding.snapshot, limits: self.limits))
    unsafe model = .allocate(capacity: 1)
  }

  deinit {
    clear()
    unsafe model.deallocate()
    unsafe retainedSession.release()
  }

  func beginRecords() -> IndexOptions? { IndexOptions(limits: limits, validates: true) }

  func next(of framer: any RecordFramer, by loop: RecordLoop) throws(MappingError) -> RecordLocation? {
    try loop.next(of: framer, by: self)
  }

  func forEach(
    of framer: any RecordFramer, by loop: RecordLoop,
    _ body: (borrowing Root, RecordLocation) throws -> Bool
  ) throws {
    try loop.forEach(of: framer, by: self, body)
  }

  private func clear() {
    if hasModel { unsafe model.deinitialize(count: 1) }
    hasModel = false
  }

  /// Decodes a record.
  func read(
    _ bytes: Span<UInt8>, _ indexed: IndexedRecord?, allowsByteOrderMark: Bool
  ) -> RecordOutcome {
    clear()
    return unsafe retainedSession._withUnsafeGuaranteedRef { session in
      let outcome = unsafe bytes.withUnsafeBufferPointer { buffer in
        unsafe read(buffer, indexed, allowsByteOrderMark: allowsByteOrderMark, by: session)
      }
      if !session.finish() { renew() }
      return outcome
    }
  }

  @inline(__always)
  private func read(
    _ bytes: UnsafeBufferPointer<UInt8>, _ indexed: IndexedRecord?, allowsByteOrderMark: Bool,
    by session: DecodingSession
  ) -> RecordOutcome {
    do throws(RecordFailure) {
      unsafe try session.load(bytes, indexed, allowsByteOrderMark: allowsByteOrderMark)
    } catch {
      return .failed(error)
    }
    do {
      unsafe model.initialize(to: try decoding.decode(session))
      hasModel = true
      return .complete
    } catch {
      return unsafe .failed(session.failure(error, in: Span(_unsafeElements: bytes)))
    }
  }

  /// Replaces the session, which other objects own by now.
  private func renew() {
    unsafe retainedSession.release()
    unsafe retainedSession = .passRetained(DecodingSession(decoding.snapshot, limits: limits))
  }

  /// Calls `body` with the model of the last record.
  @inline(__always)
  func show<Result>(_ body: (borrowing Root) throws -> Result) rethrows -> Result {
    unsafe try Memory.borrow(model, body)
  }

  /// Returns the model of the last record, which the reader no longer holds.
  func take() -> Root {
    hasModel = false
    return unsafe model.move()
  }
}
