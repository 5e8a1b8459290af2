public import StreamMap

extension Decompression {
  /// gzip and zstd, detected by the first bytes of the input. Any other input is read as it is.
  public static let automatic = Decompression(anyOf: [.gzip, .zstd])

  /// gzip (RFC 1952), by zlib. The input is a sequence of members, and each checksum is verified. Zeros after the
  /// last member are skipped, as gzip(1) does. Any other bytes there are an error.
  public static let gzip = Decompression("gzip", magicNumbers: [GzipDecompressor.magicNumber]) {
    () throws(DecompressionFailure) in try GzipDecompressor()
  }

  /// zstd (RFC 8878), by libzstd. The input is a sequence of frames, and each checksum is verified if the frame has
  /// one. Skippable frames are skipped. A frame that needs a window of more than 128 MiB, or a dictionary, is an
  /// error.
  public static let zstd = Decompression("zstd", magicNumbers: ZstdDecompressor.magicNumbers, part: "frame") {
    () throws(DecompressionFailure) in try ZstdDecompressor()
  }
}
