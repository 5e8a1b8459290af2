/// The state that walks a program's tables, driven by an event source.
///
/// It holds a stack of frames, one for each open container that some path goes
/// into; a stack of ends, what is to be done when an open container closes; and the
/// instances that the instructions store into. A source tells it of the values that
/// are wanted and keeps the rest to itself:
///
///     key(name) → target        element() → target    (0: nobody wants it; -1: a failure)
///     store(target, literal)    open(target, …) → entered, skipped
///     scalar(target, literal)   awaits(depth), leave(depth), close(depth)
///                               isExhausted: the rest of the container is not wanted
///
/// `store` is for plain values of one field, whose address is known beforehand (``Binding``); what it
/// does not take is left to `scalar`, which takes everything.
///
/// Invariants: `frames ≤ top + 1`; `top` is the innermost open container that was
/// entered; `ends[0..<endCount]` are ordered by depth; between records both stacks
/// are empty. After a failure only `abandonRecord` may follow.
///
/// SAFETY: the memory is allocated in `init`, sized by the program so that no stack
/// can grow beyond it, and freed by `deallocate`, which the owner calls once. The
/// tables live as long as the owner holds the program.
@safe struct Machine {
  let tables: Program.Tables
  let program: Unmanaged<Program>

  private(set) var frames: UnsafeMutablePointer<Frame>
  private(set) var ends: UnsafeMutablePointer<End>
  private let met: UnsafeMutablePointer<UInt64>
  /// For each target.
  let bindings: UnsafeMutablePointer<Binding>
  /// For each edge, the edge whose name came next when it was last met; behind them, for
  /// each node, the one that came first. Records of one stream have their members in one
  /// order nearly always, so that the next name is compared with one other and not hashed.
  let following: UnsafeMutablePointer<Int32>
  let edgeCount: Int32
  let scopes: UnsafeMutablePointer<ScopeState>
  let scopeCount: Int

  /// The innermost frame; `frames - 1` where there is none.
  var top: UnsafeMutablePointer<Frame>
  var endCount = 0
  var failure = Failure()
  /// What the closure that refused a value last said of it.
  var refusal: Refusal?
  var notes = Notes()
  /// The deferred mismatches, in order of offset.
  var deferred: [Deferred] = []

  /// What the call brings along.
  var surroundings = Surroundings.Reference()

  /// The value that is being stored, as it stands in the record; set only where its target
  /// wants that.
  var whole: Whole

  /// What stands for numbers that JSON has not, while a record is read that was mended.
  var standIns: NonFiniteNumbers?

  /// The compact text of the values kept as ranges, end to end.
  var arena: [UInt8] = []
  /// The text of the borrowed strings that are not in the record as they are.
  var texts = TextArena()
  /// The strings of fields of few distinct values.
  var strings = StringTable()

  init(_ program: Program) {
    tables = program.tables
    unsafe self.program = unsafe Unmanaged.passRetained(program)

    // One more in front, so that `top` has an address when nothing is open.
    unsafe frames = unsafe UnsafeMutablePointer<Frame>.allocate(capacity: program.frameCapacity + 1) + 1
    unsafe ends = .allocate(capacity: program.endCapacity)
    unsafe met = .allocate(capacity: (program.frameCapacity + 1) * program.metWords)
    unsafe met.initialize(repeating: 0, count: (program.frameCapacity + 1) * program.metWords)
    unsafe top = unsafe frames - 1
    for level in -1..<program.frameCapacity {
      unsafe (frames + level).initialize(
        to: Frame(
          node: tables.nodes, met: met + (level + 1) * program.metWords, edge: tables.indexes))
    }

    edgeCount = Int32(program.edgeCount)
    unsafe following = .allocate(capacity: program.edgeCount + program.nodeCount)
    unsafe following.initialize(repeating: -1, count: program.edgeCount + program.nodeCount)

    whole = unsafe Whole(tables.names, 0)
    scopeCount = program.scopes.count
    unsafe scopes = .allocate(capacity: scopeCount)
    for (index, scope) in program.scopes.enumerated() {
      unsafe (scopes + index).initialize(to: ScopeState(scope))
    }
    unsafe bindings = .allocate(capacity: program.targetCount)
    unsafe bindings.initialize(repeating: Binding(none: scopes[0]), count: program.targetCount)
    for scope in 0..<scopeCount { bind(scope) }
  }

