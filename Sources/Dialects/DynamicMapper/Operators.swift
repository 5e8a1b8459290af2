import Foundation
import StreamMap

/// Reads a value of a model's dynamic object into a property.
infix operator <--

/// Writes a property into a model's dynamic object.
infix operator -->

/// Passes a property, which may be nil, to a closure that stores it: `photo --> { ds.albums.best.set($0) }`.
public func --> <Value>(value: Value, write: (Value) -> Void) { write(value) }

/// Reads an integer: a number without a fraction, in range. If the value is absent, `null` or anything else, the
/// property is unchanged.
public func <-- (property: inout Int?, value: DynamicReference?) {
  value?.take(into: &property) { $0.integer() }
}

/// Reads a string.
public func <-- (property: inout String?, value: DynamicReference?) {
  value?.take(into: &property) { $0.string() }
}

/// Reads a boolean. Numbers and strings are not accepted.
public func <-- (property: inout Bool?, value: DynamicReference?) {
  value?.take(into: &property) { $0.bool() }
}

/// Reads any number, and strings that represent one by the decoder's strategy.
public func <-- (property: inout Double?, value: DynamicReference?) {
  value?.take(into: &property) { $0.double() ?? $0.decoded() }
}

/// Reads any number, and strings that represent one by the decoder's strategy.
public func <-- (property: inout Float?, value: DynamicReference?) {
  value?.take(into: &property) { $0.float() ?? $0.decoded() }
}

/// Reads a `Decodable` type with the decoder's strategies, such as `Date`, `Data` and `URL`.
public func <-- <Value: Decodable>(property: inout Value?, value: DynamicReference?) {
  value?.take(into: &property) { $0.decoded() }
}

/// Reads a model, and calls its hook.
public func <-- <Model: DynamicDecodable>(property: inout Model?, value: DynamicReference?) {
  value?.take(into: &property) { $0.mapped() }
}

/// Reads an array. Mismatched elements are dropped. A value that is not an array gives an empty array.
public func <-- <Value: Decodable>(property: inout [Value]?, value: DynamicReference?) {
  guard let value else { return }
  property = value.owner.read(at: value.path) { value in
    value?.elements?.compactMap { $0.decoded() } ?? []
  }
}

/// Reads an array of models, and calls the hook of each. One mismatched element gives an empty array.
public func <-- <Model: DynamicDecodable>(property: inout [Model]?, value: DynamicReference?) {
  guard let value else { return }
  property = value.owner.read(at: value.path) { value in
    guard let elements = value?.elements else { return [] }
    var models: [Model] = []
    for element in elements {
      guard let model: Model = element.mapped() else { return [] }
      models.append(model)
    }
    return models
  }
}

extension DynamicReference {
  /// Sets a property if the value can be read.
  @inline(__always)
  fileprivate func take<Value>(into property: inout Value?, _ read: (TapeValue) -> Value?) {
    owner.read(at: path) { value in
      if let value, let result = read(value) { property = result }
    }
  }
}

extension TapeValue {
  /// Decodes the value as a `Decodable` type. Returns nil for `null` or a mismatched value.
  fileprivate func decoded<Value: Decodable>() -> Value? {
    isNull ? nil : try? decode(Value.self)
  }

  /// Decodes the value as a model and calls its hook. Returns nil for a mismatched value.
  fileprivate func mapped<Model: DynamicDecodable>() -> Model? {
    guard kind == .object, var model: Model = decoded() else { return nil }
    model.dynamicMapping(mappingType: .decoding)
    return model
  }
}
