#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Decompresses the bytes of one input. It is created, used and released on one thread.
///
/// An input consists of members that are compressed separately: the members of gzip, the frames of zstd.
public protocol Decompressor {
  /// Decompresses as much of the input as the output has room for.
  ///
  /// Input that is not consumed is passed again, followed by more. If the output is full, the method is called again,
  /// even with an empty input, because consumed bytes may give more output. Unless the input is empty, each call must
  /// consume or produce at least one byte.
  ///
  /// - Parameters:
  ///   - input: the bytes after those already consumed.
  ///   - output: has room for at least one byte. Appended bytes count even if the call throws.
  /// - Returns: the number of consumed bytes from the beginning of the input, and whether a member ends with the last
  ///   of them and all its bytes are in the output.
  mutating func decompress(
    _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) throws(DecompressionFailure) -> (consumed: Int, endsMember: Bool)

  /// Handles the end of the input. Throws ``DecompressionFailure/truncated`` if the input is incomplete.
  mutating func finish() throws(DecompressionFailure)
}

/// The reason why an input cannot be decompressed.
///
///     throw .damaged("the checksum does not match", offset: 1_024)
public enum DecompressionFailure: Error, Sendable, Hashable {
  /// The input ends within a member.
  case truncated

  /// The input has bytes that cannot be decompressed.
  ///
  /// - Parameters:
  ///   - reason: the problem and its remedy.
  ///   - offset: the offset in the compressed input, from 0.
  case damaged(_ reason: String, offset: Int)
}

extension DecompressionFailure: LocalizedError, CustomStringConvertible {
  /// The error and its offset in the compressed input.
  public var description: String {
    switch self {
    case .truncated: "the compressed input ends within a member"
    case .damaged(let reason, let offset): "byte \(offset) of the compressed input: \(reason)"
    }
  }

  /// The error's description.
  public var errorDescription: String? { description }
}
