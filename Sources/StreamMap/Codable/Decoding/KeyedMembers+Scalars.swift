// The standard types. Each has a method of its own in the protocol, so that what decodes it is no generic
// code: what is asked for by type stands in the caller's code.
//
// SAFETY: as for ``KeyedMembers``.

extension KeyedMembers {
  func decode(_: Bool.Type, forKey key: Key) throws -> Bool {
    unsafe try value(key) { unsafe $0.bool($1) }
  }

  func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? {
    unsafe try optional(key) { unsafe $0.bool($1) }
  }

  func decode(_: String.Type, forKey key: Key) throws -> String {
    unsafe try value(key) { unsafe $0.string($1) }
  }

  func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? {
    unsafe try optional(key) { unsafe $0.string($1) }
  }

  func decode(_: Double.Type, forKey key: Key) throws -> Double {
    unsafe try value(key) { unsafe $0.double($1) ?? nonConforming($1) }
  }

  func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? {
    unsafe try optional(key) { unsafe $0.double($1) ?? nonConforming($1) }
  }

  func decode(_: Float.Type, forKey key: Key) throws -> Float {
    unsafe try value(key) { unsafe $0.float($1) ?? nonConforming($1) }
  }

  func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? {
    unsafe try optional(key) { unsafe $0.float($1) ?? nonConforming($1) }
  }

  func decode(_: Int.Type, forKey key: Key) throws -> Int {
    unsafe try value(key) { unsafe $0.integer($1) }
  }

  func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? {
    unsafe try optional(key) { unsafe $0.integer($1) }
  }

  func decode(_: Int8.Type, forKey key: Key) throws -> Int8 {
    unsafe try value(key) { unsafe $0.integer($1) }
  }

  func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? {
    unsafe try optional(key) { unsafe $0.integer($1) }
  }

  func decode(_: Int16.Type, forKey key: Key) throws -> Int16 {
    unsafe try value(key) { unsafe $0.integer($1) }
  }

  func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? {
    unsafe try optional(key) { unsafe $0.integer($1) }
  }

  func decode(_: Int32.Type, forKey key: Key) throws -> Int32 {
    unsafe try value(key) { unsafe $0.integer($1) }
  }

  func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? {
    unsafe try optional(key) { unsafe $0.integer($1) }
  }

  func decode(_: Int64.Type, forKey key: Key) throws -> Int64 {
    unsafe try value(key) { unsafe $0.integer($1) }
  }

  func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? {
    unsafe try optional(key) { unsafe $0.integer($1) }
  }

  func decode(_: Int128.Type, forKey key: Key) throws -> Int128 {
    unsafe try value(key) { unsafe $0.integer($1) }
  }

  func decodeIfPresent(_: Int128.Type, forKey key: Key) throws -> Int128? {
    unsafe try optional(key) { unsafe $0.integer($1) }
  }

  func decode(_: UInt.Type, forKey key: Key) throws -> UInt {
    unsafe try value(key) { unsafe $0.integer($1) }
  }

  func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? {
    unsafe try optional(key) { unsafe $0.integer($1) }
  }

  func decode(_: UInt8.Type, forKey key: Key) throws -> UInt8 {
    unsafe try value(key) { unsafe $0.integer($1) }
  }

  func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? {
    unsafe try optional(key) { unsafe $0.integer($1) }
  }

  func decode(_: UInt16.Type, forKey key: Key) throws -> UInt16 {
    unsafe try value(key) { unsafe $0.integer($1) }
  }

  func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? {
    unsafe try optional(key) { unsafe $0.integer($1) }
  }

  func decode(_: UInt32.Type, forKey key: Key) throws -> UInt32 {
    unsafe try value(key) { unsafe $0.integer($1) }
  }

  func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? {
    unsafe try optional(key) { unsafe $0.integer($1) }
  }

  func decode(_: UInt64.Type, forKey key: Key) throws -> UInt64 {
    unsafe try value(key) { unsafe $0.integer($1) }
  }

  func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? {
    unsafe try optional(key) { unsafe $0.integer($1) }
  }

  func decode(_: UInt128.Type, forKey key: Key) throws -> UInt128 {
    unsafe try value(key) { unsafe $0.integer($1) }
  }

  func decodeIfPresent(_: UInt128.Type, forKey key: Key) throws -> UInt128? {
    unsafe try optional(key) { unsafe $0.integer($1) }
  }

  @inline(never)
  private func nonConforming<Value: BinaryFloatingPoint>(_ offset: Int) -> Value? {
    place.nonConforming(offset)
  }
}
