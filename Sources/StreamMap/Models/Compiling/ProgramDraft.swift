/// A program during compilation.
///
/// All paths are merged into one trie. A name and `.*`, or an index and `[*]`, can match the same value, and the
/// tables need one target for both. So a target stands for a *set* of trie nodes, and each set is built once (the
/// subset construction for finite automata, Rabin and Scott 1959). Paths have no descent, so all nodes of a set have
/// the same depth. Without wildcards every set has one node.
struct ProgramDraft {
  var paths = PathTables.Draft()
  var targets: [Program.Target] = [Program.Target()]
  var containers: [Program.Container] = []
  var replacements: [Program.Replacement] = []
  var instructions: [Instruction] = []
  var masks: [UInt64] = []
  var requirements: [Program.Requirement] = []
  var fieldReferences: [Program.FieldReference] = []
  /// The witnesses of the fields' types. The program retains them.
  var witnesses: [FieldWitness] = []
  var scopes: [Program.Scope] = []
  var levels: [Program.Level] = []
  var elementOrigins: [Program.ElementOrigin] = []
  var unknownKeys: [UnknownKeys] = []

  var trie = PathTrie()
  var plans: [FieldPlan] = []
  private var targetOfSet: [Set<Int>: Int32] = [:]

  /// Overlapping wildcards can need exponentially many sets. This limit is enough for any realistic list of paths.
  static let maximumTargets = 65_536

  init(_ description: MappingDescription) throws(PathError) {
    _ = try addScope(description, at: 0, depth: 0, path: "$")
    let root = Int(try target([0], depth: 0))
    if targets[root].node >= 0 {
      containers[Int(targets[root].node)].demandsKind =
        description.demandsKind && !ContainerKinds(description).scalar
    }
  }

  /// Adds the fields of a mapping and of its nested mappings. Returns the scope of the mapping.
  private mutating func addScope(
    _ description: MappingDescription, at place: Int, depth: Int, path prefix: String
  ) throws(PathError) -> Int32 {
    let index = scopes.count
    scopes.append(Program.Scope(instance: description.instance, depth: Int32(depth), path: prefix))
    var required: [Int] = []
    var unknown: [Int] = []
    // Fields that share bytes are in cells, which are written when the model ends. A reset of one would otherwise undo
    // what another has stored.
    let offsets = description.offsets
    // Two fields of one key path share bytes.
    try checkKeyPaths(
      description.fields.indices.lazy.filter { offsets[$0] == nil }.map { description.fields[$0] })
    for (number, field) in description.fields.enumerated() {
      if field.takesUnknown {
        unknown.append(plans.count)
        try addUnknown(field, number, of: description, to: index, at: place, offset: offsets[number])
        continue
      }
      let paths = try field.paths.read()
      if field.policies.isRequired { required.append(number) }
      // One of several paths is enough, which is known only when the model ends.
      let isRequired = field.policies.isRequired && paths.count == 1
      try addField(
        field, paths[0], number, to: index, at: place, depth: depth, offset: offsets[number],
        isRequired: isRequired,
        isAliased: paths.count > 1)
    }
    // Aliases come after the model's own fields. A closure that builds the model does not see them.
    for (number, field) in description.fields.enumerated() where !field.takesUnknown {
      for path in try field.paths.read().dropFirst() {
        guard let cell = field.cell else { preconditionFailure("a field without a cell has one path") }
        var alias = field
        alias.cell = cell.alias
        let own = scopes[index].fields.count
        try addField(
          alias, path, own, to: index, at: place, depth: depth, offset: nil, isRequired: false,
          isAliased: true)
        scopes[index].aliases.append(
          Program.Alias(
            field: number, skipsNull: field.skipsNull, isRequired: field.policies.isRequired, alias: own,
            operations: cell, offset: scopes[index].fields[own].slot.offset))
      }
    }
    // This needs all paths in the trie.
    for plan in unknown {
      trie.insertUnknown(
        from: place, field: plan, levels: plans[plan].levels.map(\.container),
        objects: unknownKeys[plans[plan].unknownKeys].objects, action: .value)
    }
    if description.rejectsUnknownNames { trie.close(try description.paths(), from: place) }
    if !required.isEmpty || description.instance.canReject {
      scopes[index].requiredMask = mask(required)
    }
    return Int32(index)
  }

