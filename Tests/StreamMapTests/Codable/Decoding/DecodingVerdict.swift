import Foundation
import StreamMap

@testable import TestSupport

/// The result of decoding: a tree, or an error's case, type, path and description.
enum DecodingVerdict: Equatable, CustomStringConvertible {
  case tree(Tree)
  /// A text of nil stands for any.
  case failure(String, type: String, path: [String], text: String? = nil)

  init(_ body: () throws -> Tree) {
    do {
      self = .tree(try body())
    } catch let error as DecodingError {
      func path(_ context: DecodingError.Context) -> [String] {
        context.codingPath.map { "\($0.stringValue) \($0.intValue.map(String.init) ?? "-")" }
      }
      switch error {
      case .typeMismatch(let type, let context):
        self = .failure("typeMismatch", type: "\(type)", path: path(context), text: context.debugDescription)
      case .valueNotFound(let type, let context):
        self = .failure("valueNotFound", type: "\(type)", path: path(context), text: context.debugDescription)
      case .keyNotFound(let key, let context):
        self = .failure(
          "keyNotFound", type: key.stringValue, path: path(context), text: context.debugDescription)
      case .dataCorrupted(let context):
        self = .failure("dataCorrupted", type: "", path: path(context), text: context.debugDescription)
      @unknown default: self = .failure("unknown", type: "", path: [], text: "")
      }
    } catch {
      self = .failure("\(error)", type: "", path: [], text: "")
    }
  }

  static func == (left: DecodingVerdict, right: DecodingVerdict) -> Bool {
    switch (left, right) {
    case (.tree(let tree), .tree(let other)): tree == other
    case (
      .failure(let name, let type, let path, let text), .failure(let name2, let type2, let path2, let other)
    ):
      name == name2 && type == type2 && path == path2 && (text == nil || other == nil || text == other)
    default: false
    }
  }

  var description: String {
    switch self {
    case .tree(let tree): "\(tree)"
    case .failure(let name, let type, let path, let text): "\(name) of \(type) at \(path): \(text ?? "")"
    }
  }

  /// Only the case.
  var name: String {
    switch self {
    case .tree: "a value"
    case .failure(let name, _, _, _): name
    }
  }
}

/// The strategies of a pair of decoders.
struct DecoderSettings {
  var keys = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
  var dates = JSONDecoder.DateDecodingStrategy.deferredToDate
  var data = JSONDecoder.DataDecodingStrategy.base64
  var floats = JSONDecoder.NonConformingFloatDecodingStrategy.throw
  var assumesTopLevelDictionary = false
}

/// One type through both decoders, with the same settings.
struct DecoderPair {
  let foundation = JSONDecoder()
  let own = StreamDecoder()
  let guide = Guide()

  init(_ settings: DecoderSettings = DecoderSettings()) {
    foundation.keyDecodingStrategy = settings.keys
    own.keyDecodingStrategy = settings.keys
    foundation.dateDecodingStrategy = settings.dates
    own.dateDecodingStrategy = settings.dates
    foundation.dataDecodingStrategy = settings.data
    own.dataDecodingStrategy = settings.data
    foundation.nonConformingFloatDecodingStrategy = settings.floats
    own.nonConformingFloatDecodingStrategy = settings.floats
    foundation.assumesTopLevelDictionary = settings.assumesTopLevelDictionary
    own.assumesTopLevelDictionary = settings.assumesTopLevelDictionary
    foundation.userInfo[Guide.key] = guide
    own.userInfo[Guide.key] = guide
  }

  /// - Parameters:
  ///   - foundationData: the document as `JSONDecoder` understands it.
  ///   - ownData: the same document for `StreamDecoder`.
  func verdicts(
    _ schema: Sketch, _ foundationData: Data, _ ownData: Data
  ) -> (foundation: DecodingVerdict, own: DecodingVerdict) {
    func verdict(_ decoder: some DocumentDecoder, _ data: Data) -> DecodingVerdict {
      DecodingVerdict {
        try Guided.value(schema, Guided.Document(decoder: decoder, data: data), guide)
      }
    }
    return (verdict(foundation, foundationData), verdict(own, ownData))
  }
}
