#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// SAFETY: what a session borrows stays in place until the record is finished, within the call.
extension StreamDecoder {
  /// Decodes one document.
  ///
  /// - Parameters:
  ///   - type: the type to decode.
  ///   - bytes: one JSON text in UTF-8. White space around it and a byte order mark before it are skipped.
  /// - Throws: `DecodingError`, as `JSONDecoder` does, or any error that the type itself throws. For invalid JSON,
  ///   `dataCorrupted`. Its underlying error is a ``MappingError`` with the location.
  /// - Complexity: O(n) in the length of the text, plus the cost of the type's own code.
  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: Span<UInt8>) throws -> Value {
    let snapshot = snapshot
    if snapshot.options.allowsJSON5 { return try decode(type, from: Data(copying: bytes)) }
    return try withSession(snapshot, reading: bytes, rejecting: DecodingError.init(rejecting:)) { session in
      try session.decode(type)
    }
  }

  /// Decodes one document from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: some Collection<UInt8>
  ) throws -> Value {
    try bytes.withSpan { bytes in try decode(type, from: bytes) }
  }

  /// Decodes one document from text.
  @inlinable
  public func decode<Value: Decodable>(_ type: Value.Type, from text: some StringProtocol) throws -> Value {
    try decode(type, from: text.utf8)
  }

  /// Decodes a document with a session, or with Foundation's decoder if the document may be JSON5.
  @inline(__always)
  func decode<Value>(
    from data: Data, _ body: (DecodingSession) throws -> Value, json5: (JSONDecoder) throws -> Value
  ) throws -> Value {
    let snapshot = snapshot
    if snapshot.options.allowsJSON5 { return try json5(JSONDecoder(snapshot.options)) }
    let value = try withText(of: data) { text in
      try withSession(snapshot, reading: text, rejecting: DecodingError.init(rejecting:), body)
    }
    guard let value else { throw DecodingError.corrupted([], "The given data was not valid JSON.") }
    return value
  }

  /// Calls `body` with the text of `data` as UTF-8. Returns nil if the data is invalid in its encoding.
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

  /// Loads one document into a session, and calls `body` with the session. If it is invalid, loads it again without
  /// trailing commas.
  ///
  /// - Parameter rejecting: creates the error for invalid JSON.
  @inline(__always)
  func withSession<Result>(
    _ snapshot: Snapshot<DecodingOptions>, reading bytes: Span<UInt8>,
    rejecting: (MappingError) -> any Error, _ body: (DecodingSession) throws -> Result
  ) throws -> Result {
    if snapshot.options.assumesTopLevelDictionary, let braced = BracedText(bytes) {
      return try withSession(
        snapshot, loading: braced.bytes.span, of: braced.bytes.span, at: braced.offset, rejecting: rejecting,
        body)
    }
    return try withSession(snapshot, loading: bytes, of: bytes, at: 0, rejecting: rejecting, body)
  }

  /// - Parameters:
  ///   - bytes: the bytes to load.
  ///   - text: the same bytes, for errors. They may have commas that have been replaced in `bytes`.
  ///   - offset: the offset of the bytes in the document.
  @inline(__always)
  private func withSession<Result>(
    _ snapshot: Snapshot<DecodingOptions>, loading bytes: Span<UInt8>, of text: Span<UInt8>, at offset: Int,
    rejecting: (MappingError) -> any Error, _ body: (DecodingSession) throws -> Result
  ) throws -> Result {
    let sessions = snapshot.options.sessions
    let session = sessions.take() ?? DecodingSession(snapshot, limits: snapshot.options.documentLimits)
    session.set(snapshot)
    // SAFETY: the record is finished before the bytes become invalid.
    return unsafe try bytes.withUnsafeBufferPointer { buffer in
      defer {
        if session.finish() { sessions.put(session) }
      }
      do throws(RecordFailure) {
        unsafe try session.load(buffer, nil, allowsByteOrderMark: true)
      } catch {
        return try withSession(
          snapshot, loadingAgain: text, as: bytes, at: offset, after: error, rejecting: rejecting, body)
      }
      return try body(session)
    }
  }

  /// Loads a document again with its trailing commas removed, and calls `body` with the session. Throws the failure if it
  /// has another cause.
  @inline(never)
  private func withSession<Result>(
    _ snapshot: Snapshot<DecodingOptions>, loadingAgain text: Span<UInt8>, as bytes: Span<UInt8>,
    at offset: Int, after failure: RecordFailure, rejecting: (MappingError) -> any Error,
    _ body: (DecodingSession) throws -> Result
  ) throws -> Result {
    if failure.kind == .syntax, failure.offset < bytes.count, ASCII.isClosing(bytes[failure.offset]) {
      let repair = RecordRepair(bytes, .trailingCommas)
      if repair.isChanged {
        return try withSession(
          snapshot, loading: repair.output.span, of: text, at: offset, rejecting: rejecting, body)
      }
    }
    throw rejecting(failure.error(in: text, recordOffset: offset))
  }
}

