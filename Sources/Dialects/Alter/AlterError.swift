public import Foundation

/// What the mapping itself finds wrong; what decoders and encoders do not like, they say by their own errors.
public struct AlterError: LocalizedError {
  /// What failed.
  public let errorDescription: String?

  /// Why it did.
  public let failureReason: String?

  /// Of the value that is missing, if that is the reason.
  let missingPath: [any CodingKey]?

  private init(_ description: String, _ reason: String, missingPath: [any CodingKey]? = nil) {
    errorDescription = "Alter Error: \(description)"
    failureReason = reason
    self.missingPath = missingPath
  }

  /// An object has no member of a name.
  init(missing key: AlterCodingKey, of type: any Any.Type, at path: [any CodingKey]) {
    self.init(
      "fail when decode \(type)", "there is no value for the key \"\(key.stringValue)\"",
      missingPath: path + [key])
  }

  /// A type cannot be decoded by itself.
  init(decoding type: any Any.Type, _ reason: String) {
    self.init("fail when decode \(type)", reason)
  }

  /// A value has no form in another type.
  init(altering type: any Any.Type, into other: any Any.Type, _ reason: String) {
    self.init("fail when altering \(type) into \(other)", reason)
  }
}
