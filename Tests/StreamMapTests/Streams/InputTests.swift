import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// The same records from every kind of input, by every view.
@Suite("Inputs and views")
struct InputTests {
  static let text = "{\"id\":1,\"text\":\"one\"}\n\n{\"id\":2}\r\n{\"id\":3,\"text\":null}"
  static let rows = [Row(id: 1, text: "one"), Row(id: 2), Row(id: 3)]
  static let places = [
    RecordLocation(record: 1, line: 1, byteOffset: 0, byteCount: 21),
    RecordLocation(record: 2, line: 3, byteOffset: 23, byteCount: 8),
    RecordLocation(record: 3, line: 4, byteOffset: 33, byteCount: 20),
  ]

  static func check(_ lines: JSONLines<Row>) throws {
    var rows: [Row] = []
    var places: [RecordLocation] = []
    try lines.forEach { row, place in
      rows.append(copy row)
      places.append(place)
    }
    #expect(rows == Self.rows)
    #expect(places == Self.places)
  }

  @Test("reads bytes repeatedly", .feature("38"))
  func bytes() async throws {
    let lines = try JSONLines(text: Self.text)
    for _ in 0..<2 {
      try Self.check(lines)
      #expect(try lines.results.map { try $0.get() } == Self.rows)
      var rows: [Row] = []
      for try await row in lines.async { rows.append(row) }
      #expect(rows == Self.rows)
    }
  }

  @Test("reads a path repeatedly", .feature("38"))
  func path() async throws {
    let file = try TemporaryFile(Self.text)
    let lines = JSONLines(path: file.path, as: try Row.mapping())
    for _ in 0..<2 {
      try Self.check(lines)
      #expect(try lines.results.map { try $0.get() } == Self.rows)
      var rows: [Row] = []
      for try await row in lines.async { rows.append(row) }
      #expect(rows == Self.rows)
    }
  }

