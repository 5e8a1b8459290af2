// The names are ObjectMapper's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

extension Mapper {
  /// The model of a text.
  public func map(JSONString: String) -> N? { read(text: JSONString) }

  /// The model of a dictionary.
  public func map(JSON: [String: Any]) -> N? { read(tree: JSON) }

  /// The model of a dictionary, if this is one.
  public func map(JSONObject: Any?) -> N? { read(tree: JSONObject) }

  /// The model of a file's text.
  ///
  /// - Parameter JSONfile: a path; or, if there is nothing, the name of a file beside the program, or in its bundle.
  public func map(JSONfile: String) -> N? { Self.text(of: JSONfile).flatMap { map(JSONString: $0) } }

  static func text(of file: String) -> String? {
    let paths = [file, Bundle.main.path(forResource: file, ofType: nil), Bundle.main.bundlePath + "/" + file]
    return paths.lazy.compactMap { $0 }.compactMap { try? String(contentsOfFile: $0, encoding: .utf8) }.first
  }

  // MARK: Models that exist

  /// Fills a model that exists from a text, and with it the models that it has; it is as it was if there is no object.
  public func map(JSONString: String, toObject object: N) -> N {
    withDocument(JSONString) { source in fill(object, from: source) } ?? object
  }

  /// The same, from a dictionary.
  public func map(JSON: [String: Any], toObject object: N) -> N { map(JSONObject: JSON, toObject: object) }

  /// The same, from a dictionary, if this is one.
  public func map(JSONObject: Any?, toObject object: N) -> N {
    JSONObject.map { fill(object, from: JSONSource(tree: $0)) } ?? object
  }

  private func fill(_ object: N, from source: JSONSource) -> N { source.fill(object, below: root) }

  // MARK: Untyped values

  /// The dictionary of a text.
  public static func parseJSONStringIntoDictionary(JSONString: String) -> [String: Any]? {
    parseJSONString(JSONString: JSONString) as? [String: Any]
  }

  /// The value of a text as `JSONSerialization` has it.
  public static func parseJSONString(JSONString: String) -> Any? {
    Mapper().withDocument(JSONString) { $0.any }
  }
}
