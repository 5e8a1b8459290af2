extension DecodingSession {
  /// What a record's model threw, with its place.
  func failure(_ error: any Error, in bytes: Span<UInt8>) -> RecordFailure {
    let known = refusal.flatMap { $0.isTold(by: error) ? $0 : nil }
    if let refusal = error as? RecordRefusal ?? known {
      let found = refusal.kind == .refused ? String(describing: refusal.reason) : nil
      return failure(
        refusal.kind, refusal.path, from: refusal.anchor, expected: refusal.expected, found, refusal.reason,
        bytes
      )
    }
    guard let error = error as? DecodingError else {
      return failure(.refused, [], expected: "", String(describing: error), error, bytes)
    }
    switch error {
    case .typeMismatch(let type, let context):
      return failure(.typeMismatch, context.codingPath, expected: "\(type)", nil, error, bytes)
    case .valueNotFound(let type, let context):
      return failure(.unexpectedNull, context.codingPath, expected: "\(type)", nil, error, bytes)
    case .keyNotFound(let key, let context):
      return failure(.missing, context.codingPath + [key], expected: "a value", nil, error, bytes)
    case .dataCorrupted(let context):
      let kind = context.underlyingError.flatMap { ($0 as? NumberRefusal)?.kind } ?? .refused
      return failure(
        kind, context.codingPath, expected: "a number of the type", context.debugDescription, error, bytes)
    @unknown default:
      return failure(.refused, [], expected: "", String(describing: error), error, bytes)
    }
  }

  private func failure(
    _ kind: MappingError.Kind, _ path: [any CodingKey], from anchor: RecordRefusal.Anchor? = nil,
    expected: String, _ found: String?, _ underlying: any Error, _ bytes: Span<UInt8>
  ) -> RecordFailure {
    let offset = offset(of: path, from: anchor)
    var failure = RecordFailure(
      kind, at: offset - recordStart, path: PathText(path).description, expected: expected,
      found: found ?? self.found(at: offset), text: bytes)
    failure.underlying = underlying
    return failure
  }

  /// Where the value of a path begins, or, if there is none, where the last container that there is on
  /// the way to it ends.
  private func offset(of path: [any CodingKey], from anchor: RecordRefusal.Anchor?) -> Int {
    var offset = unsafe anchor?.offset ?? record.skipSpace(record.pointee.start)
    for (depth, key) in path.enumerated().dropFirst(anchor?.depth ?? 0) {
      switch unsafe record.byte(offset) {
      case ASCII.openBracket:
        var element = unsafe record.firstElement(ofArrayAt: offset)
        var left = key.intValue ?? 0
        while left > 0, unsafe record.byte(element) != ASCII.closeBracket {
          element = unsafe record.element(after: element)
          left -= 1
        }
        offset = element
        if unsafe record.byte(offset) == ASCII.closeBracket { return offset }
      case ASCII.openBrace:
        guard let value = member(key, of: offset, path.prefix(depth)) else {
          return unsafe record.end(ofValueAt: offset) - 1
        }
        offset = value
      default: return offset
      }
    }
    return offset
  }

  private func member(_ key: any CodingKey, of object: Int, _ path: some Sequence<any CodingKey>) -> Int? {
    var offset = object + 1
    while let name = unsafe record.name(from: offset) {
      // The keys of dictionaries are never converted.
      if name.text == key.stringValue || options.converted(name.text, Array(path)) == key.stringValue {
        return name.value
      }
      offset = unsafe record.end(ofValueAt: name.value)
    }
    return nil
  }

  private func found(at offset: Int) -> String {
    switch unsafe record.byte(offset) {
    case ASCII.openBrace: "an object"
    case ASCII.openBracket: "an array"
    case ASCII.closeBracket: "the end of the array"
    case ASCII.closeBrace: "the end of the object"
    case ASCII.quote: "a string"
    case ASCII.lowerT: "true"
    case ASCII.lowerF: "false"
    case ASCII.lowerN: "null"
    default: "a number"
    }
  }
}

extension PathText {
  /// A coding path of this library's decoder.
  package init(_ path: [any CodingKey]) {
    self.init()
    append(path)
  }

  /// Goes on with a coding path of this library's decoder.
  package mutating func append(_ path: [any CodingKey]) {
    for key in path {
      if let index = key.intValue, key is PathKey {
        append(index: index)
      } else {
        append(name: key.stringValue)
      }
    }
  }
}

/// Why a number is not of a type; the underlying error of what is thrown.
struct NumberRefusal: Error {
  let kind: MappingError.Kind

  init(_ text: String, _ type: any Any.Type) {
    let isInteger = type is any FixedWidthInteger.Type
    var text = text
    // SAFETY: the bytes are valid during the call.
    let failure = text.withUTF8 { bytes -> NumberText.Failure? in
      guard isInteger, let start = bytes.baseAddress else { return nil }
      do throws(NumberText.Failure) {
        let _: Int128 = unsafe try NumberText.exactInteger(start, bytes.count, .exact)
        return nil
      } catch {
        return error
      }
    }
    kind = failure == .notAnInteger ? .notAnInteger : .outOfRange
  }
}
