import Synchronization

/// Derives fields from the stored properties of a model and of its nested models.
///
/// A model can contain values of its own type. Such a value is read by a mapping that is derived when the first one is
/// found. The outermost mapping owns it. References from within the mapping do not retain it, so both are released
/// when the outermost mapping is.
///
/// The offset and type of a property come from the runtime. They are checked against the model's layout before they
/// are used.
struct Derivation {
  private let models: DerivedModels
  private let ownsModels: Bool
  private let rejectsUnknownNames: Bool
  /// The models that are being derived, outermost first.
  private var open: [OpenModel] = []

  private struct OpenModel {
    let id: ObjectIdentifier
    let name: String
    /// The property that leads to the next model.
    var property = ""
    /// How a value of the model's own type is stored within it.
    let recursive: DerivedType
  }

  init(models: DerivedModels, ownsModels: Bool, rejectsUnknownNames: Bool) {
    self.models = models
    self.ownsModels = ownsModels
    self.rejectsUnknownNames = rejectsUnknownNames
  }

  /// Returns an error for the property that is being derived, or for the model.
  func error(_ reason: String) -> PathError {
    var path = PathText()
    for model in open where !model.property.isEmpty { path.append(name: model.property) }
    let name = open.last.map { $0.property.isEmpty ? $0.name : "\($0.name).\($0.property)" } ?? ""
    return PathError(path.description, at: 0, "\(name) \(reason)")
  }

  /// Returns a model's fields.
  ///
  /// - Parameter own: explicit fields. They replace the derived fields of the same properties.
  mutating func description<Root>(
    _ template: @escaping @Sendable () -> Root, _ rules: DerivingRules, own: [FieldDescription] = []
  ) throws(PathError) -> MappingDescription {
    guard open.count < RecordPath.maximumSteps else { throw error("has models in models without an end") }
    let instance = InstanceOperations(template: template).presetting(own)
    open.append(
      OpenModel(
        id: ObjectIdentifier(Root.self), name: "\(Root.self)", recursive: recursive(template, rules, own)))
    defer { open.removeLast() }
    let properties = try properties(of: template(), rules)
    var replaced: [(offset: Int?, paths: [[RecordPath.Segment]])] = []
    for field in own { replaced.append((field.offset(instance), try field.paths.read().map(\.segments))) }
    var fields: [FieldDescription] = []
    for property in properties {
      let path = [RecordPath.Segment.name(Self.key(of: property.name, rules))]
      // A field without an offset can be of any property. It is matched by path.
      let isReplaced = replaced.contains { offset, paths in
        offset.map(property.range.contains) ?? paths.contains(path)
      }
      if isReplaced { continue }
      open[open.count - 1].property = property.name
      fields.append(try field(of: Root.self, property, property.type, rules))
    }
    return MappingDescription(
      fields: fields + own, instance: instance, rejectsUnknownNames: rejectsUnknownNames)
  }

  /// Returns how a model is stored within itself.
  private func recursive<Root>(
    _ template: @escaping @Sendable () -> Root, _ rules: DerivingRules, _ own: [FieldDescription]
  ) -> DerivedType {
    let make: @Sendable (DerivedModels) throws -> Mapping<Root> = { [rejectsUnknownNames] models in
      try models.mapping {
        var derivation = Derivation(
          models: models, ownsModels: false, rejectsUnknownNames: rejectsUnknownNames)
        return try Mapping(
          description: derivation.description(template, rules, own: own), limits: Limits())
      }
    }
    let mapping: @Sendable () throws -> Mapping<Root>
    if ownsModels {
      mapping = { [models] in try make(models) }
    } else {
      mapping = { [unowned models] in try make(models) }
    }
    return DerivedType(
      storage: _FieldStorage(recursive: mapping), recursive: { try mapping().declaration })
  }

  // MARK: Fields

  private mutating func field<Root, Value>(
    of: Root.Type, _ property: StoredProperty, _: Value.Type, _ rules: DerivingRules
  ) throws(PathError) -> FieldDescription {
    guard property.isWritable else {
      throw error(
        property.isConstant
          ? """
          is a constant, which cannot be set: make it a var, exclude it, exclude all constants with .excludeConstants, \
          or pass the values to an initialiser with Argument
          """
          : "is a weak or unowned reference, which cannot be set: make it strong, or exclude it")
    }
    if let wrapper = Value.self as? any DerivableWrapper.Type {
      return try field(of: Root.self, property, wrapper: wrapper, rules)
    }
    let offset = property.range.lowerBound
    return try field(
      named: property.name, Value.self, rules, offset: { _ in offset },
      get: { (root: Root) in StoredProperty.value(of: root, at: offset, as: Value.self) },
      set: { (root: inout Root, value: Value) in StoredProperty.set(value, of: &root, at: offset) })
  }

