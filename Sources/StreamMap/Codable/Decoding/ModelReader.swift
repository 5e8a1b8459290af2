/// How the records of a stream are decoded; made where it is known that the model is `Decodable`.
struct ModelDecoding<Root>: Sendable {
  let decoder: StreamDecoder
  let decode: @Sendable (DecodingSession) throws -> Root
}

extension ModelDecoding where Root: Decodable & SendableMetatype {
  init(_ decoder: StreamDecoder) {
    self.decoder = decoder
    decode = { session in try session.decode(Root.self) }
  }
}

/// Decodes one record after another.
///
/// SAFETY: `model` is allocated here, and freed in `deinit`; it has a value if `hasModel`. The session is
/// held from `retainedSession`, without a count for every use.
@safe final class ModelReader<Root>: RecordReader, RecordParser {
  private let decoding: ModelDecoding<Root>
  let limits: Limits
  private var retainedSession: Unmanaged<DecodingSession>
  let model: UnsafeMutablePointer<Root>
  private var hasModel = false

  init(_ decoding: ModelDecoding<Root>, limits: Limits) {
    self.decoding = decoding
    self.limits = limits.clamped
    unsafe retainedSession = .passRetained(DecodingSession(decoding.decoder.options, limits: limits))
    unsafe model = .allocate(capacity: 1)
  }

  deinit {
    clear()
    unsafe model.deallocate()
    unsafe retainedSession.release()
  }

  func beginRecords() -> IndexOptions? { IndexOptions(limits: limits, validates: true) }

  func next(of framer: RecordFramer, by counter: RecordCounter) throws(MappingError) -> RecordLocation? {
    try counter.next(of: framer, by: self)
  }

  /// A decoded model borrows no text.
  func expireTexts() {}

  /// A decoded record's errors always have their texts, because the model's own code makes them.
  func omitErrorTexts() {}

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

  /// The session is somebody else's by now.
  private func renew() {
    unsafe retainedSession.release()
    unsafe retainedSession = .passRetained(DecodingSession(decoding.decoder.options, limits: limits))
  }

  /// Shows the model of the last record.
  @inline(__always)
  func show<Result>(_ body: (borrowing Root) throws -> Result) rethrows -> Result {
    unsafe try Memory.borrow(model, body)
  }

  /// Hands the model of the last record over.
  func take() -> Root {
    hasModel = false
    return unsafe model.move()
  }
}
