// The standard types. See `KeyedMembers+Scalars`.

extension DecodingPlace {
  func decode(_: Bool.Type) throws -> Bool { try value { $0.bool($1) } }
  func decode(_: String.Type) throws -> String { try value { $0.string($1) } }
  func decode(_: Double.Type) throws -> Double { try value { $0.double($1) ?? nonConforming($1) } }
  func decode(_: Float.Type) throws -> Float { try value { $0.float($1) ?? nonConforming($1) } }
  func decode(_: Int.Type) throws -> Int { try value { $0.integer($1) } }
  func decode(_: Int8.Type) throws -> Int8 { try value { $0.integer($1) } }
  func decode(_: Int16.Type) throws -> Int16 { try value { $0.integer($1) } }
  func decode(_: Int32.Type) throws -> Int32 { try value { $0.integer($1) } }
  func decode(_: Int64.Type) throws -> Int64 { try value { $0.integer($1) } }
  func decode(_: Int128.Type) throws -> Int128 { try value { $0.integer($1) } }
  func decode(_: UInt.Type) throws -> UInt { try value { $0.integer($1) } }
  func decode(_: UInt8.Type) throws -> UInt8 { try value { $0.integer($1) } }
  func decode(_: UInt16.Type) throws -> UInt16 { try value { $0.integer($1) } }
  func decode(_: UInt32.Type) throws -> UInt32 { try value { $0.integer($1) } }
  func decode(_: UInt64.Type) throws -> UInt64 { try value { $0.integer($1) } }
  func decode(_: UInt128.Type) throws -> UInt128 { try value { $0.integer($1) } }
}
