// Writers that are closed at the end of a closure.
extension JSONLinesWriter {
  /// Writes a file of models, with their mapping. The file is complete when the call returns.
  ///
  ///     try JSONLinesWriter.write(to: "tweets.jsonl", as: mapping) { writer in
  ///       for tweet in tweets { try writer.write(tweet) }
  ///     }
  ///
  /// If the closure throws, the buffered lines are dropped. A file that was to be replaced atomically, which is the
  /// default, is then as it was before.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - mapping: the mapping of the models.
  ///   - mode: what happens to an existing file.
  ///   - style: the style of the records. Each record is one line in any case.
  ///   - body: receives the writer, which is closed when the closure returns.
  /// - Returns: the result of the closure.
  /// - Throws: a ``PathError`` as ``Mapping/encode(_:style:context:)``. A ``MappingError`` of category `io` if the file
  ///   cannot be written. Rethrows any error of the closure.
  public static func write<Result>(
    to path: String, as mapping: Mapping<Root>, mode: WritingMode = .replacingAtomically,
    style: JSONStyle = JSONStyle(), _ body: (JSONLinesWriter) throws -> Result
  ) throws -> Result {
    try JSONLinesWriter(path: path, as: mapping, mode: mode, style: style).closing(body)
  }

  /// Writes a file of models, with their mapping, in a closure that awaits.
  nonisolated(nonsending) public static func write<Result>(
    to path: String, as mapping: Mapping<Root>, mode: WritingMode = .replacingAtomically,
    style: JSONStyle = JSONStyle(),
    _ body: nonisolated(nonsending) (JSONLinesWriter) async throws -> Result
  ) async throws -> Result {
    try await JSONLinesWriter(path: path, as: mapping, mode: mode, style: style).closing(body)
  }

  private func closing<Result>(_ body: (JSONLinesWriter) throws -> Result) throws -> Result {
    // The error says that the lines are lost.
    defer { abandon() }
    let result = try body(self)
    try close()
    return result
  }

  nonisolated(nonsending) private func closing<Result>(
    _ body: nonisolated(nonsending) (JSONLinesWriter) async throws -> Result
  ) async throws -> Result {
    defer { abandon() }
    let result = try await body(self)
    try close()
    return result
  }
}

extension JSONLinesWriter where Root: Encodable {
  /// Writes a file of an `Encodable` type. The file is complete when the call returns.
  ///
  ///     try JSONLinesWriter.write(to: "tweets.jsonl", encoding: Tweet.self) { writer in
  ///       for tweet in tweets { try writer.write(tweet) }
  ///     }
  ///
  /// If the closure throws, the buffered lines are dropped. A file that was to be replaced atomically, which is the
  /// default, is then as it was before.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - encoding: the type of the models.
  ///   - encoder: the encoder of the records. Each record is one line in any case.
  ///   - mode: what happens to an existing file.
  ///   - body: receives the writer, which is closed when the closure returns.
  /// - Returns: the result of the closure.
  /// - Throws: a ``MappingError`` of category `io` if the file cannot be written. Rethrows any error of the closure.
  public static func write<Result>(
    to path: String, encoding: Root.Type, encoder: StreamEncoder = StreamEncoder(),
    mode: WritingMode = .replacingAtomically, _ body: (JSONLinesWriter) throws -> Result
  ) throws -> Result {
    try JSONLinesWriter(path: path, encoding: encoding, encoder: encoder, mode: mode).closing(body)
  }

  /// Writes a file of an `Encodable` type, in a closure that awaits.
  nonisolated(nonsending) public static func write<Result>(
    to path: String, encoding: Root.Type, encoder: StreamEncoder = StreamEncoder(),
    mode: WritingMode = .replacingAtomically,
    _ body: nonisolated(nonsending) (JSONLinesWriter) async throws -> Result
  ) async throws -> Result {
    try await JSONLinesWriter(path: path, encoding: encoding, encoder: encoder, mode: mode).closing(body)
  }
}
