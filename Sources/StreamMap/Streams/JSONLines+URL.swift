#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSONLines {
  /// The lines of a file, opened when they are read.
  ///
  /// - Parameters:
  ///   - url: a file URL. Reading from any other URL throws a ``MappingError`` of the kind ``MappingError/Kind/io``.
  ///   - mapping: the mapping that fills the models.
  public init(url: URL, as mapping: Mapping<Root>) {
    self.init(ByteInput(url), as: mapping)
  }
}

extension ByteInput {
  /// The file of a URL.
  init(_ url: URL) {
    guard url.isFileURL else {
      self = .unreadable(
        MappingError(
          .io, expected: "cannot open \(url.absoluteString)",
          found: "only file URLs can be read: pass a response's body to 'chunks:', or its bytes to 'bytes:'"))
      return
    }
    self = .path(url.path(percentEncoded: false))
  }
}
