import TestSupport
import Foundation
import StreamMap
import Synchronization
import Testing
import TinyMappingDialect

@Suite("JSON Lines")
struct LinesTests {
  private static let lines = """
    {"id": 1, "title": "a"}
    {"id": "x", "title": "b"}

    {"id": 3, "title": "c"
    {"id": 4, "title": null}

    """

  @Test(
    "decodes from memory, file and descriptor; skips and locates errors", .feature("42", "57")
  )
  func lines() throws {
    let path = NSTemporaryDirectory() + "tinymapping-\(UUID()).jsonl"
    try Data(Self.lines.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    for var lines in [
      JSONLines(.text(Self.lines), mapping: Named.self),
      JSONLines(path: path, mapping: Named.self),
      JSONLines(.descriptor(file.fileDescriptor), mapping: Named.self),
    ] {
      let failures = Mutex<[MappingError]>([])
      lines.onError = .skip { error, _ in failures.withLock { $0.append(error) } }
      var found: [String] = []
      try lines.forEach { model, place in found.append("\(place.line) \(model.id) \(model.title)") }
      #expect(found == ["1 1 a", "5 4 none"])
      let errors = failures.withLock { $0 }
      #expect(errors.map(\.record) == [2, 3] && errors.map(\.line) == [2, 4])
      #expect(errors.map(\.byteOffset) == [31, 73])
      #expect(errors.map(\.path) == ["id", "$"] && errors.map(\.kind) == [.typeMismatch, .truncated])
      #expect((errors[0].underlying as? TinyMappingError)?.path == "id")
    }
    #expect(throws: MappingError.self) {
      try JSONLines(.text(Self.lines), mapping: Named.self).forEach { _, _ in }
    }
  }

  @Test("does not reuse models that are kept", .feature("42"))
  func kept() throws {
    let text = (0..<100).map { #"{"id": \#($0), "title": "title \#($0)"}"# }.joined(separator: "\n")
    var kept: [Named] = []
    for result in JSONLines(.text(text), mapping: Named.self).results {
      kept.append(try result.get())
    }
    #expect(kept.map(\.id) == Array(0..<100))
    #expect(kept.map(\.title) == (0..<100).map { "title \($0)" })
  }

  @Test("lines can have their own rules", .feature("24", "T7"))
  func rules() throws {
    let rules = TinyMappingRules(keyToPropertyName: ["n": "title"])
    var titles: [String] = []
    try JSONLines(.text(#"{"n":"a"}"#), mapping: Named.self, rules: rules).forEach { model, _ in
      titles.append(model.title)
    }
    #expect(titles == ["a"])
  }
}
