/// The probable framing or encoding of an input that was read as something else.
package enum InputHint: Hashable, Sendable {
  case array
  case document
  case concatenated
  case sequence
  /// Text in another encoding, named as in iconv.
  case encoding(String)
  /// A byte order mark that is not at the beginning.
  case byteOrderMark
  case carriageReturns

  /// The problem and its remedy for users of the library.
  var text: String {
    switch self {
    case .array: "\(problem): read it with the framing .array()"
    case .document: "\(problem): read it with the framing .document"
    case .concatenated: "\(problem): read it with the framing .concatenated"
    case .sequence: "\(problem): read it with the framing .sequence"
    case .encoding, .byteOrderMark, .carriageReturns: "\(problem): \(remedy)"
    }
  }

  /// The problem.
  package var problem: String {
    switch self {
    case .array: "this looks like one JSON array"
    case .document: "this looks like one JSON text over many lines"
    case .concatenated: "this looks like several JSON texts that are not one per line"
    case .sequence: "this looks like a JSON text sequence (RFC 7464)"
    case .encoding(let name): "this looks like \(name.prefix(6))"
    case .byteOrderMark: "a byte order mark is allowed only at the beginning of the input"
    case .carriageReturns: "lines seem to end in a lone carriage return (CR)"
    }
  }

  /// The remedy for the text itself. Empty if only the framing is wrong.
  package var remedy: String {
    switch self {
    case .array, .document, .concatenated, .sequence: ""
    case .encoding(let name): "convert it to UTF-8, e.g. with iconv -f \(name) -t UTF-8"
    case .byteOrderMark: "remove it"
    case .carriageReturns: #"convert them to line feeds (LF), e.g. with tr '\r' '\n'"#
    }
  }
}

extension InputHint {
  /// Detects UTF-16 or UTF-32 from the first bytes of a text. Nil if neither is detected.
  ///
  /// Without a byte order mark, zero bytes around the first character decide, because JSON begins with an ASCII
  /// character.
  init?(encodingOf text: Span<UInt8>) {
    func has(_ bytes: UInt8...) -> Bool { text.starts(with: bytes) }
    if has(0xFF, 0xFE, 0, 0) || has(0, 0, 0xFE, 0xFF) {
      self = .encoding("UTF-32")
    } else if has(0xFF, 0xFE) || has(0xFE, 0xFF) {
      self = .encoding("UTF-16")
    } else if has(0, 0, 0), text.count > 3, text[3] != 0 {
      self = .encoding("UTF-32BE")
    } else if text.count > 1, text[0] == 0, text[1] != 0, text[1] < 0x80 {
      self = .encoding("UTF-16BE")
    } else if text.count > 1, text[0] != 0, text[0] < 0x80, text[1] == 0 {
      let isWide = text.count > 3 && text[2] == 0 && text[3] == 0
      self = .encoding(isWide ? "UTF-32LE" : "UTF-16LE")
    } else {
      return nil
    }
  }

  /// Detects the encoding of a text that is read in pieces. Only the bytes up to the first malformed one are used, so
  /// that the hint does not depend on the size of the pieces. UTF-32 is detected as UTF-16.
  ///
  /// - Parameters:
  ///   - text: the text from its beginning, at least up to `offset`.
  ///   - offset: the offset of the first malformed byte.
  init?(encodingOf text: Span<UInt8>, wrongAt offset: Int) {
    guard offset < min(text.count, 2) else { return nil }
    switch (offset, text[0], text[offset]) {
    case (0, 0xFE...0xFF, _): self = .encoding("UTF-16")
    case (0, 0, _): self = .encoding("UTF-16BE")
    case (1, 0x01..<0x80, 0): self = .encoding("UTF-16LE")
    default: return nil
    }
  }
}
