// One input that is not open yet, because a command line can name thousands of files.

import StreamMap
import StreamMapCompression

extension Options {
  /// The formats that are decompressed. An input of another format than JSON is an error.
  var decompression: Decompression {
    let zstd = Decompression.zstd(window: zstdWindow ?? Self.zstdWindow) { log in
      "add --zstd-window \(1 << (log % 10))\(["", "KiB", "MiB", "GiB"][log / 10]), or try zstd -dc --long=\(log) FILE "
        + "| streammap … -"
    }
    return Decompression(anyOf: [.gzip, zstd]).rejectingOtherFormats
  }

  /// The default of `zstdWindow`.
  private static let zstdWindow = 128 << 20
}

struct InputFile {
  static let standardInputName = "<stdin>"

  /// The name in messages, and of columns.
  var name: String
  let status: FileStatus
  /// Nil for standard input.
  let path: FilePath?
  private let standardInput: Int32
  /// The formats that are decompressed.
  var decompression = Options().decompression

  /// Gets the status of `argument`. `-` is the descriptor `standardInput`.
  init(_ argument: FilePath, standardInput: Int32) throws(FileFailure) {
    self.standardInput = standardInput
    path = argument == "-" ? nil : argument
    name = path?.description ?? Self.standardInputName
    do {
      if let path {
        status = try System.status(of: path)
      } else {
        status = try System.status(of: standardInput)
      }
    } catch {
      let remedy = error == .notFound ? path.flatMap(Self.remedy(forMissing:)) : nil
      throw FileFailure(name: name, reason: "\(error)\(remedy.map { ": \($0)" } ?? "")")
    }
    if status.isDirectory { throw FileFailure(name: name, code: .isDirectory) }
    if let path, !System.mayRead(path) { throw FileFailure(name: name, code: .accessDenied) }
  }

  /// Throws if a regular file is both input and output. A terminal or /dev/null can be both.
  ///
  /// - Parameters:
  ///   - identities: the identities of the output.
  ///   - name: the name of the output.
  static func refuse(
    _ inputs: [InputFile], as identities: [FileStatus.Identity], _ name: String
  ) throws(UsageError) {
    guard !identities.isEmpty, let same = inputs.first(where: { identities.contains($0.status.identity) })
    else {
      return
    }
    throw UsageError("the output \(name) is also an input (\(same.name)): write to another file")
  }

  var isStandardInput: Bool { path == nil }

  /// The input for the library.
  var bytes: Input { path.map { .file($0) } ?? .descriptor(standardInput) }

  /// Returns the input for the library, to be read in chunks.
  ///
  /// - Parameter begun: the input to read instead, if its first bytes were read before.
  func chunked(
    _ inputRange: InputRange = .all, of begun: Input? = nil, from start: Int = 0,
    numbered: (records: Int, lines: Int) = (0, 0)
  ) -> ChunkedInput {
    ChunkedInput(begun ?? bytes, inputRange, decompression, from: start, numbered: numbered)
  }

  /// Returns standard input, which is the part of a file that begins at an offset. Its first bytes may look compressed.
  ///
  /// - Parameter begun: the input to read instead, if its first bytes were read before.
  func chunked(_ inputRange: InputRange, of begun: Input? = nil, at base: Int) -> ChunkedInput {
    var chunked = ChunkedInput(begun ?? bytes, inputRange)
    chunked.base = base
    return chunked
  }

  /// Returns whether the file is not compressed.
  func isPlain() throws(FileFailure) -> Bool {
    try naming { () throws(MappingError) in try chunked().isPlainFile() }
  }

  /// Returns a sample of the lines.
  ///
  /// - Parameter lineLimit: the maximum length of a line, if a last line without a line feed is left in the file.
  func sampledLines(_ count: Int, lineLimit: Int?) throws(FileFailure) -> [Range<Int>] {
    var input = chunked()
    input.lineLimit = lineLimit
    return try naming { () throws(MappingError) in try input.sampledLines(count) } ?? []
  }

  /// Whether the name ends like that of a compressed file, whose size is not the size of its contents.
  var isNamedAsCompressed: Bool { [".gz", ".zst"].contains { name.hasSuffix($0) } }

  /// The size of the file. Nil if it is not a regular file.
  var size: Int? { status.isRegular ? status.size : nil }

  /// Opens the file while `body` runs.
  func withDescriptor<R>(_ body: (Int32) throws -> R) throws -> R {
    guard let path else { return try body(standardInput) }
    let descriptor: Int32
    do {
      descriptor = try System.openForReading(path)
    } catch {
      throw FileFailure(name: name, code: error)
    }
    // Nothing was written, so an error of `close` loses nothing.
    defer { try? System.close(descriptor) }
    return try body(descriptor)
  }

  /// Passes the decompressed bytes to `body` in blocks until it returns false.
  ///
  /// - Parameters:
  ///   - begun: the input to read instead, if its first bytes were read before.
  ///   - interruption: ends a waiting read.
  func forEachBlock(
    of begun: Input? = nil, size: Int = 256 << 10, until interruption: Interruption? = nil,
    _ body: (ArraySlice<UInt8>) throws -> Bool
  ) throws {
    let reader = try open(begun, until: interruption)
    var block = [UInt8](repeating: 0, count: size)
    while case let count = try read(reader, into: &block), count > 0 {
      guard try body(block[..<count]) else { return }
    }
  }

  /// Opens the input for reading its decompressed bytes.
  func open(_ begun: Input? = nil, until interruption: Interruption?) throws(FileFailure)
    -> DecompressingReader
  {
    try naming { () throws(MappingError) in
      try DecompressingReader(begun ?? bytes, decompression, interruption: interruption)
    }
  }

  /// Reads at least one byte. Returns 0 at the end.
  func read(_ reader: DecompressingReader, into block: inout [UInt8]) throws(FileFailure) -> Int {
    try naming { () throws(MappingError) in try reader.read(into: &block) }
  }

  /// Detects the framing of the records from the first bytes. Also returns the input to read from then on, and the name
  /// of its compression.
  ///
  /// - Parameter bytes: the input.
  func framing(
    of bytes: Input, until interruption: Interruption?
  ) throws(FileFailure) -> (framing: Framing, input: Input, compression: String?) {
    try naming { () throws(MappingError) in
      try Framing.detect(in: bytes, decompression, until: interruption)
    }
  }

  /// Adds the name of the input to errors.
  private func naming<Result>(_ body: () throws(MappingError) -> Result) throws(FileFailure) -> Result {
    do throws(MappingError) {
      return try body()
    } catch {
      throw FileFailure(name: name, error)
    }
  }
}
