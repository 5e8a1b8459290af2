// The standard types; see `KeyedMembers+Scalars`.
//
// SAFETY: the record is that of the place's session, which lives as long as the place.

extension Elements {
  mutating func decode(_: Bool.Type) throws -> Bool {
    unsafe try value { unsafe $0.bool($1) }
  }

  mutating func decode(_: String.Type) throws -> String {
    unsafe try value { unsafe $0.string($1) }
  }

  mutating func decode(_: Double.Type) throws -> Double {
    unsafe try floatingPoint { unsafe $0.double($1) }
  }

  mutating func decode(_: Float.Type) throws -> Float {
    unsafe try floatingPoint { unsafe $0.float($1) }
  }

  mutating func decode(_: Int.Type) throws -> Int {
    unsafe try value { unsafe $0.integer($1) }
  }

  mutating func decode(_: Int8.Type) throws -> Int8 {
    unsafe try value { unsafe $0.integer($1) }
  }

  mutating func decode(_: Int16.Type) throws -> Int16 {
    unsafe try value { unsafe $0.integer($1) }
  }

  mutating func decode(_: Int32.Type) throws -> Int32 {
    unsafe try value { unsafe $0.integer($1) }
  }

  mutating func decode(_: Int64.Type) throws -> Int64 {
    unsafe try value { unsafe $0.integer($1) }
  }

  mutating func decode(_: Int128.Type) throws -> Int128 {
    unsafe try value { unsafe $0.integer($1) }
  }

  mutating func decode(_: UInt.Type) throws -> UInt {
    unsafe try value { unsafe $0.integer($1) }
  }

  mutating func decode(_: UInt8.Type) throws -> UInt8 {
    unsafe try value { unsafe $0.integer($1) }
  }

  mutating func decode(_: UInt16.Type) throws -> UInt16 {
    unsafe try value { unsafe $0.integer($1) }
  }

  mutating func decode(_: UInt32.Type) throws -> UInt32 {
    unsafe try value { unsafe $0.integer($1) }
  }

  mutating func decode(_: UInt64.Type) throws -> UInt64 {
    unsafe try value { unsafe $0.integer($1) }
  }

  mutating func decode(_: UInt128.Type) throws -> UInt128 {
    unsafe try value { unsafe $0.integer($1) }
  }
}
