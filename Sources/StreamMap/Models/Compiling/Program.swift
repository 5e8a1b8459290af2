/// A mapping compiled to flat tables; immutable, shared by every decoder.
///
/// - its **paths**, which lead to targets;
/// - a **target** for each place that a path can lead to: what is stored of the value there, and the node that matches
///   what is inside it. Target 0 is for values that no path wants, and target 1 is the record's own value;
/// - a **container** for each node: what is done when it opens, when it closes, and when the value is of another kind;
/// - an **instruction** for each wanted value;
/// - a **scope** for each model: the record's own, and one for each nested mapping.
///
/// All references between the tables are indexes. `-1` is none.
///
/// SAFETY: the tables are allocated here, filled once by the compilation, never
/// written afterwards, and freed with the program; whoever holds a pointer into
/// them holds the program. That, too, makes the class Sendable.
@safe final class Program: @unchecked Sendable {
  let paths: PathTables
  let tables: Tables
  /// The witnesses that slots and instructions refer to.
  private let witnesses: [FieldWitness]
  let scopes: [Scope]
  /// The collections that take their elements from cells, and from where they do.
  let levels: [Level]
  let intakes: [Intake]
  let unknownKeys: [UnknownKeys]
  /// The most values that are open at one time.
  let endCapacity: Int
  let targetCount: Int
  /// For each scope, the number of its first field among all.
  let firstFields: [Int]
  let fieldCount: Int
  /// For each scope, the targets that are one plain field of it.
  let plainTargets: [[Int]]
  /// Some value is kept as it stands in the record.
  let keepsText: Bool
  /// The path of a field that is a view of the record's text, if there is one.
  let borrowedField: String?

