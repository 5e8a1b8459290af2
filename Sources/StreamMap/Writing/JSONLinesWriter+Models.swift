#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONLinesWriter {
  /// A writer of models by their mapping, to a file.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - mapping: of the models.
  ///   - mode: what becomes of a file that is there. Of one that is added to, a last line without a line feed
  ///     gets one first.
  ///   - style: how the records are written; whatever it says, each is one line.
  ///   - bufferSize: how many bytes are gathered.
  /// - Throws: a ``PathError`` of ``MappingEncoder``; a ``MappingError`` of category `io` for a file that cannot be
  ///   opened.
  public convenience init(
    path: String, as mapping: Mapping<Root>, mode: WritingMode = .replacing, style: JSONStyle = JSONStyle(),
    bufferSize: Int = 64 << 10
  ) throws {
    let encoder = try Self.encoder(mapping, style)
    self.init(try ByteSink(path: path, mode), encoder.style, capacity: bufferSize) {
      try encoder.encode($0, to: &$1)
    }
    if mode == .appending { try completeLastLine() }
  }

  /// The same, to a descriptor, which stays open. A process that writes to pipes ignores `SIGPIPE`, so that one
  /// whose reader is gone is an error, and not the process's end.
  public convenience init(
    descriptor: Int32, as mapping: Mapping<Root>, style: JSONStyle = JSONStyle(), bufferSize: Int = 64 << 10
  ) throws(PathError) {
    let encoder = try Self.encoder(mapping, style)
    self.init(ByteSink(descriptor: descriptor), encoder.style, capacity: bufferSize) {
      try encoder.encode($0, to: &$1)
    }
  }

  /// The same, to a closure that takes the bytes of whole lines.
  public convenience init(
    as mapping: Mapping<Root>, style: JSONStyle = JSONStyle(), bufferSize: Int = 64 << 10,
    to write: @escaping (Span<UInt8>) throws -> Void
  ) throws(PathError) {
    let encoder = try Self.encoder(mapping, style)
    self.init(ByteSink(write), encoder.style, capacity: bufferSize) { try encoder.encode($0, to: &$1) }
  }

  private static func encoder(_ mapping: Mapping<Root>, _ style: JSONStyle) throws(PathError)
    -> MappingEncoder<Root>
  {
    var style = style
    style.isPretty = false
    return try MappingEncoder(mapping, style: style)
  }
}

extension JSONLinesWriter where Root: Encodable {
  /// A writer of any `Encodable` type, to a file.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - encoding: the type of the models.
  ///   - mode: what becomes of a file that is there. Of one that is added to, a last line without a line feed
  ///     gets one first.
  ///   - encoder: how the records are written; whatever it says, each is one line.
  ///   - bufferSize: how many bytes are gathered.
  /// - Throws: a ``MappingError`` of category `io` for a file that cannot be opened.
  public convenience init(
    path: String, encoding: Root.Type, encoder: StreamEncoder = StreamEncoder(),
    mode: WritingMode = .replacing,
    bufferSize: Int = 64 << 10
  ) throws(MappingError) {
    self.init(try ByteSink(path: path, mode), encoder.forLines, bufferSize)
    if mode == .appending { try completeLastLine() }
  }

  /// The same, to a descriptor, which stays open.
  public convenience init(
    descriptor: Int32, encoding: Root.Type, encoder: StreamEncoder = StreamEncoder(),
    bufferSize: Int = 64 << 10
  ) {
    self.init(ByteSink(descriptor: descriptor), encoder.forLines, bufferSize)
  }

  /// The same, to a closure that takes the bytes of whole lines.
  public convenience init(
    encoding: Root.Type, encoder: StreamEncoder = StreamEncoder(), bufferSize: Int = 64 << 10,
    to write: @escaping (Span<UInt8>) throws -> Void
  ) {
    self.init(ByteSink(write), encoder.forLines, bufferSize)
  }

  private convenience init(_ sink: ByteSink, _ encoder: StreamEncoder, _ capacity: Int) {
    self.init(sink, JSONStyle(), capacity: capacity) { model, json in
      try encoder.encode(copy model, to: &json)
    }
  }
}

extension StreamEncoder {
  /// The same encoder, which writes no line feeds.
  fileprivate var forLines: StreamEncoder {
    guard outputFormatting.contains(.prettyPrinted) else { return self }
    var compact = self
    compact.outputFormatting.remove(.prettyPrinted)
    return compact
  }
}
