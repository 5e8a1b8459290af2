import Foundation
import StreamMap
import Testing

@testable import TestSupport

/// Values of unknown kinds, decoded by trying one type after another. Each failed try throws an error, which is mostly
/// discarded at once.
@Suite("Trying types")
struct ProbingTests {
  private enum Probe: CaseIterable {
    case bool, int, small, double, float, string, strings, date, array, dictionary, elements, members
  }

  /// The order of the tries, and what they threw.
  private final class Log: @unchecked Sendable {
    static let key = CodingUserInfoKey(rawValue: "log")
    let order: [Probe]
    private var random: SeededRandom
    /// Errors that are kept until the document is decoded. Later errors must not change them.
    private var kept: [(error: any Error, path: [any CodingKey])] = []
    private var texts: [String] = []

    init(_ order: [Probe], seed: UInt64) {
      self.order = order
      random = SeededRandom(seed: seed)
    }

    /// - Parameter path: the path of the decoder that threw the error.
    func append(_ error: any Error, _ path: [any CodingKey]) {
      if random.chance(1, outOf: 3) {
        kept.append((error, path))
      } else {
        texts.append(Self.text(error, path))
      }
    }

    /// The errors, sorted: `JSONDecoder` decodes the values of a dictionary in any order.
    var all: [String] { (texts + kept.map(Self.text)).sorted() }

    private static func text(_ error: any Error, _ path: [any CodingKey]) -> String {
      let verdict = DecodingVerdict { throw error }
      // For a number that does not fit, `JSONDecoder` throws an error of its own, without a path.
      if error is DecodingError {
        guard case .failure("dataCorrupted", _, let own, _) = verdict else { return "\(verdict)" }
        return "number at \(own)"
      }
      return "number at \(path.map { "\($0.stringValue) \($0.intValue.map(String.init) ?? "-")" })"
    }
  }

  private indirect enum Value: Decodable, Equatable {
    case null
    case scalar(String)
    case strings([String])
    case array([Value])
    case object([String: Value])

    init(from decoder: any Decoder) throws {
      let key = try #require(Log.key)
      let log = try #require(decoder.userInfo[key] as? Log)
      let container = try decoder.singleValueContainer()
      self = .null
      if container.decodeNil() { return }
      for probe in log.order {
        do {
          self = try Self.decode(probe, decoder, container)
          return
        } catch {
          log.append(error, decoder.codingPath)
        }
      }
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "No type fits.")
    }

    private static func decode(
      _ probe: Probe, _ decoder: any Decoder, _ container: any SingleValueDecodingContainer
    ) throws -> Value {
      switch probe {
      case .bool: return .scalar("\(try container.decode(Bool.self))")
      case .int: return .scalar("\(try container.decode(Int.self))")
      case .small: return .scalar("\(try container.decode(UInt8.self))")
      case .double: return .scalar("\(try container.decode(Double.self))")
      case .float: return .scalar("\(try container.decode(Float.self))")
      case .string: return .scalar(try container.decode(String.self))
      case .strings: return .strings(try container.decode([String].self))
      case .date: return .scalar("\(try container.decode(Date.self))")
      case .array: return .array(try container.decode([Value].self))
      case .dictionary: return .object(try container.decode([String: Value].self))
      case .elements:
        var elements = try decoder.unkeyedContainer()
        var values: [Value] = []
        while !elements.isAtEnd { values.append(try elements.decode(Value.self)) }
        return .array(values)
      case .members:
        let members = try decoder.container(keyedBy: AnyKey.self)
        let pairs = try members.allKeys.map { ($0.stringValue, try members.decode(Value.self, forKey: $0)) }
        return .object(Dictionary(uniqueKeysWithValues: pairs))
      }
    }
  }

  private static func append(_ value: inout String, depth: Int, _ random: inout SeededRandom) {
    let literals = [
      "null", "true", "false", "0", "-7", "300", "12.5", "-0.25", "1e3", "123456789012345", "1.5e300", "\"\"",
      "\"short\"", "\"a text of more than fifteen bytes\"", "\"\\u00e9\\n\"", "[]", "{}",
    ]
    let count = 1 + random.below(4)
    switch random.below(depth < 6 ? 4 : 2) {
    case 0, 1: value += random.pick(literals)
    case 2:
      value += "["
      for index in 0..<count {
        if index > 0 { value += "," }
        append(&value, depth: depth + 1, &random)
      }
      value += "]"
    default:
      value += "{"
      for index in 0..<count {
        value += index > 0 ? "," : ""
        value += random.chance(1, outOf: 4) ? "\"\(index)\":" : "\"name \(index)\":"
        append(&value, depth: depth + 1, &random)
      }
      value += "}"
    }
  }

  @Test("gives the values and the errors of JSONDecoder")
  func anyOrder() throws {
    let own = StreamDecoder()
    let foundation = JSONDecoder()
    let key = try #require(Log.key)
    var errorCount = 0
    try SeededRandom.run(rounds: Effort.pick(300, 2_000, 20_000)) { random in
      var text = "["
      Self.append(&text, depth: 0, &random)
      text += ","
      Self.append(&text, depth: 0, &random)
      text += "]"
      var order = Probe.allCases
      for last in order.indices.reversed() { order.swapAt(last, random.below(last + 1)) }
      let seed = random.next()
      func run(_ decoder: some DocumentDecoder, _ log: Log) -> Value? {
        try? decoder.decode(Value.self, from: Data(text.utf8))
      }
      let (ownLog, log) = (Log(order, seed: seed), Log(order, seed: seed))
      own.userInfo[key] = ownLog
      foundation.userInfo[key] = log
      let value = run(own, ownLog)
      #expect(value != nil && value == run(foundation, log), "\(text), \(order)")
      #expect(ownLog.all == log.all, "\(text), \(order)")
      errorCount += log.all.count
    }
    #expect(errorCount > 1_000)
  }

  @Test("gives the path of the requested key after the same value was requested by another")
  func otherKeys() throws {
    struct Key: CodingKey {
      let stringValue: String
      let intValue: Int?
      init(_ name: String, _ number: Int?) {
        stringValue = name
        intValue = number
      }
      init?(stringValue: String) { self.init(stringValue, nil) }
      init?(intValue: Int) { self.init("\(intValue)", intValue) }
    }
    struct Model: Decodable {
      struct Number: Decodable {
        init(from decoder: any Decoder) throws {
          let number = try decoder.singleValueContainer()
          if (try? number.decode(Bool.self)) == nil { _ = try number.decode(Int.self) }
        }
      }
      var paths: [[String]] = []
      init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        _ = members.allKeys
        for number in [nil, 1, nil, 2] {
          let verdict = DecodingVerdict {
            _ = try members.decode([Number].self, forKey: Key("a", number))
            return .absent
          }
          guard case .failure(_, _, let path, _) = verdict else { continue }
          paths.append(path)
        }
        let verdict = DecodingVerdict {
          _ = try decoder.singleValueContainer().decode([String: [Number]].self)
          return .absent
        }
        if case .failure(_, _, let path, _) = verdict { paths.append(path) }
      }
    }
    let text = Data(#"{"a":["x"]}"#.utf8)
    let paths = try StreamDecoder().decode(Model.self, from: text).paths
    #expect(paths.count == 5)
    #expect(try paths == JSONDecoder().decode(Model.self, from: text).paths)
  }
}
