#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StreamEncoder {
  /// Encodes a value as JSON text.
  ///
  /// - Throws: `EncodingError.invalidValue`, as `JSONEncoder` does: for an infinite number or NaN without a
  ///   ``nonConformingFloatEncodingStrategy`` for it, for a value that encodes nothing, and for containers nested
  ///   deeper than 511 levels. Rethrows any error of the type itself.
  /// - Complexity: O(n) in the bytes of the text, plus the cost of the type's own code. Sorting takes more.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try withSession { session in
      try session.encode(value) { Data(copying: $0) }
    }
  }

  /// Encodes a value as JSON text, with a configuration.
  ///
  /// - Throws: the errors of ``encode(_:)``.
  public func encode<Value: EncodableWithConfiguration>(
    _ value: Value, configuration: Value.EncodingConfiguration
  ) throws -> Data {
    try withSession { session in
      try session.encode(value) { place in
        try value.encode(to: place, configuration: configuration)
      } _: {
        Data(copying: $0)
      }
    }
  }

  /// Appends the JSON text of a value to `output`.
  ///
  /// - Throws: the errors of ``encode(_:)``. Then nothing is appended.
  public func encode<Value: Encodable>(_ value: Value, into output: inout [UInt8]) throws {
    try withSession { session in
      try session.encode(value) { output.append($0) }
    }
  }

  /// Writes a value with a writer. The encoder's formatting applies, not the writer's style.
  ///
  /// - Throws: the errors of ``encode(_:)``. Then nothing is written.
  public func encode<Value: Encodable>(_ value: Value, to json: inout JSONWriter) throws {
    try withSession { session in
      try session.encode(value) { json.raw($0) }
    }
  }
}
