import Synchronization

/// The mappings of models that contain values of their own type. They are derived on demand.
final class DerivedModels: Sendable {
  private let mappings = Mutex<[ObjectIdentifier: any Sendable]>([:])

  /// Returns the mapping of a type. The closure makes it on the first call.
  func mapping<Root>(_ make: () throws -> Mapping<Root>) throws -> Mapping<Root> {
    let type = ObjectIdentifier(Root.self)
    if let known = mappings.withLock({ $0[type] }) as? Mapping<Root> { return known }
    let mapping = try make()
    mappings.withLock { $0[type] = mapping }
    return mapping
  }
}
