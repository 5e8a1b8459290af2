import Foundation
import StreamMap

// Code that was written for Foundation's coders, with two aliases.
typealias JSONDecoder = StreamDecoder
typealias JSONEncoder = StreamEncoder

/// A value that is not `Sendable`.
private final class Log {
  var count = 0
}

private struct Logged: Codable {
  init() {}

  init(from decoder: any Decoder) throws { Self.log(decoder.userInfo) }

  func encode(to encoder: any Encoder) throws {
    Self.log(encoder.userInfo)
    var container = encoder.singleValueContainer()
    try container.encode(0)
  }

  private static func log(_ values: [CodingUserInfoKey: Any]) {
    guard let key = CodingUserInfoKey(rawValue: "log") else { return }
    (values[key] as? Log)?.count += 1
  }
}

/// As with Foundation's coders, Swift 6 warns of such values in `userInfo`, and compiles.
func checkCoders(_ checks: inout Checks) throws {
  guard let key = CodingUserInfoKey(rawValue: "log") else { return }
  let log = Log()
  let any: Any = log
  let decoder = JSONDecoder()
  decoder.userInfo[key] = log
  let encoder = JSONEncoder()
  encoder.userInfo = [key: any]
  _ = try decoder.decode(Logged.self, from: encoder.encode(Logged()))
  checks.expect("userInfo", log.count, is: 2)
}
