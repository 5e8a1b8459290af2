import Foundation
import FoundationValues

extension Map {
  /// Writes a value at the selected key. A path creates objects, never arrays. Empty steps are ignored.
  func write(_ value: Any) {
    if let name {
      tree?[name] = value
      return
    }
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
    let json = FoundationValue(value)
    switch json {
    case .null, .string, .number, .bool, .integer, .double: write(value)
    case .array, .object: if json.isJSON { write(value) }
    case .other:
      let isContainer = json.elements != nil || json.members != nil
      if isContainer ? json.isJSON : json.string != nil || json.number != nil { write(value) }
    }
  }
}
