import CZlib
import StreamMap

/// Decompresses gzip members with zlib's inflate, which reads their headers and verifies their checksums.
///
/// Invariant: `offset` is the number of consumed bytes in all members. `memberStart` is the offset at which the last
/// member began.
///
/// SAFETY: zlib's state keeps its address from `init` to `deinit`. zlib reads the input and writes the output within
/// the given counts, and keeps neither pointer after the call.
@safe final class GzipDecompressor: Decompressor {
  private let stream: UnsafeMutablePointer<z_stream>
  private var place = Place.member
  private var offset = 0
  private var memberStart = 0

  static let magicNumber = InputFormat.gzip.magicNumbers[0]

  private enum Place {
    case member
    case afterMember
    /// After a zero that follows the last member.
    case padding
  }

  init() throws(DecompressionFailure) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // The largest window, and only gzip's headers.
    let status = unsafe inflateInit2_(
      stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      throw .damaged(
        "zlib cannot start (\(status)): there is not enough memory, or its version is different", offset: 0)
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  func decompress(
    _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) throws(DecompressionFailure) -> (consumed: Int, endsMember: Bool) {
    if place != .member {
      guard !input.isEmpty else { return (consumed: 0, endsMember: false) }
      if input[0] == 0 || place == .padding { return try passOverZeros(input) }
      guard input[0] == Self.magicNumber[0] else { throw garbage(at: offset) }
      place = .member
      memberStart = offset
    }
    return try inflate(input, into: &output)
  }

  private func passOverZeros(_ input: Span<UInt8>) throws(DecompressionFailure) -> (
    consumed: Int, endsMember: Bool
  ) {
    place = .padding
    let zeros = input.indices.first { input[$0] != 0 } ?? input.count
    offset += zeros
    guard zeros == input.count else { throw garbage(at: offset) }
    return (consumed: zeros, endsMember: false)
  }

  private func inflate(
    _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) throws(DecompressionFailure) -> (consumed: Int, endsMember: Bool) {
    let (status, consumed) = unsafe input.withUnsafeBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output, count in
        let available = UInt32(clamping: input.count)
        let room = UInt32(clamping: output.count - count)
        unsafe stream.pointee.next_in = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
        unsafe stream.pointee.avail_in = available
        unsafe stream.pointee.next_out = unsafe output.baseAddress.map { unsafe $0 + count }
        unsafe stream.pointee.avail_out = room
        let status = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
        count += unsafe Int(room - stream.pointee.avail_out)
        return unsafe (status, Int(available - stream.pointee.avail_in))
      }
    }
    offset += consumed
    switch status {
    // `Z_BUF_ERROR` means that the call could not make progress.
    case Z_OK, Z_BUF_ERROR:
      return (consumed: consumed, endsMember: false)
    case Z_STREAM_END:
      unsafe inflateReset(stream)
      place = .afterMember
      return (consumed: consumed, endsMember: true)
    case Z_MEM_ERROR:
      throw .damaged("there is not enough memory", offset: offset)
    default:
      // The bytes do not begin like a member.
      if memberStart > 0, offset <= memberStart + Self.magicNumber.count { throw garbage(at: memberStart) }
      let reason = unsafe stream.pointee.msg.map { unsafe String(cString: $0) } ?? "zlib says \(status)"
      throw .damaged("\(reason): the file is damaged, get it again", offset: offset)
    }
  }

  private func garbage(at offset: Int) -> DecompressionFailure {
    .damaged("the bytes after the last member are neither a member nor zeros: remove them", offset: offset)
  }

  func finish() throws(DecompressionFailure) {
    if place == .member { throw .truncated }
  }
}
