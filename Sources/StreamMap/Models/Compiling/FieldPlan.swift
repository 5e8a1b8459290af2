/// A field with a parsed path and a place to store its value.
struct FieldPlan {
  var path: RecordPath
  /// The slot of the field's values. If the field has collections, this is the slot in the innermost one.
  var value: FieldSlot
  var levels: [FieldLevel]
  var description: FieldDescription
  var scope: Int32
  var field: Int32
  /// A nested model's scope, the number after those in it, and the kinds that its value can have.
  var child: Int32 = -1
  var childEnd: Int32 = -1
  var childShape = ContainerKinds()
  /// The index of the ``UnknownKeys`` that names the members, if the field takes unknown members. Otherwise -1.
  var unknownKeys = -1
  /// Whether the field has several paths.
  var isAliased = false

  /// Returns the instruction for one place on the field's paths.
  func instruction(_ take: PathTrie.Take) -> Instruction {
    let slot = take.level < levels.count ? levels[take.level].slot : value
    let outer = take.level > 0 ? levels[take.level - 1] : nil
    let continues = take.action == .intermediate || take.action == .reserve
    let kinds = continues ? take.kinds : childShape
    return Instruction(
      action: take.action, type: slot.type, shape: slot.shape, level: UInt8(clamping: take.level),
      isInCell: slot.isInCell,
      takesNull: outer?.itemTakesNull ?? description.storage.isOptional,
      takesObject: kinds.object, takesArray: kinds.array, takesScalar: kinds.scalar,
      null: take.level > 0
        ? description.policies.nullElement ?? description.policies.null : description.policies.null,
      mismatch: description.policies.mismatch,
      badElement: description.policies.badElement, numbers: description.policies.numbers,
      coerces: description.policies.coerces, isReserved: take.isReserved,
      scope: scope, field: field, offset: Int32(slot.offset), elementOrigin: -1, witness: slot.witness,
      child: child, childEnd: childEnd)
  }

  /// Returns whether a value of the wrong kind is a mismatch at an intermediate place. If the field has several paths, a
  /// path that cannot be followed to its value, or to its wildcard, counts as absent.
  func checks(_ intermediate: PathTrie.Take) -> Bool {
    description.checksIntermediates && (!isAliased || intermediate.level > 0)
  }

  /// Returns the index of the collection that takes the value from its cell.
  func elementOrigin(of take: PathTrie.Take) -> Int? {
    take.level > 0 ? levels[take.level - 1].number : nil
  }

  /// Returns whether the value at this level can be rejected because of its name.
  func isRejectable(_ level: Int) -> Bool {
    level > 0 && levels[level - 1].rejectsNames
  }
}

/// One of a field's collections. A field lists them outermost first.
struct FieldLevel {
  /// Whether the collection takes an object's members. Otherwise it takes an array's elements.
  var isKeyed = false
  /// The JSON container that the values come from.
  var container: PathTrie.Level { isKeyed ? .object : .array }
  var rejectsNames = false
  var slot: FieldSlot
  /// The index of the collection if it takes its elements from a cell. Nil if the machine appends the elements.
  var number: Int?
  /// Whether a `null` element becomes nil.
  var itemTakesNull: Bool
  /// Whether an element can be nil and has a place of its own.
  var keepsPlaces = false
}