  init(_ draft: ProgramDraft) {
    paths = PathTables(draft.paths)
    tables = Tables(draft)
    witnesses = draft.witnesses
    scopes = draft.scopes
    levels = draft.levels
    intakes = draft.intakes
    unknownKeys = draft.unknownKeys
    borrowedField = draft.scopes.lazy.compactMap(\.borrowedField).first
    // One for each instruction that keeps a value or a model.
    endCapacity = draft.instructions.count + 1
    targetCount = draft.targets.count
    var plainTargets = [[Int]](repeating: [], count: draft.scopes.count)
    for (index, target) in draft.targets.enumerated() where target.isSingle && !target.wantsRaw {
      plainTargets[Int(draft.instructions[Int(target.instructionBase)].scope)].append(index)
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
    keepsText = draft.targets.contains { $0.wantsRaw }
  }

  deinit {
    paths.deallocate()
    tables.deallocate()
  }

  /// The addresses of the tables.
  @safe struct Tables {
    let targets: UnsafePointer<Target>
    let containers: UnsafePointer<Container>
    let replacements: UnsafePointer<Replacement>
    let instructions: UnsafePointer<Instruction>
    let masks: UnsafePointer<UInt64>
    let requirements: UnsafePointer<Requirement>
    let fieldReferences: UnsafePointer<FieldReference>

    init(_ draft: ProgramDraft) {
      unsafe targets = unsafe Memory.table(draft.targets)
      unsafe containers = unsafe Memory.table(draft.containers)
      unsafe replacements = unsafe Memory.table(draft.replacements)
      unsafe instructions = unsafe Memory.table(draft.instructions)
      unsafe masks = unsafe Memory.table(draft.masks)
      unsafe requirements = unsafe Memory.table(draft.requirements)
      unsafe fieldReferences = unsafe Memory.table(draft.fieldReferences)
    }

    func deallocate() {
      unsafe targets.deallocate()
      unsafe containers.deallocate()
      unsafe replacements.deallocate()
      unsafe instructions.deallocate()
      unsafe masks.deallocate()
      unsafe requirements.deallocate()
      unsafe fieldReferences.deallocate()
    }
  }

  /// What is done for the container of a node, which has the same index.
  struct Container {
    /// The target of the value.
    var target: Int32 = 0
    /// The required fields in it, which are checked when it ends.
    var requirementBase: Int32 = 0
    var requirementCount: Int32 = 0
    /// Whether these are the required fields of the one model whose value it is.
    var isModelsOwn = false
    /// Whether it is the record's own value, and its kind is checked.
    var demandsKind = false
    /// The duplicates of members without an edge: the policy, and the field it belongs to.
    var memberDuplicate = FieldPolicy.Duplicate.first
    var memberFieldBase: Int32 = 0
    /// The fields whose first wildcard is here. They are present and empty once the container opens.
    var arrayFieldBase: Int32 = 0
    var arrayFieldCount: Int32 = 0
    var objectFieldBase: Int32 = 0
    var objectFieldCount: Int32 = 0
    /// The instructions for a value of another kind, which no path can enter.
    var intermediateBase: Int32 = 0
    var intermediateCount: Int32 = 0

    /// The fields that are present once it opens.
    func presentFields(isArray: Bool) -> Range<Int> {
      let base = Int(isArray ? arrayFieldBase : objectFieldBase)
      return base..<(base + Int(isArray ? arrayFieldCount : objectFieldCount))
    }
  }

  /// What a second member of one name means, for an edge, which has the same index.
  struct Replacement {
    var duplicate: FieldPolicy.Duplicate
    /// The fields beneath, which a later member of the same name replaces.
    var fieldBase: Int32
    var fieldCount: Int32
  }

  /// Fields of one scope that must be there by the end of a container.
  struct Requirement {
    var scope: Int32
    var mask: Int32
  }

  struct FieldReference {
    var scope: Int32
    var field: Int32
  }

  /// A place a path leads to.
  struct Target {
    var node: Int32 = -1
    var instructionBase: Int32 = 0
    var instructionCount: Int32 = 0
    /// Some instruction wants the value's own bytes.
    var wantsRaw = false
    /// There is one instruction, and it is for a value.
    var isSingle = false
    /// Some instruction is for a nested model.
    var hasModel = false
    /// There is one instruction, for a nested model that is there from the beginning, and a node.
    var isModel = false
  }

  /// A model, or a nested one, and its fields.
  struct Scope: Sendable {
    var instance: InstanceOperations
    /// Steps from the record's own value to the model's.
    var depth: Int32
    /// The path to the model, which begins those of its fields.
    var path: String
    var fields: [ProgramField] = []
    /// The fields that have no byte offset, and the bytes of all their cells.
    var cells: [Cell] = []
    var cellBytes = 0
    /// The cells of elements on their way to a collection, among the others.
    var elementCells: [ElementCell] = []
    /// The further paths of fields, each field's in their order.
    var aliases: [Alias] = []
    /// A bad element can make the whole of a field void.
    var isVoidable = false
    /// Whether a mismatch may be decided only at the end of the model. See ``ModelStore/Deferred``.
    var defersMismatches = false
    var requiredMask: Int32 = -1
    var words: Int { (fields.count + 63) / 64 }

    /// The path of a field that leaves a view of the record's text in the model; one that a
    /// closure sets does not.
    var borrowedField: String? {
      let field = fields.indices.first { index in
        guard fields[index].storage.leaf.type == .borrowed else { return false }
        return cell(of: index).map { unsafe $0.operations.reset != nil } ?? true
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
    var gathering: any CollectionBuilding
    /// Where the collection is: a field, or itself the cell of an element.
    var slot: FieldSlot
    /// Where the cell is, in bytes from its scope's cells.
    var cellOffset: Int
    var duplicate: FieldPolicy.Duplicate
  }

  /// A place in the JSON from which a collection takes elements.
  struct Intake: Sendable {
    var level: Int
    /// The member's name, if it is always this one.
    var name: PathTables.Name
    /// Of a member of an unknown name: its object, and how it is called; otherwise -1.
    var object: Int
    var unknownKeys: Int
  }

  struct ElementCell: Sendable {
    var gathering: any CollectionBuilding
    var offset: Int
  }

  /// Another path of a field, whose values lie in a cell of their own until it is known which path's counts.
  struct Alias: Sendable {
    var field: Int
    /// The alias itself, as a field of the scope.
    var alias: Int
    /// What the field's own cell would be.
    var operations: FieldCell
    /// Where the alias' cell is.
    var offset: Int
  }

  struct Cell: Sendable {
    var field: Int
    var operations: FieldCell
    var offset: Int
  }
}

/// What the machine knows of a field besides its instructions.
struct ProgramField: Sendable {
  var path: RecordPath
  /// The scope of a nested model; -1 for any other value, and for one of many.
  var child: Int32 = -1
  var slot: FieldSlot
  var storage: _FieldStorage
  var typeName: String
}
