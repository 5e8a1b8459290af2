import Foundation
import StreamMap

/// The result of encoding: text, or an error's case and path.
enum EncodingVerdict: Equatable, CustomStringConvertible {
  case text(String)
  case failure(String, path: [String])

  init(_ body: () throws -> Data) {
    do {
      self = .text(String(decoding: try body(), as: UTF8.self))
    } catch EncodingError.invalidValue(let value, let context) {
      self = .failure(
        "invalidValue \(type(of: value)): \(context.debugDescription)",
        path: context.codingPath.map { "\($0.stringValue) \($0.intValue.map(String.init) ?? "-")" })
    } catch {
      self = .failure("\(error)", path: [])
    }
  }

  var description: String {
    switch self {
    case .text(let text): text
    case .failure(let name, let path): "\(name) at \(path)"
    }
  }
}

/// One value through both encoders, with the same settings.
struct EncoderPair {
  let foundation = JSONEncoder()
  let own = StreamEncoder()

  mutating func set(
    _ formatting: JSONEncoder.OutputFormatting = [.sortedKeys],
    date: JSONEncoder.DateEncodingStrategy = .deferredToDate,
    data: JSONEncoder.DataEncodingStrategy = .base64,
    keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys,
    floats: JSONEncoder.NonConformingFloatEncodingStrategy = .throw
  ) {
    foundation.outputFormatting = formatting
    own.outputFormatting = formatting
    foundation.dateEncodingStrategy = date
    own.dateEncodingStrategy = date
    foundation.dataEncodingStrategy = data
    own.dataEncodingStrategy = data
    foundation.keyEncodingStrategy = keys
    own.keyEncodingStrategy = keys
    foundation.nonConformingFloatEncodingStrategy = floats
    own.nonConformingFloatEncodingStrategy = floats
  }

  /// Returns whether `JSONEncoder`, configured to write words for non-JSON numbers, writes one at a path.
  func hasNonFinite(at path: [String], in value: some Encodable) -> Bool {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = foundation.dateEncodingStrategy
    encoder.dataEncodingStrategy = foundation.dataEncodingStrategy
    let word = "a number that JSON has not"
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: word, negativeInfinity: word, nan: word)
    guard let data = try? encoder.encode(value) else { return false }
    var place = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    for step in path {
      // The form of a key in a verdict: its name, and its number or a dash.
      let parts = step.split(separator: " ", omittingEmptySubsequences: false)
      let name = parts.dropLast().joined(separator: " ")
      if let members = place as? [String: Any] {
        place = members[name]
      } else if let elements = place as? [Any], let index = parts.last.flatMap({ Int($0) }),
        elements.indices.contains(index)
      {
        place = elements[index]
      } else {
        return false
      }
    }
    return place as? String == word
  }

  func verdicts(_ value: some Encodable) -> (foundation: EncodingVerdict, own: EncodingVerdict) {
    (EncodingVerdict { try foundation.encode(value) }, EncodingVerdict { try own.encode(value) })
  }
}
