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
    let reader: PropertyReader
  }

  private init<Model: Alterable>(of model: Model) {
    properties = ObjectProperties(of: type(of: model))
    let names = properties.names.map { $0.hasPrefix("_") ? String($0.dropFirst()) : $0 }
    var entries: [Entry] = []
    properties.forEach(of: model) { index, property in
      entries.append(
        Entry(
          name: names[index], declared: property.key, key: DottedKey(property.key ?? names[index]),
          reader: PropertyReader(for: property)))
    }
    self.entries = entries
  }

  /// Shows an instance's properties, with their keys, and how they are decoded.
  func forEach<Model: Alterable>(
    of model: Model, _ body: (MappedProperty, DottedKey, PropertyReader) throws -> Void
  ) rethrows {
    try properties.forEach(of: model) { index, property in
      let key =
        property.key == entries[index].declared
        ? entries[index].key : DottedKey(property.key ?? entries[index].name)
      try body(property, key, entries[index].reader)
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
