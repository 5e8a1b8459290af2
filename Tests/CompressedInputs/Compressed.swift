import CZlib
import CZstd
import StreamMap
import StreamMapCompression

/// The formats of the tests.
///
/// SAFETY, for the whole file: the libraries read and write within the counts they are given.
package enum Format: String, CaseIterable, Sendable {
  case gzip, zstd

  /// One member or frame.
  package func compress(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
    switch self {
    case .gzip: Gzip().compress(bytes, level: level)
    case .zstd: Zstd().compress(bytes, level: level)
    }
  }

  package var decompression: Decompression {
    switch self {
    case .gzip: .gzip
    case .zstd: .zstd
    }
  }
}

/// A gzip member, with the header fields of RFC 1952.
package struct Gzip {
  package var isText = false
  package var extra: [UInt8]?
  package var name: String?
  package var comment: String?
  package var hasHeaderChecksum = false

  package init(
    isText: Bool = false, extra: [UInt8]? = nil, name: String? = nil, comment: String? = nil,
    hasHeaderChecksum: Bool = false
  ) {
    (self.isText, self.extra, self.name) = (isText, extra, name)
    (self.comment, self.hasHeaderChecksum) = (comment, hasHeaderChecksum)
  }

  package func compress(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
    header + Self.deflate(bytes, level) + Self.littleEndian(Self.checksum(bytes))
      + Self.littleEndian(UInt32(truncatingIfNeeded: bytes.count))
  }

  package var header: [UInt8] {
    let flags =
      (isText ? 1 : 0) + (hasHeaderChecksum ? 2 : 0) + (extra == nil ? 0 : 4) + (name == nil ? 0 : 8)
      + (comment == nil ? 0 : 16)
    var header: [UInt8] = [0x1F, 0x8B, 8, UInt8(flags), 1, 2, 3, 4, 0, 3]
    if let extra { header += [UInt8(extra.count & 255), UInt8(extra.count >> 8)] + extra }
    for text in [name, comment].compactMap(\.self) { header += Array(text.utf8) + [0] }
    if hasHeaderChecksum { header += Self.littleEndian(Self.checksum(header)).prefix(2) }
    return header
  }

  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer {
      UInt32(truncatingIfNeeded: unsafe crc32_z(0, $0.baseAddress, $0.count))
    }
  }

  package static func littleEndian(_ word: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) }
  }

  private static func deflate(_ bytes: [UInt8], _ level: Int32) -> [UInt8] {
    var input = bytes
    // zlib's state must not be moved.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    defer { unsafe stream.deallocate() }
    unsafe stream.initialize(to: z_stream())
    let status = unsafe deflateInit2_(
      stream, level, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK)
    defer { unsafe deflateEnd(stream) }
    let bound = unsafe Int(deflateBound(stream, UInt(bytes.count)))
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe stream.pointee.next_in = input.baseAddress
        unsafe stream.pointee.avail_in = UInt32(input.count)
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = UInt32(output.count)
        precondition(unsafe CZlib.deflate(stream, Z_FINISH) == Z_STREAM_END)
        count = unsafe Int(stream.pointee.total_out)
      }
    }
  }
}

/// A zstd frame.
package struct Zstd {
  package var hasChecksum = true
  package var hasContentSize = true

  package init(hasChecksum: Bool = true, hasContentSize: Bool = true) {
    (self.hasChecksum, self.hasContentSize) = (hasChecksum, hasContentSize)
  }

  package func compress(_ bytes: [UInt8], level: Int32 = 3) -> [UInt8] {
    let context = unsafe ZSTD_createCCtx()
    defer { unsafe ZSTD_freeCCtx(context) }
    unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)
    unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, hasChecksum ? 1 : 0)
    unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, hasContentSize ? 1 : 0)
    let bound = ZSTD_compressBound(bytes.count)
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      unsafe bytes.withUnsafeBufferPointer { input in
        count = unsafe ZSTD_compress2(
          context, output.baseAddress, output.count, input.baseAddress, input.count)
        precondition(ZSTD_isError(count) == 0)
      }
    }
  }

  /// A frame with one block that is not compressed, whose header has a window of a size.
  package static func frame(windowLog: UInt8, mantissa: UInt8 = 0, _ bytes: [UInt8] = []) -> [UInt8] {
    [0x28, 0xB5, 0x2F, 0xFD, 0, (windowLog - 10) << 3 | mantissa]
      + Gzip.littleEndian(UInt32(bytes.count) << 3 | 1).prefix(3) + bytes
  }

  /// A frame that decompresses to nothing.
  package static func skippable(_ bytes: [UInt8], kind: UInt8 = 0) -> [UInt8] {
    [0x50 + kind, 0x2A, 0x4D, 0x18] + Gzip.littleEndian(UInt32(bytes.count)) + bytes
  }
}
