/// The compressions that are undone while an input is read. What an input is compressed by is told by its first
/// bytes, not by its name; what begins with none of the known magic numbers is read as it is.
///
///     import StreamMapCompression
///
///     var lines = JSONLines(path: "tweets.jsonl.gz", as: mapping)
///     lines.decompression = .automatic                  // gzip and zstd
///
/// The library `StreamMapCompression` has those for gzip and zstd. One of your own takes its magic number and a
/// ``Decompressor``:
///
///     let lz4 = Decompression("lz4", magicNumbers: [[0x04, 0x22, 0x4D, 0x18]]) { LZ4Decompressor() }
///     lines.decompression = Decompression(anyOf: [.automatic, lz4])
///
/// A compressed input is decompressed on a thread of its own, at most four blocks of 256 KiB ahead of what is read. The
/// offsets of records and of errors in them are those in the plain text. What is wrong with the compression is a
/// ``MappingError`` of the category ``MappingError/Category/io``, or ``MappingError/Category/truncated`` where the
/// input ends too early; it comes after all records before it, and its offset is that in the compressed input.
public struct Decompression: Sendable {
  let formats: [Format]

  /// One compression.
  struct Format: Sendable {
    let name: String
    let magicNumbers: [[UInt8]]
    /// The unit of the format that is compressed separately, such as a gzip member or a zstd frame.
    let part: String
    let makeDecompressor: @Sendable () throws(DecompressionFailure) -> any Decompressor
  }

  /// One compression.
  ///
  /// - Parameters:
  ///   - name: for messages.
  ///   - magicNumbers: what inputs begin with that are compressed by it: any of these, none of them empty.
  ///   - makeDecompressor: called for each such input, on the thread that decompresses it.
  public init(
    _ name: String, magicNumbers: [[UInt8]],
    makeDecompressor: @escaping @Sendable () throws(DecompressionFailure) -> any Decompressor
  ) {
    self.init(name, magicNumbers: magicNumbers, part: "member", makeDecompressor: makeDecompressor)
  }

  /// - Parameter part: the name of a separately compressed unit in messages, such as `frame` for zstd.
  package init(
    _ name: String, magicNumbers: [[UInt8]], part: String,
    makeDecompressor: @escaping @Sendable () throws(DecompressionFailure) -> any Decompressor
  ) {
    precondition(magicNumbers.allSatisfy { !$0.isEmpty }, "a magic number has at least one byte")
    formats = [
      Format(name: name, magicNumbers: magicNumbers, part: part, makeDecompressor: makeDecompressor)
    ]
  }

  /// Any of several; of two that know an input, the one that comes first.
  public init(anyOf decompressions: [Decompression]) {
    formats = decompressions.flatMap(\.formats)
  }
}

extension Decompression {
  /// What the first bytes of an input say.
  enum Recognition {
    case compressed(Format)
    case plain
    /// They are the beginning of a magic number.
    case undecided
  }

  /// Whether a file begins as one of the compressions does.
  func recognizes(_ file: ByteFile) throws(MappingError) -> Bool {
    let longest = formats.flatMap(\.magicNumbers).map(\.count).max() ?? 0
    let beginning = try file.prefix(longest)
    switch recognize(beginning.span) {
    case .compressed: return true
    case .plain, .undecided: return false
    }
  }

  /// Looks at the first bytes of an input.
  func recognize(_ bytes: Span<UInt8>) -> Recognition {
    var isUndecided = false
    for format in formats {
      for magicNumber in format.magicNumbers {
        let count = min(bytes.count, magicNumber.count)
        guard (0..<count).allSatisfy({ bytes[$0] == magicNumber[$0] }) else { continue }
        if count == magicNumber.count { return .compressed(format) }
        isUndecided = true
      }
    }
    return isUndecided ? .undecided : .plain
  }
}
