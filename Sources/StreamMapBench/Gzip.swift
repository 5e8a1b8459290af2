import CZlib

/// What zlib says if something is wrong.
struct GzipFailure: Error, CustomStringConvertible {
  let status: Int32

  var description: String { "zlib returned \(status)" }

  /// Throws unless the status is the one expected.
  static func check(_ status: Int32, _ expected: Int32) throws {
    if status != expected { throw GzipFailure(status: status) }
  }
}

/// zlib, alone.
///
/// SAFETY: zlib reads and writes within the counts it is given, during the call.
enum Gzip {
  /// One member, of gzip's default level.
  static func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
    var stream = unsafe z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    try unsafe GzipFailure.check(
      deflateInit2_(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size), Z_OK)
    defer { unsafe deflateEnd(&stream) }
    let bound = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
    return try unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      try unsafe bytes.withUnsafeBufferPointer { input in
        unsafe stream.next_in = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(output.count)
        try unsafe GzipFailure.check(deflate(&stream, Z_FINISH), Z_STREAM_END)
      }
      count = unsafe output.count - Int(stream.avail_out)
    }
  }

  /// Decompresses one member, a block after the other into the same memory, and says how many bytes there were.
  static func inflatedCount(_ bytes: Span<UInt8>) throws -> Int {
    var stream = unsafe z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    try unsafe GzipFailure.check(inflateInit2_(&stream, MAX_WBITS + 16, ZLIB_VERSION, size), Z_OK)
    defer { unsafe inflateEnd(&stream) }
    var block = [UInt8](repeating: 0, count: 256 << 10)
    var count = 0
    try unsafe bytes.withUnsafeBufferPointer { input in
      unsafe stream.next_in = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
      unsafe stream.avail_in = UInt32(input.count)
      var status = Z_OK
      while status != Z_STREAM_END {
        status = try unsafe block.withUnsafeMutableBufferPointer { block in
          unsafe stream.next_out = block.baseAddress
          unsafe stream.avail_out = UInt32(block.count)
          let status = unsafe inflate(&stream, Z_NO_FLUSH)
          count += unsafe block.count - Int(stream.avail_out)
          guard status == Z_OK || status == Z_STREAM_END else { throw GzipFailure(status: status) }
          return status
        }
      }
    }
    return count
  }
}
