/// A part of an input that is read by one worker: whole lines.
struct Slice {
  enum Content {
    case range(LineRange)
    case batch(LineBatch)
    /// What cannot be cut: one worker reads it, some of it at a time.
    case whole(ByteSource)
    /// Nothing can be read any more.
    case failure(MappingError)
  }

  /// Among all slices, from 0.
  let number: Int
  /// The number of the input, from 0.
  let input: Int
  let content: Content
  /// Where the bytes end that were looked at for it: whoever begins there reads all lines that follow, and no other.
  let end: Int
  /// Nothing follows of a file. If that has grown by the time it is looked at again, the last line may have been read
  /// before it was complete.
  var isLast = false
}
