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
  public static let zstd: Decompression = zstd(window: 128 << 20)

  /// zstd with windows of another size, such as 2 GiB for a file that `zstd --long=31` wrote.
  ///
  /// The memory of a window is allocated while a frame that needs it is decompressed. A frame that needs a larger window
  /// is an error, which names the size.
  ///
  /// - Parameter window: the size of the largest window in bytes. It is rounded up to a power of two, from 1 KiB to
  ///   2 GiB.
  public static func zstd(window: Int) -> Decompression {
    zstd(window: window) { "allow it with .zstd(window: 1 << \($0)) or .automatic(zstdWindow: 1 << \($0))" }
  }

  /// gzip and zstd, as ``automatic``, with windows of another size as for ``zstd(window:)``.
  public static func automatic(zstdWindow window: Int) -> Decompression {
    Decompression(anyOf: [.gzip, .zstd(window: window)])
  }

  /// - Parameter remedy: returns the remedy for a frame that needs a larger window, whose binary logarithm is given.
  package static func zstd(
    window: Int, remedy: @escaping @Sendable (_ log: Int) -> String
  ) -> Decompression {
    let limit = ZstdWindow(window, remedy: remedy)
    return Decompression("zstd", magicNumbers: ZstdDecompressor.magicNumbers, part: "frame") {
      () throws(DecompressionFailure) in try ZstdDecompressor(limit)
    }
  }
}
