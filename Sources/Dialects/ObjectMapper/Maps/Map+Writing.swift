import Foundation

extension Map {
  /// Writes a value at the selected key. A path creates objects, never arrays. Empty steps are ignored.
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
    // The members are moved out before the change, at each level, so that no dictionary is copied.
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

  /// Writes null for a nil property, if requested.
  func writeNil() {
    if shouldIncludeNilValues { write(NSNull()) }
  }

  /// Writes a value of a type with mapping rules. Nil collections of models are not written.
  @usableFromInline
  func _write<Value: MappableValue>(_ value: Value) {
    if let json = value._json(in: self) { write(json) } else if Value._kind != .models { writeNil() }
  }

  /// Writes an untyped value if it has a JSON representation.
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
