#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSONLines where Root: Decodable & SendableMetatype {
  /// The lines of a file, opened when they are read, each decoded as a model.
  ///
  /// - Parameters:
  ///   - url: a file URL. Reading from any other URL throws a ``MappingError`` of the kind ``MappingError/Kind/io``.
  ///   - type: the type that each record is decoded into.
  ///   - decoder: the decoder, with its strategies for dates, keys and other values.
  public init(url: URL, decoding type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(ByteInput(url), decoding: ModelDecoding(decoder))
  }
}