  // MARK: Fields

  /// Adds the field that takes the members of unknown names. The paths of the other fields determine where such
  /// members can be.
  private mutating func addUnknown(
    _ field: FieldDescription, _ number: Int, of description: MappingDescription, to scope: Int,
    at place: Int,
    offset: Int?
  ) throws(PathError) {
    guard description.fields.firstIndex(where: \.takesUnknown) == number else {
      throw PathError("$", at: 0, "only one field can take the members of unknown names")
    }
    let keys = UnknownKeys(try description.paths(ofContainers: false))
    let path = try RecordPath("*")
    let slot = try slot(for: field, path, number, in: scope, offset: offset)
    let (levels, value) = fieldLevels(of: field, in: slot, scope: scope)
    try checkElements(path, levels, field)
    if field.policies.badElement == .keep { scopes[scope].isVoidable = true }
    var plan = FieldPlan(
      path: path, value: value, levels: levels, description: field, scope: Int32(scope), field: Int32(number))
    plan.unknownKeys = unknownKeys.count
    unknownKeys.append(keys)
    plans.append(plan)
    scopes[scope].fields.append(
      ProgramField(path: path, slot: slot, storage: field.storage, typeName: field.typeName))
  }

  private mutating func addField(
    _ field: FieldDescription, _ path: RecordPath, _ number: Int, to scope: Int, at place: Int, depth: Int,
    offset: Int?, isRequired: Bool, isAliased: Bool
  ) throws(PathError) {
    guard depth + path.segments.count <= RecordPath.maximumSteps else {
      throw PathError(
        path.text, at: 0,
        "with the paths of the mappings around it, a path has at most \(RecordPath.maximumSteps) steps")
    }
    let holdsObject = field.nested?.holdsObject == true
    let field = try field.reshaped(at: path)
    var slot = try slot(for: field, path, number, in: scope, offset: offset)
    slot.holdsObject = holdsObject
    let (levels, value) = fieldLevels(of: field, in: slot, scope: scope)
    try checkKeys(path, levels, field)
    try checkElements(path, levels, field)
    if field.policies.badElement == .keep { scopes[scope].isVoidable = true }
    let plan = plans.count
    plans.append(
      FieldPlan(
        path: path, value: value, levels: levels, description: field, scope: Int32(scope),
        field: Int32(number), isAliased: isAliased))
    scopes[scope].fields.append(
      ProgramField(
        path: path, reportedPath: field.reportedPath, slot: slot, storage: field.storage,
        typeName: field.typeName))
    let end = trie.insert(
      path, from: place, field: plan, levels: levels.map(\.container), isRequired: isRequired,
      keepsPlaces: levels.first?.keepsPlaces == true,
      action: field.nested != nil ? .scope : field.isContainer ? .object : .value)
    if let nested = field.nested {
      let below = depth + path.segments.count + levels.count - (path.isMultiple ? 1 : 0)
      let inner = levels.dropFirst(path.isMultiple ? 1 : 0).reduce(into: path.text) { text, level in
        text = text.joined(level.isKeyed ? "*" : "[*]")
      }
      let childPath = scopes[scope].path.joined(inner)
      plans[plan].child = try addScope(nested, at: end, depth: below, path: childPath)
      plans[plan].childEnd = Int32(scopes.count)
      if levels.isEmpty { scopes[scope].fields[number].child = plans[plan].child }
      plans[plan].childShape = ContainerKinds(nested)
    }
  }

