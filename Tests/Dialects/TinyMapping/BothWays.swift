import Foundation
import StreamMap
import Testing
import TinyMappingDialect

/// The models of a text: from its bytes three times, because names are learned first and then predicted, as a line,
/// and from `JSONSerialization`'s dictionary.
func bothWays<Model: TinyMappingModel>(
  _ type: Model.Type, _ text: String, rules: TinyMappingRules? = nil
) throws -> [Model] {
  var models: [Model] = []
  for _ in 0..<3 { models.append(try type.mapObjectFromJSON(text, rules: rules)) }
  let line = Array(text.utf8.map { $0 == 0x0A ? 0x20 : $0 })
  try JSONLines(.bytes(line), mapping: type, rules: rules).forEach { model, _ in models.append(copy model) }
  let tree = try #require(try ReadmeTests.tree(text) as? [String: Any])
  models.append(try type.mapObjectFromDictionary(tree, rules: rules))
  return models
}

/// The errors of a text, by the same ways.
func errors<Model: TinyMappingModel>(
  _ type: Model.Type, _ text: String, rules: TinyMappingRules? = nil
) -> [TinyMappingError] {
  func error(_ body: () throws -> Void) -> TinyMappingError? {
    do {
      try body()
    } catch let error as TinyMappingError {
      return error
    } catch let error as MappingError {
      // A type that decodes itself has thrown a custom error.
      if let own = error.underlying as? TinyMappingError, own.path == error.path { return own }
      if error.underlying is DecodingError { return nil }
    } catch {}
    Issue.record("no error of the right type for \(text)")
    return nil
  }
  let tree = (try? ReadmeTests.tree(text)) as? [String: Any] ?? [:]
  let found = [
    error { _ = try type.mapObjectFromJSON(text, rules: rules) },
    error { _ = try type.mapObjectFromJSON(text, rules: rules) },
    error { try JSONLines(.text(text), mapping: type, rules: rules).forEach { _, _ in } },
    error { _ = try type.mapObjectFromDictionary(tree, rules: rules) },
  ]
  return found.compactMap { $0 }
}
