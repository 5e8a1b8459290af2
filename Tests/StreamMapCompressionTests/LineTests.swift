import CompressedInputs
import Foundation
import StreamMapCompression
import Testing

@testable import StreamMap
@testable import TestSupport

/// Lines, plain and compressed: the same models, locations and errors.
@Suite("Compressed JSON Lines")
struct LineTests {
  static func lines(_ bytes: [UInt8]) throws -> JSONLines<Numbered> {
    JSONLines(.bytes(bytes), as: try Numbered.mapping())
  }

  static func automatic(_ lines: JSONLines<Numbered>) -> JSONLines<Numbered> {
    var lines = lines
    lines.decompression = .automatic
    return lines
  }

  @Test("random documents, some malformed", .feature("44"), arguments: Format.allCases)
  func randomDocuments(_ format: Format) throws {
    var random = SeededRandom(seed: SeededRandom.seed)
    var options = DocumentGenerator.Options()
    options.allowsLineBreaks = false
    var generator = DocumentGenerator(seed: SeededRandom.seed &+ 1, options: options)
    for round in 0..<40 {
      var plain: [UInt8] = []
      for _ in 0..<random.below(400) {
        var document = generator.document()
        if random.chance(1, outOf: 8), !document.isEmpty {
          document[random.below(document.count)] = UInt8(truncatingIfNeeded: random.next())
        }
        plain += document + [10]
      }
      if random.chance(1, outOf: 2), !plain.isEmpty { plain.removeLast() }
      var compressed: [UInt8] = []
      var start = 0
      while start < plain.count {
        let end = min(plain.count, start + 1 + random.below(30_000))
        compressed += format.compress(Array(plain[start..<end]), level: Int32(random.below(9)))
        start = end
      }
      let expected = Told(try Self.lines(plain))
      #expect(Told(Self.automatic(try Self.lines(plain))) == expected)
      #expect(
        Told(Self.automatic(try Self.lines(compressed))) == expected, "round \(round), \(SeededRandom.again)")
      var pieces: [ArraySlice<UInt8>] = []
      start = 0
      while start < compressed.count {
        let end = min(compressed.count, start + 1 + random.below(3_000))
        pieces.append(compressed[start..<end])
        start = end
      }
      let socket = try PieceSocket(pieces)
      let fromSocket = JSONLines(.descriptor(socket.descriptor), as: try Numbered.mapping())
      #expect(Told(Self.automatic(fromSocket)) == expected, "round \(round), \(SeededRandom.again)")
    }
  }

  @Test(
    "reads path, descriptor and bytes repeatedly by every view", .feature("44"), arguments: Format.allCases)
  func views(_ format: Format) async throws {
    let compressed = format.compress(Texts.lines(30_000))
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("streammap-\(UUID().uuidString)")
      .path
    try Data(compressed).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let expected = Told(try Self.lines(Texts.lines(30_000)))
    let fromPath = Self.automatic(JSONLines(path: path, as: try Numbered.mapping()))
    for lines in [fromPath, fromPath, Self.automatic(try Self.lines(compressed))] {
      #expect(Told(lines) == expected)
      #expect(try lines.results.map { try $0.get() } == expected.models)
      var models: [Numbered] = []
      for try await model in lines.async { models.append(model) }
      #expect(models == expected.models)
    }
    let descriptor = unsafe open(path, O_RDONLY)
    defer { close(descriptor) }
    #expect(Told(Self.automatic(JSONLines(.descriptor(descriptor), as: try Numbered.mapping()))) == expected)
    #expect(lseek(descriptor, 0, SEEK_CUR) == compressed.count, "still open, at its end")
  }

  @Test(
    "truncated files give all whole records, then an error",
    arguments: Format.allCases)
  func cutFile(_ format: Format) throws {
    let compressed = format.compress(Texts.lines(30_000)).dropLast(1_000)
    let lines = Self.automatic(try Self.lines(Array(compressed)))
    let plain = Outcome(Array(compressed), .automatic).bytes
    var ids: [Int?] = []
    let error = #expect(throws: MappingError.self) { try lines.forEach { model, _ in ids.append(model.id) } }
    #expect(error?.category == .truncated)
    #expect(error?.byteOffset == compressed.count)
    #expect(error?.record == nil)
    #expect(ids.count == plain.count { $0 == 10 })
    #expect(ids == (0..<ids.count).map { $0 })
    #expect(ids.count > 20_000)
  }

  @Test("reports a malformed record before later damage", arguments: Format.allCases)
  func order(_ format: Format) throws {
    let compressed = format.compress(Texts.lines(2) + Array("{\"id\":}\n".utf8) + Texts.lines(10)).dropLast()
    let error = #expect(throws: MappingError.self) {
      try Self.automatic(Self.lines(Array(compressed))).forEach { _, _ in }
    }
    #expect(error?.kind == .syntax)
    #expect(error?.record == 3)
    #expect(error?.byteOffset == Texts.lines(2).count + 6)
  }

  @Test("delivers a record before the next one is written")
  func promptness() throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe Foundation.pipe(&ends) == 0)
    defer { close(ends[0]) }
    let far = ends[1]
    func send(_ id: Int) {
      let member = Format.gzip.compress(Array("{\"id\":\(id)}\n".utf8))
      _ = unsafe member.withUnsafeBytes { unsafe write(far, $0.baseAddress, $0.count) }
    }
    send(1)
    var ids: [Int?] = []
    // This would wait forever if a line were held until a block is full.
    let lines = Self.automatic(JSONLines(.descriptor(ends[0]), as: try Numbered.mapping()))
    try lines.forEach { model, _ in
      ids.append(model.id)
      if let id = model.id, id < 3 { send(id + 1) } else { close(far) }
    }
    #expect(ids == [1, 2, 3])
  }

  @Test("a push parser accepts blocks of a compressed pipe", .feature("44"), arguments: Format.allCases)
  func blocks(_ format: Format) throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe Foundation.pipe(&ends) == 0)
    defer { close(ends[0]) }
    func send(_ bytes: [UInt8]) {
      _ = unsafe bytes.withUnsafeBytes { unsafe write(ends[1], $0.baseAddress, $0.count) }
    }
    let reader = DecompressingReader(descriptor: ends[0], .automatic)
    var parser = PushParser(try Numbered.mapping())
    var models: [Numbered] = []
    var block = [UInt8](repeating: 0, count: 1_000)
    #expect(!reader.isReady)
    send(format.compress(Texts.lines(100)))
    #expect(reader.isReady)
    var total = 0
    while total < Texts.lines(100).count {
      let count = try reader.read(into: &block)
      total += count
      try parser.feed(Array(block[..<count])) { model, _ in models.append(copy model) }
    }
    #expect(!reader.isReady)
    send(format.compress(Texts.lines(1, from: 100)))
    close(ends[1])
    while case let count = try reader.read(into: &block), count > 0 {
      try parser.feed(Array(block[..<count])) { model, _ in models.append(copy model) }
    }
    #expect(reader.isReady, "the end")
    try parser.finish { model, _ in models.append(copy model) }
    #expect(models == Told(try Self.lines(Texts.lines(101))).models)
    #expect(
      reader.compressedBytesRead == format.compress(Texts.lines(100)).count
        + format.compress(Texts.lines(1, from: 100)).count)
  }

  @Test("counts plain bytes, and their compressed position")
  func progress() throws {
    let plain = Texts.lines(30_000)
    let compressed =
      Format.gzip.compress(Texts.lines(15_000)) + Format.gzip.compress(Texts.lines(15_000, from: 15_000))
    var lines = Self.automatic(try Self.lines(compressed))
    let seen = Seen()
    lines.onProgress = { seen.add($0.bytesRead) }
    try lines.forEach { _, _ in }
    #expect(seen.all.last == plain.count)
    let source = ByteSource(ByteSource(compressed), decompressing: .automatic)
    #expect(source.compressedBytesRead == nil)
    var offsets: [Int] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while try source.read(into: &block) > 0 {
      offsets.append(try #require(source.compressedBytesRead))
    }
    #expect(offsets == offsets.sorted())
    #expect(Set(offsets).count > 3)
    #expect(offsets.last == compressed.count || offsets.last == compressed.count - 8)
    #expect(source.compressedBytesRead == compressed.count)
    #expect(ByteSource(compressed).compressedBytesRead == nil)
  }
}
