import Foundation
import StreamMap

/// Reads a value of a model's dynamic object into a property.
infix operator <--

/// Writes a property into a model's dynamic object.
infix operator -->

/// Hands a property to code that puts it somewhere, also nil: `photo --> { ds.albums.best.set($0) }`.
public func --> <Value>(value: Value, write: (Value) -> Void) { write(value) }

/// Reads an integer: a number without a fraction that fits. What is absent, `null` or something else leaves the
/// property as it is.
public func <-- (property: inout Int?, value: DynamicValue?) {
  value?.take(into: &property) { $0.integer() }
}

/// Reads a string.
public func <-- (property: inout String?, value: DynamicValue?) {
  value?.take(into: &property) { $0.string() }
}

/// Reads a boolean: not a number, nor a string.
public func <-- (property: inout Bool?, value: DynamicValue?) {
  value?.take(into: &property) { $0.bool() }
}

/// Reads any number; strings that stand for one by the decoder's strategy, too.
public func <-- (property: inout Double?, value: DynamicValue?) {
  value?.take(into: &property) { $0.double() ?? $0.decoded() }
}

/// Reads any number; strings that stand for one by the decoder's strategy, too.
public func <-- (property: inout Float?, value: DynamicValue?) {
  value?.take(into: &property) { $0.float() ?? $0.decoded() }
}

/// Reads any type that decodes itself, with the decoder's strategies: `Date`, `Data`, `URL` and others.
public func <-- <Value: Decodable>(property: inout Value?, value: DynamicValue?) {
  value?.take(into: &property) { $0.decoded() }
}

/// Reads a model, and calls its hook.
public func <-- <Model: DynamicDecodable>(property: inout Model?, value: DynamicValue?) {
  value?.take(into: &property) { $0.mapped() }
}

/// Reads an array. Elements that are something else are left out; what is no array gives an empty one.
public func <-- <Value: Decodable>(property: inout [Value]?, value: DynamicValue?) {
  guard let value else { return }
  property = value.owner.read(at: value.path) { value in
    value?.elements?.compactMap { $0.decoded() } ?? []
  }
}

/// Reads an array of models, and calls the hook of each. One that is something else leaves the array empty.
public func <-- <Model: DynamicDecodable>(property: inout [Model]?, value: DynamicValue?) {
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

extension DynamicValue {
  /// Sets a property if the value can be read.
  @inline(__always)
  fileprivate func take<Value>(into property: inout Value?, _ read: (TapeValue) -> Value?) {
    owner.read(at: path) { value in
      if let value, let result = read(value) { property = result }
    }
  }
}

extension TapeValue {
  /// The value as a type that decodes itself; nil for `null`, and if the type refuses it.
  fileprivate func decoded<Value: Decodable>() -> Value? {
    isNull ? nil : try? decode(Value.self)
  }

  /// The same, after its hook.
  fileprivate func mapped<Model: DynamicDecodable>() -> Model? {
    guard kind == .object, var model: Model = decoded() else { return nil }
    model.dynamicMapping(mappingType: .decoding)
    return model
  }
}
