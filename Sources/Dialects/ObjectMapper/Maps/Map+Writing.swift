import Foundation

extension Map {
  /// Puts a value at the chosen key. A path makes objects, never arrays, and its empty steps are left out.
  func write(_ value: Any) {
    guard let key else { return }
    guard key.isNested else {
      tree?[key.name] = value
      return
    }
    let steps = key.steps.filter { !$0.isEmpty }
    if !steps.isEmpty { Map.write(value, at: steps[...], in: &tree) }
  }

  private static func write(_ value: Any, at steps: ArraySlice<String>, in object: inout [String: Any]?) {
    guard let step = steps.first else { return }
    // It is taken out while it changes, and so is what is below: a dictionary that two have would be copied.
    var members = object ?? [:]
    object = nil
    if steps.count == 1 {
      members[step] = value
    } else {
      var below = members.removeValue(forKey: step) as? [String: Any]
      write(value, at: steps.dropFirst(), in: &below)
      members[step] = below
    }
    object = members
  }

  /// Writes null for a property that is nil, if that is wanted.
  func writeNil() {
    if shouldIncludeNilValues { write(NSNull()) }
  }

  /// Writes what has rules of its own. The collections of models are left out where they are nil.
  @usableFromInline
  func _write<Value: MappableValue>(_ value: Value) {
    if let json = value._json(in: self) { write(json) } else if Value._kind != .models { writeNil() }
  }

  /// Writes an untyped value, if JSON has its like.
  @usableFromInline
  func write<Value>(untyped value: Value?) {
    guard let value else { return writeNil() }
    switch value {
    case let value as String: write(value)
    case let value as NSNumber: write(value)
    case is NSNull: write(NSNull())
    default: if JSONSerialization.isValidJSONObject(value) { write(value) }
    }
  }
}
