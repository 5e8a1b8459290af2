public import StreamMap

extension Decompression {
  /// gzip and zstd, told by the first bytes of the input. What is neither is read as it is.
  public static let automatic = Decompression(anyOf: [.gzip, .zstd])

  /// gzip, as of RFC 1952, by zlib: one member after the other, each with its checksum verified. Zeros behind the last
  /// one are passed over, as gzip(1) does; anything else there is an error.
  public static let gzip = Decompression("gzip", magicNumbers: [[0x1F, 0x8B]]) {
    () throws(DecompressionFailure) in try GzipDecompressor()
  }

  /// zstd, as of RFC 8878, by libzstd: one frame after the other, each with its checksum verified if it has one.
  /// Skippable frames are passed over. A frame that needs a window of more than 128 MiB, or a dictionary, is an error.
  public static let zstd = Decompression("zstd", magicNumbers: zstdMagicNumbers) {
    () throws(DecompressionFailure) in try ZstdDecompressor()
  }

  /// Of a frame, and of the sixteen kinds of skippable frames.
  private static var zstdMagicNumbers: [[UInt8]] {
    [[0x28, 0xB5, 0x2F, 0xFD]] + (0x50...0x5F).map { [$0, 0x2A, 0x4D, 0x18] }
  }
}
