/// The key of a property. Names separated by dots lead through nested objects. There is no escape and no index.
///
/// A class, so that passing it copies one reference.
final class DottedKey: Sendable {
  /// The key as declared.
  let text: String
  /// The names of the nested objects on the path. Empty for a key without dots.
  let parents: [String]
  let leaf: AlterCodingKey

  var root: AlterCodingKey { parents.first.map(AlterCodingKey.init(stringValue:)) ?? leaf }

  init(_ text: String) {
    self.text = text
    var names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    leaf = AlterCodingKey(stringValue: names.removeLast())
    parents = names
  }

  func leads(through other: DottedKey) -> Bool {
    parents.count > other.parents.count && parents.starts(with: other.parents + [other.leaf.stringValue])
  }
}
