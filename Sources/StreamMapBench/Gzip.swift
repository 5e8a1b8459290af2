import CZlib

/// An error of zlib.
struct GzipFailure: Error, CustomStringConvertible {
  let description: String

  /// Throws unless zlib returned the expected status.
  static func check(_ status: Int32, _ expected: Int32) throws {
    if status != expected { throw GzipFailure(description: "zlib returned \(status)") }
  }

  /// Converts a count to the 32 bits that one call of zlib takes.
  static func count(_ count: Int) throws -> UInt32 {
    guard let count = UInt32(exactly: count) else {
      throw GzipFailure(description: "'gzip' and 'inflate' are limited to 4 GiB: name other contenders")
    }
    return count
  }
}

/// Compression and decompression by zlib.
///
/// SAFETY: the address of zlib's state is stable until it is freed; zlib reads and writes within the given counts,
/// during the call.
enum Gzip {
  /// Compresses into one gzip member at the default level.
  static func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
    try unsafe withStream { stream in
      try unsafe GzipFailure.check(
        deflateInit2_(
          stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
          Int32(MemoryLayout<z_stream>.size)), Z_OK)
      defer { unsafe deflateEnd(stream) }
      let bound = unsafe Int(deflateBound(stream, UInt(bytes.count)))
      return try unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
        try unsafe bytes.withUnsafeBufferPointer { input in
          unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
          unsafe stream.pointee.avail_in = try GzipFailure.count(input.count)
          unsafe stream.pointee.next_out = output.baseAddress
          unsafe stream.pointee.avail_out = UInt32(clamping: output.count)
          try unsafe GzipFailure.check(deflate(stream, Z_FINISH), Z_STREAM_END)
        }
        count = unsafe Int(stream.pointee.total_out)
      }
    }
  }

  /// Decompresses one member block by block into the same buffer. Returns the number of decompressed bytes.
  static func inflatedCount(_ bytes: Span<UInt8>) throws -> Int {
    var block = [UInt8](repeating: 0, count: 256 << 10)
    return try unsafe withStream { stream in
      try unsafe GzipFailure.check(
        inflateInit2_(stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)), Z_OK)
      defer { unsafe inflateEnd(stream) }
      return try unsafe bytes.withUnsafeBufferPointer { input in
        unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = try GzipFailure.count(input.count)
        var status = Z_OK
        while status == Z_OK {
          status = unsafe block.withUnsafeMutableBufferPointer { block in
            unsafe stream.pointee.next_out = block.baseAddress
            unsafe stream.pointee.avail_out = UInt32(block.count)
            return unsafe inflate(stream, Z_NO_FLUSH)
          }
        }
        try GzipFailure.check(status, Z_STREAM_END)
        return unsafe Int(stream.pointee.total_out)
      }
    }
  }

  private static func withStream<Result>(_ body: (UnsafeMutablePointer<z_stream>) throws -> Result) throws
    -> Result
  {
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    defer { unsafe stream.deallocate() }
    unsafe stream.initialize(to: z_stream())
    return try unsafe body(stream)
  }
}