  /// Derives the field of a property whose wrapper reads and writes it.
  private mutating func field<Root, Wrapper: DerivableWrapper>(
    of: Root.Type, _ property: StoredProperty, wrapper: Wrapper.Type, _ rules: DerivingRules
  ) throws(PathError) -> FieldDescription {
    let offset = property.range.lowerBound
    return try field(
      named: property.name, Wrapper.Value.self, rules, offset: { _ in nil },
      get: { (root: Root) in
        StoredProperty.value(of: root, at: offset, as: Wrapper.self).wrappedValue
      },
      set: { (root: inout Root, value: Wrapper.Value) in
        var wrapper = StoredProperty.value(of: root, at: offset, as: Wrapper.self)
        wrapper.wrappedValue = value
        StoredProperty.set(wrapper, of: &root, at: offset)
      })
  }

  private mutating func field<Root, Value>(
    named name: String, _: Value.Type, _ rules: DerivingRules,
    offset: @escaping @Sendable (InstanceOperations) -> Int?,
    get: @escaping @Sendable (Root) -> Value, set: @escaping @Sendable (inout Root, Value) -> Void
  ) throws(PathError) -> FieldDescription {
    guard let type = try derivedType(Value.self, rules), type.storage.shape != nil else {
      throw error(
        """
        is of a type that cannot be mapped by itself, \(Value.self): add a field for the property, make \
        the type Derivable, give a mapping (.mapping) or a transform (as .using(.iso8601) for dates), or exclude the \
        property
        """)
    }
    return FieldDescription(
      paths: .literal(Self.key(of: name, rules)),
      policies: FieldPolicies(rules.policies.filter { $0.fits(type.storage) }),
      storage: type.storage, offset: offset,
      cell: FieldCell(blank: Self.blank(Value.self), get: get, set: set),
      nested: type.nested, recursive: type.recursive, typeName: "\(Value.self)")
  }

  private static func key(of property: String, _ rules: DerivingRules) -> String {
    rules.names[property] ?? rules.naming.key(property)
  }

  // MARK: Types

  /// Returns how values of a type are stored, or nil if the type is not supported.
  private mutating func derivedType(
    _ type: Any.Type, _ rules: DerivingRules
  ) throws(PathError) -> DerivedType? {
    if let known = rules.mappings[ObjectIdentifier(type)] { return known }
    // A collection of values that have a rule may itself be a FieldValue.
    if let wrapper = type as? any _FieldWrapper.Type, rules.cover(wrapper) {
      return try wrapped(wrapper, rules)
    }
    if let value = type as? any FieldValue.Type { return DerivedType(storage: value._storage) }
    if let wrapper = type as? any _FieldWrapper.Type { return try wrapped(wrapper, rules) }
    if let storage = _FieldStorage(rawRepresentable: type) { return DerivedType(storage: storage) }
    if let model = open.last(where: { $0.id == ObjectIdentifier(type) }) { return model.recursive }
    if let model = type as? any Derivable.Type { return try nested(model, rules) }
    return nil
  }

  private mutating func nested<Child: Derivable>(
    _: Child.Type, _ rules: DerivingRules
  ) throws(PathError) -> DerivedType {
    DerivedType(
      storage: Child._model, nested: try description({ Child() }, rules.nested(Child.self)))
  }

  private mutating func wrapped<Outer: _FieldWrapper>(
    _: Outer.Type, _ rules: DerivingRules
  ) throws(PathError) -> DerivedType? {
    guard var type = try derivedType(Outer._Item.self, rules) else { return nil }
    type.storage = Outer._storage(of: type.storage, blank: Self.blank(Outer._Item.self))
    return type
  }

  /// Returns the function that makes a type's blank value. It returns nil for a type that has none.
  private static func blank<Value>(_: Value.Type) -> @Sendable () -> Value? {
    func blank<Wrapper: _FieldWrapper>(_: Wrapper.Type) -> Any {
      let blank: @Sendable () -> Wrapper? = { Wrapper._blank }
      return blank
    }
    guard let wrapper = Value.self as? any _FieldWrapper.Type,
      let known = blank(wrapper) as? @Sendable () -> Value?
    else { return { nil } }
    return known
  }
}

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
