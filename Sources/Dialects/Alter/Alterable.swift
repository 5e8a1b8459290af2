public import Foundation

/// A model whose properties are mapped by wrappers, `@Mapped` and `@AlterMapped`, and not by coding keys.
///
///     struct User: Alterable {
///       @Mapped(key: "full_name")
///       var fullName: String = ""
///
///       @Mapped
///       var age: Int = 0
///     }
///
///     let user: User = try .from(jsonString: #"{"full_name": "Ada", "age": 36}"#)
///
/// It is `Codable`, by what it inherits from here, so that every decoder and every encoder can be used. Which of a
/// type's properties are mapped is found once, with those of its superclasses; for each model ``init()`` is called, and
/// then each property is set whose key is there.
///
/// A key that is missing leaves the property as ``init()`` made it. So does a value that the property's type cannot be
/// decoded from, `null` for one that is no optional among them, unless ``propertyDecodeErrorHandling`` says otherwise.
///
/// The wrappers are classes: copies of a struct share their values.
public protocol Alterable: Codable {
  /// What is done if a mapped key is missing; ``DecodeStrategy/ignoreUnknownKey`` if the model does not say.
  var decodeStrategy: DecodeStrategy { get }

  /// What is done if a property's value cannot be decoded; ``PropertyDecodeErrorHandling/ignoreError`` if the model
  /// does not say.
  var propertyDecodeErrorHandling: PropertyDecodeErrorHandling { get }

  /// A model with the values that properties have if their keys are missing.
  init()

  /// The model as JSON text in UTF-8.
  func toJSONData(prettyPrinted: Bool) throws -> Data

  /// The model as JSON text in UTF-8, on one line.
  func toJSONData() throws -> Data

  /// The model as JSON text.
  func toJSONString(prettyPrinted: Bool) throws -> String

  /// The model as JSON text, on one line.
  func toJSONString() throws -> String

  /// The model as a dictionary, with values as `JSONSerialization` makes them.
  func toJSON() throws -> [String: Any]
}

/// ``Alterable``, which is `Codable` already: the name that models for Alter use.
public typealias AlterCodable = Alterable & Codable

/// ``MutableAlterable``, which is `Codable` already: the name that models for Alter use.
public typealias MutableAlterCodable = MutableAlterable & Codable

/// What is done if a key that a model maps is not in the object.
public enum DecodeStrategy: Sendable {
  /// The property keeps its value.
  case ignoreUnknownKey
  /// An ``AlterError`` is thrown. Of a key with dots only the first name is asked for.
  case throwErrorOnUnknownKey
}

/// What is done if the value of a key that is there cannot be decoded.
public enum PropertyDecodeErrorHandling {
  /// Gets the key, of one with dots its first name, and the error. If it throws, so does decoding; if it does not, the
  /// property keeps its value.
  public typealias ErrorHandler = (String, any Error) throws -> Void

  /// The property keeps its value.
  case ignoreError
  /// Decoding throws the error.
  case throwError
  /// The closure decides.
  case handleError(ErrorHandler)
}

extension Alterable {
  /// A missing key leaves its property alone.
  public var decodeStrategy: DecodeStrategy { .ignoreUnknownKey }

  /// A value that cannot be decoded leaves its property alone.
  public var propertyDecodeErrorHandling: PropertyDecodeErrorHandling { .ignoreError }
}
