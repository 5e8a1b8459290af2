import Synchronization

/// A mapping compiled to flat tables. It is immutable, and all decoders share it.
///
/// - its **paths**, which lead to targets;
/// - a **target** for each place that a path can lead to: what to store of the value there, and the node that matches
///   the values in it. Target 0 is for values that no path wants, and target 1 is the record's root value;
/// - a **container** for each node: what to do when it opens, when it closes, and when the value has another kind;
/// - an **instruction** for each wanted value;
/// - a **scope** for each model: one for the record, and one for each nested mapping.
///
/// The tables refer to each other by index. `-1` means none.
///
/// SAFETY: the tables are allocated here, filled once by the compilation, never written afterwards, and freed with the
/// program. Code that holds a pointer into them also holds the program. For the same reason the class is Sendable.
@safe final class Program: @unchecked Sendable {
  let paths: PathTables
  let tables: Tables
  /// The witnesses that slots and instructions refer to. This array retains them.
  private let witnesses: [FieldWitness]
  let scopes: [Scope]
  let unknownKeys: [UnknownKeys]
  /// The maximum number of values that are open at the same time.
  let endCapacity: Int
  let targetCount: Int
  /// For each scope, the index of its first field among all fields.
  let firstFields: [Int]
  let fieldCount: Int
  /// The fields of each scope.
  private let fields: [[ProgramField]]
  /// For each scope, the targets that store one plain field of it.
  let plainTargets: [[Int]]
  /// Whether some value is kept as its JSON text.
  let keepsText: Bool
  /// Whether the record is read for its schema, as its unchanged text.
  let keepsVerbatim: Bool
  /// The path of a field that is a view of the record's text, if there is one.
  let borrowedField: String?

  init(_ draft: ProgramDraft) {
    paths = PathTables(draft.paths)
    tables = Tables(draft)
    witnesses = draft.witnesses
    scopes = draft.scopes
    unknownKeys = draft.unknownKeys
    let takesTexts = draft.scopes[0].instance.takesTexts
    borrowedField = draft.scopes.lazy.compactMap { $0.borrowedField(takesTexts: takesTexts) }.first
    // One for each instruction that keeps a value or a model.
    endCapacity = draft.instructions.count + 1
    targetCount = draft.targets.count
    var plainTargets = [[Int]](repeating: [], count: draft.scopes.count)
    for (index, target) in draft.targets.enumerated() where target.isSingle {
      let instruction = draft.instructions[Int(target.instructionBase)]
      // A target with a node may also have to reject a scalar.
      let isText = instruction.type.isJSONText && target.node < 0
      if isText || !target.wantsRaw { plainTargets[Int(instruction.scope)].append(index) }
    }
    self.plainTargets = plainTargets
    var firstFields: [Int] = []
    var fieldCount = 0
    for scope in draft.scopes {
      firstFields.append(fieldCount)
      fieldCount += scope.fields.count
    }
    self.firstFields = firstFields
    self.fieldCount = fieldCount
    fields = draft.scopes.map(\.fields)
    keepsText = draft.targets.contains { $0.wantsRaw }
    keepsVerbatim = draft.instructions.contains { $0.type == .verbatimJSON }
  }

  func field(_ field: Int32, of scope: Int32) -> ProgramField { fields[Int(scope)][Int(field)] }

  deinit {
    paths.deallocate()
    tables.deallocate()
  }

  /// The tables besides the paths'.
  struct Tables {
    let targets: Table<Target>
    let containers: Table<Container>
    let replacements: Table<Replacement>
    let instructions: Table<Instruction>
    let masks: Table<UInt64>
    let requirements: Table<Requirement>
    let fieldReferences: Table<FieldReference>
    /// The collections that take their elements from cells, and the JSON places that those elements come from.
    let levels: Table<Level>
    let elementOrigins: Table<ElementOrigin>

    init(_ draft: ProgramDraft) {
      targets = Table(draft.targets)
      containers = Table(draft.containers)
      replacements = Table(draft.replacements)
      instructions = Table(draft.instructions)
      masks = Table(draft.masks)
      requirements = Table(draft.requirements)
      fieldReferences = Table(draft.fieldReferences)
      levels = Table(draft.levels)
      elementOrigins = Table(draft.elementOrigins)
    }

    func deallocate() {
      targets.deallocate()
      containers.deallocate()
      replacements.deallocate()
      instructions.deallocate()
      masks.deallocate()
      requirements.deallocate()
      fieldReferences.deallocate()
      levels.deallocate()
      elementOrigins.deallocate()
    }
  }

