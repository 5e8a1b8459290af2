#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSONLines where Root: Decodable & SendableMetatype {
  /// Creates a stream of the lines of a file, each decoded into an unchanged `Decodable` type. The file is opened when
  /// it is read.
  ///
  ///     let lines = JSONLines(path: "tweets.jsonl", decoding: Tweet.self)
  ///     try lines.forEach { tweet, location in … }
  ///
  /// A record that is invalid, or that the type rejects, is reported as a ``MappingError`` with the record, the line,
  /// the byte offset and the path. The error that the type threw is ``MappingError/underlying``.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - type: the type of a record.
  ///   - decoder: the decoder with the strategies for dates, keys and the like.
  public init(path: String, decoding type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(.path(path), decoding: ModelDecoding(decoder))
  }

  /// Creates a stream of the lines of a file, a pipe or a socket. The descriptor is not closed.
  public init(descriptor: Int32, decoding type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(.descriptor(descriptor), decoding: ModelDecoding(decoder))
  }

  /// The lines of standard input.
  public static func standardInput(
    decoding type: Root.Type, decoder: StreamDecoder = StreamDecoder()
  ) -> JSONLines {
    JSONLines(descriptor: 0, decoding: type, decoder: decoder)
  }
}

extension JSONLines {
  init(_ input: ByteInput, decoding: ModelDecoding<Root>) {
    let limits = decoding.snapshot.options.recordLimits
    self.init(input, .reader(limits) { limits in ModelReader(decoding, limits: limits) })
  }
}

extension JSONLines where Root: Decodable & SendableMetatype {
  /// Lines in memory. An array is not copied. Other collections are copied once.
  public init(
    bytes: some Collection<UInt8>, decoding type: Root.Type, decoder: StreamDecoder = StreamDecoder()
  ) {
    self.init(.bytes(Array(bytes)), decoding: ModelDecoding(decoder))
  }

  /// Lines in memory, which are copied.
  public init(bytes: Span<UInt8>, decoding type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(.bytes(Array(copying: bytes)), decoding: ModelDecoding(decoder))
  }

  /// Lines in memory, as text, which is copied.
  public init(
    bytes text: some StringProtocol, decoding type: Root.Type, decoder: StreamDecoder = StreamDecoder()
  ) {
    self.init(bytes: text.utf8, decoding: type, decoder: decoder)
  }

  /// Lines that arrive in chunks, for example the body of a response or of a request.
  ///
  ///     let lines = JSONLines(chunks: response.body.map(\.readableBytesView), decoding: Tweet.self)
  ///     for try await tweet in lines.async { … }
  ///
  /// See ``init(chunks:as:)``.
  ///
  /// - Parameters:
  ///   - chunks: the sequence. It is read once, by the first view, which must be asynchronous.
  ///   - type: the type that each record is decoded into.
  ///   - decoder: the decoder, with its strategies for dates, keys and other values.
  public init(
    chunks: sending some AsyncSequence<some Sequence<UInt8>, some Error>, decoding type: Root.Type,
    decoder: StreamDecoder = StreamDecoder()
  ) {
    self.init(.asynchronous(AsyncByteInput(chunks)), decoding: ModelDecoding(decoder))
  }
}

extension JSONLines where Root: Decodable & SendableMetatype {
  /// The lines of a file, opened when they are read, each decoded as a model.
  ///
  /// - Parameters:
  ///   - url: a file URL. Reading from any other URL throws a ``MappingError`` of the kind ``MappingError/Kind/io``.
  ///   - type: the type that each record is decoded into.
  ///   - decoder: the decoder, with its strategies for dates, keys and other values.
  public init(url: URL, decoding type: Root.Type, decoder: StreamDecoder = StreamDecoder()) {
    self.init(ByteInput(url), decoding: ModelDecoding(decoder))
  }
}
