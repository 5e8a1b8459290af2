/// A scalar as an event source hands it over, or the bytes of a whole value.
///
/// SAFETY: the bytes are valid during the call that hands them over, and no longer.
@usableFromInline
@safe struct Literal {
  @usableFromInline
  enum Kind: UInt8 {
    case string, number, `true`, `false`, null, object, array
  }

  @usableFromInline var kind: Kind
  /// A string's decoded text, well-formed UTF-8; a number's own text.
  @usableFromInline var bytes: UnsafePointer<UInt8>
  @usableFromInline var count: Int
  /// The value as it stands in the record; only where the target wants it.
  @usableFromInline var raw: UnsafePointer<UInt8>
  @usableFromInline var rawCount: Int

  init(_ kind: Kind, _ bytes: UnsafePointer<UInt8>, _ count: Int) {
    self.kind = kind
    unsafe self.bytes = unsafe bytes
    self.count = count
    unsafe self.raw = unsafe bytes
    self.rawCount = 0
  }
}

extension Literal.Kind {
  /// What stands in the JSON, for messages.
  var found: String {
    switch self {
    case .string: "a string"
    case .number: "a number"
    case .true: "true"
    case .false: "false"
    case .null: "null"
    case .object: "an object"
    case .array: "an array"
    }
  }
}
