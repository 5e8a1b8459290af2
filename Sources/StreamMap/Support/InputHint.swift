/// What an input seems to be, where it was read as something else.
package enum InputHint: Hashable, Sendable {
  case array
  case document
  case concatenated
  case sequence
  /// Text of another encoding, by the name that iconv has for it.
  case encoding(String)
  /// A byte order mark that is not at the beginning.
  case byteOrderMark
  case carriageReturns

  /// What it is and what can be done about it, for whoever calls the library.
  var text: String {
    switch self {
    case .array: "\(problem): read it with the framing .array()"
    case .document: "\(problem): read it with the framing .document"
    case .concatenated: "\(problem): read it with the framing .concatenated"
    case .sequence: "\(problem): read it with the framing .sequence"
    case .encoding, .byteOrderMark, .carriageReturns: "\(problem): \(remedy)"
    }
  }

  /// What it is.
  package var problem: String {
    switch self {
    case .array: "this looks like one JSON array"
    case .document: "this looks like one JSON text over many lines"
    case .concatenated: "this looks like several JSON texts that do not stand one a line"
    case .sequence: "this looks like a JSON text sequence (RFC 7464)"
    case .encoding(let name): "this looks like \(name.prefix(6))"
    case .byteOrderMark: "a byte order mark stands here, and not at the beginning of the input"
    case .carriageReturns: "lines seem to end in a lone carriage return (CR)"
    }
  }

  /// What can be done about the text itself; nothing about how records stand in it.
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
  /// The encoding of a text, if its first bytes show that it is UTF-16 or UTF-32.
  ///
  /// Without a byte order mark, zeros beside the first character do: it is an ASCII character in JSON.
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

  /// The encoding of a text that is read in pieces, by its first bytes up to the one that is wrong, so that the hint does
  /// not depend on the size of the pieces. UTF-32 is taken for UTF-16.
  ///
  /// - Parameters:
  ///   - text: the text from its beginning, at least up to `offset`.
  ///   - offset: the offset of the first wrong byte.
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
