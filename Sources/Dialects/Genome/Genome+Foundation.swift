#if canImport(Foundation)
  import Foundation
  import FoundationValues
  import StreamMap

  extension MappableObject {
    /// Creates an instance from `JSONSerialization` values or any other JSON values, and runs its `sequence`.
    ///
    /// - Parameters:
    ///   - js: the JSON. For nearly all models, it is a dictionary.
    ///   - context: the context, which is converted to ``Json``.
    /// - Throws: ``JsonConvertibleError`` for a value that is not JSON. The errors of `init(map:)` and `sequence`.
    public init(js: Any, context: [String: Any] = [:]) throws {
      try self.init(js: try Json.from(foundation: js), context: try Json.from(foundation: context))
    }

    /// Creates an instance from a dictionary and runs its `sequence`.
    ///
    /// - Parameters:
    ///   - js: the dictionary to map.
    ///   - context: the context, which is converted to ``Json``.
    /// - Throws: ``JsonConvertibleError`` for a value that is not JSON. The errors of `init(map:)` and `sequence`.
    public init(js: [String: Any], context: [String: Any] = [:]) throws {
      try self.init(js: try Json.from(foundation: js), context: try Json.from(foundation: context))
    }
  }

  extension Array where Element: JsonConvertibleType {
    /// Creates an array from `JSONSerialization` values.
    ///
    /// - Throws: ``JsonConvertibleError`` for a value that is not JSON. The error of a mismatched element.
    public init(js: Any, context: [String: Any] = [:]) throws {
      try self.init(js: try Json.from(foundation: js), context: try Json.from(foundation: context))
    }
  }

  extension Set where Element: JsonConvertibleType {
    /// Creates a set from `JSONSerialization` values.
    ///
    /// - Throws: ``JsonConvertibleError`` for a value that is not JSON. The error of a mismatched element.
    public init(js: Any, context: [String: Any] = [:]) throws {
      try self.init(js: try Json.from(foundation: js), context: try Json.from(foundation: context))
    }
  }

  extension Json {
    /// Parses JSON text.
    ///
    /// - Parameter data: one JSON value in UTF-8.
    /// - Throws: StreamMap's `MappingError`, with the location of the syntax error.
    public static func deserialize(_ data: NSData) throws -> Json {
      try deserialize(Array(Data(referencing: data)))
    }

    /// Returns the JSON of `JSONSerialization` values and of Swift scalars, strings, arrays and dictionaries.
    ///
    /// - Throws: ``JsonConvertibleError`` for any other value.
    public static func from(foundation value: Any) throws -> Json {
      Json(try JSONValue(foundation: value))
    }

    /// Returns the JSON of a Foundation object: a dictionary, an array, a number, a string or `NSNull`.
    ///
    /// - Precondition: `object` is one of these. Use ``from(foundation:)`` for other values.
    public static func from(_ object: AnyObject) -> Json {
      do {
        return try from(foundation: object)
      } catch {
        preconditionFailure("\(error)")
      }
    }

    /// Returns the JSON of a dictionary of Foundation objects.
    ///
    /// - Precondition: the dictionary contains only dictionaries, arrays, numbers, strings and `NSNull`. Use
    ///   ``from(foundation:)`` for other values.
    public static func from(_ members: [String: AnyObject]) -> Json { from(members as AnyObject) }

    /// The value as `JSONSerialization` returns it. A number out of the range of `Double` is infinite.
    ///
    /// - Complexity: O(n) in the size of the value.
    public var anyValue: Any { tree.any }

    /// The members as `JSONSerialization` returns them, or nil if the value is not an object.
    public var foundationDictionary: [String: Any]? { anyValue as? [String: Any] }

    /// The elements as `JSONSerialization` returns them, or nil if the value is not an array.
    public var foundationArray: [Any]? { anyValue as? [Any] }
  }

  extension JsonConvertibleType {
    /// Returns the encoded value as `JSONSerialization` does, or nil if it is not an object.
    ///
    /// - Throws: the error of a value that cannot be encoded.
    public func foundationDictionary() throws -> [String: Any]? {
      try jsonRepresentation().foundationDictionary
    }

    /// Returns the encoded value as `JSONSerialization` does, or nil if it is not an array.
    ///
    /// - Throws: the error of a value that cannot be encoded.
    public func foundationArray() throws -> [Any]? {
      try jsonRepresentation().foundationArray
    }
  }

  extension JSONValue {
    fileprivate init(foundation value: Any) throws {
      switch value {
      case let json as Json: self = json.tree
      case is NSNull: self = .null
      case let text as String: self = .string(text)
      case let number as NSNumber: self = try JSONValue(number)
      case let elements as [Any]: self = .array(try elements.map { try JSONValue(foundation: $0) })
      case let members as [String: Any]:
        let members = try members.sorted { $0.key < $1.key }.map { name, value in
          (name, try JSONValue(foundation: value))
        }
        self = .object(JSONObject(members: members))
      case let value as any JsonConvertibleType: self = try value.jsonRepresentation().tree
      default:
        throw logError(JsonConvertibleError.UnableToConvert(json: .StringValue("\(value)"), toType: "Json"))
      }
    }

    private init(_ number: NSNumber) throws {
      if FoundationValue.isBoolean(number) {
        self = .bool(number.boolValue)
        return
      }
      guard number.doubleValue.isFinite else {
        throw logError(SequenceError.UnexpectedValue("JSON has no number \(number)"))
      }
      self = .number(JSONNumber(literal: number.stringValue))
    }
  }
#endif
