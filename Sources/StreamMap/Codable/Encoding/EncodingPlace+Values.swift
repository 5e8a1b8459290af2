#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Encodes a value of any type.
//
// SAFETY: a value is read as the type that its kind names. Pieces belong to the session.
extension EncodingPlace {
  /// Writes the whole value of this place, or adds to the value that is here.
  func write<Value: Encodable>(_ value: Value, _ kind: ValueKind) throws {
    switch kind {
    case .model: try value.encode(to: self)
    case .followed(let addition):
      try value.encode(to: self)
      if unsafe state.pointee.form == .object || state.pointee.form == .nothing {
        try (addition as? ModelAdditionOf<Value>)?.add(to: self, of: value)
      }
    case .elements(let type, let scalars):
      if let scalars, unsafe state.pointee.form == .nothing, writeArray(value, scalars) { return }
      try unsafe withUnsafePointer(to: value) { unsafe try type.write($0, at: self) }
    case .members(let type): try unsafe withUnsafePointer(to: value) { unsafe try type.write($0, at: self) }
    case .customDate:
      if case .custom(let encode) = session.options.date {
        try unsafe withUnsafePointer(to: value) { try encode(unsafe Self.cast($0), self) }
      }
      endCustom()
    case .customData:
      if case .custom(let encode) = session.options.data {
        try unsafe withUnsafePointer(to: value) { try encode(unsafe Self.cast($0), self) }
      }
      endCustom()
    case .scalar(let scalar): try unsafe write(value, scalar, state.single(), .none)
    }
  }

  /// Ends a value that a closure encodes. If the closure encoded nothing, the value is an empty object.
  private func endCustom() {
    if unsafe state.pointee.form == .nothing { beginObject(session.noKeys) }
  }

  // MARK: Members and elements

  func encodeMember<Value: Encodable>(_ value: Value, _ key: some CodingKey) throws {
    let kind = withSession { $0.kind(of: Value.self) }
    let mark = mark()
    let piece = unsafe state.member(key)
    do {
      try unsafe write(
        value, kind, in: piece,
        names == nil ? .number(state.pointee.next &- 1, of: state.pointee.keys) : .key(key))
    } catch {
      unsafe takeBack(mark, piece)
      throw error
    }
  }

  /// Encodes a member of a dictionary.
  ///
  /// - Parameter isNew: whether the object does not have the name yet.
  func encodeMember<Value: Encodable>(
    _ value: Value, _ kind: ValueKind, _ name: String, isNew: Bool, step: () -> Step
  ) throws {
    let mark = mark()
    let piece: TextPiece.Pointer
    if isNew {
      unsafe piece = state.pointee.piece
      unsafe piece.pointee.json.name(name)
    } else {
      unsafe piece = member(named: name)
    }
    do {
      try unsafe write(value, kind, in: piece, step(), isInDictionary: true)
    } catch {
      unsafe takeBack(mark, piece)
      throw error
    }
  }

  func encodeElement<Value: Encodable>(_ value: Value, _ kind: ValueKind) throws {
    let mark = mark()
    let piece = unsafe state.element()
    do {
      try unsafe write(value, kind, in: piece, .index(state.pointee.count &- 1))
    } catch {
      unsafe takeBack(mark, piece)
      throw error
    }
  }

  /// Writes a value at the end of a piece: directly, or from a place for it.
  @inline(__always)
  func write<Value: Encodable>(
    _ value: Value, _ kind: ValueKind, in piece: TextPiece.Pointer, _ step: @autoclosure () -> Step,
    isInDictionary: Bool = false
  ) throws {
    if case .scalar(let scalar) = kind { return unsafe try write(value, scalar, piece, step()) }
    if case .elements(_, let scalars?) = kind, unsafe writeArray(value, scalars, piece) { return }
    let child = vacantChild()
    let lastBorrowed = unsafe withSession { unsafe $0.lastBorrowed }
    child.parent = self
    child.step = step()
    child.omitsStep = false
    if case .members = kind { child.omitsStep = !isInDictionary && session.options.keyRule != .same }
    child.depth = depth + 1
    unsafe child.begin(in: piece, below: piece == state.pointee.piece ? state : nil)
    defer {
      child.finish()
      withSession { if unsafe $0.lastBorrowed != lastBorrowed { unsafe $0.recycle(after: lastBorrowed) } }
    }
    try child.write(value, kind)
  }

  /// - Parameter step: the step to the value, unless the value is that of the place itself.
  private func write<Value>(
    _ value: Value, _ scalar: ValueKind.Scalar, _ piece: TextPiece.Pointer, _ step: Step
  ) throws {
    try unsafe withUnsafePointer(to: value) { address in
      switch scalar {
      case .date: try unsafe date(Self.cast(address), piece, step)
      case .data: unsafe piece.pointee.json.string((Self.cast(address) as Data).base64EncodedString())
      case .url: unsafe piece.pointee.json.string((Self.cast(address) as URL).absoluteString)
      case .decimal: unsafe piece.pointee.json.put(plain: (Self.cast(address) as Decimal).description)
      case .string: unsafe piece.pointee.json.string(Self.cast(address))
      case .bool: unsafe piece.pointee.json.bool(Self.cast(address))
      case .double: try unsafe double(Self.cast(address), piece, step)
      case .float: try unsafe float(Self.cast(address), piece, step)
      case .int: unsafe piece.pointee.json.integer(Self.cast(address) as Int)
      case .int8: unsafe piece.pointee.json.integer(Self.cast(address) as Int8)
      case .int16: unsafe piece.pointee.json.integer(Self.cast(address) as Int16)
      case .int32: unsafe piece.pointee.json.integer(Self.cast(address) as Int32)
      case .int64: unsafe piece.pointee.json.integer(Self.cast(address) as Int64)
      case .int128: unsafe piece.pointee.json.integer(Self.cast(address) as Int128)
      case .uint: unsafe piece.pointee.json.integer(Self.cast(address) as UInt)
      case .uint8: unsafe piece.pointee.json.integer(Self.cast(address) as UInt8)
      case .uint16: unsafe piece.pointee.json.integer(Self.cast(address) as UInt16)
      case .uint32: unsafe piece.pointee.json.integer(Self.cast(address) as UInt32)
      case .uint64: unsafe piece.pointee.json.integer(Self.cast(address) as UInt64)
      case .uint128: unsafe piece.pointee.json.integer(Self.cast(address) as UInt128)
      }
    }
  }

