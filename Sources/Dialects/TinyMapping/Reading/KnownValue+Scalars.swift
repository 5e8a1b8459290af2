import FoundationValues

extension Bool: _ScalarValue {
  static var expected: String { "true or false" }

  init?(_ value: SourceValue) {
    guard let bool = value.bool else { return nil }
    self = bool
  }
}

extension String: _ScalarValue {
  static var expected: String { "a string" }

  init?(_ value: SourceValue) {
    guard let string = value.string else { return nil }
    self = string
  }
}

extension Double: _ScalarValue {
  static var expected: String { "a number" }

  init?(_ value: SourceValue) {
    guard let double = value.double ?? value.bool.map({ $0 ? 1 : 0 }) else { return nil }
    self = double
  }
}

extension Float: _ScalarValue {
  static var expected: String { "a number within the range of Float" }

  init?(_ value: SourceValue) {
    guard let float = value.float ?? value.bool.map({ $0 ? 1 : 0 }) else { return nil }
    self = float
  }
}

extension _ScalarValue where Self: FixedWidthInteger {
  static var expected: String { "an integer within the range of \(Self.self)" }

  @inline(__always)
  init?(_ value: SourceValue) {
    if let integer = value.integer {
      self.init(exactly: integer)
    } else if let integer = value.integer(Self.self) ?? value.bool.map({ $0 ? 1 : 0 }) {
      self = integer
    } else {
      return nil
    }
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
