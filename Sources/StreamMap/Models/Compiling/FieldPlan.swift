/// A field with its path read and its place decided.
struct FieldPlan {
  var path: RecordPath
  /// Where the field's values are stored, in the innermost of its collections if it has any.
  var value: FieldSlot
  var levels: [FieldLevel]
  var description: FieldDescription
  var scope: Int32
  var field: Int32
  /// A nested model's scope, and what its value can be.
  var child: Int32 = -1
  var childShape = ContainerKinds()
  /// How the members are called that the field takes because of their unknown names, or -1.
  var unknownKeys = -1
  /// Whether the field has several paths.
  var isAliased = false

  /// What is done at a place of the paths.
  func instruction(_ take: PathTrie.Take) -> Instruction {
    let slot = take.level < levels.count ? levels[take.level].slot : value
    let outer = take.level > 0 ? levels[take.level - 1] : nil
    let kinds = take.action == .intermediate ? take.kinds : childShape
    return Instruction(
      action: take.action, type: slot.type, shape: slot.shape, level: UInt8(clamping: take.level),
      isInCell: slot.isInCell,
      takesNull: outer?.itemTakesNull ?? description.storage.takesNull,
      takesObject: kinds.object, takesArray: kinds.array, takesScalar: kinds.scalar,
      null: description.policies.null, mismatch: description.policies.mismatch,
      badElement: description.policies.badElement, numbers: description.policies.numbers,
      coerces: description.policies.coerces,
      isDeferred: isAliased && take.action == .intermediate && take.level == 0,
      scope: scope, field: field, offset: Int32(slot.offset), intake: -1, witness: slot.witness,
      child: child)
  }

  /// The number of the collection that takes the value from its cell.
  func intake(of take: PathTrie.Take) -> Int? {
    take.level > 0 ? levels[take.level - 1].number : nil
  }

  /// Whether the value at a level can be refused for its name.
  func isRefusable(_ level: Int) -> Bool {
    level > 0 && levels[level - 1].refusesNames
  }
}

/// One of a field's collections, outermost first.
struct FieldLevel {
  /// An object's members are what it has, not an array's elements.
  var isKeyed = false
  /// The container that the values come from.
  var container: PathTrie.Level { isKeyed ? .object : .array }
  var refusesNames = false
  /// Where the collection is.
  var slot: FieldSlot
  /// The number of the collection, if it takes its elements from a cell; nil if they are appended.
  var number: Int?
  /// `null` for an element is `nil`.
  var itemTakesNull: Bool
}
