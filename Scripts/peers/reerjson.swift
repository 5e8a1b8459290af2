// State: the documents of a file, and the models that the encoders write, for the whole run.
//
// The worker of ReerJSON, which reerjson.py compiles. It has the contenders of
// Sources/StreamMapBench/Contenders/Contender+Documents.swift with ReerJSON's coders, and makes one pass for each line
// of its input:
//
//     check CONTENDER    a pass whose checksum includes every byte of every string
//     time CONTENDER     a timed pass, whose checksum includes the ends of strings
//
// It answers each line with one line of JSON. At the start it prints one line with its contenders.

import Foundation
import ReerJSON

@main struct Program {
  static func main() {
    do {
      try serve(CommandLine.arguments)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func serve(_ arguments: [String]) throws {
    guard arguments.count == 4 else { throw Failure("usage: reerjson VERSION WORKLOAD FILE") }
    switch arguments[2] {
    case "small": try serve(Order.self, arguments, hasNew: true)
    case "scalars-int": try serve([Int].self, arguments)
    case "scalars-double": try serve([Double].self, arguments)
    case "scalars-string": try serve([String].self, arguments)
    case "scalars-pairs": try serve([[Double]].self, arguments)
    case "scalars-decimal": try serve([Decimal].self, arguments)
    case "scalars-url": try serve([URL].self, arguments)
    case "document": try serve(Timeline.self, arguments)
    case "probing": try serve(AnyJSON.self, arguments)
    default: throw Failure("no contender for the workload \(arguments[2])")
    }
  }

  private static func serve<Root: Codable & Checksummed>(
    _ model: Root.Type, _ arguments: [String], hasNew: Bool = false
  ) throws {
    try Worker<Root>(version: arguments[1], workload: arguments[2], path: arguments[3], hasNew: hasNew).run()
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

final class Worker<Root: Codable & Checksummed> {
  private let version: String
  private let workload: String
  private let names: [String]
  private let size: Int
  private let documents: [Data]
  private var models: [Root] = []
  /// The checksum of all documents after encoding and decoding again.
  private var written: [Checksum] = []

  init(version: String, workload: String, path: String, hasNew: Bool) throws {
    self.version = version
    self.workload = workload
    let kept = ["reerjson", "reerjson-encode"]
    names = (hasNew ? kept.map { $0 + "-new" } : []) + kept
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    size = bytes.count
    documents = bytes.split(separator: UInt8(ascii: "\n")).map { Data($0) }
  }

  func run() throws {
    let contenders = names.map { name in
      "{\"contender\": \"\(name)\", \"validation\": \"\(Self.isWriter(name) ? "writes" : "full")\"}"
    }
    say("{\"version\": \"\(version)\", \"contenders\": [\(contenders.joined(separator: ", "))]}")
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 2, ["check", "time"].contains(words[0]), names.contains(words[1]) else {
        throw Failure("unknown request '\(line)'")
      }
      try answer(pass: words[0], contender: words[1])
    }
  }

  private func answer(pass: String, contender: String) throws {
    let isWriter = Self.isWriter(contender)
    if isWriter, written.isEmpty { try fill() }
    let isNew = contender.hasSuffix("-new")
    var checksum = Checksum(pass == "check" ? .everyByte : .ends)
    var bytes = size
    let start = ContinuousClock.now
    if isWriter {
      bytes = try encode(isNew: isNew)
    } else {
      try decode(isNew: isNew, &checksum)
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    if isWriter { checksum = written[pass == "check" ? 0 : 1] }
    let isExact = try Root.self != [Decimal].self || Self.keepsDecimals(isWriter: isWriter)
    say(
      """
      {"workload": "\(workload)", "contender": "\(contender)", "pass": "\(pass)", "bytes": \(bytes), \
      "records": \(checksum.records), "seconds": \(seconds), \
      "checksum": \(isExact ? "\"\(hexadecimal(checksum.total))\"" : "null"), \
      "note": \(isExact ? "null" : "\"no checksum: rounds Decimal\"")}
      """)
  }

  /// Whether a number with more digits than a `Double` has stays the same.
  private static func keepsDecimals(isWriter: Bool) throws -> Bool {
    let number = [Decimal(sign: .plus, exponent: -1, significand: 123_456_789_012_345_671)]
    return isWriter
      ? try JSONDecoder().decode([Decimal].self, from: ReerJSONEncoder().encode(number)) == number
      : try ReerJSONDecoder().decode([Decimal].self, from: Data("[12345678901234567.1]".utf8)) == number
  }

  // MARK: Passes

  private func decode(isNew: Bool, _ checksum: inout Checksum) throws {
    let kept = isNew ? nil : ReerJSONDecoder()
    for document in documents {
      try (kept ?? ReerJSONDecoder()).decode(Root.self, from: document).add(to: &checksum)
      checksum.endRecord()
    }
  }

  /// Encodes as many models as there are documents. Returns the number of bytes.
  private func encode(isNew: Bool) throws -> Int {
    let kept = isNew ? nil : ReerJSONEncoder()
    var count = 0
    for index in documents.indices {
      count += try (kept ?? ReerJSONEncoder()).encode(models[index % models.count]).count
    }
    return count
  }

  /// Decodes the models that the encoders write, at most 10,000, with Foundation. Encodes each and decodes it again.
  private func fill() throws {
    let decoder = JSONDecoder()
    let encoder = ReerJSONEncoder()
    var sums = [Checksum(.everyByte), Checksum(.ends)]
    for document in documents {
      let root = try decoder.decode(Root.self, from: document)
      if models.count < 10_000 { models.append(root) }
      let again = try decoder.decode(Root.self, from: encoder.encode(root))
      for index in sums.indices {
        try again.add(to: &sums[index])
        sums[index].endRecord()
      }
    }
    written = sums
  }

  // MARK: Text

  private static func isWriter(_ contender: String) -> Bool {
    contender.hasPrefix("reerjson-encode")
  }

  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
