extension Bool: _ScalarValue {
  static var expected: String { "true or false" }

  init?(_ value: some SourceValue) {
    guard let bool = value.asBool else { return nil }
    self = bool
  }
}

extension String: _ScalarValue {
  static var expected: String { "a string" }

  init?(_ value: some SourceValue) {
    guard let string = value.asString else { return nil }
    self = string
  }
}

extension Double: _ScalarValue {
  static var expected: String { "a number" }

  init?(_ value: some SourceValue) {
    guard let double = value.asDouble else { return nil }
    self = double
  }
}

extension Float: _ScalarValue {
  static var expected: String { "a number within the range of Float" }

  init?(_ value: some SourceValue) {
    guard let float = value.asFloat else { return nil }
    self = float
  }
}

extension _ScalarValue where Self: FixedWidthInteger {
  static var expected: String { "an integer within the range of \(Self.self)" }

  init?(_ value: some SourceValue) {
    guard let integer = value.asInteger(Self.self) else { return nil }
    self = integer
  }
}

extension Int: _ScalarValue {}
extension Int8: _ScalarValue {}
extension Int16: _ScalarValue {}
extension Int32: _ScalarValue {}
extension Int64: _ScalarValue {}
extension UInt: _ScalarValue {}
extension UInt8: _ScalarValue {}
extension UInt16: _ScalarValue {}
extension UInt32: _ScalarValue {}
extension UInt64: _ScalarValue {}
