extension RawJSON: _TransformSource {
  /// True, because it can be any value.
  public static var _takesAny: Bool { true }

  /// Copies the text of the value.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> RawJSON {
    literal.literal.withText { RawJSON(compacting: $0) }
  }
}

extension JSONValue: _TransformSource {
  /// True, because it can be any value.
  public static var _takesAny: Bool { true }

  /// Reads the tree.
  public static func _read(_ literal: _Literal) throws(_LiteralFailure) -> JSONValue {
    guard let value = literal.literal.withText({ JSONValue(validated: $0) }) else {
      throw _LiteralFailure(kind: .depthLimit)
    }
    return value
  }
}
