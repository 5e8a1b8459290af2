/// Calls the hook of the value passed to a coder: a model, or each model in an array or dictionary.
enum DynamicHook {
  static func call<Value>(for value: inout Value, _ type: DynamicMappingType) {
    if Value.self is any BaseDynamicCodable.Type {
      guard var model = value as? any BaseDynamicCodable else { return }
      prepare(&model)
      model.dynamicMapping(mappingType: type)
      if let mapped = model as? Value { value = mapped }
    } else if var models = value as? any DynamicModels {
      models.callHooks(type)
      if let mapped = models as? Value { value = mapped }
    }
  }

  /// Gives a model without a dynamic object a new one, so that values set in the hook are kept.
  private static func prepare(_ model: inout some BaseDynamicCodable) {
    if model.dynamicSelf == nil { model.dynamicSelf = DynamicClass() }
  }
}

/// A collection of models whose hooks are called when it is coded.
private protocol DynamicModels {
  mutating func callHooks(_ type: DynamicMappingType)
}

extension DynamicHook {
  /// Whether the type is a model to decode, or an array of these. The original parses their documents with
  /// `JSONSerialization`.
  static func isModel(_ type: any Any.Type) -> Bool {
    type is any DynamicDecodable.Type || type is any DynamicDecodableModels.Type
  }
}

private protocol DynamicDecodableModels {}

extension Array: DynamicDecodableModels where Element: DynamicDecodable {}

extension Array: DynamicModels {
  mutating func callHooks(_ type: DynamicMappingType) {
    guard Element.self is any BaseDynamicCodable.Type || Element.self is any DynamicModels.Type else {
      return
    }
    for index in indices { DynamicHook.call(for: &self[index], type) }
  }
}

extension Dictionary: DynamicModels {
  mutating func callHooks(_ type: DynamicMappingType) {
    guard Value.self is any BaseDynamicCodable.Type || Value.self is any DynamicModels.Type else { return }
    for index in values.indices { DynamicHook.call(for: &values[index], type) }
  }
}

extension Optional: DynamicModels {
  mutating func callHooks(_ type: DynamicMappingType) {
    guard Wrapped.self is any BaseDynamicCodable.Type || Wrapped.self is any DynamicModels.Type else {
      return
    }
    if var wrapped = self {
      DynamicHook.call(for: &wrapped, type)
      self = wrapped
    }
  }
}
