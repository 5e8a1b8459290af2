import Foundation
import StreamMap

@testable import TestSupport

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
  /// The paths of the last value.
  let logs = (foundation: PathLog(), own: PathLog())
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

  func verdicts(_ value: some Encodable) -> (foundation: EncodingVerdict, own: EncodingVerdict) {
    logs.foundation.clear()
    logs.own.clear()
    foundation.userInfo[PathLog.key] = logs.foundation
    own.userInfo[PathLog.key] = logs.own
    return (
      EncodingVerdict { try foundation.encode(value) },
      EncodingVerdict {
        let text = try own.encode(value)
        // Foundation's parser accepts a comma before a closing bracket. `NaN` is what a `Decimal` may be.
        if !text.contains(Data("NaN".utf8)) { _ = try StreamDecoder().decode(Anything.self, from: text) }
        return text
      }
    )
  }

  /// The verdicts of a script, encoded as the type that it stands for.
  func verdicts(_ script: Script) -> (foundation: EncodingVerdict, own: EncodingVerdict) {
    var verdicts = (foundation: EncodingVerdict.text(""), own: EncodingVerdict.text(""))
    try? Scripted.value(script) { verdicts = self.verdicts($0) }
    return verdicts
  }
}

/// A value whose content is ignored.
private struct Anything: Decodable {
  init(from decoder: any Decoder) {}
}
