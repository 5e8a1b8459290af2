// Occasional malformed records among very many: each is reported with its location, and no other record is lost.

import TestSupport
import Foundation
import Synchronization
import Testing

@testable import StreamMap
@testable import StreamMapCommand

@Suite("Bad records among many")
struct BadAmongManyTests {
  private static let count =
    ProcessInfo.processInfo.environment["STREAMMAP_RECORDS"].flatMap { Int($0) } ?? 20_000
  private static let limit = 80_000

  @Test("skips one malformed record per thousand, of every kind", .feature("51", "55"))
  func bad() throws {
    var dice = SeededGenerator(round: 0)
    let wrongs = KnownRecord.Wrong.allCases
    var bad = 0
    let records = (0..<Self.count).map { id -> KnownRecord in
      guard id % 1_000 == 617 else { return .good(id, &dice) }
      bad += 1
      return .bad(id, wrongs[(bad - 1) % wrongs.count], limit: Self.limit, &dice)
    }
    let known = KnownFile(records, .lines, &dice)
    let sandbox = try Sandbox()
    let file = try sandbox.file("records.jsonl", known.bytes)
    let rows = Array(known.rows.joined().utf8)
    let rejects = known.rejects(file, rowsBefore: 0, limit: Self.limit)
    #expect(rejects.count == bad && bad == Self.count / 1_000)
    for (jobs, chunk) in [
      (1, "4MiB"), (3, "65536"), (2, "\(dice.number(100_000...1_000_000))"),
      (4, "\(dice.number(1_000...9_000))"),
    ] {
      let outcome = try sandbox.run(
        "select", "--quiet", "--on-error", "skip", "--max-record", "\(Self.limit)", "--max-depth",
        "\(KnownRecord.depth)", "--jobs", "\(jobs)", "--chunk", chunk, "--output", sandbox.path("out"),
        "--rejects",
        sandbox.path("bad"), KnownRecord.paths, file)
      let place: Comment = "\(jobs) jobs, chunks of \(chunk), STREAMMAP_SEED=\(SeededGenerator.seed)"
      #expect(outcome.status == 1 && outcome.error.isEmpty, place)
      let isSame = try sandbox.bytes("out") == rows
      #expect(isSame, place)
      var told = try KnownReject.all(in: sandbox.bytes("bad"))
      #expect(
        told.allSatisfy { reject in
          reject.message?.contains(reject.kind.hasSuffix("Limit") ? " than " : "expected ") == true
        }, place)
      for index in told.indices { told[index].message = nil }
      let firstWrong = zip(told, rejects).first { $0 != $1 }
      #expect(told.count == rejects.count && firstWrong == nil, place)
    }
  }

  /// Columns with a type and required columns, which the program does not offer.
  @Test("skips one mismatched record per thousand, of every kind", .feature("51", "55"))
  func misfits() throws {
    struct Person: Sendable {
      var id: Int32 = 0
      var name = ""
    }
    let mapping = try Mapping(Person()) {
      Field(\.id, "id", .required)
      Field(\.name, "name", .required)
    }
    let misfits: [(kind: MappingError.Kind, path: String, before: String, rest: String)] = [
      (.typeMismatch, "id", #"{"name":"é","id":"#, #""7"}"#), (.unexpectedNull, "id", #"{"id":"#, "null}"),
      (.outOfRange, "id", #"{"id":"#, "2147483648}"), (.notAnInteger, "id", #"{"id": "#, "1.5}"),
      (.typeMismatch, "name", #"{"id":1,"name":"#, "{}}"), (.missingField, "name", #"{"id":1"#, "}"),
      (.typeMismatch, "$", "", "[1]"), (.syntax, "id", #"{"id":"#, "x}"),
    ]
    var text: [UInt8] = []
    var expected: [[String]] = []
    for id in 0..<Self.count {
      if id % 1_000 == 398 {
        let misfit = misfits[id / 1_000 % misfits.count]
        let byte = text.count + misfit.before.utf8.count
        expected.append(
          [
            "\(misfit.kind)", misfit.path, "\(id + 1)", "\(id + 1)", "\(misfit.before.utf8.count + 1)",
            "\(byte)",
          ])
        text += Array((misfit.before + misfit.rest + "\n").utf8)
      } else {
        text += Array("{\"id\":\(id),\"name\":\"\(id)\"}\n".utf8)
      }
    }
    for workers in [1, 3] {
      let told = Mutex<[[String]]>([])
      var lines = JSONLines(.bytes(text), as: mapping)
      lines.onError = .skip { error, _ in
        let numbers = [error.line, error.record, error.column, error.byteOffset].map {
          $0.map { "\($0)" } ?? "?"
        }
        told.withLock { $0.append(["\(error.kind)", error.path] + numbers) }
      }
      let reading = ChunkedReading(lines.plan, of: [lines.chunkedInput], workers: workers, chunkSize: 30_000)
      { _ in
        (sum: 0, count: 0)
      } add: { part, person, _ in
        part.sum += Int(person.id)
        part.count += person.name == "\(person.id)" ? 1 : 0
      }
      var (sum, count) = (0, 0)
      var progress = ReadingProgress(bytesRead: 0, records: 0)
      while let chunk = reading.next() {
        lines.tell(chunk, &progress)
        (sum, count) = (sum + chunk.part.sum, count + chunk.part.count)
      }
      let bad = (0..<Self.count).filter { $0 % 1_000 == 398 }
      #expect(count == Self.count - bad.count && progress.records == Self.count)
      #expect(sum == Self.count * (Self.count - 1) / 2 - bad.reduce(0, +))
      #expect(told.withLock { $0 } == expected)
    }
  }
}
