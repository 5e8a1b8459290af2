/// Writes JSON Lines: one model a line, to a file, a descriptor or a closure.
///
///     let writer = try JSONLinesWriter(path: "tweets.jsonl", as: mapping)
///     for tweet in tweets { try writer.write(tweet) }
///     try writer.close()
///
/// Lines are gathered in a buffer and written when it is full; a line is never torn apart by an error of its
/// model, of which nothing is written. An error of the output leaves in the buffer what did not go out:
/// ``flush()`` tries again.
///
/// A writer that is not closed loses what is in its buffer: only ``flush()`` and ``close()`` can say that
/// something went wrong. It is used by one thread at a time.
///
/// - Complexity: O(n) in the bytes; nothing is allocated for a record that the model does not allocate itself.
public final class JSONLinesWriter<Root> {
  private let sink: ByteSink
  private let encode: (borrowing Root, inout JSONWriter) throws -> Void
  private let capacity: Int
  private var json: JSONWriter
  private var isClosed = false

  /// How many lines have been written, to the buffer at least.
  public private(set) var count = 0

  init(
    _ sink: ByteSink, _ style: JSONStyle, capacity: Int,
    _ encode: @escaping (borrowing Root, inout JSONWriter) throws -> Void
  ) {
    self.sink = sink
    self.capacity = max(capacity, 0)
    json = JSONWriter(style)
    self.encode = encode
  }

  /// Writes a model and a line feed.
  ///
  /// - Throws: what ``MappingEncoder/encode(_:context:)`` or ``StreamEncoder/encode(_:)`` throws, and then the line is
  ///   not there; a ``MappingError`` of category `io` if the buffer could not be written, and then it is.
  public func write(_ model: borrowing Root) throws {
    precondition(!isClosed, "A model is written to a JSONLinesWriter that has been closed.")
    try encode(model, &json)
    json.endLine()
    count += 1
    if json.count >= capacity { try flush() }
  }

  /// Writes what is in the buffer.
  ///
  /// - Throws: a ``MappingError`` of category `io`, with the name of the file and what the system says.
  public func flush() throws(MappingError) {
    var written = 0
    defer { json.removeFirst(written) }
    if json.count > 0 {
      try json.withText { text throws(MappingError) in try sink.write(text, &written) }
    }
  }

  /// Writes what is in the buffer, and closes what was opened by path. A second call does nothing.
  ///
  /// - Throws: as ``flush()``; a file that was to be replaced atomically stays as it was.
  public func close() throws(MappingError) {
    if isClosed { return }
    try flush()
    isClosed = true
    try sink.close()
  }

  /// A line that the file ends in the middle of gets its line feed.
  func completeLastLine() throws(MappingError) {
    if try sink.ends(withoutByte: ASCII.lineFeed) { json.endLine() }
  }
}
