import CZstd
import StreamMap

/// Decompresses zstd frames with libzstd, which verifies their checksums.
///
/// libzstd discards a call's output if the call fails. Each call therefore gets at most one block, so that the output
/// before an error does not depend on how the input is divided.
///
/// Invariants: `offset` is the number of consumed bytes in all frames. A frame begins at `frameStart`. The block of
/// it that libzstd waits for begins at `blockStart`, or at `frameStart` if it is among the first bytes. `wanted` more
/// bytes end that block, and the header of the next. `header` has the bytes of the frame that libzstd was given, up to
/// the longest header.
///
/// SAFETY: libzstd's context lives from `init` to `deinit`. It reads the input and writes the output within the given
/// counts, and keeps neither pointer after the call.
@safe final class ZstdDecompressor: Decompressor {
  private let context: OpaquePointer
  private var offset = 0
  private var frameStart = 0
  private var blockStart = 0
  private var wanted = frameHeaderSize
  private var header: [UInt8] = []
  private let limit: ZstdWindow
  /// Whether the last call filled the output.
  private var mayHaveMore = false

  /// The magic numbers of a frame, and of the sixteen kinds of skippable frames.
  static let magicNumbers = InputFormat.zstd.magicNumbers

  /// The number of bytes of a frame's header that libzstd first needs.
  private static let frameHeaderSize = 5
  /// While the header is incomplete, the number of bytes that libzstd needs depends on how much of it is there.
  private static let longestFrameHeader = 18
  private static let blockHeaderSize = 3

  init(_ limit: ZstdWindow) throws(DecompressionFailure) {
    self.limit = limit
    guard let context = unsafe ZSTD_createDCtx() else {
      throw .damaged("there is not enough memory", offset: 0)
    }
    unsafe self.context = unsafe context
    unsafe ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, Int32(limit.log))
  }

  deinit {
    unsafe ZSTD_freeDCtx(context)
  }

  func decompress(
    _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) throws(DecompressionFailure) -> (consumed: Int, endsMember: Bool) {
    if mayHaveMore {
      let step = try decompressPiece(input.extracting(first: 0), into: &output)
      if step.endsMember || output.isFull { return step }
    }
    guard !input.isEmpty else { return (consumed: 0, endsMember: false) }
    // Without this check, libzstd would wait for more bytes.
    if offset == frameStart, !Self.magicNumbers.contains(where: { $0[0] == input[0] }) { throw garbage }
    // The header of the next block gets a separate call.
    let piece = wanted > Self.blockHeaderSize ? wanted - Self.blockHeaderSize : max(wanted, 1)
    return try decompressPiece(input.extracting(first: min(piece, input.count)), into: &output)
  }

  private func decompressPiece(
    _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) throws(DecompressionFailure) -> (consumed: Int, endsMember: Bool) {
    keepHeader(input)
    let (status, consumed) = unsafe input.withUnsafeBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output, count in
        var from = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
        var into = unsafe ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: count)
        let status = unsafe ZSTD_decompressStream(context, &into, &from)
        count = unsafe into.pos
        return unsafe (status, from.pos)
      }
    }
    guard ZSTD_isError(status) == 0 else { throw failure(status) }
    mayHaveMore = output.isFull
    let isNewBlock = consumed + status != wanted
    offset += consumed
    wanted = status
    if isNewBlock, offset > frameStart + Self.longestFrameHeader { blockStart = offset }
    guard status == 0 else { return (consumed: consumed, endsMember: false) }
    frameStart = offset
    blockStart = offset
    wanted = Self.frameHeaderSize
    return (consumed: consumed, endsMember: true)
  }

  /// Keeps the first bytes of a frame. Bytes that libzstd did not consume are passed again.
  private func keepHeader(_ input: Span<UInt8>) {
    let count = offset - frameStart
    guard count < Self.longestFrameHeader else { return }
    header.removeSubrange(min(count, header.count)...)
    for index in 0..<min(input.count, Self.longestFrameHeader - count) { header.append(input[index]) }
  }

  /// Returns the size of a frame's window in bytes (RFC 8878, section 3.1.1.1). Nil if the header is incomplete.
  private static func window(in header: [UInt8]) -> UInt64? {
    guard header.count > frameHeaderSize else { return nil }
    let descriptor = header[4]
    guard descriptor & 0x20 != 0 else {
      let base = (1 as UInt64) << (10 + header[5] >> 3)
      return base + base / 8 * UInt64(header[5] & 7)
    }
    // The window of a single segment is its content, whose size follows the number of the dictionary.
    let start = 5 + [0, 1, 2, 4][Int(descriptor & 3)]
    let count = 1 << Int(descriptor >> 6)
    guard header.count >= start + count else { return nil }
    let size = header[start..<start + count].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    return count == 2 ? size + 256 : size
  }

  private func failure(_ status: Int) -> DecompressionFailure {
    let name = unsafe String(cString: ZSTD_getErrorName(status))
    return switch ZSTD_getErrorCode(status) {
    case ZSTD_error_prefix_unknown:
      garbage
    case ZSTD_error_frameParameter_windowTooLarge:
      .damaged(limit.rejection(of: Self.window(in: header) ?? .max), offset: blockStart)
    case ZSTD_error_dictionary_wrong:
      .damaged(
        "it was compressed with a dictionary: decompress it with 'zstd -d -D FILE'", offset: blockStart)
    case ZSTD_error_memory_allocation:
      .damaged("there is not enough memory", offset: blockStart)
    default:
      .damaged("\(name): the file is damaged, get it again", offset: blockStart)
    }
  }

  private var garbage: DecompressionFailure {
    .damaged("the bytes after the last frame are not a frame: remove them", offset: frameStart)
  }

  func finish() throws(DecompressionFailure) {
    if offset > frameStart { throw .truncated }
  }
}
