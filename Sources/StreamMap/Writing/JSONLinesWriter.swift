/// A writer of JSON Lines, one model per line, to a file, a descriptor or a closure.
///
///     try JSONLinesWriter.write(to: "tweets.jsonl", as: mapping) { writer in
///       for tweet in tweets { try writer.write(tweet) }
///     }
///
/// Lines are buffered and written when the buffer is full. If encoding a model fails, nothing of it is written, so a
/// line is never incomplete. After an output error the buffer keeps the bytes that were not written, and ``flush()``
/// tries again.
///
/// A writer that an initialiser creates must be closed with ``close()``, because only a call can report an error. If it
/// is not, the lines that are not written are lost, and a message on standard error says so. The file at its path is
/// unchanged, unless its ``WritingMode`` is another than ``WritingMode/replacingAtomically``, which is the default. Only
/// one thread may use a writer at a time.
///
/// - Complexity: O(n) in the bytes. Writing a record allocates nothing, unless the model does.
public final class JSONLinesWriter<Root> {
  private let sink: ByteSink
  private let encode: (borrowing Root, inout JSONWriter) throws -> Void
  private let capacity: Int
  private var json: JSONWriter
  private var isClosed = false
  /// Whether an error has said that lines are lost.
  private var isLossReported = false

  /// The number of lines that have been written to the buffer or the output.
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

  deinit {
    guard !isClosed, !isLossReported, let loss = sink.loss(json.count) else { return }
    let message =
      "StreamMap: a JSONLinesWriter of \(sink.name) was not closed: \(loss); call close(), or use JSONLinesWriter.write\n"
    var written = 0
    // A failure cannot be reported anywhere.
    try? ByteSink(descriptor: 2).write(Array(message.utf8).span, &written)
  }

  /// Writes a model and a line feed.
  ///
  /// - Throws: the errors of ``Mapping/encode(_:style:context:)`` or ``StreamEncoder/encode(_:)``, and then the line
  ///   is not written. A ``MappingError`` of category `io` if the buffer could not be written, and then the line is in
  ///   the buffer.
  public func write(_ model: borrowing Root) throws {
    precondition(!isClosed, "A model was written to a closed JSONLinesWriter.")
    try encode(model, &json)
    json.endLine()
    count += 1
    if json.count >= capacity { try flush() }
  }

  /// Writes the buffered lines.
  ///
  /// - Throws: a ``MappingError`` of category `io`, with the name of the file and the system's message.
  public func flush() throws(MappingError) {
    var written = 0
    isLossReported = true
    defer { json.removeFirst(written) }
    if json.count > 0 {
      try json.withText { text throws(MappingError) in try sink.write(text, &written) }
    }
    isLossReported = false
  }

  /// Writes the buffered lines and closes a file that was opened by path. A second call does nothing.
  ///
  /// - Throws: as ``flush()``. A file that was to be replaced atomically stays unchanged.
  public func close() throws(MappingError) {
    if isClosed { return }
    try flush()
    isClosed = true
    try sink.close()
  }

  /// Ends the writing. What is not closed yet is lost.
  func abandon() { isClosed = true }

  /// Adds a line feed if the file's last line has none.
  func completeLastLine() throws(MappingError) {
    if try sink.ends(withoutByte: ASCII.lineFeed) { json.endLine() }
  }
}
