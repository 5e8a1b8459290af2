public import StreamMap

extension Decompression {
  /// gzip and zstd, told by the first bytes of the input. What is neither is read as it is.
  public static let automatic = Decompression(anyOf: [.gzip, .zstd])

  /// gzip, as of RFC 1952, by zlib: one member after the other, each with its checksum verified. Zeros behind the last
  /// one are passed over, as gzip(1) does; anything else there is an error.
  public static let gzip = Decompression("gzip", magicNumbers: [GzipDecompressor.magicNumber]) {
    () throws(DecompressionFailure) in try GzipDecompressor()
  }

  /// zstd, as of RFC 8878, by libzstd: one frame after the other, each with its checksum verified if it has one.
  /// Skippable frames are passed over. A frame that needs a window of more than 128 MiB, or a dictionary, is an error.
  public static let zstd = Decompression("zstd", magicNumbers: ZstdDecompressor.magicNumbers, part: "frame") {
    () throws(DecompressionFailure) in try ZstdDecompressor()
  }
}
