import Foundation
import Synchronization
import Testing

@testable import StreamMap
@testable import TestSupport

/// Files named by URLs, and the size of the input in its progress.
@Suite("URLs and totals")
struct InputTotalTests {
  private struct Item: Decodable, Sendable { let id: Int }

  private static let text = "{\"id\":1}\n{\"id\":2}\n"

  /// The totals that are reported, by one thread and by workers.
  private static func totals(_ lines: JSONLines<Row>) throws -> Set<Int?> {
    let totals = Mutex<Set<Int?>>([])
    var lines = lines
    lines.onProgress = { progress in totals.withLock { _ = $0.insert(progress.total) } }
    try lines.forEach { _, _ in }
    if case .open = lines.input.origin { return totals.withLock { $0 } }
    try lines.forEach(workers: 2) { _, _ in }
    _ = lines.results(workers: 1).map { $0 }
    return totals.withLock { $0 }
  }

  @Test("the total is known for files and memory")
  func known() throws {
    let file = try TemporaryFile(Self.text)
    #expect(try Self.totals(JSONLines(path: file.path, as: Row.mapping())) == [18])
    #expect(try Self.totals(JSONLines(.text(Self.text), as: Row.mapping())) == [18])
  }

  @Test("the total of a pipe, and of a range of bytes, is not known")
  func unknown() throws {
    let pipe = try SlowPipe([Self.text])
    #expect(try Self.totals(JSONLines(.descriptor(pipe.descriptor), as: Row.mapping())) == [nil])
    var part = JSONLines(.text(Self.text), as: try Row.mapping())
    part.inputRange = .split(1, of: 2)
    #expect(try Self.totals(part) == [nil])
  }

  @Test("a file URL is opened when it is read")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ä b%20\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("lines #1?.jsonl")
    let mapped = JSONLines(.url(url), as: try Row.mapping())
    #expect(throws: MappingError.self) { try mapped.forEach { _, _ in } }
    try Data(Self.text.utf8).write(to: url)
    #expect(try mapped.results.map { try $0.get().id } == [1, 2])
    #expect(try JSONLines(.url(url), decoding: Item.self).results.map { try $0.get().id } == [1, 2])
    let base = URL(fileURLWithPath: folder.path, isDirectory: true)
    let relative = URL(fileURLWithPath: "lines #1?.jsonl", relativeTo: base)
    #expect(try JSONLines(.url(relative), decoding: Item.self).results.map { try $0.get().id } == [1, 2])
  }

  @Test("any other URL is an error when it is read")
  func remote() async throws {
    let url = try #require(URL(string: "https://example.com/a.jsonl"))
    let lines = JSONLines(.url(url), as: try Row.mapping())
    let text = "cannot open https://example.com/a.jsonl"
    func check(_ body: () throws -> Void) {
      let error = #expect(throws: MappingError.self) { try body() }
      #expect(error?.kind == .io)
      #expect(error.map { "\($0)".contains(text) && "\($0)".contains("file URLs") } == true)
    }
    check { try lines.forEach { _, _ in } }
    check { try lines.forEach(workers: 2) { _, _ in } }
    check { for result in lines.results { _ = try result.get() } }
    await #expect(throws: MappingError.self) { for try await _ in lines.async {} }
  }
}
