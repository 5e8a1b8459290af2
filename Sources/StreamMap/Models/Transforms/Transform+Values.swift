extension Transform
where Source: _ScalarValue, Value: RawRepresentable & SendableMetatype, Value.RawValue == Source {
  /// A raw-representable type by its raw value, as a base for other transforms. A field of such a type needs no
  /// transform.
  public static var rawValue: Transform<Source, Value> {
    Transform(
      "a raw value of \(Value.self)", decode: { Value(rawValue: $0) }, encode: { $0.rawValue })
  }
}

extension Transform where Source == String, Value: _ScalarValue & Numeric & CustomStringConvertible {
  /// A number in a string, or a JSON number. It is exact, and is written in a string.
  ///
  /// The string must be a number by JSON's grammar: `"1e3"`, but not `"+1"`, `" 1"`, `"0x1"` or `"NaN"`. `NaN` and the
  /// infinities are not written.
  public static var numberInString: Transform<String, Value> {
    Transform(
      Value._expectation, decode: { try Value.read(number: $0) },
      encode: { value in
        let text = value.description
        return JSONNumber(text) == nil ? nil : text
      },
      reading: { try $0.number(as: Value.self) })
  }
}

extension _ScalarValue {
  /// Reads a number's text. Throws if it is not a number or does not fit the type.
  fileprivate static func read(number text: String) throws(_LiteralFailure) -> Self {
    do throws(_LiteralFailure) {
      return try read(.number, text)
    } catch {
      throw error.kind == .syntax ? .invalidValue : error
    }
  }
}

extension Transform where Source == JSONNumber, Value == String {
  /// The text of a number or of a string. It is written as a number if it is one.
  public static var numberText: Transform<JSONNumber, String> {
    Transform(
      "a number", decode: { $0.literal }, encode: { JSONNumber($0) },
      reading: { literal in
        literal.literal.kind == .string ? try String._read(literal) : try JSONNumber._read(literal).literal
      })
  }
}

extension JSONNumber {
  /// Creates a number from its text. Returns nil if the text is not a number by RFC 8259's grammar.
  public init?(_ text: String) {
    guard let number = try? JSONNumber.read(.number, text) else { return nil }
    self = number
  }
}
