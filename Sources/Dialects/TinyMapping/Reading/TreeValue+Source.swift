import Foundation
import StreamMap

extension TreeValue: SourceValue {
  var isNull: Bool { value is NSNull || (value as? any AnyOptional)?.isNil == true }

  var asBool: Bool? { number as? Bool }

  var asString: String? { value as? String }

  func asInteger<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
    guard let number else { return nil }
    if let integer = number as? Int { return Integer(exactly: integer) }
    return (number as? UInt64).flatMap { Integer(exactly: $0) }
  }

  var asDouble: Double? { number?.doubleValue }

  var asFloat: Float? {
    guard let double = asDouble else { return nil }
    let float = Float(double)
    return float.isInfinite && double.isFinite ? nil : float
  }

  private var number: NSNumber? { value as? NSNumber }

  var any: Any { value }

  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    if let value = value as? Value { return value }
    guard JSONSerialization.isValidJSONObject([value]) else { throw refusal(expected: "\(type)") }
    let text = try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
    do {
      return try StreamDecoder.ofDocuments.decode(type, from: text)
    } catch let error as DecodingError {
      throw TinyMappingError(error, below: path)
    } catch {
      throw refusal(TinyMappingError.reason(of: error))
    }
  }

  func withMembers<Result>(
    of type: TinyMappingModel.Type, _ body: (TreeObject) throws -> Result
  ) rethrows -> Result? {
    guard let members = value as? [String: Any] else { return nil }
    return try body(TreeObject(members: members, way: way))
  }

  func forEachElement(_ body: (TreeValue) throws -> Void) rethrows -> Bool {
    guard let elements = value as? [Any] else { return false }
    let way = way
    for (index, element) in elements.enumerated() { try body(TreeValue(element, .index(index), way)) }
    return true
  }

  func forEachMember(_ body: (String, TreeValue) throws -> Void) rethrows -> Bool {
    guard let members = value as? [String: Any] else { return false }
    let way = way
    for (name, member) in members { try body(name, TreeValue(member, .name(name), way)) }
    return true
  }

  func read<Value>(by reader: ValueReader<Value>) throws -> Value { try reader.tree(self) }

  func model(by maker: ModelMaker) throws -> TinyMappingModel { try maker.model(of: self) }

  func set(by setter: PropertySetter, of model: TinyMappingModel) throws { try setter.tree(self, model) }

  func refusal(expected: String) -> any Error { refusal("expected \(expected), found \(found)") }

  func refusal(_ reason: String) -> any Error { TinyMappingError(path: path.description, reason) }

  private var found: String {
    switch value {
    case _ where isNull: "null"
    case is String: "a string"
    case let number as NSNumber:
      type(of: number) == type(of: NSNumber(value: true)) ? "\(number.boolValue)" : "the number \(number)"
    case is [Any]: "an array"
    case is [String: Any]: "an object"
    default: "a \(type(of: value))"
    }
  }
}

private protocol AnyOptional {
  var isNil: Bool { get }
}

extension Optional: AnyOptional {
  var isNil: Bool { self == nil }
}