extension DecodingError {
  /// Creates the error for text that is not JSON, or that exceeds a limit.
  init(rejecting error: MappingError) {
    let isOverLimit = error.kind.isLimit
    self = .corrupted(
      [], isOverLimit ? error.description : "The given data was not valid JSON.", underlying: error)
  }
}

/// The encoding of a text that is not UTF-8. It is detected from a byte order mark, or as in RFC 4627, section 3: the
/// first two characters are ASCII, so the zeros among the first four bytes determine the encoding.
struct WideEncoding {
  let encoding: String.Encoding
  let markCount: Int

  /// Returns nil for UTF-8.
  init?(of bytes: Span<UInt8>) {
    // Nearly every text begins with two characters of ASCII.
    if bytes.count >= 4, bytes[0] &- 1 < 0x7F, bytes[1] &- 1 < 0x7F, bytes[2] != 0 || bytes[3] != 0 {
      return nil
    }
    let first = (0..<min(4, bytes.count)).map { bytes[$0] }
    let zeros = first.map { $0 == 0 }
    switch first {
    case [0, 0, 0xFE, 0xFF]: (encoding, markCount) = (.utf32BigEndian, 4)
    // `JSONDecoder` accepts only the second of these marks.
    case [0xFF, 0xFE, 0, 0], [0xFE, 0xFF, 0, 0]: (encoding, markCount) = (.utf32LittleEndian, 4)
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

  /// Returns the text, or nil if it is invalid in the encoding or has a second mark.
  func text(of data: Data) -> String? {
    guard let text = String(data: data.dropFirst(markCount), encoding: encoding),
      !text.utf8.starts(with: ASCII.byteOrderMark)
    else { return nil }
    return text
  }
}

extension StreamDecoder {
  /// Decodes JSON Lines in memory. The bytes are read in place.
  ///
  /// - Parameters:
  ///   - type: the type of a record.
  ///   - text: the lines, as for ``JSONLines``.
  ///   - onError: the policy for bad records.
  ///   - body: receives each model and the location of its record.
  /// - Throws: ``MappingError`` for a bad record, unless bad records are skipped. Rethrows any error of the closure,
  ///   which ends the reading. Throws ``MappingError/Kind/cancelled`` if the calling task is cancelled.
  /// - Complexity: O(n) in the length of the text.
  public func decodeLines<Model: Decodable & SendableMetatype>(
    _ type: Model.Type, in text: Span<UInt8>, onError: ErrorPolicy = .stop,
    _ body: (borrowing Model, RecordLocation) throws -> Void
  ) throws {
    try ModelReader(ModelDecoding<Model>(self)).readLines(in: text, onError: onError, body)
  }

  /// Decodes JSON Lines from a collection of bytes. Bytes that are not contiguous in memory are copied once.
  @inlinable
  public func decodeLines<Model: Decodable & SendableMetatype>(
    _ type: Model.Type, in text: some Collection<UInt8>, onError: ErrorPolicy = .stop,
    _ body: (borrowing Model, RecordLocation) throws -> Void
  ) throws {
    try text.withSpan { bytes in try decodeLines(type, in: bytes, onError: onError, body) }
  }

  /// Decodes JSON Lines from text.
  @inlinable
  public func decodeLines<Model: Decodable & SendableMetatype>(
    _ type: Model.Type, in text: some StringProtocol, onError: ErrorPolicy = .stop,
    _ body: (borrowing Model, RecordLocation) throws -> Void
  ) throws {
    try decodeLines(type, in: text.utf8, onError: onError, body)
  }
}

/// The text of a document whose braces are missing, with braces around it.
struct BracedText {
  let bytes: [UInt8]
  /// The offset of `bytes` in the document. It is -1 if the document has no byte order mark.
  let offset: Int

  /// Returns nil if the document has its own braces, because it begins with one.
  init?(_ document: Span<UInt8>) {
    let start = document.starts(with: ASCII.byteOrderMark) ? ASCII.byteOrderMark.count : 0
    let first = document.endOfWhitespace(from: start)
    if first < document.count, document[first] == ASCII.openBrace { return nil }
    offset = start - 1
    var text = [ASCII.openBrace]
    text.reserveCapacity(document.count - start + 2)
    text.append(document.extracting(start...))
    text.append(ASCII.closeBrace)
    bytes = text
  }
}
