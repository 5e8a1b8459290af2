public import Foundation

/// A model whose properties are mapped by the wrappers `@Mapped` and `@AlterMapped` instead of coding keys.
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
/// The protocol inherits from `Codable` and provides the implementation, so a model works with every decoder and
/// encoder. The mapped properties of a type, including inherited ones, are found once. Decoding calls ``init()`` and
/// then sets each property whose key is present.
///
/// A property keeps its initial value if its key is missing. It also keeps it if the value cannot be decoded as the
/// property's type, unless ``propertyDecodeErrorHandling`` says otherwise. `null` for a non-optional property is such a
/// value.
///
/// The wrappers are classes: copies of a struct share their values.
public protocol Alterable: Codable {
  /// The action for a missing mapped key. The default is ``DecodeStrategy/ignoreUnknownKey``.
  var decodeStrategy: DecodeStrategy { get }

  /// The action for a value that cannot be decoded. The default is ``PropertyDecodeErrorHandling/ignoreError``.
  var propertyDecodeErrorHandling: PropertyDecodeErrorHandling { get }

  /// Creates a model with the initial values of its properties.
  init()

  /// Encodes the model as JSON text in UTF-8.
  func toJSONData(prettyPrinted: Bool) throws -> Data

  /// Encodes the model as one line of JSON text in UTF-8.
  func toJSONData() throws -> Data

  /// Encodes the model as JSON text.
  func toJSONString(prettyPrinted: Bool) throws -> String

  /// Encodes the model as one line of JSON text.
  func toJSONString() throws -> String

  /// Encodes the model as a dictionary of `JSONSerialization` types.
  func toJSON() throws -> [String: Any]
}

/// ``Alterable``, under the name that models for Alter use. ``Alterable`` already inherits from `Codable`.
public typealias AlterCodable = Alterable & Codable

/// ``MutableAlterable``, under the name that models for Alter use. ``MutableAlterable`` already inherits from
/// `Codable`.
public typealias MutableAlterCodable = MutableAlterable & Codable

/// The action for a mapped key that the object does not have.
public enum DecodeStrategy: Sendable {
  /// The property keeps its value.
  case ignoreUnknownKey
  /// Decoding throws an ``AlterError``. Only the first name of a dotted key is checked.
  case throwErrorOnUnknownKey
}

/// The action for a present value that cannot be decoded.
public enum PropertyDecodeErrorHandling {
  /// A closure that receives the key (the first name of a dotted key) and the error. If it throws, decoding throws that
  /// error. Otherwise the property keeps its value.
  public typealias ErrorHandler = (String, any Error) throws -> Void

  /// The property keeps its value.
  case ignoreError
  /// Decoding throws the error.
  case throwError
  /// The closure decides whether to throw.
  case handleError(ErrorHandler)
}

extension Alterable {
  /// The default: a missing key leaves its property unchanged.
  public var decodeStrategy: DecodeStrategy { .ignoreUnknownKey }

  /// The default: a value that cannot be decoded leaves its property unchanged.
  public var propertyDecodeErrorHandling: PropertyDecodeErrorHandling { .ignoreError }
}
