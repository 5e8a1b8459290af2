// The standard types. The protocol has a separate method for each, so their decoding is not generic code: the caller's
// code selects the method by type.

extension KeyedMembers {
  func decode(_: Bool.Type, forKey key: Key) throws -> Bool { try value(key) { $0.bool($1) } }
  func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try optional(key) { $0.bool($1) } }
  func decode(_: String.Type, forKey key: Key) throws -> String { try value(key) { $0.string($1) } }
  func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? {
    try optional(key) { $0.string($1) }
  }
  func decode(_: Double.Type, forKey key: Key) throws -> Double {
    try value(key) { $0.double($1) ?? nonConforming($1) }
  }
  func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? {
    try optional(key) { $0.double($1) ?? nonConforming($1) }
  }
  func decode(_: Float.Type, forKey key: Key) throws -> Float {
    try value(key) { $0.float($1) ?? nonConforming($1) }
  }
  func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? {
    try optional(key) { $0.float($1) ?? nonConforming($1) }
  }
  func decode(_: Int.Type, forKey key: Key) throws -> Int { try value(key) { $0.integer($1) } }
  func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try optional(key) { $0.integer($1) } }
  func decode(_: Int8.Type, forKey key: Key) throws -> Int8 { try value(key) { $0.integer($1) } }
  func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? { try optional(key) { $0.integer($1) } }
  func decode(_: Int16.Type, forKey key: Key) throws -> Int16 { try value(key) { $0.integer($1) } }
  func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? {
    try optional(key) { $0.integer($1) }
  }
  func decode(_: Int32.Type, forKey key: Key) throws -> Int32 { try value(key) { $0.integer($1) } }
  func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? {
    try optional(key) { $0.integer($1) }
  }
  func decode(_: Int64.Type, forKey key: Key) throws -> Int64 { try value(key) { $0.integer($1) } }
  func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? {
    try optional(key) { $0.integer($1) }
  }
  func decode(_: Int128.Type, forKey key: Key) throws -> Int128 { try value(key) { $0.integer($1) } }
  func decodeIfPresent(_: Int128.Type, forKey key: Key) throws -> Int128? {
    try optional(key) { $0.integer($1) }
  }
  func decode(_: UInt.Type, forKey key: Key) throws -> UInt { try value(key) { $0.integer($1) } }
  func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? { try optional(key) { $0.integer($1) } }
  func decode(_: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(key) { $0.integer($1) } }
  func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try optional(key) { $0.integer($1) }
  }
  func decode(_: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(key) { $0.integer($1) } }
  func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try optional(key) { $0.integer($1) }
  }
  func decode(_: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(key) { $0.integer($1) } }
  func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try optional(key) { $0.integer($1) }
  }
  func decode(_: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(key) { $0.integer($1) } }
  func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try optional(key) { $0.integer($1) }
  }
  func decode(_: UInt128.Type, forKey key: Key) throws -> UInt128 { try value(key) { $0.integer($1) } }
  func decodeIfPresent(_: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try optional(key) { $0.integer($1) }
  }

  @inline(never)
  private func nonConforming<Value: BinaryFloatingPoint>(_ offset: Int) -> Value? {
    place.nonConforming(offset)
  }
}
