import Foundation

// SAFETY: what is lent to a session stays where it is until the record is finished, within the call.
extension StreamDecoder {
  /// Decodes one document.
  ///
  /// - Parameters:
  ///   - type: what it is decoded into.
  ///   - bytes: one JSON text in UTF-8; white space around it and a byte order mark before it are passed over.
  /// - Throws: `DecodingError`, as `JSONDecoder` does; or what the type itself throws. For a text that is
  ///   no JSON, `dataCorrupted`, with the ``MappingError`` that says where as its underlying error.
  /// - Complexity: O(n) in the length of the text, and what the type does.
  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: Span<UInt8>) throws -> Value {
    try withSession(
      reading: bytes,
      refusing: { DecodingError.corrupted([], "The given data was not valid JSON.", underlying: $0) }
    ) { session in try session.decode(type) }
  }

  /// Decodes one document, in UTF-8, or in UTF-16 or UTF-32, as RFC 4627 tells them apart.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    guard let value = try withText(of: data, { text in try decode(type, from: text) }) else {
      throw DecodingError.corrupted([], "The given data was not valid JSON.")
    }
    return value
  }

  /// Passes the UTF-8 text of data in any encoding to a closure. Returns nil if the data is not in its encoding.
  @inline(__always)
  func withText<Result>(of data: Data, _ body: (Span<UInt8>) throws -> Result) rethrows -> Result? {
    // SAFETY: the bytes are valid during the call.
    unsafe try data.withUnsafeBytes { bytes in
      let utf8 = unsafe Span(_unsafeElements: bytes.assumingMemoryBound(to: UInt8.self))
      guard let encoding = WideEncoding(of: utf8) else { return try body(utf8) }
      guard let text = encoding.text(of: data) else { return nil }
      return try body(Array(text.utf8).span)
    }
  }

  /// Has a session read one document, and passes it to a closure.
  ///
  /// - Parameter refusing: makes the error for a text that is no JSON.
  @inline(__always)
  func withSession<Result>(
    reading bytes: Span<UInt8>, refusing: (MappingError) -> any Error,
    _ body: (DecodingSession) throws -> Result
  ) throws -> Result {
    let session = sessions.take() ?? DecodingSession(options, limits: limits)
    session.set(options)
    // SAFETY: the record is finished before the bytes go.
    return unsafe try bytes.withUnsafeBufferPointer { buffer in
      defer {
        if session.finish() { sessions.put(session) }
      }
      do throws(RecordFailure) {
        unsafe try session.load(buffer, nil, allowsByteOrderMark: true)
      } catch {
        throw refusing(error.error(in: bytes))
      }
      return try body(session)
    }
  }
}

/// The encodings that a text may have instead of UTF-8, by RFC 4627, section 3: its first two characters
/// are ASCII, so that the zeros among the first four bytes tell; and by a byte order mark.
struct WideEncoding {
  let encoding: String.Encoding
  let markCount: Int

  /// Nil for UTF-8.
  init?(of bytes: Span<UInt8>) {
    let first = (0..<min(4, bytes.count)).map { bytes[$0] }
    let zeros = first.map { $0 == 0 }
    switch first {
    case [0, 0, 0xFE, 0xFF]: (encoding, markCount) = (.utf32BigEndian, 4)
    case [0xFF, 0xFE, 0, 0]: (encoding, markCount) = (.utf32LittleEndian, 4)
    case let first where first.starts(with: [0xFE, 0xFF]): (encoding, markCount) = (.utf16BigEndian, 2)
    case let first where first.starts(with: [0xFF, 0xFE]): (encoding, markCount) = (.utf16LittleEndian, 2)
    default:
      switch zeros {
      case [true, true, true, false]: encoding = .utf32BigEndian
      case [false, true, true, true]: encoding = .utf32LittleEndian
      case [true, false, true, false], [true, false]: encoding = .utf16BigEndian
      case [false, true, false, true], [false, true]: encoding = .utf16LittleEndian
      default: return nil
      }
      markCount = 0
    }
  }

  func text(of data: Data) -> String? {
    String(data: data.dropFirst(markCount), encoding: encoding)
  }
}

extension StreamDecoder {
  /// Decodes JSON Lines that are in memory. The fastest way there is: the bytes are read where they stand.
  ///
  /// - Parameters:
  ///   - type: what a record is decoded into.
  ///   - text: the lines, as ``JSONLines`` takes them.
  ///   - onError: what is done with a bad record.
  ///   - body: gets each model, and its record's place.
  /// - Throws: ``MappingError`` for a bad record unless they are skipped; whatever the closure throws, which
  ///   ends the reading.
  /// - Complexity: O(n) in the length of the text.
  public func decodeLines<Model: Decodable & SendableMetatype>(
    _ type: Model.Type, in text: Span<UInt8>, onError: ErrorPolicy = .stop,
    _ body: (borrowing Model, RecordLocation) throws -> Void
  ) throws {
    // SAFETY: the framer does not outlive the closure that lends the bytes.
    unsafe try text.withUnsafeBufferPointer { buffer in
      guard let bytes = buffer.baseAddress else { return }
      let reader = ModelReader(ModelDecoding<Model>(self), limits: limits)
      let counter = RecordCounter(onError: onError)
      let framer = unsafe reader.makeFramer(borrowing: bytes, buffer.count)
      while let place = try counter.next(of: framer, by: reader) {
        try reader.show { model in try body(model, place) }
      }
    }
  }
}
