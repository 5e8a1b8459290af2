import Foundation
import Synchronization
import Testing

@testable import StreamMap

@Suite("Slices")
struct SlicingTests {
  /// One thread's reading of a text.
  private static func expected(_ text: String) throws -> (JSONLines<Row>, SlicedHeard) {
    let lines = try JSONLines(text: text, RandomLines.limits)
    let heard = try lines.heard()
    return (lines, SlicedHeard(heard, records: heard.ids.count + heard.refusals.count))
  }

  @Test(
    "any slices, workers and inputs match one thread"
  )
  func slices() throws {
    try SeededRandom.run(rounds: 300) { random in
      let text = RandomLines(using: &random).text
      let (lines, expected) = try Self.expected(text)
      let workers = Int.random(in: 1...4, using: &random)
      let size =
        random.chance(50, outOf: 100)
        ? Int.random(in: 1...60, using: &random) : Int.random(in: 1...5_000, using: &random)
      #expect(
        try lines.heard(workers: workers, sliceSize: size) == expected,
        "in memory, slices of \(size), \(SeededRandom.again)")
      let file = try TemporaryFile(text)
      let inputs = [SlicedInput(.path(file.path))]
      #expect(
        try lines.heard(inputs, workers: workers, sliceSize: size) == expected, "a file, slices of \(size)")
      let pieces = random.pieces(of: text)
      let pipe = try SlowPipe(pieces, pause: 0)
      #expect(
        try lines.heard([SlicedInput(.descriptor(pipe.descriptor))], workers: workers, sliceSize: size)
          == expected,
        "a pipe, batches of \(size)")
    }
  }

  @Test("adjacent splits have every record once, at its location")
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
      var sliced = SlicedHeard()
      for part in parts {
        lines.inputRange = part
        let heard = try lines.heard()
        ids += heard.ids
        offsets += heard.places.map(\.byteOffset)
        #expect(heard.errorPlaces.allSatisfy { $0[0] == nil && $0[1] == nil && $0[2] != nil })
        let again = try lines.heard(workers: 2, sliceSize: Int.random(in: 1...500, using: &random))
        #expect(
          again.ids == heard.ids && again.refusals == heard.refusals && again.errorPlaces == heard.errorPlaces
        )
        sliced.refusals += again.refusals
        sliced.refused += again.refused
      }
      #expect(ids == expected.ids && offsets == expected.byteRanges.map(\.lowerBound), "\(parts)")
      #expect(sliced.refusals == expected.refusals && sliced.refused == expected.refused, "\(parts)")
    }
  }

  @Test("resumes at a slice's end, in files and pipes")
  func goingOn() throws {
    try SeededRandom.run(rounds: 200) { random in
      let text = RandomLines(using: &random).text
      let (lines, expected) = try Self.expected(text)
      let size = Int.random(in: 1...300, using: &random)
      var reading = lines
      reading.onError = .skip { _, _ in }
      let slices = SlicedReading(reading.plan, of: [reading.slicedInput], workers: 1, sliceSize: size) {
        [Int]()
      } add: { ids, row, _ in
        ids.append(row.id)
      }
      var ids: [Int] = []
      var (end, records, lineCount) = (0, 0, 0)
      for _ in 0..<Int.random(in: 0...10, using: &random) {
        guard let slice = slices.next() else { break }
        ids += slice.part
        (end, records, lineCount) = (slice.end, records + slice.records, lineCount + slice.lines)
      }
      let numbered = (records: records, lines: lineCount)
      let file = try TemporaryFile(text)
      let pipe = try SlowPipe(random.pieces(of: text), pause: 0)
      for input in [ByteInput.path(file.path), .descriptor(pipe.descriptor)] {
        let rest = try lines.heard(
          [SlicedInput(input, from: end, numbered: numbered)], workers: 2, sliceSize: size)
        #expect(ids + rest.ids == expected.ids)
        let errors = expected.errorPlaces.suffix(rest.errorPlaces.count)
        #expect(Array(errors) == rest.errorPlaces)
      }
    }
  }

  @Test("reads several inputs in order, each with its own numbers")
  func severalInputs() throws {
    try SeededRandom.run(rounds: 100) { random in
      var expected = SlicedHeard()
      var inputs: [SlicedInput] = []
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        let text = RandomLines(using: &random).text
        let (lines, heard) = try Self.expected(text)
        expected.ids += heard.ids
        expected.byteRanges += heard.byteRanges
        expected.refusals += heard.refusals
        expected.errorPlaces += heard.errorPlaces
        expected.refused += heard.refused
        expected.records += heard.records
        inputs.append(SlicedInput(lines.input))
      }
      let lines = try JSONLines(text: "", RandomLines.limits)
      #expect(try lines.heard(inputs, workers: 3, sliceSize: 100) == expected)
    }
  }

  @Test("reads or rejects a line of megabytes by the limit")
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
        for inputs in [nil, [SlicedInput(.path(file.path))]] {
          let sliced = try lines.heard(inputs, workers: 2, sliceSize: 100_000)
          #expect(sliced.ids == heard.ids && sliced.errorPlaces == heard.errorPlaces)
        }
      }
    }
  }

  @Test("reports the first error in input order, with its numbers")
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
