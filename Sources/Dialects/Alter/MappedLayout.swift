import StreamMap
import Synchronization

/// The mapped properties of a type: their offsets and keys.
final class MappedLayout: Sendable {
  private let properties: ObjectProperties<MappedProperty>
  private let entries: [Entry]
  /// Whether the key of one property leads through the key of another.
  private let overlaps: Bool

  private struct Entry {
    let name: String
    /// The key declared in the first instance. Other instances may declare another.
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
    overlaps = entries.contains { entry in entries.contains { $0.key.leads(through: entry.key) } }
  }

  /// Calls `body` with each property of an instance, its key and its reader.
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

  /// Calls `body` with each property of an instance in encoding order: an object comes before the members added to it.
  /// A nil property is skipped if the key of another property leads through its key.
  func forEachToWrite<Model: Alterable>(
    of model: Model, _ body: (MappedProperty, DottedKey) throws -> Void
  ) rethrows {
    guard overlaps || hasOtherKeys(model) else {
      return try forEach(of: model) { property, key, _ in try body(property, key) }
    }
    var mapped: [(property: MappedProperty, key: DottedKey)] = []
    forEach(of: model) { property, key, _ in mapped.append((property, key)) }
    let outer = mapped.filter { outer in mapped.contains { $0.key.leads(through: outer.key) } }
    // Keys with the fewest names are outermost.
    for (property, key) in outer.sorted(by: { $0.key.parents.count < $1.key.parents.count })
    where !property.isNil {
      try body(property, key)
    }
    for (property, key) in mapped where !outer.contains(where: { $0.property === property }) {
      try body(property, key)
    }
  }

  /// Returns whether an instance declares other keys than the first instance.
  private func hasOtherKeys<Model: Alterable>(_ model: Model) -> Bool {
    var isOther = false
    properties.forEach(of: model) { index, property in
      if property.key != entries[index].declared { isOther = true }
    }
    return isOther
  }

  /// Returns the layout of a model's dynamic type.
  static func of<Model: Alterable>(_ model: Model) -> MappedLayout {
    let type = ObjectIdentifier(type(of: model))
    // The upper bits of the product select the cache. Thread identities are addresses, which differ little.
    let number = UInt64(ThreadIdentity.current) &* 0x9E37_79B9_7F4A_7C15
    return known[Int(number >> 60)].layout(of: type) { MappedLayout(of: model) }
  }

  /// Several caches, chosen by thread. With a single cache, all threads would contend for its lock at every model.
  private static let known = (0..<16).map { _ in KnownLayouts() }
}

/// A cache of layouts, shared by some of the threads.
private final class KnownLayouts: Sendable {
  private let layouts = Mutex<[ObjectIdentifier: MappedLayout]>([:])

  func layout(of type: ObjectIdentifier, _ make: () -> MappedLayout) -> MappedLayout {
    if let layout = layouts.withLock({ $0[type] }) { return layout }
    let layout = make()
    layouts.withLock { $0[type] = layout }
    return layout
  }
}
