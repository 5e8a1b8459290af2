/// A mapping's paths, merged into a tree of the output.
///
/// - an **object** has its members in the order in which the fields first name them;
/// - an array of **positions** has the indexes that paths name, and `null` between them;
/// - an array of **elements** is used where paths have `[*]`. Each element contains all fields below it, and there are
///   as many elements as the longest field has;
/// - a **field** is written as it is.
///
/// A field that takes a whole value is written instead of the fields within it. A second field of the same path, and a
/// field that can only be set, are not written.
///
/// The tables refer to each other by index. The nodes of a nested model are in a separate plan.
///
/// SAFETY: the tables are allocated here, filled once, never written afterwards, and freed with the plan. That makes
/// the class Sendable. Behind the names there is the slack of a ``TextCursor``.
@safe final class WritingPlan: @unchecked Sendable {
  enum Kind: UInt8 {
    case object, positions, elements, field
    /// The root, if it is never omitted. Its first and last child are its brackets.
    case run
  }

  struct Node {
    var kind: Kind
    /// The range of the children, or the field.
    var base = 0
    var count = 0
    /// For an object that can have members of unknown names, its index among these objects.
    var unknown = -1
    /// The largest number of bytes of the names and of the numbers and constants of all children.
    var fixedCount = 0
    /// Whether all children are scalars or brackets.
    var isScalar = false
  }

  /// A child of a node: a member, the element at an index, or the beginning or the end of a container that is never
  /// omitted.
  struct Child {
    var name = Name()
    /// The number of elements before this one that no path names.
    var missing = 0
    /// The node of the value. A beginning and an end have none.
    var node = -1
    /// The type of a field that has an offset and contains one value, and is written without its tables.
    var scalar = Scalar.none
    var offset = 0

    /// Whether a scalar or a node is an element of positions, whose text before the value is a comma. A name is longer.
    var isElement: Bool { name.count == 1 }
  }

  enum Scalar: UInt8 {
    case none
    case string, optionalString, int, optionalInt, double, optionalDouble, bool, optionalBool
    /// The brackets of a container that is never omitted. Its children are between them, among those around it.
    case begin, end

    var isNeverNil: Bool { self == .string || self == .int || self == .double || self == .bool }
  }

  /// The text before a value as a range of the names: `,"name":` or `,`, and the bracket of a beginning. For an end, its
  /// bracket.
  struct Name {
    var base = 0
    var count = 0
  }

  struct Field {
    let type: SlotType
    let shape: SlotShape
    /// Whether the type is one that the machine stores itself. Such a type is written without a closure.
    let isPlain: Bool
    /// The field's offset in an instance. -1 if only a closure can read it.
    let offset: Int

    var scalar: Scalar {
      guard isPlain, offset >= 0 else { return .none }
      return switch (type, shape) {
      case (.string, .plain), (.internedString, .plain): .string
      case (.string, .optional), (.internedString, .optional): .optionalString
      case (.int, .plain): .int
      case (.int, .optional): .optionalInt
      case (.double, .plain): .double
      case (.double, .optional): .optionalDouble
      case (.bool, .plain): .bool
      case (.bool, .optional): .optionalBool
      default: .none
      }
    }
  }

  /// The data for writing the other fields.
  struct Closures {
    let storage: _FieldStorage
    let cell: FieldCell?
    let model: ValueWriting.Model?
  }

  /// The field that has members of unknown names, and their places.
  struct UnknownMembers {
    let field: Int
    let keys: UnknownKeys
    /// For each of the objects, the names of its other members.
    var known: [[[UInt8]]]
  }

  let nodes: UnsafePointer<Node>
  let children: UnsafePointer<Child>
  let fields: UnsafePointer<Field>
  let names: UnsafePointer<UInt8>
  let closures: [Closures]
  let instance: InstanceOperations
  /// The members of unknown names, if the mapping has a field of them.
  let unknown: UnknownMembers?
  /// For a model that is one of several variants, the plan of each, and the function that selects one.
  let variants: (writing: VariantWriting, plans: [WritingPlan])?

  /// Compiles a mapping for writing.
  ///
  /// - Parameter sortsNames: whether members are sorted by their names. Otherwise they have the order of the fields.
  /// - Throws: a ``PathError`` for a path that cannot be written: one with `.*`, because the names are not known,
  ///   or with two wildcards, because the list does not say which elements belong together.
  init(_ description: MappingDescription, sortsNames: Bool) throws(PathError) {
    instance = description.instance
    var plans: [WritingPlan] = []
    for mapping in description.variants?.mappings ?? [] {
      plans.append(try WritingPlan(mapping, sortsNames: sortsNames))
    }
    variants = description.variants.map { ($0, plans) }
    let own = MappingDescription(fields: [], instance: instance)
    let draft = try WritingDraft(variants == nil ? description : own, sortsNames: sortsNames)
    unsafe nodes = unsafe Memory.table(draft.nodes)
    unsafe children = unsafe Memory.table(draft.children)
    unsafe fields = unsafe Memory.table(draft.fields)
    unsafe names = unsafe Memory.table(draft.names + [UInt8](repeating: 0, count: TextCursor.slack))
    closures = draft.closures
    unknown = draft.unknown
  }

  deinit {
    unsafe nodes.deallocate()
    unsafe children.deallocate()
    unsafe fields.deallocate()
    unsafe names.deallocate()
  }
}