  /// Decides where the field is stored, and throws if its path does not fit its type.
  private mutating func slot(
    for field: FieldDescription, _ path: RecordPath, _ number: Int, in scope: Int, offset: Int?
  ) throws(PathError) -> FieldSlot {
    guard let shape = field.storage.shape else {
      throw PathError(field.pathText, at: 0, "a field of type \(field.typeName) is not supported")
    }
    if path.isMultiple && !shape.isArray {
      let wildcard = path.segments.firstIndex { $0 == .everyElement || $0 == .everyMember } ?? 0
      throw PathError(
        field.pathText, at: path.positions[wildcard],
        "a wildcard yields many values and needs a collection, not \(field.typeName)")
    }
    try checkDuplicates(field, path)
    if field.policies.mismatch == .setNil && !field.storage.isOptional {
      throw PathError(
        field.pathText, at: 0, "mismatch(.setNil) needs an optional field, not \(field.typeName)")
    }
    witnesses.append(field.storage.witness)
    var slot = FieldSlot(
      type: field.storage.type, shape: shape, offset: 0, witness: .init(field.storage.witness))
    if field.policies.isInterned {
      guard field.storage.leaf.type == .string else {
        throw PathError(
          field.pathText, at: 0, "interned needs a field of type String, not \(field.typeName)")
      }
      if slot.type == .string { slot.type = .internedString }
    }
    if let offset {
      slot.offset = offset
      return slot
    }
    guard let cell = field.cell else { preconditionFailure("a field has an offset or a cell") }
    if cell.isPromoted { slot.shape = .optional }
    slot.isInCell = true
    slot.offset = reserve(cell.size, cell.alignment, in: scope)
    scopes[scope].cells.append(Program.Cell(field: number, operations: cell, offset: slot.offset))
    return slot
  }

  /// Reserves space in a scope's cells. Returns its offset.
  private mutating func reserve(_ size: Int, _ alignment: Int, in scope: Int) -> Int {
    let offset = (scopes[scope].cellBytes + alignment - 1) / alignment * alignment
    scopes[scope].cellBytes = offset + size
    return offset
  }

  /// Returns the collections of a field and the slot for values of the innermost one. The slot is the collection
  /// itself, or a cell from which it takes them.
  private mutating func fieldLevels(
    of field: FieldDescription, in slot: FieldSlot, scope: Int
  ) -> ([FieldLevel], FieldSlot) {
    var fieldLevels: [FieldLevel] = []
    var storage = field.storage
    var slot = slot
    while let gathering = storage.gathering {
      let offset = reserve(gathering.cell.size, gathering.cell.alignment, in: scope)
      scopes[scope].elementCells.append(Program.ElementCell(operations: gathering.cell, offset: offset))
      let element = gathering.element
      fieldLevels.append(
        FieldLevel(
          isKeyed: gathering.isKeyed, rejectsNames: gathering.rejectsNames, slot: slot,
          number: levels.count, itemTakesNull: element.isOptional,
          keepsPlaces: gathering.isArray && element.isOptional))
      levels.append(
        Program.Level(
          isKeyed: gathering.isKeyed, slot: slot, cellOffset: offset, duplicate: field.policies.duplicate))
      witnesses.append(element.witness)
      slot = FieldSlot(
        type: element.type, shape: gathering.cell.isPromoted ? .optional : element.shape ?? .plain,
        isInCell: true,
        offset: offset, witness: .init(element.witness))
      if field.policies.isInterned, slot.type == .string { slot.type = .internedString }
      storage = element
    }
    if let shape = storage.shape, shape.isArray {
      let takesNull = shape == .arrayOfOptionals
      fieldLevels.append(FieldLevel(slot: slot, itemTakesNull: takesNull, keepsPlaces: takesNull))
    }
    return (fieldLevels, slot)
  }

  /// Adds a bit mask of fields. It has a word for the first 64 fields, the number of further words, and then the index
  /// and bits of each further word. So the mask's size depends on its own fields, not on all fields of their scope.
  private mutating func mask(_ fields: some Sequence<Int>) -> Int32 {
    let base = masks.count
    masks += [0, 0]
    var last = 0
    for field in fields.sorted() {
      let word = field / 64
      if word != last {
        masks += [UInt64(word), 0]
        masks[base + 1] += 1
        last = word
      }
      masks[word == 0 ? base : masks.count - 1] |= 1 << UInt64(field % 64)
    }
    return Int32(base)
  }

