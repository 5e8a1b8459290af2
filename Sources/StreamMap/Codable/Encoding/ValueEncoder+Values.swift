#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// Encodes a value of any type.
//
// SAFETY: a value is read as the type that its kind names.
extension ValueEncoder {
  /// Writes the whole value of this encoder, or adds to the value that is here.
  func write<Value: Encodable>(_ value: Value, _ kind: ValueKind) throws {
    switch kind {
    case .model: try value.encode(to: self)
    case .followed(let addition):
      try value.encode(to: self)
      if form == .object || form == .nothing {
        try (addition as? ModelAdditionOf<Value>)?.add(to: self, of: value)
      }
    case .elements(let type, let scalars):
      if let scalars, form == .nothing, writeArray(value, scalars) { return }
      try unsafe withUnsafePointer(to: value) { unsafe try type.write($0, to: self) }
    case .members(let type): try unsafe withUnsafePointer(to: value) { unsafe try type.write($0, to: self) }
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
    case .scalar, .date, .data, .url, .decimal:
      beginSingle()
      _ = try writeScalar(value, kind, path: { valuePath })
    }
  }

  /// Ends a value that a closure encodes. If the closure encoded nothing, the value is an empty object.
  private func endCustom() {
    if form == .nothing { beginObject(session.noKeys) }
  }

  /// Writes a finite number, or another scalar, after its name.
  @inline(__always)
  func write<Value: EncodableScalar>(_ value: Value) { withText { Value.write(value, to: &$0.json) } }

  // MARK: Members and elements

  func encodeMember<Value: Encodable>(_ value: Value, _ key: some CodingKey) throws {
    let kind = session.kind(of: Value.self)
    try attempt {
      beginMember(key)
      try write(value, kind, key: key)
    }
  }

  /// Encodes a member of a dictionary.
  ///
  /// - Parameter isNew: whether the object does not have the name yet.
  func encodeMember<Value: Encodable>(
    _ value: Value, _ kind: ValueKind, _ name: String, isNew: Bool, key: @autoclosure () -> any CodingKey
  ) throws {
    try attempt {
      if isNew { text.json.name(name) } else { beginMember(named: name) }
      try write(value, kind, key: key(), isInDictionary: true)
    }
  }

  func encodeElement<Value: Encodable>(_ value: Value, _ kind: ValueKind) throws {
    try attempt {
      beginElement()
      try write(value, kind, key: PathKey.super)
    }
  }

  /// Encodes a member or an element. If an error is thrown, removes it.
  @inline(__always)
  private func attempt(_ encode: () throws -> Void) throws {
    let mark = mark()
    do {
      try encode()
    } catch {
      takeBack(mark)
      throw error
    }
  }

  /// Writes a value at the end of the text: directly, or with an encoder for it.
  @inline(__always)
  private func write<Value: Encodable>(
    _ value: Value, _ kind: ValueKind, key: @autoclosure () -> any CodingKey, isInDictionary: Bool = false
  ) throws {
    if try writeScalar(value, kind, path: { lastPath(key) }) { return }
    var omitsStep = false
    switch kind {
    case .elements(_, let scalars?): if writeNestedArray(value, scalars) { return }
    case .members: omitsStep = !isInDictionary && session.options.keyRule != .same
    default: break
    }
    if isDiscarding { return try detached(key, omitsStep: omitsStep).write(value, kind) }
    try withChild(key, omitsStep: omitsStep) { try $0.write(value, kind) }
  }

  /// Writes a value that needs no encoder. Returns false for another one.
  ///
  /// - Parameter path: returns the path of the value.
  @inline(__always)
  private func writeScalar<Value: Encodable>(
    _ value: Value, _ kind: ValueKind, path: () -> [any CodingKey]
  ) throws -> Bool {
    switch kind {
    case .model, .elements, .members: return false
    case .scalar(let type):
      let isWritten = unsafe withUnsafePointer(to: value) { address in
        withText { unsafe type.write(at: address, to: &$0.json) }
      }
      if !isWritten { try nonFinite(value, path) }
      return true
    default: return try writeFoundation(value, kind, path)
    }
  }

  @inline(never)
  private func writeFoundation<Value: Encodable>(
    _ value: Value, _ kind: ValueKind, _ path: () -> [any CodingKey]
  ) throws -> Bool {
    try unsafe withUnsafePointer(to: value) { address in
      switch kind {
      case .date: unsafe try date(Self.cast(address), path)
      case .data: unsafe text.json.string((Self.cast(address) as Data).base64EncodedString())
      case .url: unsafe text.json.string((Self.cast(address) as URL).absoluteString)
      case .decimal: unsafe text.json.put(plain: (Self.cast(address) as Decimal).description)
      default: return false
      }
      return true
    }
  }

