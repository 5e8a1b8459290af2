#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONLinesWriter {
  /// Creates a writer of models to a file, with their mapping.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - mapping: the mapping of the models.
  ///   - mode: what happens to an existing file. If the file is appended to and its last line has no line feed, the
  ///     line feed is added first.
  ///   - style: the style of the records. Each record is one line in any case.
  ///   - bufferSize: the number of bytes to buffer.
  /// - Throws: a ``PathError`` as ``Mapping/encode(_:style:context:)``. A ``MappingError`` of category `io` if the file
  ///   cannot be opened.
  public convenience init(
    path: String, as mapping: Mapping<Root>, mode: WritingMode = .replacingAtomically,
    style: JSONStyle = JSONStyle(),
    bufferSize: Int = 64 << 10
  ) throws {
    try mapping.plans.prepareWriting(sortsNames: style.sortsNames)
    self.init(try ByteSink(path: path, mode), mapping, style, bufferSize)
    if mode == .appending { try completeLastLine() }
  }

  /// Creates a writer of models to a descriptor, which stays open. A process that writes to pipes should ignore
  /// `SIGPIPE`. A pipe whose reader has gone is then an error, and does not end the process.
  public convenience init(
    descriptor: Int32, as mapping: Mapping<Root>, style: JSONStyle = JSONStyle(), bufferSize: Int = 64 << 10
  ) throws(PathError) {
    try mapping.plans.prepareWriting(sortsNames: style.sortsNames)
    self.init(ByteSink(descriptor: descriptor), mapping, style, bufferSize)
  }

  /// Creates a writer of models to a closure that takes the bytes of whole lines.
  public convenience init(
    as mapping: Mapping<Root>, style: JSONStyle = JSONStyle(), bufferSize: Int = 64 << 10,
    to write: @escaping (Span<UInt8>) throws -> Void
  ) throws(PathError) {
    try mapping.plans.prepareWriting(sortsNames: style.sortsNames)
    self.init(ByteSink(write), mapping, style, bufferSize)
  }

  private convenience init(_ sink: ByteSink, _ mapping: Mapping<Root>, _ style: JSONStyle, _ capacity: Int) {
    var style = style
    style.isPretty = false
    let plans = mapping.plans
    self.init(sink, style, capacity: capacity) { model, json in try plans.encode(model, to: &json) }
  }
}

extension JSONLinesWriter where Root: Encodable {
  /// Creates a writer of an `Encodable` type to a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - encoding: the type of the models.
  ///   - mode: what happens to an existing file. If the file is appended to and its last line has no line feed, the
  ///     line feed is added first.
  ///   - encoder: the encoder of the records. Each record is one line in any case.
  ///   - bufferSize: the number of bytes to buffer.
  /// - Throws: a ``MappingError`` of category `io` if the file cannot be opened.
  public convenience init(
    path: String, encoding: Root.Type, encoder: StreamEncoder = StreamEncoder(),
    mode: WritingMode = .replacingAtomically,
    bufferSize: Int = 64 << 10
  ) throws(MappingError) {
    self.init(try ByteSink(path: path, mode), encoder.forLines, bufferSize)
    if mode == .appending { try completeLastLine() }
  }

  /// Creates a writer of an `Encodable` type to a descriptor, which stays open.
  public convenience init(
    descriptor: Int32, encoding: Root.Type, encoder: StreamEncoder = StreamEncoder(),
    bufferSize: Int = 64 << 10
  ) {
    self.init(ByteSink(descriptor: descriptor), encoder.forLines, bufferSize)
  }

  /// Creates a writer of an `Encodable` type to a closure that takes the bytes of whole lines.
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
  /// A copy of the encoder without pretty-printing, which would write line feeds.
  fileprivate var forLines: StreamEncoder {
    guard outputFormatting.contains(.prettyPrinted) else { return copy() }
    let compact = copy()
    compact.outputFormatting.remove(.prettyPrinted)
    return compact
  }
}