  /// Adds a list of references to fields, given by their indexes.
  private mutating func list(_ fields: [Int]) -> (base: Int32, count: Int32) {
    let base = fieldReferences.count
    // Most lists have one field, which needs no sorting.
    for field in fields.count > 1 ? Set(fields).sorted() : fields {
      fieldReferences.append(Program.FieldReference(scope: plans[field].scope, field: plans[field].field))
    }
    return (Int32(base), Int32(fieldReferences.count - base))
  }

  /// Adds a list of required fields, with one mask for each of their scopes.
  private mutating func requirements(_ fields: [Int]) -> (base: Int32, count: Int32) {
    let base = requirements.count
    for (scope, own) in Dictionary(grouping: fields, by: { plans[$0].scope }).sorted(by: { $0.key < $1.key })
    {
      requirements.append(
        Program.Requirement(scope: scope, mask: mask(own.map { Int(plans[$0].field) })))
    }
    return (Int32(base), Int32(requirements.count - base))
  }

  // MARK: Targets

  /// Returns the target for a set of trie nodes. It is 0 for the empty set.
  ///
  /// - Parameter name: the member's name, where it is always the same.
  private mutating func target(
    _ set: Set<Int>, depth: Int32, name: PathTables.Name = PathTables.Name()
  ) throws(PathError) -> Int32 {
    if set.isEmpty { return 0 }
    if let known = targetOfSet[set] { return known }
    let index = targets.count
    guard index < Self.maximumTargets else {
      let first = plans[0].description.pathText
      throw PathError(first, at: 0, "the wildcards of these paths overlap in too many ways")
    }
    targetOfSet[set] = Int32(index)
    targets.append(Program.Target())

    let members = set.sorted().map { trie.nodes[$0] }
    // A nested model's fields have higher numbers than the field that holds the model. So the model begins before they
    // are stored.
    let takes = members.flatMap(\.takes).sorted { $0.field < $1.field }
    let intermediates = members.flatMap(\.intermediates).sorted { $0.field < $1.field }
      .filter { plans[$0.field].checks($0) }
    // Some paths can enter both kinds of container and others only one, so the node alone does not decide.
    let isMixed =
      intermediates.contains { $0.kinds.object && $0.kinds.array }
      && intermediates.contains { $0.kinds.object != $0.kinds.array }
    var target = Program.Target()
    target.instructionBase = Int32(instructions.count)
    target.instructionCount = Int32(takes.count + (isMixed ? intermediates.count : 0))
    for take in takes + intermediates {
      var instruction = plans[take.field].instruction(take)
      if let level = plans[take.field].elementOrigin(of: take) {
        instruction.elementOrigin = Int32(elementOrigins.count)
        elementOrigins.append(
          Program.ElementOrigin(
            level: level, name: name, object: take.object, unknownKeys: plans[take.field].unknownKeys))
      }
      if instruction.type.isRaw && take.action == .value { target.wantsRaw = true }
      // The name can be rejected when the value ends. The error then needs the location where the value began.
      if take.action != .value, plans[take.field].isRejectable(take.level) { target.wantsRaw = true }
      if instruction.action == .scope { target.hasModel = true }
      instructions.append(instruction)
    }
    let isDirect =
      takes.count == 1 && !isMixed && instructions[Int(target.instructionBase)].elementOrigin < 0
    target.isSingle =
      isDirect && takes[0].action == .value
      && !intermediates.contains { plans[$0.field].description.checksStoredScalars }
    target.node = try node(members, depth: depth)
    if target.node >= 0 {
      containers[Int(target.node)].target = Int32(index)
      containers[Int(target.node)].intermediateBase = target.instructionBase + Int32(takes.count)
      containers[Int(target.node)].intermediateCount = isMixed ? 0 : Int32(intermediates.count)
    }
    // A model that can be rejected when its value ends needs more work at its end.
    target.isModel =
      isDirect && takes[0].action == .scope && target.node >= 0
      && !scopes[Int(plans[takes[0].field].child)].canReject
    if target.isModel {
      let child = plans[takes[0].field].child
      let container = containers[Int(target.node)]
      let required = requirements[Int(container.requirementBase)...].prefix(Int(container.requirementCount))
      containers[Int(target.node)].isModelsOwn = required.allSatisfy { $0.scope == child }
    }
    targets[index] = target
    return Int32(index)
  }

