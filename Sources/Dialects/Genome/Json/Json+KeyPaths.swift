// The names are the original's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import FoundationValues
import StreamMap

extension Json {
  /// Returns the value at a path of names separated by dots. Returns nil if a name is missing, and for an empty path.
  public func gnm_valueForKeyPath(_ keyPath: String) -> Json? {
    let names = KeyType.KeyPath(keyPath).names
    return names.isEmpty ? nil : place.member(at: names)?.kept
  }

  /// Sets the value at a path of names separated by dots. Missing objects are created.
  ///
  /// Nothing is changed if this is not an object, if a value on the path is not one, or if the path is empty.
  public mutating func gnm_setValue(_ val: Json, forKeyPath keyPath: String) {
    let steps = KeyType.KeyPath(keyPath).steps
    guard !steps.isEmpty else { return }
    var tree = tree
    tree.put(val.tree, at: steps[...])
    self = Json(tree)
  }
}
