// The names are ObjectMapper's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

extension Mapper {
  /// Reads a model from text.
  public func map(JSONString: String) -> N? { read(text: JSONString) }

  /// Reads a model from a dictionary.
  public func map(JSON: [String: Any]) -> N? { read(tree: JSON) }

  /// Reads a model from an untyped dictionary. Returns nil for any other value.
  public func map(JSONObject: Any?) -> N? { read(tree: JSONObject) }

  /// Reads a model from a file.
  ///
  /// - Parameter JSONfile: a path. If no file exists there, it is the name of a file beside the program or in its
  ///   bundle.
  public func map(JSONfile: String) -> N? { Self.text(of: JSONfile).flatMap { map(JSONString: $0) } }

  static func text(of file: String) -> String? {
    let paths = [file, Bundle.main.path(forResource: file, ofType: nil), Bundle.main.bundlePath + "/" + file]
    return paths.lazy.compactMap { $0 }.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }.first
  }

  // MARK: Models that exist

  /// Updates an existing model and its nested models from text. The model is unchanged if the text is not an object.
  public func map(JSONString: String, toObject object: N) -> N {
    withDocument(JSONString) { source in fill(object, from: source) } ?? object
  }

  /// Updates an existing model and its nested models from a dictionary.
  public func map(JSON: [String: Any], toObject object: N) -> N { map(JSONObject: JSON, toObject: object) }

  /// Updates an existing model and its nested models from an untyped dictionary.
  public func map(JSONObject: Any?, toObject object: N) -> N {
    JSONObject.map { fill(object, from: JSONSource(tree: $0)) } ?? object
  }

  private func fill(_ object: N, from source: JSONSource) -> N { source.fill(object, below: root) }

  // MARK: Untyped values

  /// Parses text to a dictionary.
  public static func parseJSONStringIntoDictionary(JSONString: String) -> [String: Any]? {
    parseJSONString(JSONString: JSONString) as? [String: Any]
  }

  /// Parses text to a value, as `JSONSerialization` returns it.
  public static func parseJSONString(JSONString: String) -> Any? {
    Mapper().withDocument(JSONString) { $0.any }
  }
}
