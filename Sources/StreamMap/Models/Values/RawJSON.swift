/// A value kept as its JSON text. Numbers keep their literal, strings their escapes, and objects every member. Only
/// white space outside strings is removed.
///
///     let point = RawJSON(bytes: Array(#"{"x":1,"y":2}"#.utf8))
public struct RawJSON: Sendable, Hashable {
  /// The text in UTF-8.
  public var bytes: [UInt8]

  /// Wraps JSON text without checking or changing it.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Creates the value `null`.
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

/// Copies valid JSON text without the white space outside its strings.
enum Compacting {
  /// Calls a closure with each run of the compact text.
  ///
  /// - Complexity: O(n).
  @inline(__always)
  static func forEachRun(_ json: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    var runStart = 0
    var cursor = RecordCursor()
    while cursor.offset < json.count {
      let byte = json[cursor.offset]
      if byte == ASCII.quote {
        _ = cursor.readText(in: json)
      } else {
        if ASCII.isWhitespace(byte) {
          if runStart < cursor.offset { body(json.extracting(runStart..<cursor.offset)) }
          runStart = cursor.offset + 1
        }
        cursor.offset += 1
      }
    }
    if runStart < json.count { body(json.extracting(runStart..<json.count)) }
  }
}

extension RawJSON: _TransformSource {
  /// True, because it can be any value.
  public static var _takesAny: Bool { true }

  /// Copies the text of the value.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> RawJSON {
    literal.literal.withText { RawJSON(compacting: $0) }
  }
}
