// The names are the original's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// What goes wrong where a key is mapped.
public enum MappingError: Error {
  /// The value of a key is not what it should be.
  case UnableToMap(key: KeyType, error: any Error)
  /// A map that reads JSON was asked to write, or the other way round.
  case UnexpectedOperationType(String)
}

/// What goes wrong with the value of a key.
public enum SequenceError: Error {
  /// Nothing is there, or `null`, where something has to be.
  case FoundNil(String)
  /// Something else is there than the objects and arrays that have to be.
  case UnexpectedValue(String)
}

/// What goes wrong with the input of a transform.
public enum TransformationError: Error {
  /// Nothing is there, or `null`, and the closure takes no `nil`.
  case UnexpectedInputType(String)
}

/// What goes wrong where one value is converted.
public enum JsonConvertibleError: Error {
  /// The JSON stands for no value of the type.
  case UnableToConvert(json: Json, toType: String)
}