  /// The operations for the container of a node. It has the same index as the node.
  struct Container {
    var target: Int32 = 0
    /// The required fields in the container. They are checked when it ends.
    var requirementBase: Int32 = 0
    var requirementCount: Int32 = 0
    /// Whether these are the required fields of one model, and this is the model's own value.
    var isModelsOwn = false
    /// Whether this is the record's root value and its kind is checked.
    var demandsKind = false
    /// The policy for duplicate members that have no edge, and the first of the fields that it applies to.
    var memberDuplicate = FieldPolicy.Duplicate.first
    var memberFieldBase: Int32 = 0
    /// The fields whose first wildcard is at this node. They are present and empty once the container opens.
    var arrayFieldBase: Int32 = 0
    var arrayFieldCount: Int32 = 0
    var objectFieldBase: Int32 = 0
    var objectFieldCount: Int32 = 0
    /// The instructions for a value of another kind, which no path can enter.
    var intermediateBase: Int32 = 0
    var intermediateCount: Int32 = 0

    /// Returns the fields that are present once the container opens.
    func presentFields(isArray: Bool) -> Range<Int> {
      let base = Int(isArray ? arrayFieldBase : objectFieldBase)
      return base..<(base + Int(isArray ? arrayFieldCount : objectFieldCount))
    }
  }

  /// The rule for a duplicate member. It has the same index as the edge of the member's name.
  struct Replacement {
    var duplicate: FieldPolicy.Duplicate
    /// The fields below the edge. A later member of the same name replaces their values.
    var fieldBase: Int32
    var fieldCount: Int32
  }

  /// The required fields of one scope, which must be present at the end of a container.
  struct Requirement {
    var scope: Int32
    var mask: Int32
  }

  struct FieldReference {
    var scope: Int32
    var field: Int32
  }

  /// A place that a path leads to.
  struct Target {
    var node: Int32 = -1
    var instructionBase: Int32 = 0
    var instructionCount: Int32 = 0
    /// Whether some instruction needs the bytes of the value.
    var wantsRaw = false
    /// Whether there is exactly one instruction, and it stores a value.
    var isSingle = false
    /// Whether some instruction is for a nested model.
    var hasModel = false
    /// Whether there is exactly one instruction, for a nested model whose instance exists from the beginning, and a
    /// node.
    var isModel = false
  }

  /// A model and its fields. It is the record's model or a nested one.
  struct Scope: Sendable {
    var instance: InstanceOperations
    /// The number of steps from the record's root value to the model's value.
    var depth: Int32
    /// The path to the model, which is a prefix of its fields' paths.
    var path: String
    var fields: [ProgramField] = []
    /// The cells of the fields that have no byte offset, and the size of all cells in bytes.
    var cells: [Cell] = []
    var cellBytes = 0
    /// The cells that hold an element before it moves to its collection. They are among the other cells.
    var elementCells: [ElementCell] = []
    /// The additional paths of fields, in the order of each field's paths.
    var aliases: [Alias] = []
    /// Whether a bad element can make the whole value of a field void.
    var isVoidable = false
    var requiredMask: Int32 = -1
    var words: Int { (fields.count + 63) / 64 }
    /// Whether a model can be rejected when its value ends, also if it has all its required fields.
    var canReject: Bool { instance.canReject || aliases.contains { $0.skipsNull && $0.isRequired } }

    /// Returns the field whose value is that of a field or of an alias.
    func field(_ number: Int) -> Int { aliases.first { $0.alias == number }?.field ?? number }

    /// The path of a field that leaves a view of the record's text in the model. A field that is set by a closure does
    /// not, and neither does JSON text that the model takes.
    func borrowedField(takesTexts: Bool) -> String? {
      let field = fields.indices.first { index in
        let type = fields[index].storage.leaf.type
        guard type == .borrowed || type == .text || type.isJSONText && !takesTexts else { return false }
        return cell(of: index).map(\.operations.canReset) ?? true
      }
      return field.map { fields[$0].path.text }
    }

    /// Returns the cell of a field, or nil if the field has a byte offset. Cells are sorted by field.
    func cell(of field: Int) -> Cell? {
      var (low, high) = (0, cells.count)
      while low < high {
        let middle = (low + high) / 2
        if cells[middle].field < field { low = middle + 1 } else { high = middle }
      }
      return low < cells.count && cells[low].field == field ? cells[low] : nil
    }
  }

  /// A collection that takes its elements from a cell.
  struct Level: Sendable {
    var isKeyed: Bool
    /// The slot of the collection: a field, or the cell of an element of another collection.
    var slot: FieldSlot
    /// The byte offset of the cell from the start of the scope's cells.
    var cellOffset: Int
    var duplicate: FieldPolicy.Duplicate
  }