  private static func cast<From, To>(_ address: UnsafePointer<From>) -> To {
    unsafe UnsafeRawPointer(address).assumingMemoryBound(to: To.self).pointee
  }

  // MARK: Numbers and dates

  @inline(never)
  private func nonFinite<Value>(_ value: Value, _ path: () -> [any CodingKey]) throws {
    guard case .convertToString(let positive, let negative, let nan) = session.options.nonConformingFloat
    else {
      throw Self.rejection(value, path())
    }
    let number = (value as? Float).map(Double.init) ?? value as? Double ?? .nan
    text.json.string(number.isNaN ? nan : number > 0 ? positive : negative)
  }

  private static func rejection<Value>(_ value: Value, _ path: [any CodingKey]) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: path,
        debugDescription: "Unable to encode \(Value.self).\(value) directly in JSON."))
  }

  private func date(_ date: Date, _ path: () -> [any CodingKey]) throws {
    func seconds(_ value: Double) throws {
      guard value.isFinite else { throw Self.rejection(value, path()) }
      text.json.shortDouble(value)
    }
    switch session.options.date {
    case .secondsSince1970: try seconds(date.timeIntervalSince1970)
    case .millisecondsSince1970: try seconds(1000 * date.timeIntervalSince1970)
    case .iso8601: text.json.string(date.formatted(.iso8601))
    #if canImport(Darwin)
      case .formatted(let formatter): text.json.string(formatter.string(from: date))
    #endif
    // As `Date` encodes itself. A formatter that is passed as a closure has an encoder.
    default:
      let value = date.timeIntervalSinceReferenceDate
      if value.isFinite { text.json.shortDouble(value) } else { try nonFinite(value, path) }
    }
  }

  // MARK: Arrays of scalars

  /// Writes an array as the value of this encoder. Returns false if an element needs the general way. Then the array
  /// was begun.
  private func writeArray<Value>(_ value: Value, _ scalars: ValueKind.Scalars) -> Bool {
    beginArray()
    if depth + scalars.depth > Self.maximumDepth { return false }
    guard let count = write(elements: value, scalars) else { return false }
    self.count = count
    return true
  }

  /// Writes an array at the end of the text. Returns false, with nothing written, if an element needs the general way.
  private func writeNestedArray<Value>(_ value: Value, _ scalars: ValueKind.Scalars) -> Bool {
    if depth + 1 + scalars.depth > Self.maximumDepth { return false }
    let mark = text.json.mark
    text.json.beginArray()
    if write(elements: value, scalars) == nil {
      text.json.rewind(to: mark)
      return false
    }
    text.json.endArray()
    return true
  }

  /// Writes the elements of an array. Returns their number, or nil, with nothing written, if JSON has no number for one of them.
  private func write<Value>(elements value: Value, _ scalars: ValueKind.Scalars) -> Int? {
    let mark = text.json.mark
    let count = unsafe withUnsafePointer(to: value) { address in
      unsafe Self.write(elements: address, scalars.depth, scalars.scalar, &text.json)
    }
    if count == nil { text.json.rewind(to: mark) }
    return count
  }

  /// Writes the elements of the array at `address`. Returns their number, or nil if JSON has no number for one of them.
  ///
  /// SAFETY: an array is one reference, and an array of arrays has contiguous references.
  ///
  /// - Parameter depth: the number of nested arrays, the outermost included.
  private static func write(
    elements address: UnsafeRawPointer, _ depth: Int, _ scalar: any EncodableScalar.Type,
    _ json: inout JSONWriter
  ) -> Int? {
    if depth == 1 { return unsafe scalar.writeElements(at: address, to: &json) }
    return unsafe address.assumingMemoryBound(to: [UInt].self).pointee.withUnsafeBufferPointer { arrays in
      for index in arrays.indices {
        json.element()
        json.beginArray()
        guard let array = unsafe arrays.baseAddress.map({ unsafe UnsafeRawPointer($0 + index) }),
          unsafe write(elements: array, depth - 1, scalar, &json) != nil
        else { return nil }
        json.endArray()
      }
      return arrays.count
    }
  }
}

extension Data {
  init(copying text: Span<UInt8>) {
    self = unsafe text.withUnsafeBufferPointer { unsafe Data(buffer: $0) }
  }
}
