import Testing

/// A difficult record and its expected result, given by hand. The oracle, the library and the program are tested
/// against it.
struct Fixture: Sendable, CustomTestStringConvertible {
  enum Verdict: Sendable {
    case accepted
    /// `path` is given only if it matters.
    case rejected(ReferenceError.Kind, offset: Int, path: String?)
  }

  var name: String
  var bytes: [UInt8]
  var verdict: Verdict
  /// The row number, to find a failing fixture.
  var location: SourceLocation

  var testDescription: String { name }

  /// A valid record. `<EF>` in the text stands for the byte 0xEF.
  static func good(_ name: String, _ text: String, location: SourceLocation = #_sourceLocation) -> Fixture {
    Fixture(name: name, bytes: parseText(text).bytes, verdict: .accepted, location: location)
  }

  /// A malformed record, with `¦` before the first wrong byte. A truncated record ends with it.
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
  /// Repeats the text, for deep nesting and long tokens.
  func times(_ count: Int) -> String { String(repeating: self, count: count) }
}
