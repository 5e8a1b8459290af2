#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The bytes of a stream: a file, a descriptor, memory, or chunks that arrive.
///
///     let lines = JSONLines(.standardInput, as: mapping)
///     let tweets = JSONLines(.chunks(response.body), decoding: Tweet.self)
///
/// The value only describes the input. Each view opens it, so an input that cannot be opened is an error of the view.
/// Each view reads it from the beginning. Only a descriptor is read from its current position, and chunks are read once.
public struct Input: Sendable {
  /// The source of the bytes.
  package enum Origin: Sendable {
    case file(FilePath)
    case open(OpenFile)
    case memory([UInt8])
    /// Only asynchronous views can read it, because a thread must not wait for it.
    case chunks(AsyncChunks)
    /// An input that cannot be read, for this reason.
    case unreadable(MappingError)
  }

  package let origin: Origin

  /// Returns the file with a name, which need not be UTF-8.
  package static func file(_ path: FilePath) -> Input { Input(origin: .file(path)) }

  /// The file at a path. It is opened when it is read.
  public static func path(_ path: String) -> Input { .file(FilePath(path)) }

  /// The file of a URL. It is opened when it is read.
  ///
  /// - Parameter url: a file URL. Reading from any other URL throws a ``MappingError`` of the kind
  ///   ``MappingError/Kind/io``.
  public static func url(_ url: URL) -> Input {
    if url.isFileURL { return .path(url.path(percentEncoded: false)) }
    let error = MappingError(
      .io, expected: "cannot open \(url.absoluteString)",
      found: "only file URLs can be read: pass a response's body to '.chunks', or its bytes to '.bytes'")
    return Input(origin: .unreadable(error))
  }

  /// A file, a pipe or a socket that the caller has opened. It is read from its current position, and not closed.
  public static func descriptor(_ descriptor: Int32) -> Input {
    Input(origin: .open(OpenFile(descriptor: descriptor)))
  }

  /// Standard input.
  public static var standardInput: Input { .descriptor(0) }

  /// Bytes in memory. An array is not copied. Other collections are copied once.
  public static func bytes(_ bytes: some Collection<UInt8>) -> Input {
    Input(origin: .memory(Array(bytes)))
  }

  /// Text in memory, which is copied.
  public static func text(_ text: some StringProtocol) -> Input { .bytes(text.utf8) }

  /// Chunks that arrive, for example the body of a response or of a request.
  ///
  ///     let lines = JSONLines(.chunks(response.body.map(\.readableBytesView)), as: mapping)
  ///     for try await tweet in lines.async { … }
  ///     try await lines.forEach { tweet, location in await show(tweet, location.line) }
  ///
  /// The chunks may be cut anywhere, also within a character. Models and errors are the same for any cut, and for every
  /// framing. The next chunk is requested when no complete record is in memory, so a slow reader slows the sender.
  ///
  /// ``JSONLines/async`` and `forEach` with a closure that awaits can read chunks. A closure that awaits nothing must be
  /// declared so: `{ tweet, location async in … }`. Views that block their thread throw a ``MappingError`` of the kind
  /// ``MappingError/Kind/io`` before any record, and so do ``JSONLines/inputRange`` and ``JSONLines/decompression``. An
  /// error of the sequence is reported after the records before it, with the same kind. It is the
  /// ``MappingError/underlying`` error.
  ///
  /// - Parameter chunks: the sequence. It is read once, by the first view.
  public static func chunks(_ chunks: sending some AsyncSequence<some Sequence<UInt8>, some Error>) -> Input {
    Input(origin: .chunks(AsyncChunks(chunks)))
  }

  /// The name in messages.
  var name: String {
    switch origin {
    case .file(let path): path.description
    case .open(let file): file.name
    case .memory: "memory"
    case .chunks: "asynchronous chunks"
    case .unreadable(let error): error.expected
    }
  }
}
