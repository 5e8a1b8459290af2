extension RawJSON: TransformSource {
  /// It can be any value.
  public static var _takesAny: Bool { true }

  /// Copies the text.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> RawJSON {
    // SAFETY: the text is valid JSON, and its bytes are valid during the call.
    unsafe RawJSON(compacting: Span(_unsafeStart: literal.literal.bytes, count: literal.literal.count))
  }
}

extension JSONValue: TransformSource {
  /// It can be any value.
  public static var _takesAny: Bool { true }

  /// Reads the text.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> JSONValue {
    let text = unsafe Span(_unsafeStart: literal.literal.bytes, count: literal.literal.count)
    guard let value = JSONValue(validated: text) else { throw _LiteralFailure(kind: .depthLimit) }
    return value
  }
}
