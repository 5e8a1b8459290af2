/// A mapping's paths, merged into the tree of what is written.
///
/// - an **object** has its members in the order in which the fields name them first;
/// - an array of **positions** has the indexes that paths name, and `null` between them;
/// - an array of **elements** stands where paths have `[*]`: element by element, of all fields beneath, as
///   many as the longest has;
/// - a **field** is written as it is.
///
/// A field that takes a value whole is what is written of it; fields within are left out, and so is a second
/// field of the same path, and one that can only be stored into.
///
/// All references are indexes; the nodes of a nested model are a plan of their own.
///
/// SAFETY: the tables are allocated here, filled once, never written afterwards, and freed with the plan. That
/// makes the class Sendable. Behind the names there are `Name.padding` bytes.
@safe final class WritingPlan: @unchecked Sendable {
  enum Kind: UInt8 {
    case object, positions, elements, field
  }

  struct Node {
    var kind: Kind
    /// The children, or the field.
    var base = 0
    var count = 0
    /// For an object that may have members of unknown names: its number among these objects.
    var unknown = -1
  }

  /// A child of a node: a member, or the element at an index.
  struct Child {
    var name = Name()
    var index = 0
    var node: Int
  }

  /// What stands before a member's value, `,"name":`, among the names.
  struct Name {
    var base = 0
    var count = 0

    static let padding = 16
  }

  struct Field {
    let type: SlotType
    let shape: SlotShape
    /// The machine's own types are written without a closure.
    let isPlain: Bool
    /// Where the field lies in an instance; -1 if only a closure can show it.
    let offset: Int
  }

  /// What it takes to write the other fields.
  struct Closures {
    let storage: _FieldStorage
    let cell: FieldCell
    /// What writes a nested model.
    let model: ValueWriting.Model?
  }

  /// The field that has members of unknown names, and where they go.
  struct UnknownMembers {
    let field: Int
    let keys: UnknownKeys
    /// For each of the objects, the names that its other members have.
    var known: [[[UInt8]]]
  }

  let nodes: UnsafePointer<Node>
  let children: UnsafePointer<Child>
  let fields: UnsafePointer<Field>
  let names: UnsafePointer<UInt8>
  let closures: [Closures]
  let instance: InstanceOperations
  /// What has the members of unknown names.
  let unknown: UnknownMembers?
  /// For a model that is one of several, the plan of each, and what says which it is.
  let variants: (writing: VariantWriting, plans: [WritingPlan])?

  /// - Throws: a ``PathError`` for a path that cannot be written: with `.*`, whose names nobody knows, or
  ///   with one wildcard in another, whose elements nobody can tell apart.
  init(_ description: MappingDescription, _ style: JSONStyle) throws(PathError) {
    instance = description.instance
    var plans: [WritingPlan] = []
    for mapping in description.variants?.mappings ?? [] { plans.append(try WritingPlan(mapping, style)) }
    variants = description.variants.map { ($0, plans) }
    let own = MappingDescription(fields: [], instance: instance)
    let draft = try WritingDraft(variants == nil ? description : own, style)
    unsafe nodes = unsafe Memory.table(draft.nodes)
    unsafe children = unsafe Memory.table(draft.children)
    unsafe fields = unsafe Memory.table(draft.fields)
    unsafe names = unsafe Memory.table(draft.names + [UInt8](repeating: 0, count: Name.padding))
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