  /// The program that the tables belong to.
  var description: Program { unsafe program.takeUnretainedValue() }

  func deallocate() {
    let program = description
    for index in 0..<scopeCount { unsafe scopes[index].deallocate(program.scopes[index]) }
    unsafe scopes.deinitialize(count: scopeCount)
    unsafe scopes.deallocate()
    unsafe (frames - 1).deinitialize(count: program.frameCapacity + 1)
    unsafe (frames - 1).deallocate()
    unsafe ends.deallocate()
    unsafe met.deallocate()
    unsafe following.deallocate()
    unsafe bindings.deallocate()
    texts.deallocate()
    strings.deallocate()
    unsafe self.program.release()
  }

  /// An open container that some path goes into.
  @safe struct Frame {
    var node: UnsafePointer<Program.Node>
    /// The instruction of the nested model that ends with it, if nothing else does; -1 otherwise.
    var model: Int32 = -1
    /// Of the container, the record's own value being at 1.
    var depth: Int32 = 0
    /// One bit for each edge of the node met in this object.
    let met: UnsafeMutablePointer<UInt64>
    /// Names met under `.*`; made when first needed.
    var memberNames: NameSet?
    /// The edge that comes next, if it is as it was before; -1 if that is not known.
    var expected: Int32 = -1
    /// The place in `following` of the edge met last, or of the node. Of the walker, which predicts in
    /// its own way, the link to the gap passed last.
    var last: Int32 = 0
    /// What is wanted of the container and has not come: edges of an object not met, indexes
    /// of an array not passed. Where there is no end of it, more than there can be.
    var remaining: Int32 = .max
    /// The next element, and the first index edge not passed.
    var index: Int32 = 0
    var edge: UnsafePointer<Program.IndexEdge>
    var isArray = false
  }

  /// What is to be done with a value when the container at a depth closes, once its frame, if
  /// it has one, is gone.
  struct End {
    enum Action: UInt8 {
      case capture
      case scope
      /// The value is an element that its collection takes.
      case gather
    }

    var action: Action
    var depth: Int32
    var instruction: Int32
    /// Where the value begins in the record, if the source was asked for it; -1 for a scalar.
    var start: Int
    var isArray: Bool
  }

  /// Why the record does not fit the model; the source adds the place.
  struct Failure {
    var kind: MappingError.Kind?
    var scope: Int32 = 0
    var field: Int32 = 0
    var found = Literal.Kind.null
    /// It is a model that is refused, at its end.
    var isModel = false
    /// For a missing field: how many steps of its path are in the container's.
    var steps = 0
    /// How many collections of the field the value is in.
    var level = 0
    /// Where the value begins, if that is known: of a value kept whole, which is refused
    /// at its end.
    var start: Int?
    /// It has been noted what is wrong.
    var isNoted = false
    /// The kinds accepted for the record's own value, or for an intermediate value, if that value has another kind.
    var kinds: ContainerKinds?
    /// Whether `kinds` is about the record's own value.
    var isRoot = false

    /// It is told where its model's value ends.
    var isFoundAtEnd: Bool { kind == .missing || isModel }
  }

  /// An intermediate value of the wrong kind, for a field that has several paths. It is a mismatch if the model ends
  /// and no path of the field has a value.
  struct Deferred {
    var scope: Int32
    var instruction: Int32
    var found: Literal.Kind
    /// The offset of the value in the record. -1 until the source has set it.
    var offset: Int
  }

  /// The bytes of a value.
  ///
  /// SAFETY: valid during the step before which they are set.
  @safe struct Whole {
    let start: UnsafePointer<UInt8>
    let count: Int

    init(_ start: UnsafePointer<UInt8>, _ count: Int) {
      unsafe self.start = unsafe start
      self.count = count
    }
  }

  enum Opened {
    case entered
    case skipped
    case failed
  }
}
