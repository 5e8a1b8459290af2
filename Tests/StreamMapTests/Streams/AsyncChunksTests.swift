import Foundation
import Synchronization
import Testing

@testable import StreamMap
@testable import TestSupport

/// Input that arrives in chunks of an asynchronous sequence.
@Suite("Asynchronous chunks")
struct AsyncChunksTests {
  struct Broken: Error, Equatable {}

  /// The records and the rejected records in order, as text, and the error that ended the reading.
  private struct Events: Equatable {
    var all: [String] = []
    var failure: String?

    mutating func add(_ row: Row, _ place: RecordLocation) { all.append("\(row) \(place)") }

    mutating func add(_ error: MappingError, _ bytes: Span<UInt8>) {
      all.append("\(ReportedError(error)) \(error) \(bytes.indices.map { bytes[$0] })")
    }
  }

  /// Reads bytes in memory with the synchronous view.
  private static func expected(_ lines: JSONLines<Row>, rejects: Bool) -> Events {
    var events = Events()
    do {
      if rejects {
        try lines.forEach {
          events.add(copy $0, $1)
        } onRejected: {
          events.add($0, $1)
        }
      } else {
        try lines.forEach { events.add(copy $0, $1) }
      }
    } catch {
      events.failure = "\(error)"
    }
    return events
  }

  /// Makes a closure asynchronous, and does not wait for a thread of the pool, which other tests keep busy.
  nonisolated(nonsending) private static func proceed() async {}

  private static func read(_ lines: JSONLines<Row>, rejects: Bool) async -> Events {
    var events = Events()
    do {
      if rejects {
        try await lines.forEach {
          await proceed()
          events.add($0, $1)
        } onRejected: {
          events.add($0, $1)
        }
      } else {
        try await lines.forEach {
          await proceed()
          events.add($0, $1)
        }
      }
    } catch {
      events.failure = "\(error)"
    }
    return events
  }

  private static func stream(_ chunks: [ArraySlice<UInt8>]) -> AsyncStream<ArraySlice<UInt8>> {
    AsyncStream { continuation in
      for chunk in chunks { continuation.yield(chunk) }
      continuation.finish()
    }
  }

  /// Returns random records of a framing. Some are malformed or mismatched.
  private static func text(_ framing: Framing, _ random: inout SeededRandom) -> [UInt8] {
    let records = (0..<random.below(12)).map { number in
      switch random.below(12) {
      case 0: #"{"id":\#(number).5}"#
      case 1: #"{"id":"x","text":"é"}"#
      case 2: framing == .lines ? #"{"id":1,"text":"\#(number)"# : #"{"id":nul}"#
      case 3: framing == .lines ? "" : "[]"
      case 4: #"{"id":\#(number),"text":"\#(String(repeating: "ü€", count: random.below(200)))"}"#
      default: #" {"text":"\ud83d\ude00 é€","id":\#(number)} "#
      }
    }
    var text: String
    switch framing.kind {
    case .lines: text = records.joined(separator: "\n") + (random.chance(1, outOf: 2) ? "\r\n" : "")
    case .embeddedLines: text = records.map { "x | \($0),\n" }.joined()
    case .serverSentEvents: text = records.map { "data: \($0)\n\n" }.joined()
    case .document: text = records.first ?? ""
    case .concatenated: text = records.joined(separator: random.chance(1, outOf: 2) ? "\n" : "")
    case .markdown: text = records.map { "As JSON:\n```json\n\($0)\n```\n" }.joined()
    case .sequence: text = records.map { "\u{1E}\($0)\n" }.joined()
    case .array: text = "[\(records.joined(separator: ","))]"
    }
    if random.chance(1, outOf: 6) { text = "\u{FEFF}" + text }
    let bytes = Array(text.utf8)
    return random.chance(1, outOf: 6) ? Array(bytes.prefix(random.below(bytes.count + 1))) : bytes
  }

