import Dispatch
import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// A temporary file, deleted with its owner.
final class TemporaryFile {
  let path: String

  init(_ bytes: [UInt8]) throws {
    path =
      FileManager.default.temporaryDirectory.appendingPathComponent("streammap-\(UUID().uuidString)").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  convenience init(_ text: String) throws {
    try self.init(Array(text.utf8))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}

/// A pipe to which another thread writes chunk by chunk.
final class SlowPipe: Sendable {
  let descriptor: Int32

  convenience init(_ pieces: [String], pause: UInt32 = 2_000) throws {
    try self.init(pieces.map { Array($0.utf8) }, pause: pause)
  }

  init(_ pieces: [[UInt8]], pause: UInt32 = 2_000) throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    descriptor = ends[0]
    let far = ends[1]
    // The reader may close the pipe before everything is written.
    _ = signal(SIGPIPE, SIG_IGN)
    DispatchQueue.global().async {
      for piece in pieces {
        // SAFETY: the buffer has `count` bytes.
        _ = unsafe piece.withUnsafeBytes { unsafe write(far, $0.baseAddress, $0.count) }
        usleep(pause)
      }
      close(far)
    }
  }

  deinit {
    close(descriptor)
  }
}

/// A record with an id, and its location.
struct Row: Equatable {
  var id = -1
  var text: String?
  /// Mapped to `$`, so that records of every kind are accepted.
  var isTrue = false
}

extension Row {
  static func mapping(_ limits: Limits = Limits()) throws -> Mapping<Row> {
    try Mapping(Row(), limits: limits) {
      Field(\.id, "id")
      Field(\.text, "text")
      Field(\.isTrue, "$", .mismatch(.keep), .null(.keep))
    }
  }
}

/// The results of reading lines: ids, locations, errors and their bytes.
struct Heard: Equatable {
  var ids: [Int] = []
  var places: [RecordLocation] = []
  var refusals: [Verdict] = []
  var errorPlaces: [[Int?]] = []
  var refused: [String] = []
}

extension JSONLines<Row> {
  /// Reads all lines, and skips malformed records.
  func heard() throws -> Heard {
    var lines = self
    let refusals = Noted()
    lines.onError = .skip { error, bytes in refusals.note(error, bytes) }
    var heard = Heard()
    try lines.forEach { row, place in
      heard.ids.append(row.id)
      heard.places.append(place)
    }
    for (error, bytes) in refusals.all {
      heard.refusals.append(Verdict(error))
      heard.errorPlaces.append([error.record, error.line, error.column])
      heard.refused.append(String(decoding: bytes, as: UTF8.self))
    }
    return heard
  }

  init(text: String, _ limits: Limits = Limits()) throws {
    self.init(.text(text), as: try Row.mapping(limits))
  }
}
