#if canImport(Foundation)
  import Foundation
  import StreamMap

  extension MappableObject {
    /// Makes an instance of what `JSONSerialization` made, or of anything else that is JSON, and runs its
    /// `sequence`.
    ///
    /// - Parameters:
    ///   - js: a dictionary, for nearly all models.
    ///   - context: becomes a ``Json``.
    /// - Throws: ``JsonConvertibleError`` for what is no JSON; what `init(map:)` and `sequence` throw.
    public init(js: Any, context: [String: Any] = [:]) throws {
      try self.init(js: try Json.from(foundation: js), context: try Json.from(foundation: context))
    }

    /// Makes an instance of a dictionary, and runs its `sequence`.
    ///
    /// - Parameters:
    ///   - js: what is mapped.
    ///   - context: becomes a ``Json``.
    /// - Throws: ``JsonConvertibleError`` for what is no JSON; what `init(map:)` and `sequence` throw.
    public init(js: [String: Any], context: [String: Any] = [:]) throws {
      try self.init(js: try Json.from(foundation: js), context: try Json.from(foundation: context))
    }
  }

  extension Array where Element: JsonConvertibleType {
    /// The elements of what `JSONSerialization` made.
    ///
    /// - Throws: ``JsonConvertibleError`` for what is no JSON; what an element throws that is none of the type.
    public init(js: Any, context: [String: Any] = [:]) throws {
      try self.init(js: try Json.from(foundation: js), context: try Json.from(foundation: context))
    }
  }

  extension Set where Element: JsonConvertibleType {
    /// The elements of what `JSONSerialization` made, each once.
    ///
    /// - Throws: ``JsonConvertibleError`` for what is no JSON; what an element throws that is none of the type.
    public init(js: Any, context: [String: Any] = [:]) throws {
      try self.init(js: try Json.from(foundation: js), context: try Json.from(foundation: context))
    }
  }

  extension Json {
    /// Reads a text.
    ///
    /// - Parameter data: one JSON value in UTF-8.
    /// - Throws: StreamMap's `MappingError`, which says where the text is no JSON.
    public static func deserialize(_ data: NSData) throws -> Json {
      try deserialize(Array(Data(referencing: data)))
    }

    /// The JSON of what `JSONSerialization` makes, and of Swift's own scalars, strings, arrays and dictionaries.
    ///
    /// - Throws: ``JsonConvertibleError`` for anything else.
    public static func from(foundation value: Any) throws -> Json {
      Json(try JSONValue(foundation: value))
    }

    /// The JSON of an object of Foundation: a dictionary, an array, a number, a string or `NSNull`.
    ///
    /// - Precondition: it is nothing else. For what may be, there is ``from(foundation:)``.
    public static func from(_ object: AnyObject) -> Json {
      do {
        return try from(foundation: object)
      } catch {
        preconditionFailure("\(error)")
      }
    }

    /// The JSON of a dictionary of Foundation's objects.
    ///
    /// - Precondition: there is nothing in it but dictionaries, arrays, numbers, strings and `NSNull`. For what may
    ///   have more, there is ``from(foundation:)``.
    public static func from(_ members: [String: AnyObject]) -> Json { from(members as AnyObject) }

    /// What `JSONSerialization` would make of the value; a number beyond a `Double` is infinite.
    ///
    /// - Complexity: O(n) in the value.
    public var anyValue: Any { tree.foundation }

    /// The members as `JSONSerialization` would read them; nil if this is no object.
    public var foundationDictionary: [String: Any]? { anyValue as? [String: Any] }

    /// The elements as `JSONSerialization` would read them; nil if this is no array.
    public var foundationArray: [Any]? { anyValue as? [Any] }
  }

  extension JsonConvertibleType {
    /// The JSON that the value is written as, as `JSONSerialization` would read it; nil if it is no object.
    ///
    /// - Throws: what the value throws that cannot be written.
    public func foundationDictionary() throws -> [String: Any]? {
      try jsonRepresentation().foundationDictionary
    }

    /// The JSON that the value is written as, as `JSONSerialization` would read it; nil if it is no array.
    ///
    /// - Throws: what the value throws that cannot be written.
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
          JSONObject.Member(name: name, value: try JSONValue(foundation: value))
        }
        self = .object(JSONObject(members: members))
      case let value as any JsonConvertibleType: self = try value.jsonRepresentation().tree
      default:
        throw logError(JsonConvertibleError.UnableToConvert(json: .StringValue("\(value)"), toType: "Json"))
      }
    }

    private init(_ number: NSNumber) throws {
      // There are only these two.
      if number === NSNumber(value: true) || number === NSNumber(value: false) {
        self = .bool(number.boolValue)
        return
      }
      guard number.doubleValue.isFinite else {
        throw logError(SequenceError.UnexpectedValue("JSON has no number \(number)"))
      }
      self = .number(JSONNumber(literal: number.stringValue))
    }

    fileprivate var foundation: Any {
      switch self {
      case .null: NSNull()
      case .bool(let value): value
      case .number(let number):
        if let small = number.exactInteger(as: Int.self) {
          small
        } else if let large = number.exactInteger(as: UInt64.self) {
          large
        } else {
          number.double ?? (number.literal.first == "-" ? -.infinity : .infinity)
        }
      case .string(let text): text
      case .array(let elements): elements.map(\.foundation)
      case .object(let object): object.lastMembers.mapValues(\.foundation)
      }
    }
  }
#endif
