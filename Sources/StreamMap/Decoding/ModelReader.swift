import CStructure

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
/// SAFETY: `model` is allocated here, and freed in `deinit`; it has a value if `hasModel`.
@safe final class ModelReader<Root> {
  private let decoding: ModelDecoding<Root>
  private let limits: Limits
  private var session: DecodingSession
  private let model: UnsafeMutablePointer<Root>
  private var hasModel = false

  init(_ decoding: ModelDecoding<Root>, limits: Limits) {
    self.decoding = decoding
    self.limits = limits
    session = DecodingSession(decoding.decoder.options, limits: limits)
    unsafe model = .allocate(capacity: 1)
  }

  deinit {
    clear()
    unsafe model.deallocate()
  }

  /// A framer for bytes that come one after the other.
  func makeFramer() -> LineFramer {
    unsafe LineFramer(limit: limits.clamped.record, index: session.makeIndex())
  }

  /// A framer for bytes that are all there, and outlive it.
  func makeFramer(borrowing bytes: UnsafePointer<UInt8>, _ count: Int) -> LineFramer {
    unsafe LineFramer(borrowing: bytes, count, limit: limits.clamped.record, index: session.makeIndex())
  }

  private func clear() {
    if hasModel { unsafe model.deinitialize(count: 1) }
    hasModel = false
  }

  /// Decodes a record.
  func read(
    _ bytes: Span<UInt8>, _ indexed: IndexedRecord?, allowsByteOrderMark: Bool
  ) -> YajlSource.Outcome {
    clear()
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      do throws(RecordFailure) {
        unsafe try session.load(buffer, indexed, allowsByteOrderMark: allowsByteOrderMark)
      } catch {
        return .failed(error)
      }
      defer {
        if !session.finish() {
          session = DecodingSession(decoding.decoder.options, limits: limits)
        }
      }
      do {
        unsafe model.initialize(to: try decoding.decode(session))
        hasModel = true
        return .complete
      } catch {
        return .failed(session.failure(error, in: bytes))
      }
    }
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
