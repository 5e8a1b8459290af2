import Testing

@testable import StreamMap
@testable import TestSupport

/// `forEach` with a closure for rejected records, which needs no lock.
@Suite("Closures for rejected records")
struct RejectedRecordTests {
  private static let text = "{\"id\":1}\n{\"id\":x}\n[\n\n{\"id\":2}\n{\"id\":1.5}"

  @Test("rejected records arrive in the order of the input, between the others", .feature("49"))
  func order() async throws {
    let lines = try JSONLines(text: Self.text)
    var events: [String] = []
    try lines.forEach { row, place in
      events.append("\(place.line): \(row.id)")
    } onRejected: { error, bytes in
      events.append("\(error.line ?? 0): \(error.kind), \(bytes.count) bytes")
    }
    #expect(
      events == [
        "1: 1", "2: syntax, 8 bytes", "3: truncated, 1 bytes", "5: 2", "6: notAnInteger, 10 bytes",
      ])
    var awaited: [String] = []
    try await lines.forEach { row, place in
      await Task.yield()
      awaited.append("\(place.line): \(row.id)")
    } onRejected: { error, bytes in
      awaited.append("\(error.line ?? 0): \(error.kind), \(bytes.count) bytes")
    }
    #expect(awaited == events)
  }

  @Test(
    "errors and bytes are those of the policy",
    arguments: [Framing.lines, .document, .concatenated, .sequence, .array()])
  func policy(framing: Framing) throws {
    let texts = [
      Self.text, "[{\"id\":1},{\"id\":x},{\"id\":2}", "\u{1E}{\"id\":1}\n\u{1E}{\"id\"\n\u{1E}3", "", "1",
    ]
    for text in texts {
      var lines = try JSONLines(text: text, Limits(record: 20))
      lines.framing = framing
      let noted = Noted()
      lines.onError = .skip { noted.note($0, $1) }
      var ids: [Int] = []
      try lines.forEach { row, _ in ids.append(row.id) }
      var others: [Int] = []
      var errors: [String] = []
      // The closure replaces the policy.
      lines.onError = .stop
      try lines.forEach { row, _ in
        others.append(row.id)
      } onRejected: { error, bytes in
        errors.append("\(error) \(bytes.indices.map { bytes[$0] })")
      }
      #expect(others == ids)
      #expect(errors == noted.all.map { "\($0.error) \($0.bytes)" })
    }
  }

  @Test("an error that the closure throws ends the reading")
  func throwing() async throws {
    struct TooMany: Error {}
    let lines = try JSONLines(text: Self.text)
    var count = 0
    var ids: [Int] = []
    func reject(_ error: MappingError, _ bytes: Span<UInt8>) throws {
      count += 1
      if count == 2 { throw TooMany() }
    }
    #expect(throws: TooMany.self) {
      try lines.forEach({ row, _ in ids.append(row.id) }, onRejected: reject)
    }
    #expect((count, ids) == (2, [1]))
    count = 0
    await #expect(throws: TooMany.self) {
      try await lines.forEach(
        { row, _ in
          await Task.yield()
          ids.append(row.id)
        }, onRejected: reject)
    }
    #expect((count, ids) == (2, [1, 1]))
  }

  @Test("a record over the limit has its first 64 KiB")
  func cut() throws {
    let long = "[\"" + String(repeating: "x", count: 200_000) + "\"]"
    var found: [[Int]] = []
    try JSONLines(text: "\(long)\n{\"id\":1}", Limits(record: 100_000)).forEach { row, place in
      found.append([row.id, place.line])
    } onRejected: { error, bytes in
      #expect(error.kind == .recordLimit)
      found.append([bytes.count])
    }
    #expect(found == [[64 << 10], [1, 2]])
  }
}
