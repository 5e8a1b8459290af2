#if canImport(Combine)
  public import Combine
  public import Foundation

  extension StreamDecoder: TopLevelDecoder {
    /// The text of a document.
    public typealias Input = Data
  }

  extension StreamEncoder: TopLevelEncoder {
    /// The text of a document.
    public typealias Output = Data
  }
#endif
