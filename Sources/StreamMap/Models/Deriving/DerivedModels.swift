import Synchronization

/// The mappings of models that have others of their own type in them, derived when they are asked for.
final class DerivedModels: Sendable {
  private let mappings = Mutex<[ObjectIdentifier: any Sendable]>([:])

  /// The mapping of a type; made by the closure, the first time.
  func mapping<Root>(_ make: () throws -> Mapping<Root>) throws -> Mapping<Root> {
    let type = ObjectIdentifier(Root.self)
    if let known = mappings.withLock({ $0[type] }) as? Mapping<Root> { return known }
    let mapping = try make()
    mappings.withLock { $0[type] = mapping }
    return mapping
  }
}
