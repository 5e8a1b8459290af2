#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// For code that needs Foundation's coders, such as another module that takes a `JSONDecoder`.

extension JSONDecoder {
  /// Creates Foundation's decoder with the current settings of another decoder, except its ``StreamDecoder/limits``.
  public convenience init(_ decoder: StreamDecoder) {
    self.init(decoder.snapshot.options)
  }

  convenience init(_ options: DecodingOptions) {
    self.init()
    dateDecodingStrategy = options.date
    dataDecodingStrategy = options.data
    keyDecodingStrategy = options.keys
    nonConformingFloatDecodingStrategy = options.nonConformingFloat
    userInfo = options.sendableUserInfo
    allowsJSON5 = options.allowsJSON5
    assumesTopLevelDictionary = options.assumesTopLevelDictionary
  }
}

extension StreamDecoder {
  /// Creates a decoder with the current settings of Foundation's decoder.
  public convenience init(_ decoder: JSONDecoder) {
    self.init()
    dateDecodingStrategy = decoder.dateDecodingStrategy
    dataDecodingStrategy = decoder.dataDecodingStrategy
    keyDecodingStrategy = decoder.keyDecodingStrategy
    nonConformingFloatDecodingStrategy = decoder.nonConformingFloatDecodingStrategy
    userInfo = decoder.userInfo
    allowsJSON5 = decoder.allowsJSON5
    assumesTopLevelDictionary = decoder.assumesTopLevelDictionary
  }
}

extension JSONEncoder {
  /// Creates Foundation's encoder with the current settings of another encoder.
  public convenience init(_ encoder: StreamEncoder) {
    self.init()
    outputFormatting = encoder.outputFormatting
    dateEncodingStrategy = encoder.dateEncodingStrategy
    dataEncodingStrategy = encoder.dataEncodingStrategy
    keyEncodingStrategy = encoder.keyEncodingStrategy
    nonConformingFloatEncodingStrategy = encoder.nonConformingFloatEncodingStrategy
    userInfo = encoder.userInfo
  }
}

extension StreamEncoder {
  /// Creates an encoder with the current settings of Foundation's encoder.
  public convenience init(_ encoder: JSONEncoder) {
    self.init()
    outputFormatting = encoder.outputFormatting
    dateEncodingStrategy = encoder.dateEncodingStrategy
    dataEncodingStrategy = encoder.dataEncodingStrategy
    keyEncodingStrategy = encoder.keyEncodingStrategy
    nonConformingFloatEncodingStrategy = encoder.nonConformingFloatEncodingStrategy
    userInfo = encoder.userInfo
  }
}
