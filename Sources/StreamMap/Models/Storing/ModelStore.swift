/// The instances of a program's models, and what is stored into them while a record is read.
///
/// A value comes with the number of its target, which a ``Matcher`` found. The store knows the fields that take it:
///
///     set(target, literal)       stores a plain value of one field, whose address is known (``Binding``)
///     scalar(target, literal)    stores any other
///     begin(target, …)           begins the values of a container: models, collections, captured values
///     finishValues(depth, …)     ends them
///
/// `ends` is the stack of open values, ordered by depth. Between records it is empty. After a failure only
/// `abandonRecord` may follow.
///
/// SAFETY: the memory is allocated in `init`, with sizes from the program so that `ends` cannot overflow, and freed by
/// `deallocate`, which the owner calls once. The tables live as long as the owner holds the program.
@safe struct ModelStore {
  let tables: Program.Tables
  let program: Unretained<Program>
  /// Retains the program.
  private let owner: Program

  var ends: Table<End>
  var endCount = 0
  /// One for each target.
  var bindings: Table<Binding>
  var scopes: Table<ScopeState>

  var failure = Failure()
  /// The reason that a closure gave when it last rejected a value.
  var rejection: Rejection?
  var notes = Notes()

  /// The context of the call.
  var callContext = CallContext.Reference()

  /// The text in the record of the value that is being stored. It is set only if its target needs it.
  var rawText = RawText()
  /// The names seen so far in the object that contains the value, if the object takes members of any name.
  var memberNames: UnsafeMutablePointer<NameSet>?

  /// The number that `null` represents, by the offset of the `null` in a repaired record.
  var nonFinite: [Int: NonFiniteNumber] = [:]

  /// The mismatched values in whose place policies stored null. Nil if they are not noted.
  var replaced: ReplacedValues?
  /// The text of borrowed strings that differ from the bytes in the record.
  var texts: TextArena
  /// Whether the record is in memory as a whole, and the slack of a ``TextCursor`` is readable after it.
  var isRecordFollowed = false
  /// Whether the model takes the texts when the record has ended, so that none may be in the record.
  let copiesTexts: Bool
  /// The strings of fields whose values repeat.
  var strings = StringTable()
  /// The number of records until the next trial of ``StringSharing``. The first trial is late enough for a short input
  /// to pay nothing.
  var recordsToTrial = 4_096
  static let recordsPerTrial = 8_192

  init(_ program: Program) {
    tables = program.tables
    self.program = Unretained(program)
    owner = program
    ends = Table(repeating: End(), count: program.endCapacity)
    scopes = Table(program.scopes.lazy.map(ScopeState.init))
    bindings = Table(repeating: Binding(none: scopes[0]), count: program.targetCount)
    copiesTexts = program.scopes[0].instance.takesTexts
    texts = copiesTexts ? .ofRow : TextArena()
    if program.scopes[0].instance.notesReplaced { replaced = ReplacedValues() }
    for scope in 0..<scopes.count { bind(scope) }
  }

  /// The program that the tables belong to.
  var description: Program { program.object }

  func deallocate() {
    let program = description
    for index in 0..<scopes.count { scopes[index].deallocate(program.scopes[index]) }
    scopes.deallocate()
    ends.deallocate()
    bindings.deallocate()
    texts.deallocate()
    strings.deallocate()
  }

  /// The work to do for a value when the container at a depth closes.
  struct End {
    enum Action: UInt8 {
      case capture
      case scope
      /// The value is an element that moves to its collection.
      case gather
    }

    var action = Action.capture
    var depth: Int32 = 0
    var instruction: Int32 = 0
    /// The start of the value in the record, if the source was asked for it. -1 for a scalar.
    var start = -1
    var isArray = false
  }

  /// Why the record does not fit the model. The source adds the location.
  struct Failure {
    var kind: MappingError.Kind?
    var scope: Int32 = 0
    var field: Int32 = 0
    var found = Literal.Kind.null
    /// Whether a model is rejected at its end.
    var isModel = false
    /// For a missing field, the number of steps of its path that lead to the container.
    var steps = 0
    /// The number of the field's collections that contain the value.
    var level = 0
    /// The start of the value, if it is known. It is set for a captured value, which is rejected at its end.
    var start: Int?
    /// Whether the failure is already noted.
    var isNoted = false
    /// The kinds accepted for the record's root value or for an intermediate value, if that value has another kind.
    var kinds: ContainerKinds?
    /// Whether `kinds` is about the record's root value.
    var isRoot = false

    /// Whether the failure is reported at the end of its model's value.
    var isFoundAtEnd: Bool { kind == .missingField || isModel }
  }
}
