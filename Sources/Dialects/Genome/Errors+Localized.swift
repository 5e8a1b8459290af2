public import Foundation

extension MappingError: LocalizedError {
  /// The key and the error in its value, or the failed operation.
  public var errorDescription: String? {
    switch self {
    case .UnableToMap(let key, let error): "cannot map \(key): \(error.localizedDescription)"
    case .UnexpectedOperationType(let text): "unexpected operation: \(text)"
    }
  }
}

extension SequenceError: LocalizedError {
  /// The missing value, or the value found instead.
  public var errorDescription: String? {
    switch self {
    case .FoundNil(let text): "found no value: \(text)"
    case .UnexpectedValue(let text): "unexpected value: \(text)"
    }
  }
}

extension TransformationError: LocalizedError {
  /// The value that the transform got.
  public var errorDescription: String? {
    switch self {
    case .UnexpectedInputType(let text): "unexpected input of a transform: \(text)"
    }
  }
}

extension JsonConvertibleError: LocalizedError {
  /// The JSON value and the target type.
  public var errorDescription: String? {
    switch self {
    case .UnableToConvert(let json, let type): "cannot convert \(json) to \(type)"
    }
  }
}
