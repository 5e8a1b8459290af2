import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

/// Random lines: short and long valid records, blank lines, malformed records, and records over a limit.
struct RandomLines {
  static let limits = {
    var limits = Limits()
    limits.record = 400
    return limits
  }()

  var text = ""
  var count = 0

  init(using random: inout SeededRandom) {
    if random.chance(10, outOf: 100) { text = "\u{FEFF}" }
    for number in 0..<Int.random(in: 0...60, using: &random) {
      text += Self.line(number, &random)
      text += random.chance(8, outOf: 100) ? "\r\n" : "\n"
      count += 1
    }
    if random.chance(30, outOf: 100) { text += #"{"id": 9999}"# }
  }

  private static func line(_ number: Int, _ random: inout SeededRandom) -> String {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: ["", "  ", "\t "].randomElement(using: &random) ?? ""
    case 1:
      #"{"id": \#(number), "text": "\#(String(repeating: "ä", count: Int.random(in: 0...180, using: &random)))"}"#
    case 2: #"{"id": "no"}"#
    case 3: #"{"id": \#(number)"#
    case 4: #"{"id": \#(number), "text": "open}"#
    case 5: #"{"text": "\#(String(repeating: "x", count: Int.random(in: 380...900, using: &random)))"}"#
    case 6: #"[\#(number)]"#
    case 7: "{\"id\": \(number), \"text\": \"\u{1}\"}"
    default: #"{"id": \#(number), "text": "\#(number)"}"#
    }
  }
}

extension SeededRandom {
  /// Cuts a text at random between characters.
  mutating func pieces(of text: String) -> [String] {
    var pieces = [""]
    for character in text {
      if chance(1, outOf: 30) { pieces.append("") }
      pieces[pieces.count - 1].append(character)
    }
    return pieces
  }
}

/// The results of a reading in chunks, in input order.
struct ChunkedHeard: Equatable {
  var ids: [Int] = []
  var byteRanges: [Range<Int>] = []
  var refusals: [Verdict] = []
  var errorPlaces: [[Int?]] = []
  var refused: [String] = []
  var records = 0

  init() {}

  /// The results of one thread, without those that chunks do not know.
  init(_ heard: Heard, records: Int) {
    ids = heard.ids
    byteRanges = heard.places.map(\.bytes)
    refusals = heard.refusals
    errorPlaces = heard.errorPlaces
    refused = heard.refused
    self.records = records
  }
}

/// The result of a chunk.
struct ChunkedPart: Sendable {
  var ids: [Int] = []
  var byteRanges: [Range<Int>] = []
}

extension JSONLines<Row> {
  /// Reads all in chunks, and skips malformed records.
  func heard(_ inputs: [ChunkedInput]? = nil, workers: Int, chunkSize: Int) throws -> ChunkedHeard {
    var lines = self
    lines.onError = .skip { _, _ in }
    let reading = ChunkedReading(
      lines.plan, of: inputs ?? [chunkedInput], workers: workers, chunkSize: chunkSize
    ) { _ in
      ChunkedPart()
    } add: { part, row, location in
      part.ids.append(row.id)
      part.byteRanges.append(location.bytes)
    }
    var heard = ChunkedHeard()
    while let chunk = reading.next() {
      if let failure = chunk.failure { throw failure }
      heard.ids += chunk.part.ids
      heard.byteRanges += chunk.part.byteRanges
      heard.records += chunk.records
      for refusal in chunk.refusals {
        heard.refusals.append(Verdict(refusal.error))
        heard.errorPlaces.append([refusal.error.record, refusal.error.line, refusal.error.column])
        heard.refused.append(String(decoding: refusal.bytes, as: UTF8.self))
      }
    }
    return heard
  }
}
