import Foundation
import Testing

@testable import StreamMap

/// Files that grow or shrink while they are read.
@Suite("Changed files")
struct ChangedFileTests {
  @Test(
    "reports the file's original and current size",
    arguments: [(0, 150), (0, 40), (0, 0), (30, 150), (30, 40), (30, 10)])
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
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 10, alignment: 1)
    defer { unsafe buffer.deallocate() }
    // SAFETY: the buffer has the length that it states, and is freed after the last read.
    #expect(unsafe try range.read(into: buffer) == 10)
    let writer = try FileHandle(forUpdating: url)
    try writer.truncate(atOffset: UInt64(now))
    try writer.close()
    let error = try #require(throws: MappingError.self) {
      while unsafe try range.read(into: buffer) > 0 {}
    }
    #expect(error.kind == .io)
    #expect(
      error.found
        == "it has changed while it was read: it had 100 bytes when it was opened, and now has \(now); "
        + "run again when it is complete")
  }

  @Test("opens a name that is not UTF-8, and shows it escaped")
  func name() throws {
    let folder = Array(FileManager.default.temporaryDirectory.path(percentEncoded: false).utf8)
    let path = FilePath(bytes: folder + Array("/streammap-\(UUID().uuidString)-".utf8) + [0xFF])
    let error = try #require(throws: MappingError.self) { _ = try ByteFile(.file(path)) }
    #expect(error.expected.hasSuffix("-\\xFF") && error.found == "No such file or directory")
  }
}
