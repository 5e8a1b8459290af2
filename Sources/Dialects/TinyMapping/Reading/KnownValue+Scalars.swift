extension Bool: ScalarValue {
  static var expected: String { "true or false" }

  init?(_ value: some SourceValue) {
    guard let bool = value.asBool else { return nil }
    self = bool
  }
}

extension String: ScalarValue {
  static var expected: String { "a string" }

  init?(_ value: some SourceValue) {
    guard let string = value.asString else { return nil }
    self = string
  }
}

extension Double: ScalarValue {
  static var expected: String { "a number" }

  init?(_ value: some SourceValue) {
    guard let double = value.asDouble else { return nil }
    self = double
  }
}

extension Float: ScalarValue {
  static var expected: String { "a number within the range of Float" }

  init?(_ value: some SourceValue) {
    guard let float = value.asFloat else { return nil }
    self = float
  }
}

extension ScalarValue where Self: FixedWidthInteger {
  static var expected: String { "an integer within the range of \(Self.self)" }

  init?(_ value: some SourceValue) {
    guard let integer = value.asInteger(Self.self) else { return nil }
    self = integer
  }
}

extension Int: ScalarValue {}
extension Int8: ScalarValue {}
extension Int16: ScalarValue {}
extension Int32: ScalarValue {}
extension Int64: ScalarValue {}
extension UInt: ScalarValue {}
extension UInt8: ScalarValue {}
extension UInt16: ScalarValue {}
extension UInt32: ScalarValue {}
extension UInt64: ScalarValue {}
