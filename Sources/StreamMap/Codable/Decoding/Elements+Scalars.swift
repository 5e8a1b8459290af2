// The standard types. See `KeyedMembers+Scalars`.

extension Elements {
  mutating func decode(_: Bool.Type) throws -> Bool { try value { $0.bool($1) } }
  mutating func decode(_: String.Type) throws -> String { try value { $0.string($1) } }
  mutating func decode(_: Double.Type) throws -> Double { try floatingPoint { $0.double($1) } }
  mutating func decode(_: Float.Type) throws -> Float { try floatingPoint { $0.float($1) } }
  mutating func decode(_: Int.Type) throws -> Int { try value { $0.integer($1) } }
  mutating func decode(_: Int8.Type) throws -> Int8 { try value { $0.integer($1) } }
  mutating func decode(_: Int16.Type) throws -> Int16 { try value { $0.integer($1) } }
  mutating func decode(_: Int32.Type) throws -> Int32 { try value { $0.integer($1) } }
  mutating func decode(_: Int64.Type) throws -> Int64 { try value { $0.integer($1) } }
  mutating func decode(_: Int128.Type) throws -> Int128 { try value { $0.integer($1) } }
  mutating func decode(_: UInt.Type) throws -> UInt { try value { $0.integer($1) } }
  mutating func decode(_: UInt8.Type) throws -> UInt8 { try value { $0.integer($1) } }
  mutating func decode(_: UInt16.Type) throws -> UInt16 { try value { $0.integer($1) } }
  mutating func decode(_: UInt32.Type) throws -> UInt32 { try value { $0.integer($1) } }
  mutating func decode(_: UInt64.Type) throws -> UInt64 { try value { $0.integer($1) } }
  mutating func decode(_: UInt128.Type) throws -> UInt128 { try value { $0.integer($1) } }

  // Not for 128 bits: `JSONDecoder` has no method for these either, so that they do not move on at the end.
  mutating func decodeIfPresent(_: Bool.Type) throws -> Bool? { skipAbsent() ? nil : try decode(Bool.self) }
  mutating func decodeIfPresent(_: String.Type) throws -> String? {
    skipAbsent() ? nil : try decode(String.self)
  }
  mutating func decodeIfPresent(_: Double.Type) throws -> Double? {
    skipAbsent() ? nil : try decode(Double.self)
  }
  mutating func decodeIfPresent(_: Float.Type) throws -> Float? {
    skipAbsent() ? nil : try decode(Float.self)
  }
  mutating func decodeIfPresent(_: Int.Type) throws -> Int? { skipAbsent() ? nil : try decode(Int.self) }
  mutating func decodeIfPresent(_: Int8.Type) throws -> Int8? { skipAbsent() ? nil : try decode(Int8.self) }
  mutating func decodeIfPresent(_: Int16.Type) throws -> Int16? {
    skipAbsent() ? nil : try decode(Int16.self)
  }
  mutating func decodeIfPresent(_: Int32.Type) throws -> Int32? {
    skipAbsent() ? nil : try decode(Int32.self)
  }
  mutating func decodeIfPresent(_: Int64.Type) throws -> Int64? {
    skipAbsent() ? nil : try decode(Int64.self)
  }
  mutating func decodeIfPresent(_: UInt.Type) throws -> UInt? { skipAbsent() ? nil : try decode(UInt.self) }
  mutating func decodeIfPresent(_: UInt8.Type) throws -> UInt8? {
    skipAbsent() ? nil : try decode(UInt8.self)
  }
  mutating func decodeIfPresent(_: UInt16.Type) throws -> UInt16? {
    skipAbsent() ? nil : try decode(UInt16.self)
  }
  mutating func decodeIfPresent(_: UInt32.Type) throws -> UInt32? {
    skipAbsent() ? nil : try decode(UInt32.self)
  }
  mutating func decodeIfPresent(_: UInt64.Type) throws -> UInt64? {
    skipAbsent() ? nil : try decode(UInt64.self)
  }
}