  @Test("models and errors are those of the input in memory, for any cut", .feature("49"))
  func cuts() async throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    let mapping = try Row.mapping(Limits(record: 4_000))
    for trial in 0..<600 {
      let framings: [Framing] = [
        .lines, .embeddedLines, .serverSentEvents, .document, .concatenated, .sequence, .markdown, .array(),
      ]
      let framing = framings[trial % framings.count]
      let text = Self.text(framing, &random)
      var chunks = Cuts(text, seed: random.next()).pieces
      for _ in 0..<random.below(3) { chunks.insert([], at: random.below(chunks.count + 1)) }
      for rejects in [true, false] {
        var inMemory = JSONLines(.bytes(text), as: mapping)
        inMemory.framing = framing
        var lines = JSONLines(.chunks(Self.stream(chunks)), as: mapping)
        lines.framing = framing
        let expected = Self.expected(inMemory, rejects: rejects)
        let found = await Self.read(lines, rejects: rejects)
        #expect(
          found == expected,
          "\(framing), \(String(decoding: text, as: UTF8.self)), \(chunks.map(\.count)), \(SeededRandom.again)"
        )
      }
    }
  }

  @Test("every cut of one text into two chunks gives the same models")
  func halves() async throws {
    let text = Array("{\"id\":1,\"text\":\"é€😀\\n\"}\r\n\n{\"id\":2.5}\n{\"id\":3}".utf8)
    let expected = Self.expected(JSONLines(.bytes(text), as: try Row.mapping()), rejects: true)
    for cut in 0...text.count {
      let chunks = Self.stream([text[..<cut], text[cut...]])
      #expect(await Self.read(JSONLines(.chunks(chunks), as: try Row.mapping()), rejects: true) == expected)
    }
  }

  @Test("the asynchronous sequence reads chunks, with the policy", .feature("49"))
  func sequence() async throws {
    let chunks = AsyncThrowingStream<Data, any Error> { continuation in
      for byte in "{\"id\":1}\n{\"id\":x}\n{\"id\":2}".utf8 { continuation.yield(Data([byte])) }
      continuation.finish()
    }
    let noted = Noted()
    var lines = JSONLines(.chunks(chunks), as: try Row.mapping())
    lines.onError = .skip { error, bytes in noted.note(error, bytes) }
    var ids: [Int] = []
    for try await row in lines.async { ids.append(row.id) }
    #expect(ids == [1, 2])
    #expect(noted.all.map(\.error.line) == [2])
  }

  @Test("chunks are decoded into a Decodable type")
  func decoding() async throws {
    struct Post: Decodable { var id: Int }
    let chunks = Self.stream([Array("{\"id\":1}\n{\"i".utf8)[...], Array("d\":2}".utf8)[...]])
    var found: [[Int]] = []
    try await JSONLines(.chunks(chunks), decoding: Post.self).forEach { post, place in
      await Task.yield()
      found.append([post.id, place.line, place.byteOffset])
    }
    #expect(found == [[1, 1, 0], [2, 2, 9]])
  }

  @Test("an error of the sequence follows the records before it")
  func failure() async throws {
    let chunks = AsyncThrowingStream<[UInt8], any Error> { continuation in
      continuation.yield(Array("{\"id\":1}\n{\"id\":2}\n{\"id\"".utf8))
      continuation.finish(throwing: Broken())
    }
    var lines = JSONLines(.chunks(chunks), as: try Row.mapping())
    lines.onError = .skip { _, _ in Issue.record("the truncated record is not an error") }
    var ids: [Int] = []
    let error = await #expect(throws: MappingError.self) {
      for try await row in lines.async { ids.append(row.id) }
    }
    #expect(ids == [1, 2])
    #expect(error?.kind == .io)
    #expect(error?.underlying as? Broken == Broken())
    #expect(error?.message == "cannot read asynchronous chunks: Broken()")
  }

  /// A sequence that is not `Sendable`, and counts the chunks that were requested.
  private final class Counted: AsyncSequence {
    let texts: [String]
    let requested: Calls

    init(_ texts: [String], _ requested: Calls) {
      self.texts = texts
      self.requested = requested
    }

    struct AsyncIterator: AsyncIteratorProtocol {
      let owner: Counted
      var index = 0

      mutating func next() async throws -> Substring.UTF8View? {
        owner.requested.add(1)
        guard index < owner.texts.count else { return nil }
        index += 1
        return owner.texts[index - 1][...].utf8
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(owner: self) }
  }

  final class Calls: Sendable {
    private let state = Mutex(0)
    var count: Int { state.withLock { $0 } }
    func add(_ more: Int) { state.withLock { $0 += more } }
  }

  @Test("a chunk is requested only when no record is in memory", .feature("50"))
  func demand() async throws {
    let requested = Calls()
    let chunks = Counted(["{\"id\":1}\n{\"id\":2}\n{\"id\"", ":3}\n", "{\"id\":4}"], requested)
    var counts: [[Int]] = []
    try await JSONLines(.chunks(chunks), as: try Row.mapping()).forEach { row, _ in
      await Task.yield()
      counts.append([row.id, requested.count])
    }
    #expect(counts == [[1, 1], [2, 1], [3, 2], [4, 4]])
  }

  @MainActor
  @Test("a sequence that is not Sendable is read on the actor of its caller")
  func isolated() async throws {
    var ids: [Int] = []
    let chunks = Counted(["{\"id\":1}\n{", "\"id\":2}"], Calls())
    for try await row in JSONLines(.chunks(chunks), as: try Row.mapping()).async { ids.append(row.id) }
    #expect(ids == [1, 2])
  }

  @Test("progress counts the bytes of the chunks")
  func progress() async throws {
    let told = Mutex<[ReadingProgress]>([])
    var lines = JSONLines(
      .chunks(Self.stream([Array("{\"id\":1}\n{".utf8)[...], Array("\"id\":2}\n".utf8)[...]])),
      as: try Row.mapping())
    lines.onProgress = { progress in told.withLock { $0.append(progress) } }
    for try await _ in lines.async {}
    #expect(told.withLock { $0.map(\.bytesRead) } == [10, 18, 18])
    #expect(told.withLock { $0.map(\.records) } == [0, 1, 2])
  }

  @Test("a closure that awaits nothing can be declared asynchronous")
  func declared() async throws {
    let lines = JSONLines(.chunks(Self.stream([Array("{\"id\":1}\n".utf8)[...]])), as: try Row.mapping())
    var ids: [Int] = []
    try await lines.forEach { (row, _) async in ids.append(row.id) }
    #expect(ids == [1])
  }

  @Test("views that block refuse chunks before any record")
  func blocking() throws {
    let lines = JSONLines(.chunks(Self.stream([Array("{\"id\":1}\n".utf8)[...]])), as: try Row.mapping())
    let message =
      "cannot wait for asynchronous chunks: read them with 'async', or with 'forEach' and a closure that is 'async'"
    func check(_ body: () throws -> Void) {
      let error = #expect(throws: MappingError.self) { try body() }
      #expect(error?.kind == .io)
      #expect(error?.message == message)
    }
    check { try lines.forEach { _, _ in } }
    check { for result in lines.results { _ = try result.get() } }
    for workers in 1...2 {
      check { for result in lines.results(workers: workers) { _ = try result.get() } }
      check { try lines.forEach(workers: workers) { _, _ in } }
      check {
        _ = try lines.reduce(into: 0, workers: workers) { _, _ in
        } combine: { _, _ in
        }
      }
    }
  }

  @Test("chunks are read once, whole and not decompressed")
  func refusals() async throws {
    func message(_ lines: JSONLines<Row>) async -> String? {
      var iterator = lines.async.makeAsyncIterator()
      return await #expect(throws: MappingError.self) { _ = try await iterator.next() }?.message
    }
    let lines = JSONLines(.chunks(Self.stream([Array("{\"id\":1}\n".utf8)[...]])), as: try Row.mapping())
    var part = lines
    part.inputRange = .split(1, of: 2)
    #expect(await message(part)?.hasPrefix("a part of asynchronous chunks cannot be read") == true)
    var compressed = lines
    compressed.decompression = Decompression(anyOf: [])
    #expect(await message(compressed)?.hasPrefix("cannot decompress asynchronous chunks") == true)
    // The refused views have not taken the chunks.
    for try await row in lines.async { #expect(row.id == 1) }
    #expect(await message(lines)?.hasPrefix("cannot read asynchronous chunks again") == true)
  }

  @Test("cancellation ends the wait for a chunk, without the truncated record", .feature("50"))
  func cancellation() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    continuation.yield(Array("{\"id\":1}\n{\"id\"".utf8))
    let mapping = try Row.mapping()
    let lines = JSONLines(.chunks(chunks), as: mapping)
    let task = Task {
      var ids: [Int] = []
      do {
        try await lines.forEach { row, _ in
          await Task.yield()
          ids.append(row.id)
          unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        }
        Issue.record("the reading went on")
      } catch {
        #expect((error as? MappingError)?.kind == .cancelled)
      }
      return ids
    }
    #expect(await task.value == [1])

    let (others, next) = AsyncStream.makeStream(of: [UInt8].self)
    next.yield(Array("{\"id\":1}\n{\"id\"".utf8))
    let reading = Task {
      var ids: [Int] = []
      let error = await #expect(throws: MappingError.self) {
        for try await row in JSONLines(.chunks(others), as: mapping).async { ids.append(row.id) }
      }
      #expect(error?.kind == .cancelled)
      return ids
    }
    try await Task.sleep(for: .milliseconds(50))
    reading.cancel()
    #expect(await reading.value == [1])
  }
}