  private static func cast<From, To>(_ address: UnsafePointer<From>) -> To {
    unsafe UnsafeRawPointer(address).assumingMemoryBound(to: To.self).pointee
  }

  // MARK: Numbers and dates

  @inline(__always)
  func double(_ value: Double, _ piece: TextPiece.Pointer, _ step: @autoclosure () -> Step) throws {
    guard value.isFinite else { return unsafe try nonFinite(value, piece, step()) }
    unsafe piece.pointee.json.shortDouble(value)
  }

  @inline(__always)
  func float(_ value: Float, _ piece: TextPiece.Pointer, _ step: @autoclosure () -> Step) throws {
    guard value.isFinite else { return unsafe try nonFinite(value, piece, step()) }
    unsafe piece.pointee.json.shortFloat(value)
  }

  @inline(never)
  private func nonFinite(
    _ value: some BinaryFloatingPoint, _ piece: TextPiece.Pointer, _ step: Step
  ) throws {
    guard case .convertToString(let positive, let negative, let nan) = session.options.nonConformingFloat
    else {
      throw rejection(value, step)
    }
    unsafe piece.pointee.json.string(value.isNaN ? nan : value > 0 ? positive : negative)
  }

  private func rejection(_ value: some BinaryFloatingPoint, _ step: Step) -> EncodingError {
    let name = type(of: value)
    return .invalidValue(
      value,
      EncodingError.Context(
        codingPath: valuePath + keys(step),
        debugDescription: "Unable to encode \(name).\(value) directly in JSON."))
  }

  private func date(_ date: Date, _ piece: TextPiece.Pointer, _ step: Step) throws {
    func seconds(_ value: Double) throws {
      guard value.isFinite else { throw rejection(value, step) }
      unsafe piece.pointee.json.shortDouble(value)
    }
    switch session.options.date {
    case .secondsSince1970: try seconds(date.timeIntervalSince1970)
    case .millisecondsSince1970: try seconds(1000 * date.timeIntervalSince1970)
    case .iso8601: unsafe piece.pointee.json.string(date.formatted(.iso8601))
    #if canImport(Darwin)
      case .formatted(let formatter): unsafe piece.pointee.json.string(formatter.string(from: date))
    #endif
    // As `Date` encodes itself. A formatter that is passed as a closure has a place.
    default: try unsafe double(date.timeIntervalSinceReferenceDate, piece, step)
    }
  }
}

/// An array.
protocol EncodableElements {
  /// Writes the elements of the array at `address`, which has this type.
  static func write(_ address: UnsafeRawPointer, at place: EncodingPlace) throws

  static var elementType: any Any.Type { get }
}

extension Array: EncodableElements where Element: Encodable {
  static var elementType: any Any.Type { Element.self }

  // SAFETY: there is an array of this type at the address.
  static func write(_ address: UnsafeRawPointer, at place: EncodingPlace) throws {
    place.beginArray()
    let kind = place.session.kind(of: Element.self)
    for element in unsafe address.assumingMemoryBound(to: Self.self).pointee {
      try place.encodeElement(element, kind)
    }
  }
}

/// A dictionary with `String` keys, which no key strategy converts, or an optional one.
protocol EncodableMembers {
  /// Writes the value at `address`, which has this type.
  static func write(_ address: UnsafeRawPointer, at place: EncodingPlace) throws
}

extension Dictionary: EncodableMembers where Key == String, Value: Encodable {
  // SAFETY: there is a dictionary of this type at the address.
  static func write(_ address: UnsafeRawPointer, at place: EncodingPlace) throws {
    let isNew = unsafe place.state.pointee.form == .nothing
    place.beginObject(place.session.noKeys)
    let kind = place.session.kind(of: Value.self)
    let hasNumbers = place.session.options.keyRule == .same
    for (name, value) in unsafe address.assumingMemoryBound(to: Self.self).pointee {
      try place.encodeMember(value, kind, name, isNew: isNew) {
        .key(hasNumbers ? PathKey(name: name) : PathKey(stringValue: name))
      }
    }
  }
}

extension Optional: EncodableMembers where Wrapped: EncodableMembers {
  // SAFETY: there is a value of this type at the address.
  static func write(_ address: UnsafeRawPointer, at place: EncodingPlace) throws {
    guard let value = unsafe address.assumingMemoryBound(to: Self.self).pointee else {
      return try place.encodeNil()
    }
    try unsafe withUnsafePointer(to: value) { unsafe try Wrapped.write($0, at: place) }
  }
}

extension Data {
  init(copying text: Span<UInt8>) {
    self = unsafe text.withUnsafeBufferPointer { unsafe Data(buffer: $0) }
  }
}
