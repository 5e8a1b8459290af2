/// What is different from the rule when a mapping is derived: that each stored property of a model has the
/// JSON member of its own name.
///
///     let mapping = try Mapping(
///       deriving: Entry(), .rename("im:name", to: "name"), .exclude("cache"), .policies(.null(.keep)))
///
/// Names of properties are as they are declared. One that the model does not have is an error.
public struct DerivingRule: Sendable {
  enum Kind: Sendable {
    case rename(String, property: String)
    case exclude([String])
    case naming(KeyStyle)
    case policies([FieldPolicy])
    case mapping(ObjectIdentifier, DerivedType)
    case model(ObjectIdentifier, [DerivingRule])
  }

  let kind: Kind

  /// The member of this name belongs to that property. The name is taken as it is, dots and all.
  ///
  /// Of the outermost model, or of that of ``model(_:_:)``.
  public static func rename(_ name: String, to property: String) -> DerivingRule {
    DerivingRule(kind: .rename(name, property: property))
  }

  /// The properties are no part of the JSON: they keep the template's values.
  ///
  /// Of the outermost model, or of that of ``model(_:_:)``.
  public static func exclude(_ properties: String...) -> DerivingRule {
    DerivingRule(kind: .exclude(properties))
  }

  /// Makes the members' names of those of the properties, for all that are not renamed, of nested models too.
  ///
  ///     .naming(.snakeCase)
  public static func naming(_ style: KeyStyle) -> DerivingRule {
    DerivingRule(kind: .naming(style))
  }

  /// The same, by a closure.
  public static func naming(_ name: @escaping @Sendable (String) -> String) -> DerivingRule {
    naming(KeyStyle(name))
  }

  /// Policies of all derived fields, of nested models too, so far as they can have them: only what is no
  /// optional is required, only an optional can be nil for a mismatch, only strings are interned.
  public static func policies(_ policies: FieldPolicy...) -> DerivingRule {
    DerivingRule(kind: .policies(policies))
  }

  /// Wherever a model has values of this type, they are read and written by this mapping.
  @inlinable
  public static func mapping<Child>(_ mapping: Mapping<Child>) -> DerivingRule {
    // Made where the type is known.
    DerivingRule(ObjectIdentifier(Child.self), _FieldStorage(mapping), mapping.description)
  }

  @usableFromInline
  init(_ type: ObjectIdentifier, _ storage: _FieldStorage, _ nested: MappingDescription) {
    kind = .mapping(type, DerivedType(storage: storage, nested: nested))
  }

  private init(kind: Kind) {
    self.kind = kind
  }

  /// Rules for a nested model of this type, wherever there is one. Those for all fields count here, too.
  public static func model<Child>(_ type: Child.Type, _ rules: DerivingRule...) -> DerivingRule {
    DerivingRule(kind: .model(ObjectIdentifier(type), rules))
  }
}

/// How values of a type are stored, found out from the type.
struct DerivedType: Sendable {
  var storage: _FieldStorage
  var nested: MappingDescription?
  var recursive: (@Sendable () throws -> MappingDescription)?
}

/// The rules for one model, each decided.
struct DerivingRules: Sendable {
  private(set) var names: [String: String] = [:]
  private(set) var leftOut: Set<String> = []
  private(set) var naming = KeyStyle.asWritten
  private(set) var policies: [FieldPolicy] = []
  private(set) var mappings: [ObjectIdentifier: DerivedType] = [:]
  private var models: [ObjectIdentifier: [DerivingRule]] = [:]

  init(_ rules: [DerivingRule]) {
    add(rules)
  }

  private mutating func add(_ rules: [DerivingRule]) {
    for rule in rules {
      switch rule.kind {
      case .rename(let name, let property): names[property] = name
      case .exclude(let properties): leftOut.formUnion(properties)
      case .naming(let naming): self.naming = naming
      case .policies(let policies): self.policies += policies
      case .mapping(let type, let derived): mappings[type] = derived
      case .model(let type, let rules): models[type, default: []] += rules
      }
    }
  }

  /// Those for a nested model.
  func nested(_ type: Any.Type) -> DerivingRules {
    var rules = self
    rules.names = [:]
    rules.leftOut = []
    rules.add(models[ObjectIdentifier(type)] ?? [])
    return rules
  }

  /// The properties that are named.
  var properties: Set<String> { leftOut.union(names.keys) }
}

extension FieldPolicy {
  /// Whether a policy for all fields is one for a field of this type.
  func fits(_ storage: _FieldStorage) -> Bool {
    let isOptional = storage.shape?.isOptional == true
    return switch kind {
    case .required: !isOptional
    case .mismatch(.setNil): isOptional
    case .interned: storage.leaf.type == .string
    default: true
    }
  }
}
