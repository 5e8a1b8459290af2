import Foundation
import StreamMap

// Documents through `StreamDecoder` and `JSONDecoder`. The oracle says which documents are JSON.
extension FuzzTarget {
  /// A value of any kind, as both decoders give it.
  private enum Tree: Decodable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([Tree])
    case members([String: Tree])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .text(value)
      } else if let value = try? container.decode([Tree].self) {
        self = .list(value)
      } else {
        self = .members(try container.decode([String: Tree].self))
      }
    }
  }

  static func decoderDifference(_ input: [UInt8]) -> String? {
    // Foundation also reads UTF-16 and UTF-32, which begin with a mark or have zeros.
    guard !input.contains(0), !input.starts(with: [0xFE]), !input.starts(with: [0xFF]) else { return nil }
    let data = Data(input)
    let own = Result { try StreamDecoder().decode(Tree.self, from: data) }
    let parsed = ReferenceParser.read(
      input, limits: ReferenceLimits(number: .max, allowsTrailingCommas: true))
    switch (own, parsed.result) {
    case (.success, .failure(let error)): return "StreamDecoder accepts a document with an error: \(error)"
    case (.failure, .failure): return nil
    case (_, .success):
      let foundation = Result { try JSONDecoder().decode(Tree.self, from: data) }
      switch (own, foundation) {
      case (.success(let tree), .success(let other)):
        return tree == other ? nil : "StreamDecoder gives \(tree), Foundation \(other)"
      case (.success, .failure(let error)):
        // Foundation rejects numbers such as 0e5, and 512 levels as it counts them.
        let isExotic = parsed.events.contains {
          if case .number(let digits) = $0 {
            digits.contains { $0 | 0x20 == UInt8(ascii: "e") } || digits.count > 17
          } else {
            false
          }
        }
        return isExotic ? nil : "only Foundation rejects the document: \(error)"
      case (.failure(let error), .success): return "only StreamDecoder rejects the document: \(error)"
      case (.failure, .failure): return nil
      }
    }
  }
}
