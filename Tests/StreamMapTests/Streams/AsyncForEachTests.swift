import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// `forEach` with an asynchronous closure, and the choice between it and the synchronous call.
@Suite("forEach with a closure that awaits")
struct AsyncForEachTests {
  private static let text = "{\"id\":1}\n\n{\"id\":2}\n{\"id\":3}"

  private actor Collector {
    var ids: [Int] = []

    func add(_ id: Int) { ids.append(id) }

    /// Changes the state of the actor in both kinds of closures.
    func read(_ lines: JSONLines<Row>) async throws {
      try lines.forEach { row, _ in ids.append(row.id) }
      try await lines.forEach { row, _ in
        await Task.yield()
        ids.append(-row.id)
      }
    }
  }

  @Test("a closure without await calls the synchronous function, which reuses the instance", .feature("49"))
  func overloads() async throws {
    let mapping = try Mapping(Reused()) { Field(\.id, "id") }
    let lines = JSONLines(.text(Self.text), as: mapping)
    var reused: [Reused] = []
    var separate: [Reused] = []
    func note(_ model: borrowing Reused, _ place: RecordLocation) throws { reused.append(copy model) }
    try lines.forEach { model, _ in reused.append(copy model) }
    try lines.forEach { (model: borrowing Reused, _: RecordLocation) in
      if model.id == 7 { return }
      reused.append(copy model)
    }
    try lines.forEach(note)
    try await lines.forEach { model, _ in
      await Task.yield()
      separate.append(model)
    }
    try await lines.forEach { (model: Reused, _: RecordLocation) in
      separate.append(model)
      await Task.yield()
    }
    #expect(separate.map(\.id) == [1, 2, 3, 1, 2, 3])
    #expect(Set(separate.map(ObjectIdentifier.init)).count == 6)
    #expect(reused.count == 9)
  }

  private final class Reused {
    var id = 0
  }

  @Test("the closure runs on the actor of its caller", .feature("49"))
  func actorIsolation() async throws {
    let collector = Collector()
    try await collector.read(JSONLines(text: Self.text))
    #expect(await collector.ids == [1, 2, 3, -1, -2, -3])
  }

  @MainActor
  @Test("the closure runs on the main actor, also after a read that waits")
  func mainActor() async throws {
    let pipe = try SlowPipe(Self.text.map { String($0) }, pause: 200)
    let collector = Collector()
    var lines: [Int] = []
    try await JSONLines(.descriptor(pipe.descriptor), as: try Row.mapping()).forEach { row, place in
      MainActor.assertIsolated()
      await collector.add(row.id)
      MainActor.assertIsolated()
      lines.append(place.line)
    }
    #expect(await collector.ids == [1, 2, 3])
    #expect(lines == [1, 3, 4])
  }

  @Test("an error of the closure or of a record ends the reading")
  func errors() async throws {
    struct Enough: Error {}
    var ids: [Int] = []
    await #expect(throws: Enough.self) {
      try await JSONLines(text: Self.text).forEach { row, _ in
        await Task.yield()
        ids.append(row.id)
        if row.id == 2 { throw Enough() }
      }
    }
    #expect(ids == [1, 2])
    let error = await #expect(throws: MappingError.self) {
      try await JSONLines(text: "{\"id\":1}\n{\"id\":x}\n{\"id\":3}").forEach { row, _ in
        await Task.yield()
        ids.append(row.id)
      }
    }
    #expect(error?.line == 2)
    #expect(ids == [1, 2, 1])
    await #expect(throws: MappingError.self) {
      try await JSONLines(path: "/no/such/file", as: Row.mapping()).forEach { _, _ in await Task.yield() }
    }
  }

  @Test("cancellation ends a wait for a pipe", .feature("50"))
  func cancellation() async throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe Foundation.pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let lines = JSONLines(.descriptor(ends[0]), as: try Row.mapping())
    let task = Task { try await lines.forEach { _, _ in await Task.yield() } }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    let error = await #expect(throws: MappingError.self) { try await task.value }
    #expect(error?.kind == .cancelled)
  }
}
