// Decodes a value of any type.
//
// SAFETY: a value is cast only after its type was compared with the target type.
extension ValueDecoder {
  /// How the decoder handles a type: the type decodes itself, or the decoder has a special case for it.
  enum Kind: UInt8 {
    case model
    /// An array, or a dictionary with `String` keys.
    case collection
    /// A model with a follower.
    case followed
    case date, data, url, decimal
    case string, bool, double, float
    case int, int8, int16, int32, int64, int128
    case uint, uint8, uint16, uint32, uint64, uint128

    init(_ type: any Any.Type) {
      self = Self.known[ObjectIdentifier(type)] ?? (type is any DirectlyDecodable.Type ? .collection : .model)
    }

    private static let known: [ObjectIdentifier: Kind] = {
      let standard: [(any Any.Type, Kind)] = [
        (String.self, .string), (Bool.self, .bool), (Double.self, .double), (Float.self, .float),
        (Int.self, .int), (Int8.self, .int8), (Int16.self, .int16), (Int32.self, .int32),
        (Int64.self, .int64), (Int128.self, .int128),
        (UInt.self, .uint), (UInt8.self, .uint8), (UInt16.self, .uint16), (UInt32.self, .uint32),
        (UInt64.self, .uint64), (UInt128.self, .uint128),
      ]
      let all = (standard + foundationKinds).map { (ObjectIdentifier($0), $1) }
      return Dictionary(uniqueKeysWithValues: all)
    }()
  }

  /// How values of a type are decoded.
  struct KnownType {
    let kind: Kind
    let directType: (any DirectlyDecodable.Type)?
    /// The kind of the values in a collection.
    let contentKind: Kind

    init(_ type: any Any.Type) {
      kind = Kind(type)
      directType = kind == .collection ? type as? any DirectlyDecodable.Type : nil
      contentKind = directType?.contentKind ?? .model
    }
  }

  /// Decodes the value here.
  func value<Value: Decodable>(as type: Value.Type) throws -> Value {
    if typeID != ObjectIdentifier(type) { look(at: type) }
    switch kind {
    case .model:
      borrow()
      // Not `Value(from:)`: `type` may be a subclass of `Value`.
      do { return try type.init(from: self) } catch { throw noted(error) }
    case .collection: return try direct()
    case .followed: return try followed(as: type)
    default: return try scalar(kind)
    }
  }

  /// Decodes the value here, which does not decode itself, by the kind of its type.
  func scalar<Value>(_ kind: Kind) throws -> Value {
    /// The kind says that both types are the same.
    @inline(__always)
    func same<Found>(_ found: Found) -> Value { unsafe unsafeBitCast(found, to: Value.self) }
    switch kind {
    case .model, .followed, .collection: preconditionFailure("the type is not a scalar")
    case .date: return same(try date())
    case .data: return same(try data())
    case .url: return same(try url())
    case .decimal: return same(try decimal())
    case .string: return same(try decode(String.self))
    case .bool: return same(try decode(Bool.self))
    case .double: return same(try decode(Double.self))
    case .float: return same(try decode(Float.self))
    case .int: return same(try decode(Int.self))
    case .int8: return same(try decode(Int8.self))
    case .int16: return same(try decode(Int16.self))
    case .int32: return same(try decode(Int32.self))
    case .int64: return same(try decode(Int64.self))
    case .int128: return same(try decode(Int128.self))
    case .uint: return same(try decode(UInt.self))
    case .uint8: return same(try decode(UInt8.self))
    case .uint16: return same(try decode(UInt16.self))
    case .uint32: return same(try decode(UInt32.self))
    case .uint64: return same(try decode(UInt64.self))
    case .uint128: return same(try decode(UInt128.self))
    }
  }

  /// Looks up the kind of a type that differs from the last one decoded here.
  @inline(never)
  private func look(at type: any Any.Type) {
    typeID = ObjectIdentifier(type)
    let known = session.known(type)
    kind = known.kind
    directType = known.directType
    contentKind = known.contentKind
    follower = kind == .model ? session.options.following?(type) : nil
    if follower != nil { kind = .followed }
  }

  /// Returns how a collection is decoded.
  @inline(__always)
  func known(_ type: any Any.Type) -> any DirectlyDecodable.Type {
    if typeID != ObjectIdentifier(type) { look(at: type) }
    guard let directType else { preconditionFailure("the type's own decoding is known") }
    return directType
  }

  private func followed<Value: Decodable>(as type: Value.Type) throws -> Value {
    guard let follower = follower as? ModelFollowerOf<Value> else { return try followed(subclass: type) }
    borrow()
    beginAsking()
    var value: Value
    do { value = try type.init(from: self) } catch { throw noted(error) }
    follower.follow(&value, at: self)
    return value
  }

  /// Decodes a subclass of `Value`. Its follower is one for the subclass.
  @inline(never)
  private func followed<Value: Decodable>(subclass type: Value.Type) throws -> Value {
    func exactly<Exact: Decodable>(_ type: Exact.Type) throws -> any Decodable {
      try followed(as: Exact.self)
    }
    // SAFETY: a type's identifier is the address of its metatype. With the obvious expression, the optimiser uses the
    // declared type instead of the given one.
    let given = unsafe unsafeBitCast(ObjectIdentifier(type), to: Any.Type.self)
    guard given != Value.self, let exact = given as? any Decodable.Type,
      let value = try exactly(exact) as? Value
    else { preconditionFailure("a follower is one for the type") }
    return value
  }

  /// Records where a model's own code threw an error, because the error does not say so. The innermost of nested
  /// models records first.
  @inline(never)
  private func noted(_ error: any Error) -> any Error {
    if error is DecodingError || error is RecordRejection || session.rejection?.isThrown(as: error) == true {
      return error
    }
    let path = codingPath
    session.rejection = RecordRejection(
      .decodingFailed, path, expected: "",
      at: offset < 0 ? nil : RecordRejection.Anchor(offset: offset, depth: path.count), error)
    return error
  }

  private func direct<Value: Decodable>() throws -> Value {
    let type = known(Value.self)
    return try unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
      guard let start = buffer.baseAddress else { preconditionFailure("a value has an address") }
      try unsafe type.decode(at: self, to: start)
      return unsafe start.move()
    }
  }
}

// SAFETY: an error is a reference to a box. Only the address of the box is compared. The rejection holds its own box, so
// no other box can have reused that address.
extension RecordRejection {
  /// Returns whether `error` is the same instance as the stored reason, not merely an equal error.
  package func isThrown(as error: any Error) -> Bool {
    // Wrapped in a struct: otherwise the function would receive the content of the box.
    struct Reference { let error: any Error }
    func address(_ error: any Error) -> UInt { unsafe unsafeBitCast(Reference(error: error), to: UInt.self) }
    return address(reason) == address(error)
  }
}

// The standard types. See `KeyedMembers+Scalars`.

extension ValueDecoder {
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
