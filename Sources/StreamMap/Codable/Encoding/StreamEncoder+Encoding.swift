#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension StreamEncoder {
  /// A value as JSON text.
  ///
  /// - Throws: `EncodingError.invalidValue`, as `JSONEncoder` does: for a number that is infinite or none, unless
  ///   ``nonConformingFloatEncodingStrategy`` says what stands for it, for a value that encodes nothing, and for
  ///   containers that nest deeper than 511 levels; or what the type itself throws.
  /// - Complexity: O(n) in the bytes of the text, and what the type does; sorting takes more.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try withSession { session in
      try session.encode(value) { Data(copying: $0) }
    }
  }

  /// A value as JSON text, by a configuration.
  ///
  /// - Throws: as ``encode(_:)``.
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

  /// Appends a value's JSON text to bytes.
  ///
  /// - Throws: as ``encode(_:)``, and then nothing is appended.
  public func encode<Value: Encodable>(_ value: Value, into output: inout [UInt8]) throws {
    try withSession { session in
      try session.encode(value) { output.append($0) }
    }
  }

  /// Writes a value behind what a writer has written before. The encoder's formatting counts, not the writer's
  /// style.
  ///
  /// - Throws: as ``encode(_:)``, and then nothing is written.
  public func encode<Value: Encodable>(_ value: Value, to json: inout JSONWriter) throws {
    try withSession { session in
      try session.encode(value) { json.raw($0) }
    }
  }
}
