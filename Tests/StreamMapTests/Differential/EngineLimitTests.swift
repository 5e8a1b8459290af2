import StreamMap
import Testing

@testable import TestSupport

/// Strings, names, numbers, nesting and records near their limits, at every position in a block.
@Suite("Engines at the limits")
struct EngineLimitTests {
  private static let limits =
    Effort.pick(
      [0, 5, 64], [0, 5, 63, 64, 65, 128], [0, 1, 2, 5, 31, 62, 63, 64, 65, 126, 127, 128, 129, 191, 192])

  private static let depths = [0, 1, 2, 3, 62, 63, 64, 65, 128, 511, 512, 513, 700]
  private static let counts = [0, 1, 2, 23, 24, 25, 63, 64, 65, 127, 128, 129, 65_536]

  /// Tokens of about this number of bytes.
  private static func lengths(_ limit: Int) -> [Int] {
    Set([limit - 64, limit - 1, limit, limit + 1, limit + 63, limit + 64, limit + 65]).filter { $0 >= 0 }
      .sorted()
  }

  /// The line after up to 64 spaces.
  private static func shifted(_ line: String) -> [[UInt8]] {
    stride(from: 0, through: 64, by: Effort.pick(13, 1, 1)).map { count in
      [UInt8](repeating: 0x20, count: count) + Array(line.utf8) + [0x0A]
    }
  }

  private func run(_ names: [String], _ lines: [String], _ limits: Limits, _ trials: inout EngineTrials) {
    for subject in trials.subjects where names.contains(subject.name) && !trials.isFull {
      for line in lines {
        trials.run(subject, Sample(pieces: Self.shifted(line)), EngineTrials.plain(limits), "\(limits)")
      }
    }
  }

  @Test("strings")
  func strings() throws {
    var trials = try EngineTrials()
    for limit in Self.limits {
      let limits = Limits(string: limit)
      let lines = Self.lengths(limit).flatMap { length -> [String] in
        let plain = String(repeating: "x", count: length)
        let escaped = String(repeating: "\\n", count: length / 2) + (length % 2 == 1 ? "x" : "")
        return [plain, escaped].flatMap { text in
          [#"{"text":"\#(text)"}"#, #"{"id":1,"x":["\#(text)"],"text":"a"}"#, #""\#(text)""#]
        }
      }
      run(["id", "flat", "optionals, some deep", "root scalars"], lines, limits, &trials)
    }
    trials.report()
  }

  @Test("names")
  func names() throws {
    var trials = try EngineTrials()
    for limit in Self.limits {
      let lines = Self.lengths(limit).flatMap { length -> [String] in
        let name = String(repeating: "b", count: length)
        return [
          #"{"\#(name)":1,"id":2}"#, #"{"id":1,"user":{"\#(name)":{}}}"#, #"{"x":[{"\#(name)":"\#(name)"}]}"#,
        ]
      }
      run(["nothing", "id", "traps", "members"], lines, Limits(name: limit), &trials)
    }
    trials.report()
  }

  @Test("numbers")
  func numbers() throws {
    var trials = try EngineTrials()
    for limit in Self.limits {
      let lines = Self.lengths(limit).flatMap { length -> [String] in
        let digits = String(repeating: "1", count: length)
        let fraction = "0." + String(repeating: "1", count: max(1, length - 2))
        return [digits, fraction].flatMap { number in
          [
            number, #"{"id":\#(number)}"#, #"{"id":1,"x":[\#(number) ]}"#,
            #"{"ratio":\#(number),"list":[1]}"#,
          ]
        }
      }
      run(["id, whatever", "reals", "root scalars", "lists"], lines, Limits(number: limit), &trials)
    }
    trials.report()
  }

  @Test("nesting")
  func nesting() throws {
    var trials = try EngineTrials()
    for limit in Effort.pick([0, 2, 512], Self.depths, Self.depths) {
      for depth in Set([limit - 1, limit, limit + 1, limit + 2, 511, 512, 513, 514]) where depth > 0 {
        let lines = [("[", "]"), (#"{"a":"#, "}")].flatMap { open, close -> [[UInt8]] in
          let opens = String(repeating: open, count: depth - 1)
          let closes = String(repeating: close, count: depth - 1)
          return [
            "\(opens)[]\(closes)", "\(opens){}\(closes)", "\(opens)[",
            #"{"id":1,"x":\#(opens)1\#(closes),"id":2}"#,
            #"{"x":\#(opens)1\#(closes),"id":1}"#, #"[\#(opens)\#(closes),\#(opens)1\#(closes)]"#,
          ].map { Array(($0 + "\n").utf8) }
        }
        let names = [
          "nothing", "id", "root, as it stands", "elements of the root", "grid", "kept as they stand",
        ]
        for subject in trials.subjects where names.contains(subject.name) && !trials.isFull {
          let limits = Limits(depth: limit)
          trials.run(subject, Sample(pieces: lines), EngineTrials.plain(limits), "\(limits), depth \(depth)")
        }
      }
    }
    trials.report()
  }

  @Test("records")
  func records() throws {
    var trials = try EngineTrials()
    for limit in Effort.pick([0, 24, 64], Self.counts, Self.counts) {
      for count in Set([limit - 1, limit, limit + 1, limit + 2, limit + 64]) where count > 10 {
        let fill = String(repeating: " ", count: count - 10)
        let good = Array("{\"id\":\(fill)123}\n".utf8)
        let forms = [
          good, Array("{\"id\":123}\(fill)\n".utf8), Array("{\"id\":123}\(fill)\r\n".utf8),
          Array("\(fill)          \n".utf8), Array("\(fill)[\"345678".utf8) + [0x0A],
          Array("\n\n\(fill)\r\n".utf8),
        ]
        for (index, form) in forms.enumerated() {
          let sample = Sample(pieces: [good, form, good, Array("{}\n".utf8), good.dropLast()])
          let limits = Limits(record: limit)
          let subject = trials.subjects[(count + index) % trials.subjects.count]
          trials.run(
            subject, sample, EngineTrials.all(limits, seed: UInt64(count)), "\(limits), \(count) bytes")
        }
      }
    }
    trials.report()
  }
}
