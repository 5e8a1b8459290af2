import StreamMap
import Synchronization

/// The mapped properties of a type: where they are, and their keys.
final class MappedLayout: Sendable {
  private let properties: ObjectProperties<MappedProperty>
  private let entries: [Entry]

  private struct Entry {
    let name: String
    /// Of the instance that was seen first; another one may have another.
    let declared: String?
    let key: DottedKey
  }

  private init<Model: Alterable>(of model: Model) {
    properties = ObjectProperties(of: type(of: model))
    let names = properties.names.map { $0.hasPrefix("_") ? String($0.dropFirst()) : $0 }
    var entries: [Entry] = []
    properties.forEach(of: model) { index, property in
      entries.append(
        Entry(name: names[index], declared: property.key, key: DottedKey(property.key ?? names[index])))
    }
    self.entries = entries
  }

  /// Shows an instance's properties, with their keys.
  func forEach<Model: Alterable>(
    of model: Model, _ body: (MappedProperty, DottedKey) throws -> Void
  ) rethrows {
    try properties.forEach(of: model) { index, property in
      let entry = entries[index]
      if property.key == entry.declared {
        try body(property, entry.key)
      } else {
        try body(property, DottedKey(property.key ?? entry.name))
      }
    }
  }

  private static let known = Mutex<[ObjectIdentifier: MappedLayout]>([:])

  /// That of a model's type, of a class the one that it really is.
  static func of<Model: Alterable>(_ model: Model) -> MappedLayout {
    let type = ObjectIdentifier(type(of: model))
    if let layout = known.withLock({ $0[type] }) { return layout }
    let layout = MappedLayout(of: model)
    known.withLock { $0[type] = layout }
    return layout
  }
}
