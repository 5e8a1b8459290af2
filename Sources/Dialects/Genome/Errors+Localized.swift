public import Foundation

extension MappingError: LocalizedError {
  /// The key and what is wrong with its value, or the operation.
  public var errorDescription: String? {
    switch self {
    case .UnableToMap(let key, let error): "cannot map \(key): \(error.localizedDescription)"
    case .UnexpectedOperationType(let text): "unexpected operation: \(text)"
    }
  }
}

extension SequenceError: LocalizedError {
  /// What is missing, or what stands there instead.
  public var errorDescription: String? {
    switch self {
    case .FoundNil(let text): "found no value: \(text)"
    case .UnexpectedValue(let text): "unexpected value: \(text)"
    }
  }
}

extension TransformationError: LocalizedError {
  /// What the transform got.
  public var errorDescription: String? {
    switch self {
    case .UnexpectedInputType(let text): "unexpected input of a transform: \(text)"
    }
  }
}

extension JsonConvertibleError: LocalizedError {
  /// The JSON and the type.
  public var errorDescription: String? {
    switch self {
    case .UnableToConvert(let json, let type): "cannot convert \(json) to \(type)"
    }
  }
}