  @Test("reads a descriptor from its position, and leaves it open")
  func descriptor() throws {
    let file = try TemporaryFile("skipped\n" + Self.text)
    let descriptor = unsafe open(file.path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try #require(lseek(descriptor, 8, SEEK_SET) == 8)
    try Self.check(JSONLines(.descriptor(descriptor), as: try Row.mapping()))
    #expect(lseek(descriptor, 0, SEEK_CUR) == 8 + Self.text.utf8.count, "still open, at its end")
  }

  @Test("reads a pipe with a slow writer")
  func pipe() throws {
    let pieces = Self.text.map { String($0) }
    let pipe = try SlowPipe(pieces, pause: 200)
    try Self.check(JSONLines(.descriptor(pipe.descriptor), as: try Row.mapping()))
  }

  @Test("delivers a record before the next one is written")
  func promptness() throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe Foundation.pipe(&ends) == 0)
    defer { close(ends[0]) }
    let far = ends[1]
    func send(_ id: Int) {
      let line = Array("{\"id\":\(id)}\n".utf8)
      _ = unsafe line.withUnsafeBytes { unsafe write(far, $0.baseAddress, $0.count) }
    }
    send(1)
    var ids: [Int] = []
    // This would wait forever if a line were kept until the block is full.
    try JSONLines(.descriptor(ends[0]), as: try Row.mapping()).forEach { row, _ in
      ids.append(row.id)
      if row.id < 3 { send(row.id + 1) } else { close(far) }
    }
    #expect(ids == [1, 2, 3])
  }

  @Test("reads a pipe while tasks run")
  func asyncPipe() async throws {
    let pipe = try SlowPipe(Self.text.map { String($0) }, pause: 200)
    var rows: [Row] = []
    for try await row in JSONLines(.descriptor(pipe.descriptor), as: try Row.mapping()).async {
      rows.append(row)
    }
    #expect(rows == Self.rows)
  }

  @Test("standard input is descriptor 0")
  func standardInput() throws {
    guard case .open(let file) = Input.standardInput.origin else {
      Issue.record("not a descriptor")
      return
    }
    #expect(file.descriptor == 0)
  }

  @Test("reads lines longer than the block")
  func longLines() throws {
    let long = String(repeating: "x", count: LineFramer.blockSize * 5 / 2)
    let text = "{\"id\":1,\"text\":\"\(long)\"}\n{\"id\":2}\n{\"id\":3,\"text\":\"\(long)y\"}"
    let file = try TemporaryFile(text)
    var rows: [Row] = []
    try JSONLines(path: file.path, as: try Row.mapping()).forEach { row, _ in rows.append(copy row) }
    #expect(rows == [Row(id: 1, text: long), Row(id: 2), Row(id: 3, text: long + "y")])
    let pipe = try SlowPipe([text], pause: 0)
    rows = []
    try JSONLines(.descriptor(pipe.descriptor), as: try Row.mapping()).forEach { row, _ in
      rows.append(copy row)
    }
    #expect(rows.map(\.id) == [1, 2, 3])
    rows = []
    try JSONLines(text: text).forEach { row, _ in rows.append(copy row) }
    #expect(rows == [Row(id: 1, text: long), Row(id: 2), Row(id: 3, text: long + "y")])
  }

  @Test("a closure's error ends reading in any block")
  func laterError() throws {
    struct Enough: Error {}
    let lines = try JSONLines(
      text: String(repeating: "{\"id\":1}" + String(repeating: " ", count: 990) + "\n", count: 600))
    var count = 0
    #expect(throws: Enough.self) {
      try lines.forEach { _, _ in
        count += 1
        if count == 400 { throw Enough() }
      }
    }
    #expect(count == 400)
    // The same lines can be read while they are read.
    var inner = 0
    try lines.forEach { _, place in
      if place.record == 300 { try lines.forEach { _, _ in inner += 1 } }
      count += 1
    }
    #expect(inner == 600 && count == 1_000)
  }

  @Test("reports progress")
  func progress() throws {
    let line = "{\"id\":1,\"text\":\"\(String(repeating: "x", count: 1_000))\"}\n"
    var lines = try JSONLines(text: String(repeating: line, count: 2_000))
    let calls = Tally()
    lines.onProgress = { calls.note("\($0.bytesRead) \($0.records)") }
    try lines.forEach { _, _ in }
    let notes = calls.notes.map { $0.split(separator: " ").compactMap { Int($0) } }
    #expect(notes.count >= 4)
    #expect(notes.count <= 2_000 * line.utf8.count / LineFramer.blockSize * 2 + 4)
    #expect(notes.last == [2_000 * line.utf8.count, 2_000])
    #expect(zip(notes, notes.dropFirst()).allSatisfy { $0[0] <= $1[0] && $0[1] <= $1[1] })
  }

  @Test("progress counts rejected records")
  func progressOfBadRecords() throws {
    var lines = try JSONLines(text: "{\"id\":1}\n{\"id\":\n{\"id\":3}\n")
    let calls = Tally()
    lines.onProgress = { calls.note("\($0.bytesRead) \($0.records)") }
    lines.onError = .skip { _, _ in }
    try lines.forEach { _, _ in }
    #expect(calls.notes.last == "25 3")
  }

  @Test("a closure's error ends reading")
  func closureThrows() throws {
    struct Enough: Error, Equatable {}
    var ids: [Int] = []
    #expect(throws: Enough()) {
      try JSONLines(text: Self.text).forEach { row, _ in
        ids.append(row.id)
        if row.id == 2 { throw Enough() }
      }
    }
    #expect(ids == [1, 2])
  }

  @Test("reports a missing file")
  func missing() async throws {
    let lines = JSONLines(path: "/no/such/file.jsonl", as: try Row.mapping())
    let error = try #require(throws: MappingError.self) { try lines.forEach { _, _ in } }
    #expect((error.kind, error.category) == (.io, .io))
    #expect(error.message == "cannot open /no/such/file.jsonl: No such file or directory")
    #expect([error.record, error.line, error.column, error.byteOffset] == [nil, nil, nil, nil])
    #expect(error.description == "io: \(error.message)")

    var results = lines.results.makeIterator()
    #expect(throws: MappingError.self) { try results.next()?.get() }
    #expect(results.next() == nil)

    var records = lines.async.makeAsyncIterator()
    await #expect(throws: MappingError.self) { _ = try await records.next() }
    #expect(try await records.next() == nil, "the end, after an error")
  }

  @Test("reports a directory")
  func directory() throws {
    let error = try #require(throws: MappingError.self) {
      try JSONLines(path: "/", as: try Row.mapping()).forEach { _, _ in }
    }
    #expect(error.kind == .io)
    #expect(error.message == "cannot read /: Is a directory")
  }

  @Test("reports an invalid descriptor")
  func badDescriptor() throws {
    for descriptor in [-1, 9_999] as [Int32] {
      let error = try #require(throws: MappingError.self) {
        try JSONLines(.descriptor(descriptor), as: try Row.mapping()).forEach { _, _ in }
      }
      #expect(error.kind == .io)
      #expect(error.message == "cannot read descriptor \(descriptor): Bad file descriptor")
    }
  }

  @Test("cancellation")
  func cancellation() async throws {
    let lines = JSONLines(
      .text(String(repeating: "{\"id\":1}\n", count: 10_000)), as: try Row.mapping())
    let task = Task {
      var count = 0
      let error = await #expect(throws: MappingError.self) {
        for try await row in lines.async {
          count += row.id
          if count == 10 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
        }
      }
      #expect(error?.kind == .cancelled)
      return count
    }
    #expect(await task.value == 10)
  }

  @Test("closes a file after partial reading")
  func closing() async throws {
    let file = try TemporaryFile(Self.text)
    let lines = JSONLines(path: file.path, as: try Row.mapping())
    // A new descriptor is the lowest free number. Tests that run in parallel have a few open.
    func lowest() -> Int32 {
      let descriptor = unsafe open(file.path, O_RDONLY)
      close(descriptor)
      return descriptor
    }
    let before = lowest()
    for _ in 0..<500 {
      for result in lines.results {
        #expect(try result.get().id == 1)
        break
      }
      for try await row in lines.async {
        #expect(row.id == 1)
        break
      }
    }
    #expect(lowest() < before + 500)
  }
}
