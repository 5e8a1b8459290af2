import Foundation
import FoundationValues
import StreamMap

extension TapeValue: SourceValue {
  var asBool: Bool? {
    if let bool = bool() { return bool }
    return integer().flatMap { number in number == 1 ? true : number == 0 ? false : nil }
  }

  var asString: String? { string() }

  @inline(__always)
  func asInteger<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
    if let number = integer() { return Integer(exactly: number) }
    return otherInteger(Integer.self)
  }

  @inline(never)
  private func otherInteger<Integer: FixedWidthInteger>(_: Integer.Type) -> Integer? {
    if let bool = bool() { return bool ? 1 : 0 }
    return wideInteger().flatMap { Integer(exactly: $0) }
  }

  var asDouble: Double? { double() ?? bool().map { $0 ? 1 : 0 } }

  var asFloat: Float? { float() ?? bool().map { $0 ? 1 : 0 } }

  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    do {
      return try decode(type)
    } catch let error as DecodingError where error.isBelow(self) {
      throw error
    } catch {
      throw refusal(TinyMappingError.reason(of: error))
    }
  }

  @inline(__always)
  func withMembers<Result>(
    of type: TinyMappingModel.Type, _ body: (TapeObject) throws -> Result
  ) rethrows -> Result? {
    try withObject(for: type, body)
  }

  func forEachMember(_ body: (String, TapeValue) throws -> Void) rethrows -> Bool {
    try forEachLastMember(body)
  }

  func forEachElement(_ body: (TapeValue) throws -> Void) rethrows -> Bool {
    guard let elements else { return false }
    for element in elements { try body(element) }
    return true
  }

  @inline(__always)
  func read<Value>(by reader: ValueReader<Value>) throws -> Value { try reader.tape(self) }

  func model(by maker: ModelMaker) throws -> TinyMappingModel { try maker.model(of: self) }

  @inline(__always)
  func set(by setter: PropertySetter, of model: TinyMappingModel) throws { try setter.tape(self, model) }

  func refusal(expected: String) -> any Error {
    RecordRefusal(
      self, expected: expected,
      TinyMappingError(path: pathText, "expected \(expected), found \(found)"))
  }

  func refusal(_ reason: String) -> any Error {
    RecordRefusal(self, TinyMappingError(path: pathText, reason))
  }

  private var found: String {
    switch kind {
    case .null: "null"
    case .bool: bool() == true ? "true" : "false"
    case .number: "the number \(numberText ?? "")"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension TapeObject: SourceObject {
  @inline(__always)
  func plan(of model: TinyMappingModel) -> ModelPlan {
    if let plan = face as? ModelPlan { return plan }
    let plan = ModelPlan.of(model)
    face = plan
    return plan
  }
}