  /// A place in the JSON from which a collection takes elements.
  struct ElementOrigin: Sendable {
    var level: Int
    /// The member's name, if it is always the same.
    var name: PathTables.Name
    /// The object and the name table of a member with an unknown name. Otherwise -1.
    var object: Int
    var unknownKeys: Int
  }

  struct ElementCell: Sendable {
    var operations: FieldCell
    var offset: Int
  }

  /// An additional path of a field. Its value stays in its own cell until the model ends and one path is selected.
  struct Alias: Sendable {
    var field: Int
    /// Whether the value counts also if that of the field is `null`.
    var skipsNull = false
    /// Whether the field must have a value that is not `null`.
    var isRequired = false
    /// The index of the alias, which is stored as a field of the scope.
    var alias: Int
    /// The operations of the field's own cell.
    var operations: FieldCell
    /// The offset of the alias's cell.
    var offset: Int
  }

  struct Cell: Sendable {
    var field: Int
    var operations: FieldCell
    var offset: Int
  }
}

/// The data of a field besides its instructions.
struct ProgramField: Sendable {
  var path: RecordPath
  /// The path that errors name, for a field that stands for others.
  var reportedPath: RecordPath?
  /// The scope of a nested model. It is -1 for any other value and for a collection of models.
  var child: Int32 = -1
  var slot: FieldSlot
  var storage: _FieldStorage
  var typeName: String
}

/// What is compiled from a mapping's declaration on first use: the program that updates existing instances, and the plans
/// that write models, with members in the order of the fields or sorted.
///
/// SAFETY: a plan is retained when it is stored, is never replaced, and is released with this object. So a method can
/// use it without retaining it. Only the mapping of a model writes instances of it.
@safe final class MappingPlans: Sendable {
  private let description: MappingDescription
  private let updatingProgram = Mutex<Program?>(nil)
  private let plan = unsafe Atomic<Unmanaged<WritingPlan>?>(nil)
  private let sortedPlan = unsafe Atomic<Unmanaged<WritingPlan>?>(nil)

  init(_ description: MappingDescription) {
    self.description = description
  }

  deinit {
    unsafe plan.load(ordering: .acquiring)?.release()
    unsafe sortedPlan.load(ordering: .acquiring)?.release()
  }

  /// Returns the program that updates existing instances.
  func updating() -> Program {
    if let program = updatingProgram.withLock({ $0 }) { return program }
    do throws(PathError) {
      let program = Program(try ProgramDraft(description.updating))
      updatingProgram.withLock { $0 = program }
      return program
    } catch {
      preconditionFailure("the fields have been compiled before: \(error)")
    }
  }

  /// Writes an instance of the mapping's model.
  ///
  /// - Throws: ``PathError`` if the mapping cannot be written. Nothing is written then.
  func write<Root>(_ model: borrowing Root, to json: inout JSONWriter) throws(PathError) {
    defer { withExtendedLifetime(self) {} }
    let plan = unsafe try writing(sortsNames: json.style.sortsNames)
    unsafe withUnsafePointer(to: model) { model in
      unsafe plan._withUnsafeGuaranteedRef { plan in unsafe plan.write(model, to: &json) }
    }
  }

  /// Compiles the plan for writing, unless it exists.
  func prepareWriting(sortsNames: Bool) throws(PathError) {
    _ = unsafe try writing(sortsNames: sortsNames)
  }

  /// Returns a plan, which is valid as long as this object.
  @inline(__always)
  private func writing(sortsNames: Bool) throws(PathError) -> Unmanaged<WritingPlan> {
    let known =
      unsafe sortsNames ? sortedPlan.load(ordering: .acquiring) : plan.load(ordering: .acquiring)
    if let known = unsafe known { return unsafe known }
    return unsafe try compile(sortsNames: sortsNames)
  }

  @inline(never)
  private func compile(sortsNames: Bool) throws(PathError) -> Unmanaged<WritingPlan> {
    let new = unsafe Unmanaged.passRetained(try WritingPlan(description, sortsNames: sortsNames))
    let (_, first) =
      unsafe sortsNames
      ? sortedPlan.compareExchange(expected: nil, desired: new, ordering: .acquiringAndReleasing)
      : plan.compareExchange(expected: nil, desired: new, ordering: .acquiringAndReleasing)
    guard let first = unsafe first else { return unsafe new }
    // Another thread has stored its plan before.
    unsafe new.release()
    return unsafe first
  }
}
