#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSONLines {
  /// Lines in memory. An array is not copied. Other collections are copied once.
  public init(bytes: some Collection<UInt8>, as mapping: Mapping<Root>) {
    self.init(.bytes(Array(bytes)), as: mapping)
  }

  /// Lines in memory, which are copied.
  public init(bytes: Span<UInt8>, as mapping: Mapping<Root>) {
    self.init(.bytes(Array(copying: bytes)), as: mapping)
  }

  /// Lines in memory, as text, which is copied.
  public init(bytes text: some StringProtocol, as mapping: Mapping<Root>) {
    self.init(bytes: text.utf8, as: mapping)
  }

  /// Lines that arrive in chunks, for example the body of a response or of a request.
  ///
  ///     let lines = JSONLines(chunks: response.body.map(\.readableBytesView), as: mapping)
  ///     for try await tweet in lines.async { … }
  ///     try await lines.forEach { tweet, location in await show(tweet, location.line) }
  ///
  /// The chunks may be cut anywhere, also within a character. Models and errors are the same for any cut, and for every
  /// ``framing``. The next chunk is requested when no complete record is in memory, so a slow reader slows the sender.
  ///
  /// ``async`` and `forEach` with a closure that awaits can read chunks. A closure that awaits nothing must be declared
  /// so: `{ tweet, location async in … }`. Views that block their thread throw a
  /// ``MappingError`` of the kind ``MappingError/Kind/io`` before any record, and so do ``inputRange`` and
  /// ``decompression``. An error of the sequence is reported after the records before it, with the same kind. It is
  /// the ``MappingError/underlying`` error.
  ///
  /// - Parameters:
  ///   - chunks: the sequence. It is read once, by the first view.
  ///   - mapping: how a record fills the model.
  public init(
    chunks: sending some AsyncSequence<some Sequence<UInt8>, some Error>, as mapping: Mapping<Root>
  ) {
    self.init(.asynchronous(AsyncByteInput(chunks)), as: mapping)
  }
}

extension JSONLines {
  /// The lines of a file, opened when they are read.
  ///
  /// - Parameters:
  ///   - url: a file URL. Reading from any other URL throws a ``MappingError`` of the kind ``MappingError/Kind/io``.
  ///   - mapping: the mapping that fills the models.
  public init(url: URL, as mapping: Mapping<Root>) {
    self.init(ByteInput(url), as: mapping)
  }
}

extension ByteInput {
  /// The file of a URL.
  init(_ url: URL) {
    guard url.isFileURL else {
      self = .unreadable(
        MappingError(
          .io, expected: "cannot open \(url.absoluteString)",
          found: "only file URLs can be read: pass a response's body to 'chunks:', or its bytes to 'bytes:'"))
      return
    }
    self = .path(url.path(percentEncoded: false))
  }
}
