// The names are the original's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// An error in the mapping of a key.
public enum MappingError: Error {
  /// The value of a key is mismatched.
  case UnableToMap(key: KeyType, error: any Error)
  /// A map that reads JSON was used to write, or the other way round.
  case UnexpectedOperationType(String)
}

/// An error in the value of a key.
public enum SequenceError: Error {
  /// A required value is absent or `null`.
  case FoundNil(String)
  /// The value is not the required object or array.
  case UnexpectedValue(String)
}

/// An error in the input of a transform.
public enum TransformationError: Error {
  /// The input is absent or `null`, and the closure does not accept `nil`.
  case UnexpectedInputType(String)
}

/// An error in the conversion of one value.
public enum JsonConvertibleError: Error {
  /// The JSON does not represent a value of the type.
  case UnableToConvert(json: Json, toType: String)
}
