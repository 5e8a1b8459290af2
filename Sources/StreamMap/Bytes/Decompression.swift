/// The compression formats that are decompressed while an input is read. The format is detected by the first bytes of
/// the input, not by its name. An input without a known magic number is read as it is.
///
///     import StreamMapCompression
///
///     var lines = JSONLines(path: "tweets.jsonl.gz", as: mapping)
///     lines.decompression = .automatic                  // gzip and zstd
///
/// The library `StreamMapCompression` has gzip and zstd. A custom format takes its magic number and a
/// ``Decompressor``:
///
///     let lz4 = Decompression("lz4", magicNumbers: [[0x04, 0x22, 0x4D, 0x18]]) { LZ4Decompressor() }
///     lines.decompression = Decompression(anyOf: [.automatic, lz4])
///
/// A compressed input is decompressed on a separate thread, at most four blocks of 256 KiB ahead of the reader. The
/// offsets of records and their errors refer to the plain text. A decompression error is a ``MappingError`` of the
/// category ``MappingError/Category/io``, or ``MappingError/Category/truncated`` if the input ends too early. It is
/// reported after all records before it. Its offset refers to the compressed input.
public struct Decompression: Sendable {
  let formats: [Format]
  /// Whether an input of another known format is an error. Otherwise it is read as it is.
  private var rejectsOthers = false

  /// A compression format.
  struct Format: Sendable {
    let name: String
    let magicNumbers: [[UInt8]]
    /// The unit of the format that is compressed separately, such as a gzip member or a zstd frame.
    let part: String
    let makeDecompressor: @Sendable () throws(DecompressionFailure) -> any Decompressor
  }

  /// Creates a compression format.
  ///
  /// - Parameters:
  ///   - name: the name in messages.
  ///   - magicNumbers: the byte sequences with which inputs of this format begin. None may be empty.
  ///   - makeDecompressor: creates a decompressor for each such input. Called on the thread that decompresses it.
  public init(
    _ name: String, magicNumbers: [[UInt8]],
    makeDecompressor: @escaping @Sendable () throws(DecompressionFailure) -> any Decompressor
  ) {
    self.init(name, magicNumbers: magicNumbers, part: "member", makeDecompressor: makeDecompressor)
  }

  /// Creates a compression format with a name for its parts.
  ///
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

  /// Combines several formats. If two recognize an input, the first one is used.
  public init(anyOf decompressions: [Decompression]) {
    formats = decompressions.flatMap(\.formats)
  }

  /// The same formats. An input that is not JSON in UTF-8 is an error.
  package var rejectingOtherFormats: Decompression {
    var copy = self
    copy.rejectsOthers = true
    return copy
  }
}

extension Decompression {
  /// The result of looking at the first bytes of an input.
  enum Recognition {
    case compressed(Format)
    case plain
    /// The bytes are the beginning of a magic number.
    case undecided
    /// The text has a format that is rejected.
    case other(InputFormat)
  }

  /// Whether a file begins with one of the magic numbers.
  ///
  /// - Throws: if the file has a format that is rejected.
  func recognizes(_ file: ByteFile) throws(MappingError) -> Bool {
    let longest = formats.flatMap(\.magicNumbers).map(\.count).max() ?? 0
    let beginning = try file.prefix(rejectsOthers ? max(longest, InputFormat.prefixSize) : longest)
    switch recognize(beginning.span, isComplete: true) {
    case .compressed: return true
    case .plain, .undecided: return false
    case .other(let format): throw format.rejection(of: file.name, compressedBy: nil)
    }
  }

  /// Detects the format from the first bytes of an input.
  ///
  /// - Parameter isComplete: whether no bytes follow. Then it is decided.
  func recognize(_ bytes: Span<UInt8>, isComplete: Bool = false) -> Recognition {
    var isUndecided = false
    for format in formats {
      for magicNumber in format.magicNumbers {
        let count = min(bytes.count, magicNumber.count)
        guard (0..<count).allSatisfy({ bytes[$0] == magicNumber[$0] }) else { continue }
        if count == magicNumber.count { return .compressed(format) }
        isUndecided = true
      }
    }
    return isUndecided && !isComplete ? .undecided : recognizePlain(bytes, isComplete: isComplete)
  }

  /// Detects a format that is rejected from the first bytes of a text that is not compressed.
  func recognizePlain(_ bytes: Span<UInt8>, isComplete: Bool) -> Recognition {
    guard rejectsOthers else { return .plain }
    if !isComplete, InputFormat.isUndecided(bytes) { return .undecided }
    return InputFormat(of: bytes).map { .other($0) } ?? .plain
  }
}
