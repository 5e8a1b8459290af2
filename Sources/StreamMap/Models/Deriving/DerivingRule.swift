/// An exception to the default of a derived mapping, in which each stored property of a model has the JSON member of
/// the same name.
///
///     let mapping = try Mapping(
///       deriving: Entry(), .rename("im:name", to: "name"), .exclude("cache"), .policies(.null(.keep)))
///
/// A rule names a property as it is declared. A name that the model does not have is an error.
public struct DerivingRule: Sendable {
  enum Kind: Sendable {
    case rename(String, property: String)
    case exclude([String])
    case excludeConstants
    case naming(KeyStyle)
    case policies([FieldPolicy])
    case mapping(ObjectIdentifier, DerivedType)
    case model(ObjectIdentifier, [DerivingRule])
  }

  let kind: Kind

  /// Maps the member of this name to a property. The name is taken literally, including any dots.
  ///
  /// The rule applies to the outermost model, or to the model of ``model(_:_:)``.
  public static func rename(_ name: String, to property: String) -> DerivingRule {
    DerivingRule(kind: .rename(name, property: property))
  }

  /// Excludes properties from the mapping. They keep the template's values.
  ///
  /// The rule applies to the outermost model, or to the model of ``model(_:_:)``.
  public static func exclude(_ properties: String...) -> DerivingRule {
    DerivingRule(kind: .exclude(properties))
  }

  /// Excludes the properties that are declared with `let`, including those of nested models. They keep the template's
  /// values. Without this rule, such a property is an error, because its value cannot be set.
  public static let excludeConstants = DerivingRule(kind: .excludeConstants)

  /// Converts property names to member names. It applies to all properties that are not renamed, including those of
  /// nested models.
  ///
  ///     .naming(.snakeCase)
  public static func naming(_ style: KeyStyle) -> DerivingRule {
    DerivingRule(kind: .naming(style))
  }

  /// Converts property names to member names with a closure.
  public static func naming(_ name: @escaping @Sendable (String) -> String) -> DerivingRule {
    naming(KeyStyle(name))
  }

  /// Sets policies of all derived fields, including those of nested models. A policy is ignored where it does not
  /// apply: only a non-optional field is required, only an optional field can be nil for a mismatch, and only strings
  /// are interned.
  public static func policies(_ policies: FieldPolicy...) -> DerivingRule {
    DerivingRule(kind: .policies(policies))
  }

  /// Uses this mapping wherever a model has a value of its type.
  @inlinable
  public static func mapping<Child>(_ mapping: Mapping<Child>) -> DerivingRule {
    // The storage is made here, where the type is known.
    DerivingRule(ObjectIdentifier(Child.self), _FieldStorage(mapping), mapping.declaration)
  }

  /// Makes every value of a type with this transform, including those in optionals and collections, and those of nested
  /// models. A type has one such rule: all dates of a model are in one format, or have fields of their own.
  ///
  ///     try Mapping(deriving: Event(), .using(.iso8601))
  @inlinable
  public static func using<Source: _TransformSource, Value>(
    _ transform: Transform<Source, Value>
  ) -> DerivingRule {
    DerivingRule(ObjectIdentifier(Value.self), _FieldStorage(transform), nil)
  }

  @usableFromInline
  init(_ type: ObjectIdentifier, _ storage: _FieldStorage, _ nested: MappingDescription?) {
    kind = .mapping(type, DerivedType(storage: storage, nested: nested))
  }

  private init(kind: Kind) {
    self.kind = kind
  }

  /// Sets rules for each nested model of this type. Rules for all fields apply to it too.
  public static func model<Child>(_ type: Child.Type, _ rules: DerivingRule...) -> DerivingRule {
    DerivingRule(kind: .model(ObjectIdentifier(type), rules))
  }
}

/// How values of a type are stored, as derived from the type.
struct DerivedType: Sendable {
  var storage: _FieldStorage
  var nested: MappingDescription?
  var recursive: (@Sendable () throws -> MappingDescription)?
}

/// The combined rules for one model.
struct DerivingRules: Sendable {
  private(set) var names: [String: String] = [:]
  private(set) var leftOut: Set<String> = []
  private(set) var excludesConstants = false
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
      case .excludeConstants: excludesConstants = true
      case .naming(let naming): self.naming = naming
      case .policies(let policies): self.policies += policies
      case .mapping(let type, let derived): mappings[type] = derived
      case .model(let type, let rules): models[type, default: []] += rules
      }
    }
  }

  /// Returns the rules for a nested model.
  func nested(_ type: Any.Type) -> DerivingRules {
    var rules = self
    rules.names = [:]
    rules.leftOut = []
    rules.add(models[ObjectIdentifier(type)] ?? [])
    return rules
  }

  /// Returns whether a rule says how the items of an optional or a collection are stored.
  func cover<Wrapper: _FieldWrapper>(_: Wrapper.Type) -> Bool {
    if mappings[ObjectIdentifier(Wrapper._Item.self)] != nil { return true }
    guard let inner = Wrapper._Item.self as? any _FieldWrapper.Type else { return false }
    return cover(inner)
  }

  /// The properties that the rules name.
  var properties: Set<String> { leftOut.union(names.keys) }
}

extension FieldPolicy {
  /// Returns whether a policy for all fields applies to a field of this type.
  func fits(_ storage: _FieldStorage) -> Bool {
    let isOptional = storage.isOptional
    return switch kind {
    case .required: !isOptional
    case .mismatch(.setNil): isOptional
    case .interned: storage.leaf.type == .string
    default: true
    }
  }
}
