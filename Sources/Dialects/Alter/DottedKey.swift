/// A property's key: names with dots between them lead through objects. There is no escape, and no index.
///
/// An object, so that it can be handed on by one reference.
final class DottedKey: Sendable {
  /// As it is declared.
  let text: String
  /// The objects on the way; empty for a name without dots.
  let parents: [String]
  let leaf: AlterCodingKey

  var root: AlterCodingKey { parents.first.map(AlterCodingKey.init(stringValue:)) ?? leaf }

  init(_ text: String) {
    self.text = text
    var names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    leaf = AlterCodingKey(stringValue: names.removeLast())
    parents = names
  }

  /// Whether another key's value is on the way.
  func leads(through other: DottedKey) -> Bool {
    parents.count > other.parents.count && parents.starts(with: other.parents + [other.leaf.stringValue])
  }
}
