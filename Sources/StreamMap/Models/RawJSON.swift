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
  /// Appends the compact text.
  ///
  /// - Complexity: O(n).
  static func append(_ json: Span<UInt8>, to output: inout [UInt8]) {
    var index = 0
    while index < json.count {
      let byte = json[index]
      index += 1
      if ASCII.isWhitespace(byte) { continue }
      output.append(byte)
      guard byte == ASCII.quote else { continue }
      while true {
        let inner = json[index]
        output.append(inner)
        index += 1
        if inner == ASCII.quote { break }
        if inner == ASCII.backslash {
          output.append(json[index])
          index += 1
        }
      }
    }
  }
}
