/// A part of an input, in whole lines, that one worker reads.
struct Chunk {
  enum Content {
    case range(LineRange)
    case batch(LineBatch)
    /// An input that cannot be cut. One worker reads it in parts.
    case whole(ByteSource)
    /// The input cannot be read any further.
    case failure(MappingError)
  }

  /// The number of the chunk among all chunks, from 0.
  let number: Int
  /// The number of the input, from 0.
  let input: Int
  let content: Content
  /// The offset where the examined bytes begin: where those of the input's previous chunk end.
  let start: Int
  /// The offset where the examined bytes end. A reader that begins there reads all lines that follow, and no others.
  let end: Int
  /// Whether the chunk is the last of a file. If the file has grown since, its last line may have been incomplete when
  /// it was read.
  var isLast = false
}
