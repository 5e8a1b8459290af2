/// Makes plain bytes of the compressed bytes of one input. It is made, used and released on one thread.
///
/// An input is made of members, each compressed by itself: gzip's members, zstd's frames.
public protocol Decompressor {
  /// Decompresses as much of the input as there is room for in the output.
  ///
  /// What it does not take it gets again, followed by more. If it fills the output it is called again, be it with
  /// an empty input: there may be more to come of what it has taken. It takes something or gives something
  /// unless the input is empty.
  ///
  /// - Parameters:
  ///   - input: what follows the bytes that were taken.
  ///   - output: has room for at least one byte; what is appended counts also if the call throws.
  /// - Returns: how many bytes it took, and whether a member ends with them.
  mutating func decompress(
    _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) throws(DecompressionFailure) -> DecompressionStep

  /// Is told that the input has ended; throws ``DecompressionFailure/truncated`` where it must not.
  mutating func finish() throws(DecompressionFailure)
}

/// What a call of ``Decompressor/decompress(_:into:)`` did.
public struct DecompressionStep: Sendable, Hashable {
  /// The bytes of the input that were taken, from its beginning.
  public var consumed: Int

  /// Whether a member ends with the last of them, all of which was given.
  public var endsMember: Bool

  /// Says what was done.
  public init(consumed: Int, endsMember: Bool = false) {
    self.consumed = consumed
    self.endsMember = endsMember
  }
}

/// Why an input cannot be decompressed.
public enum DecompressionFailure: Error, Sendable, Hashable {
  /// The input ends within a member.
  case truncated

  /// Bytes that cannot be decompressed.
  ///
  /// - Parameters:
  ///   - reason: what is wrong, and what can be done about it.
  ///   - offset: where in the compressed input, from 0.
  case damaged(_ reason: String, offset: Int)
}
