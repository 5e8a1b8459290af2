/// A value kept as its JSON text: numbers keep their literal, strings their
/// escapes, objects every member; only white space outside strings is left out.
public struct RawJSON: Sendable, Hashable {
  /// The text, in UTF-8.
  public var bytes: [UInt8]

  /// Wraps JSON text that is taken as it is.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// `null`.
  public init() {
    self.bytes = Array("null".utf8)
  }

  /// The text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension RawJSON: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}

/// Copies a valid JSON text without the white space outside its strings.
enum Compacting {
  /// Appends the compact text, run by run.
  ///
  /// - Complexity: O(n).
  static func append(_ json: Span<UInt8>, to output: inout [UInt8]) {
    var runStart = 0
    var index = 0
    while index < json.count {
      let byte = json[index]
      if byte == ASCII.quote {
        index = endOfString(json, from: index)
      } else if ASCII.isWhitespace(byte) {
        output.append(json.extracting(runStart..<index))
        index += 1
        runStart = index
      } else {
        index += 1
      }
    }
    output.append(json.extracting(runStart..<index))
  }

  /// The index behind the quote that ends the string.
  private static func endOfString(_ json: Span<UInt8>, from start: Int) -> Int {
    var index = json.endOfPlainText(from: start + 1)
    while json[index] == ASCII.backslash { index = json.endOfPlainText(from: index + 2) }
    return index + 1
  }
}
