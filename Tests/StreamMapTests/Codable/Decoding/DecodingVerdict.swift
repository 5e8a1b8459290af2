import Foundation
import StreamMap

/// The result of decoding: a tree, or an error's case, type and path.
enum DecodingVerdict: Equatable, CustomStringConvertible {
  case tree(Tree)
  case failure(String, type: String, path: [String])

  init(_ body: () throws -> Tree) {
    do {
      self = .tree(try body())
    } catch let error as DecodingError {
      func path(_ context: DecodingError.Context) -> [String] {
        context.codingPath.map { "\($0.stringValue) \($0.intValue.map(String.init) ?? "-")" }
      }
      switch error {
      case .typeMismatch(let type, let context):
        self = .failure("typeMismatch", type: "\(type)", path: path(context))
      case .valueNotFound(let type, let context):
        self = .failure("valueNotFound", type: "\(type)", path: path(context))
      case .keyNotFound(let key, let context):
        self = .failure("keyNotFound", type: key.stringValue, path: path(context))
      case .dataCorrupted(let context): self = .failure("dataCorrupted", type: "", path: path(context))
      @unknown default: self = .failure("unknown", type: "", path: [])
      }
    } catch {
      self = .failure("\(error)", type: "", path: [])
    }
  }

  var description: String {
    switch self {
    case .tree(let tree): "\(tree)"
    case .failure(let name, let type, let path): "\(name) of \(type) at \(path)"
    }
  }

  /// Only the case.
  var name: String {
    switch self {
    case .tree: "a value"
    case .failure(let name, _, _): name
    }
  }
}

/// One type through both decoders, with the same settings.
struct DecoderPair {
  let foundation = JSONDecoder()
  let own = StreamDecoder()
  let guide = Guide()

  init(keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys) {
    foundation.keyDecodingStrategy = keys
    own.keyDecodingStrategy = keys
    foundation.userInfo[Guide.key] = guide
    own.userInfo[Guide.key] = guide
  }

  func verdicts(_ schema: Sketch, _ bytes: [UInt8]) -> (foundation: DecodingVerdict, own: DecodingVerdict) {
    let data = Data(bytes)
    return guide.with(schema) {
      (
        DecodingVerdict { try foundation.decode(Guided.self, from: data).tree },
        DecodingVerdict { try own.decode(Guided.self, from: data).tree }
      )
    }
  }
}
