import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// Files that grow or shrink while they are read.
@Suite("Changed files")
struct ChangedFileTests {
  @Test(
    "reports the original and current size of a truncated file",
    arguments: [(0, 40), (0, 0), (30, 40), (30, 10)])
  func sizes(start: Int, now: Int) throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "streammap-\(UUID().uuidString)", directoryHint: .notDirectory)
    try Data([UInt8](repeating: ASCII.lineFeed, count: 100)).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    let handle = try FileHandle(forUpdating: url)
    defer { try? handle.close() }
    try handle.seek(toOffset: UInt64(start))
    let file = try #require(try ByteFile(.descriptor(handle.fileDescriptor)))
    var range = LineRange(file, 0..<Int.max)
    var block = [UInt8](repeating: 0, count: 10)
    var buffer = block.mutableSpan
    let first = try range.read(into: &buffer)
    #expect(first == 10)
    let writer = try FileHandle(forUpdating: url)
    try writer.truncate(atOffset: UInt64(now))
    try writer.close()
    let error = try #require(throws: MappingError.self) {
      while try range.read(into: &buffer) > 0 {}
    }
    #expect(error.kind == .io)
    #expect(
      error.found
        == "it was truncated while it was read: it had 100 bytes when it was opened, and now has \(now); "
        + "run again when it is complete")
  }

  /// The ways to read a file to its end.
  enum Reader: CaseIterable {
    case range, source, lineSource
  }

  @Test(
    "reads a growing file at its size, and an incomplete last line to its end", arguments: Reader.allCases,
    ["1\n2\n", "1\n2"])
  func growing(_ reader: Reader, text: String) throws {
    let file = try TemporaryFile(text)
    var block = [UInt8](repeating: 0, count: 64)
    var range = LineRange(try #require(try ByteFile(.path(file.path))), 0..<Int.max)
    let source = try ByteSource(.path(file.path))
    source.completesLine = reader == .lineSource
    let handle = try #require(FileHandle(forWritingAtPath: file.path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("3\n4\n".utf8))
    try handle.close()
    var found = ""
    while true {
      var buffer = block.mutableSpan
      let count = reader == .range ? try range.read(into: &buffer) : try source.read(into: &buffer)
      if count == 0 { break }
      found += String(decoding: block[..<count], as: UTF8.self)
    }
    #expect(found == (text.hasSuffix("\n") || reader == .source ? text : text + "3\n"))
  }

  @Test("reports a truncated file that is read as a whole")
  func truncated() throws {
    let file = try TemporaryFile("{}\n{}\n")
    let source = try ByteSource(.path(file.path))
    try #require(FileHandle(forWritingAtPath: file.path)).truncate(atOffset: 0)
    var block = [UInt8](repeating: 0, count: 64)
    let error = #expect(throws: MappingError.self) { _ = try source.read(into: &block) }
    #expect(error?.found.hasPrefix("it was truncated while it was read: it had 6 bytes") == true)
  }

  @Test("opens a name that is not UTF-8, and shows it escaped")
  func name() throws {
    let folder = Array(FileManager.default.temporaryDirectory.path(percentEncoded: false).utf8)
    let path = FilePath(bytes: folder + Array("/streammap-\(UUID().uuidString)-".utf8) + [0xFF])
    let error = try #require(throws: MappingError.self) { _ = try ByteFile(.file(path)) }
    #expect(error.expected.hasSuffix("-\\xFF") && error.found == "No such file or directory")
  }
}
