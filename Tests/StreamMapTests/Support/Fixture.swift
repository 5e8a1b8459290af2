import Testing

/// One tricky record and its verdict, fixed by hand: what the oracle, the library and the program are all held to.
struct Fixture: Sendable, CustomTestStringConvertible {
  enum Verdict: Sendable {
    case accepted
    /// `path` is given where it tells something.
    case rejected(ReferenceError.Kind, offset: Int, path: String?)
  }

  var name: String
  var bytes: [UInt8]
  var verdict: Verdict
  /// The row, so that a failing one can be found.
  var location: SourceLocation

  var testDescription: String { name }

  /// A record to accept. `<EF>` in the text stands for the byte 0xEF.
  static func good(_ name: String, _ text: String, location: SourceLocation = #_sourceLocation) -> Fixture {
    Fixture(name: name, bytes: parseText(text).bytes, verdict: .accepted, location: location)
  }

  /// A record to reject at the byte that the `¦` in the text stands before; truncated ones end with it.
  static func bad(
    _ name: String, _ text: String, _ kind: ReferenceError.Kind, path: String? = nil,
    location: SourceLocation = #_sourceLocation
  ) -> Fixture {
    let (bytes, mark) = parseText(text)
    let verdict = Verdict.rejected(kind, offset: mark ?? -1, path: path)
    return Fixture(name: name, bytes: bytes, verdict: verdict, location: location)
  }

  private static func parseText(_ text: String) -> (bytes: [UInt8], mark: Int?) {
    var bytes: [UInt8] = []
    var mark: Int?
    var rest = Substring(text).utf8
    let markBytes = Array("¦".utf8)
    while let byte = rest.first {
      let hex = rest.dropFirst().prefix(2)
      if rest.starts(with: markBytes) {
        mark = bytes.count
        rest = rest.dropFirst(markBytes.count)
      } else if byte == UInt8(ascii: "<"), rest.dropFirst(3).first == UInt8(ascii: ">"),
        let value = UInt8(String(decoding: hex, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(4)
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    return (bytes, mark)
  }

  /// Every fixture.
  static let all: [Fixture] = structure + space + numbers + literals + strings + escapes + encodings + limits
}

extension String {
  /// The text again and again: for towers of brackets and long tokens.
  func times(_ count: Int) -> String { String(repeating: self, count: count) }
}
