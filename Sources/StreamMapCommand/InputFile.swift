// One input, looked at but not yet open: thousands may be named at once.

import StreamMap
import StreamMapCompression

struct InputFile {
  /// As diagnostics name it.
  let name: String
  let status: FileStatus
  /// nil for standard input.
  private let path: String?
  private let standardInput: Int32

  /// Looks `argument` up; `-` is the descriptor `standardInput`.
  init(_ argument: String, standardInput: Int32) throws(FileFailure) {
    self.standardInput = standardInput
    path = argument == "-" ? nil : argument
    name = path ?? "<stdin>"
    do {
      if let path {
        status = try System.status(of: path)
      } else {
        status = try System.status(of: standardInput)
      }
    } catch {
      throw FileFailure(name: name, code: error)
    }
    if status.isDirectory { throw FileFailure(name: name, code: .isDirectory) }
  }

  /// What the library reads.
  var bytes: ByteInput { path.map { .path($0) } ?? .descriptor(standardInput) }

  /// What the library reads, in slices.
  func sliced(
    _ portion: Portion = .all, from start: Int = 0, numbered: (records: Int, lines: Int) = (0, 0)
  ) -> SlicedInput {
    SlicedInput(bytes, portion, .automatic, from: start, numbered: numbered)
  }

  /// Whether its plain bytes are those of the file.
  func isPlain() throws(FileFailure) -> Bool {
    do throws(MappingError) {
      return try sliced().isPlainFile()
    } catch {
      throw FileFailure(name: name, reason: error.found)
    }
  }

  /// Whether its plain bytes are probably more than its size says.
  var isNamedAsCompressed: Bool { [".gz", ".zst"].contains { name.hasSuffix($0) } }

  /// The files that `argument` stands for: itself, or all in the directory and those within it, in order of their
  /// names.
  static func all(in argument: String, standardInput: Int32) throws(FileFailure) -> [InputFile] {
    if argument == "-" || !isDirectory(argument) {
      return [try InputFile(argument, standardInput: standardInput)]
    }
    let names: [String]
    do {
      names = try System.names(in: argument)
    } catch {
      throw FileFailure(name: argument, code: error)
    }
    var files: [InputFile] = []
    for name in names {
      files += try all(
        in: argument.hasSuffix("/") ? argument + name : "\(argument)/\(name)", standardInput: standardInput)
    }
    return files
  }

  private static func isDirectory(_ path: String) -> Bool {
    (try? System.status(of: path))?.isDirectory ?? false
  }

  /// The bytes to come, where that can be known.
  var size: Int? { status.isRegular ? status.size : nil }

  /// Opens it for as long as `body` runs.
  func withDescriptor<R>(_ body: (Int32) throws -> R) throws -> R {
    guard let path else { return try body(standardInput) }
    let descriptor: Int32
    do {
      descriptor = try System.openForReading(path)
    } catch {
      throw FileFailure(name: name, code: error)
    }
    // Nothing was written, so there is nothing that closing could lose.
    defer { try? System.close(descriptor) }
    return try body(descriptor)
  }

  /// Hands over its plain bytes, block by block, until `body` returns false.
  func forEachBlock(
    of descriptor: Int32, reusing block: inout [UInt8], _ body: (ArraySlice<UInt8>) throws -> Bool
  ) throws {
    let reader = DecompressingReader(descriptor: descriptor, .automatic)
    while true {
      let count: Int
      do throws(MappingError) {
        count = try reader.read(into: &block)
      } catch {
        throw FileFailure(name: name, reason: error.found)
      }
      guard count > 0, try body(block[..<count]) else { return }
    }
  }

  /// How its records stand in it, by its beginning.
  func framing() throws -> Framing {
    guard status.isRegular else {
      throw UsageError("--input auto looks at the beginning of a file, and \(name) is none: say what it is")
    }
    var beginning: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 64 << 10)
    var isComplete = true
    try withDescriptor { descriptor in
      let start = try System.position(of: descriptor)
      defer { try? System.seek(descriptor, to: start) }
      try forEachBlock(of: descriptor, reusing: &block) { part in
        beginning += part
        isComplete = beginning.count < 64 << 10
        return isComplete
      }
    }
    return Framing.detect(in: beginning.span, isComplete: isComplete) ?? .lines
  }
}