  /// Returns the node that matches the values inside, or -1 if none of them is wanted.
  private mutating func node(
    _ members: [PathTrie.Node], depth: Int32
  ) throws(PathError) -> Int32 {
    let everyMember = Set(members.compactMap(\.everyMember))
    let otherMember = everyMember.isEmpty ? Set(members.compactMap(\.otherMember)) : []
    let isClosed = everyMember.isEmpty && otherMember.isEmpty && members.contains(where: \.isClosed)
    let unnamed = everyMember.union(otherMember)
    let everyElement = Set(members.compactMap(\.everyElement))
    let wantedNames = Set(members.flatMap(\.wantedNames)).sorted { $0.lexicographicallyPrecedes($1) }
    let wantedIndexes = Set(members.flatMap(\.wantedIndexes)).sorted()
    try checkKinds(members)

    var kinds = ContainerKinds()
    kinds.object = !wantedNames.isEmpty || !unnamed.isEmpty || isClosed
    kinds.array = !wantedIndexes.isEmpty || !everyElement.isEmpty
    guard kinds.object || kinds.array else { return -1 }
    var container = Program.Container()

    let memberTarget = isClosed ? PathTables.Node.noMember : try target(unnamed, depth: depth + 1)
    let memberFields = unnamed.flatMap { trie.nodes[$0].fields }
    container.memberDuplicate = try duplicatePolicy(memberFields, depth: Int(depth))
    container.memberFieldBase = list(memberFields).base
    let elementTarget = try target(everyElement, depth: depth + 1)

    var memberTargets: [(name: PathTables.Name, target: Int32)] = []
    var ownReplacements: [Program.Replacement] = []
    for name in wantedNames {
      let below = members.flatMap { $0.nodes(of: name) }
      let fields = (below + everyMember).flatMap { trie.nodes[$0].fields }
      // Only the fields below the name are replaced. The other members of a dictionary stay.
      let replaced = below.flatMap { trie.nodes[$0].fields }.filter { plans[$0].unknownKeys < 0 }
      let (base, count) = list(replaced)
      let name = paths.add(name)
      memberTargets.append((name, try target(Set(below).union(everyMember), depth: depth + 1, name: name)))
      ownReplacements.append(
        Program.Replacement(
          duplicate: try duplicatePolicy(fields, depth: Int(depth)), fieldBase: base, fieldCount: count))
    }
    var elements: [PathTables.IndexEdge] = []
    for index in wantedIndexes {
      let below = members.flatMap { $0.nodes(of: index) }
      elements.append(
        PathTables.IndexEdge(
          index: Int32(index), target: try target(Set(below).union(everyElement), depth: depth + 1)))
    }
    replacements += ownReplacements

    (container.requirementBase, container.requirementCount) = requirements(members.flatMap(\.required))
    (container.arrayFieldBase, container.arrayFieldCount) = list(members.flatMap(\.arrayFields))
    (container.objectFieldBase, container.objectFieldCount) = list(members.flatMap(\.objectFields))
    // A node and its container have the same number.
    containers.append(container)
    return paths.addNode(
      depth: depth, kinds: kinds, names: memberTargets, everyMember: memberTarget, indexes: elements,
      everyElement: elementTarget,
      leavesEarly: memberTarget == 0 && ownReplacements.allSatisfy { $0.duplicate == .first },
      needsPreparation: !unnamed.isEmpty || container.arrayFieldCount + container.objectFieldCount > 0)
  }
}
