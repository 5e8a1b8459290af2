public import Foundation

/// An error of the mapping itself. Decoders and encoders report their own errors.
public struct AlterError: LocalizedError {
  /// What failed.
  public let errorDescription: String?

  /// The reason for the failure.
  public let failureReason: String?

  /// The path of the missing value, if that is the reason.
  let missingPath: [any CodingKey]?

  private init(_ description: String, _ reason: String, missingPath: [any CodingKey]? = nil) {
    errorDescription = "Alter Error: \(description)"
    failureReason = reason
    self.missingPath = missingPath
  }

  init(missing key: AlterCodingKey, of type: any Any.Type, at path: [any CodingKey]) {
    self.init(
      "fail when decode \(type)", "there is no value for the key \"\(key.stringValue)\"",
      missingPath: path + [key])
  }

  init(decoding type: any Any.Type, _ reason: String) {
    self.init("fail when decode \(type)", reason)
  }

  init(altering type: any Any.Type, into other: any Any.Type, _ reason: String) {
    self.init("fail when altering \(type) into \(other)", reason)
  }
}
