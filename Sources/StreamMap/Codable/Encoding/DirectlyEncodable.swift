// Types that the encoder writes itself, without the calls through existentials that their own code would make. The text
// is the same.

/// A scalar of the standard library.
protocol EncodableScalar: Encodable {
  /// Whether JSON has a text for the value.
  var hasText: Bool { get }

  /// Writes a value that has a text.
  static func write(_ value: Self, to json: inout JSONWriter)

  /// Writes the value at an address. Returns false, and writes nothing, if it has no text.
  ///
  /// SAFETY: there is a value of this type at the address.
  static func write(at address: UnsafeRawPointer, to json: inout JSONWriter) -> Bool

  /// Writes the elements of an array. Returns their number, or nil if one of them has no text.
  ///
  /// SAFETY: there is an array of this type at the address.
  static func writeElements(at address: UnsafeRawPointer, to json: inout JSONWriter) -> Int?
}

extension EncodableScalar {
  @inline(__always)
  var hasText: Bool { true }

  static func write(at address: UnsafeRawPointer, to json: inout JSONWriter) -> Bool {
    let value = unsafe address.assumingMemoryBound(to: Self.self).pointee
    if value.hasText { write(value, to: &json) }
    return value.hasText
  }

  static func writeElements(at address: UnsafeRawPointer, to json: inout JSONWriter) -> Int? {
    let elements = unsafe address.assumingMemoryBound(to: [Self].self).pointee
    for element in elements {
      if !element.hasText { return nil }
      json.element()
      write(element, to: &json)
    }
    return elements.count
  }
}

extension EncodableScalar where Self: FixedWidthInteger {
  @inline(__always)
  static func write(_ value: Self, to json: inout JSONWriter) { json.integer(value) }
}

extension Int: EncodableScalar {}
extension Int8: EncodableScalar {}
extension Int16: EncodableScalar {}
extension Int32: EncodableScalar {}
extension Int64: EncodableScalar {}
extension Int128: EncodableScalar {}
extension UInt: EncodableScalar {}
extension UInt8: EncodableScalar {}
extension UInt16: EncodableScalar {}
extension UInt32: EncodableScalar {}
extension UInt64: EncodableScalar {}
extension UInt128: EncodableScalar {}

extension Bool: EncodableScalar {
  static func write(_ value: Bool, to json: inout JSONWriter) { json.bool(value) }
}

extension String: EncodableScalar {
  static func write(_ value: String, to json: inout JSONWriter) { json.string(value) }
}

extension Double: EncodableScalar {
  var hasText: Bool { isFinite }

  static func write(_ value: Double, to json: inout JSONWriter) { json.shortDouble(value) }
}

extension Float: EncodableScalar {
  var hasText: Bool { isFinite }

  static func write(_ value: Float, to json: inout JSONWriter) { json.shortFloat(value) }
}

/// An array, a dictionary with `String` keys, which no key strategy converts, or an optional of one.
protocol DirectlyEncodable {
  /// Writes the value at `address`, which has this type.
  static func write(_ address: UnsafeRawPointer, to encoder: ValueEncoder) throws

  /// Whether the value is an object.
  static var isObject: Bool { get }
  /// The type of the elements of an array that is not optional.
  static var elementType: (any Any.Type)? { get }
}

extension Array: DirectlyEncodable where Element: Encodable {
  static var isObject: Bool { false }

  static var elementType: (any Any.Type)? { Element.self }

  // SAFETY: there is an array of this type at the address.
  static func write(_ address: UnsafeRawPointer, to encoder: ValueEncoder) throws {
    encoder.beginArray()
    let kind = encoder.session.kind(of: Element.self)
    for element in unsafe address.assumingMemoryBound(to: Self.self).pointee {
      try encoder.encodeElement(element, kind)
    }
  }
}

extension Dictionary: DirectlyEncodable where Key == String, Value: Encodable {
  static var isObject: Bool { true }

  static var elementType: (any Any.Type)? { nil }

  // SAFETY: there is a dictionary of this type at the address.
  static func write(_ address: UnsafeRawPointer, to encoder: ValueEncoder) throws {
    let isNew = encoder.form == .nothing
    encoder.beginObject(encoder.session.noKeys)
    let kind = encoder.session.kind(of: Value.self)
    let hasNumbers = encoder.session.options.keyRule == .same
    for (name, value) in unsafe address.assumingMemoryBound(to: Self.self).pointee {
      try encoder.encodeMember(
        value, kind, name, isNew: isNew,
        key: hasNumbers ? PathKey(name: name) : PathKey(stringValue: name))
    }
  }
}

extension Optional: DirectlyEncodable where Wrapped: DirectlyEncodable {
  static var isObject: Bool { Wrapped.isObject }

  static var elementType: (any Any.Type)? { nil }

  // SAFETY: there is a value of this type at the address.
  static func write(_ address: UnsafeRawPointer, to encoder: ValueEncoder) throws {
    guard let value = unsafe address.assumingMemoryBound(to: Self.self).pointee else {
      return try encoder.encodeNil()
    }
    try unsafe withUnsafePointer(to: value) { unsafe try Wrapped.write($0, to: encoder) }
  }
}
