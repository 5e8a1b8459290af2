import Foundation
import Synchronization
import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Chunks")
struct ChunkingTests {
  /// One thread's reading of a text.
  private static func expected(_ text: String) throws -> (JSONLines<Row>, ChunkedHeard) {
    let lines = try JSONLines(text: text, RandomLines.limits)
    let heard = try lines.heard()
    return (lines, ChunkedHeard(heard, records: heard.ids.count + heard.refusals.count))
  }

  @Test(
    "any chunks, workers and inputs match one thread", .feature("42", "51")
  )
  func chunks() throws {
    try SeededRandom.run(rounds: 300) { random in
      let text = RandomLines(using: &random).text
      let (lines, expected) = try Self.expected(text)
      let workers = Int.random(in: 1...4, using: &random)
      let size =
        random.chance(50, outOf: 100)
        ? Int.random(in: 1...60, using: &random) : Int.random(in: 1...5_000, using: &random)
      #expect(
        try lines.heard(workers: workers, chunkSize: size) == expected,
        "in memory, chunks of \(size), \(SeededRandom.again)")
      let file = try TemporaryFile(text)
      let inputs = [ChunkedInput(.path(file.path))]
      #expect(
        try lines.heard(inputs, workers: workers, chunkSize: size) == expected, "a file, chunks of \(size)")
      let pieces = random.pieces(of: text)
      let pipe = try SlowPipe(pieces, pause: 0)
      #expect(
        try lines.heard([ChunkedInput(.descriptor(pipe.descriptor))], workers: workers, chunkSize: size)
          == expected,
        "a pipe, batches of \(size)")
    }
  }

  @Test("adjacent splits have every record once, at its location", .feature("52"))
  func parts() throws {
    try SeededRandom.run(rounds: 300) { random in
      let text = RandomLines(using: &random).text
      var (lines, expected) = try Self.expected(text)
      let count = text.utf8.count
      var borders = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Int.random(in: 0...count, using: &random)
      }
      borders = ([0] + borders + [count]).sorted()
      let parts =
        random.chance(50, outOf: 100)
        ? zip(borders, borders.dropFirst()).map { InputRange.range($0..<$1) }
        : { parts in (1...parts).map { InputRange.split($0, of: parts) } }(
          Int.random(in: 1...9, using: &random))
      var ids: [Int] = []
      var offsets: [Int] = []
      var chunked = ChunkedHeard()
      for part in parts {
        lines.inputRange = part
        let heard = try lines.heard()
        ids += heard.ids
        offsets += heard.places.map(\.byteOffset)
        #expect(heard.errorPlaces.allSatisfy { $0[0] == nil && $0[1] == nil && $0[2] != nil })
        let again = try lines.heard(workers: 2, chunkSize: Int.random(in: 1...500, using: &random))
        #expect(
          again.ids == heard.ids && again.refusals == heard.refusals && again.errorPlaces == heard.errorPlaces
        )
        chunked.refusals += again.refusals
        chunked.refused += again.refused
      }
      #expect(ids == expected.ids && offsets == expected.byteRanges.map(\.lowerBound), "\(parts)")
      #expect(chunked.refusals == expected.refusals && chunked.refused == expected.refused, "\(parts)")
    }
  }

  @Test("resumes at a chunk's end, in files and pipes", .feature("53"))
  func goingOn() throws {
    try SeededRandom.run(rounds: 200) { random in
      let text = RandomLines(using: &random).text
      let (lines, expected) = try Self.expected(text)
      let size = Int.random(in: 1...300, using: &random)
      var reading = lines
      reading.onError = .skip { _, _ in }
      let chunks = ChunkedReading(reading.plan, of: [reading.chunkedInput], workers: 1, chunkSize: size) {
        _ in
        [Int]()
      } add: { ids, row, _ in
        ids.append(row.id)
      }
      var ids: [Int] = []
      var (end, records, lineCount) = (0, 0, 0)
      for _ in 0..<Int.random(in: 0...10, using: &random) {
        guard let chunk = chunks.next() else { break }
        ids += chunk.part
        (end, records, lineCount) = (chunk.end, records + chunk.records, lineCount + chunk.lines)
      }
      let numbered = (records: records, lines: lineCount)
      let file = try TemporaryFile(text)
      let pipe = try SlowPipe(random.pieces(of: text), pause: 0)
      for input in [Input.path(file.path), .descriptor(pipe.descriptor)] {
        let rest = try lines.heard(
          [ChunkedInput(input, from: end, numbered: numbered)], workers: 2, chunkSize: size)
        #expect(ids + rest.ids == expected.ids)
        let errors = expected.errorPlaces.suffix(rest.errorPlaces.count)
        #expect(Array(errors) == rest.errorPlaces)
      }
    }
  }

  @Test("reads several inputs in order, each with its own numbers", .feature("43"))
  func severalInputs() throws {
    try SeededRandom.run(rounds: 100) { random in
      var expected = ChunkedHeard()
      var inputs: [ChunkedInput] = []
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let text = RandomLines(using: &random).text
        let (lines, heard) = try Self.expected(text)
        expected.ids += heard.ids
        expected.byteRanges += heard.byteRanges
        expected.refusals += heard.refusals
        expected.errorPlaces += heard.errorPlaces
        expected.refused += heard.refused
        expected.records += heard.records
        inputs.append(ChunkedInput(lines.input))
      }
      let lines = try JSONLines(text: "", RandomLines.limits)
      #expect(try lines.heard(inputs, workers: 3, chunkSize: 100) == expected)
    }
  }

  @Test("reads or rejects a line of megabytes by the limit", .feature("42", "58"))
  func longLines() throws {
    let long = #"{"id": 2, "text": "\#(String(repeating: "x", count: 5 << 20))"}"#
    for (limit, isGood) in [(8 << 20, true), (1 << 20, false), (5 << 20, false)] {
      for (text, ids) in [(long, []), ("{\"id\": 1}\n\(long)\n\(long)\n\n{\"id\": 3}", [1, 3])] {
        var limits = Limits()
        (limits.record, limits.string) = (limit, 16 << 20)
        let lines = try JSONLines(text: text, limits)
        let heard = try lines.heard()
        #expect(heard.ids == (isGood ? ids.isEmpty ? [2] : [1, 2, 2, 3] : ids))
        #expect(heard.refusals.allSatisfy { $0.kind == .recordLimit })
        var other = lines
        other.options.engine = .yajl
        #expect(try other.heard() == heard)
        let file = try TemporaryFile(text)
        for inputs in [nil, [ChunkedInput(.path(file.path))]] {
          let chunked = try lines.heard(inputs, workers: 2, chunkSize: 100_000)
          #expect(chunked.ids == heard.ids && chunked.errorPlaces == heard.errorPlaces)
        }
      }
    }
  }

  @Test("reports the first error in input order, with its numbers", .feature("51"))
  func firstError() throws {
    try SeededRandom.run(rounds: 100) { random in
      let text = RandomLines(using: &random).text
      let lines = try JSONLines(text: text, RandomLines.limits)
      var expected: MappingError?
      do { try lines.forEach { _, _ in } } catch { expected = error as? MappingError }
      for workers in 1...3 {
        var found: [MappingError?] = []
        do {
          try lines.forEach(workers: workers) { _, _ in }
          found.append(nil)
        } catch { found.append(error as? MappingError) }
        do {
          _ = try lines.reduce(into: 0, workers: workers) {
            $0 += $1.id
          } combine: {
            $0 += $1
          }
          found.append(nil)
        } catch { found.append(error as? MappingError) }
        found.append(
          lines.results(workers: workers).reduce(nil) { last, result in
            if case .failure(let error) = result { error } else { last }
          })
        for error in found {
          #expect(error?.record == expected?.record && error?.line == expected?.line)
          #expect(error?.byteOffset == expected?.byteOffset && error?.kind == expected?.kind)
        }
      }
    }
  }
}
