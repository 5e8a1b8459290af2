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
    unsafe try bytes.withUnsafeBufferPointer { unsafe try decode(type, $0) }
  }

  /// Decodes one document.
  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try decode(type, from: bytes.span)
  }

  /// Decodes one document.
  public func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
    var text = text
    return try text.withUTF8 { unsafe try decode(type, $0) }
  }

  /// Decodes one document, in UTF-8, or in UTF-16 or UTF-32, as RFC 4627 tells them apart.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    unsafe try data.withUnsafeBytes { bytes in
      let utf8 = unsafe bytes.assumingMemoryBound(to: UInt8.self)
      guard let encoding = unsafe WideEncoding(of: utf8) else { return unsafe try decode(type, utf8) }
      guard let text = encoding.text(of: data) else {
        throw DecodingError.corrupted([], "The given data was not valid JSON.")
      }
      return try decode(type, from: text)
    }
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ bytes: UnsafeBufferPointer<UInt8>) throws
    -> Value
  {
    let session = sessions.take() ?? DecodingSession(options, limits: limits)
    session.set(options)
    defer {
      if session.finish() { sessions.put(session) }
    }
    do throws(RecordFailure) {
      unsafe try session.load(bytes, nil, allowsByteOrderMark: true)
    } catch {
      let place = unsafe error.error(in: Span(_unsafeElements: bytes))
      throw DecodingError.corrupted([], "The given data was not valid JSON.", underlying: place)
    }
    return try session.decode(type)
  }
}

/// The encodings that a text may have instead of UTF-8, by RFC 4627, section 3: its first two characters
/// are ASCII, so that the zeros among the first four bytes tell; and by a byte order mark.
struct WideEncoding {
  let encoding: String.Encoding
  let markCount: Int

  /// Nil for UTF-8.
  init?(of bytes: UnsafeBufferPointer<UInt8>) {
    let zeros = unsafe bytes.prefix(4).map { $0 == 0 }
    switch unsafe Array(bytes.prefix(4)) {
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
