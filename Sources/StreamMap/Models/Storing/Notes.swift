/// The notes that a machine takes of a record besides filling its model: the state of its fields, for
/// ``FieldStatistics``, and all its failures.
///
/// Notes are nearly always off. Then they cost one check in rare steps. The store does not know its offset in the
/// record. The source sets the offsets of the notes after each event, when it reads to inspect. Until then they are
/// -1.
struct Notes {
  /// Whether findings about fields are counted.
  var counts = false
  /// Whether a failure that would end the record is noted instead. The field then keeps the template's value, and the
  /// record continues.
  var collects = false
  /// One finding for each field and kind.
  private(set) var findings: [Finding] = []
  /// The indexes in `findings` of those that the record has.
  private(set) var found: [Int] = []
  private(set) var failures: [Failure] = []
  /// The start of the value that is being read at its end. -1 for any other value.
  var valueStart = -1
  /// For each scope, the index of its first field, and whether its model cannot be made because of a noted failure.
  private var firstFields: [Int] = []
  private var isInvalidated: [Bool] = []
  /// The number of findings and failures that have their offset.
  private var placedFindings = 0
  private var placedFailures = 0

  struct Finding {
    var count = 0
    var offset = -1
  }

  struct Failure {
    var failure: ModelStore.Failure
    var rejection: Rejection?
    var offset: Int
  }

  /// A kind of finding about a field.
  enum Kind: Int, CaseIterable {
    case absent, null, mismatched, dropped
  }

  /// The maximum number of reported failures of one record, including the one that ends it.
  static let maximumFailures = 100

  init() {}

  init(_ program: Program) {
    firstFields = program.firstFields
    findings = Array(repeating: Finding(), count: program.fieldCount * Kind.allCases.count)
    isInvalidated = Array(repeating: false, count: program.scopes.count)
  }

  /// Whether anything is noted.
  var isOn: Bool { counts || collects }

  mutating func clear() {
    for index in found { findings[index] = Finding() }
    found.removeAll(keepingCapacity: true)
    failures.removeAll(keepingCapacity: true)
    (placedFindings, placedFailures) = (0, 0)
  }

  mutating func note(_ kind: Kind, _ scope: Int32, _ field: Int32) {
    let index = (firstFields[Int(scope)] + Int(field)) * Kind.allCases.count + kind.rawValue
    if findings[index].count == 0 {
      found.append(index)
      findings[index].offset = valueStart
    }
    findings[index].count += 1
  }

  /// Notes a failure. Returns false if there are too many.
  mutating func note(_ failure: ModelStore.Failure, _ rejection: Rejection?) -> Bool {
    guard failures.count + 1 < Self.maximumFailures else { return false }
    failures.append(Failure(failure: failure, rejection: rejection, offset: valueStart))
    invalidate(Int(failure.scope))
    return true
  }

  // MARK: Models that cannot be made

  mutating func invalidate(_ scope: Int) { isInvalidated[scope] = true }

  mutating func restore(_ scope: Int) {
    if collects { isInvalidated[scope] = false }
  }

  /// Only models that can be rejected are asked. Each of them is restored when it begins.
  func isInvalidated(_ scope: Int) -> Bool { collects && isInvalidated[scope] }

  // MARK: Places

  /// Whether some notes have no offset yet.
  var hasUnplaced: Bool { placedFindings < found.count || placedFailures < failures.count }

  /// Sets the offset of the notes that have none.
  ///
  /// - Parameter end: the offset for absent fields and for failures found at the end of a model, if it differs.
  mutating func locate(at offset: Int, end: Int? = nil) {
    for index in found[placedFindings...] where findings[index].offset < 0 {
      let isMissing = index % Kind.allCases.count == Kind.absent.rawValue
      findings[index].offset = isMissing ? end ?? offset : offset
    }
    for index in placedFailures..<failures.count where failures[index].offset < 0 {
      failures[index].offset = failures[index].failure.isFoundAtEnd ? end ?? offset : offset
    }
    (placedFindings, placedFailures) = (found.count, failures.count)
  }
}

// Notes of failures, if they are requested.
extension ModelStore {
  mutating func note(_ kind: Notes.Kind, _ instruction: Instruction) {
    if notes.counts { notes.note(kind, instruction.scope, instruction.field) }
  }

  /// Fails with this failure, or notes it if all failures are collected. Returns true if the record continues.
  mutating func fail(_ failure: Failure) -> Bool {
    if notes.collects, notes.note(failure, rejection) {
      rejection = nil
      return true
    }
    self.failure = failure
    return false
  }

  /// Does the same for a value. If the record continues, the field keeps the template's value, and an element is
  /// dropped.
  mutating func fail(_ failure: Failure, keeping instruction: Instruction) -> Bool {
    guard fail(failure) else { return false }
    notes.invalidate(Int(instruction.scope))
    if !instruction.isElement { keep(instruction) }
    return true
  }
}
