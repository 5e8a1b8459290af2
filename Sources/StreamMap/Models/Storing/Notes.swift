/// What a machine notes of a record besides filling its model: what there was of its fields, for a
/// ``FieldStatistics``, and all that is wrong with it.
///
/// When it is off, as nearly always, it costs a check in rare steps. The store does not know where in the
/// record it is: whoever does gives the notes of each event their place, when reading to inspect; until then it is
/// -1.
struct Notes {
  /// What is found of fields is counted.
  var counts = false
  /// What would end the record is noted: the field keeps the template's value, and the record goes on.
  var collects = false
  /// For each field, one for each kind of finding.
  private(set) var findings: [Finding] = []
  /// Those that the record has, by their place in `findings`.
  private(set) var found: [Int] = []
  private(set) var failures: [Failure] = []
  /// Where the value begins that is read at its end; -1 for any other.
  var valueStart = -1
  /// For each scope, the number of its first field; whether its model cannot be made because of what was noted.
  private var firstFields: [Int] = []
  private var isSpoiled: [Bool] = []
  /// How many have their place.
  private var placedFindings = 0
  private var placedFailures = 0

  struct Finding {
    var count = 0
    var offset = -1
  }

  struct Failure {
    var failure: ModelStore.Failure
    var refusal: Refusal?
    var offset: Int
  }

  /// What can be found of a field.
  enum Kind: Int, CaseIterable {
    case absent, null, mismatched, dropped
  }

  /// More of one record are not told, the one that ends it included.
  static let maximumFailures = 100

  init() {}

  init(_ program: Program) {
    firstFields = program.firstFields
    findings = Array(repeating: Finding(), count: program.fieldCount * Kind.allCases.count)
    isSpoiled = Array(repeating: false, count: program.scopes.count)
  }

  /// Whether anything is noted.
  var isOn: Bool { counts || collects }

  mutating func clear() {
    for index in found { findings[index] = Finding() }
    found.removeAll(keepingCapacity: true)
    failures.removeAll(keepingCapacity: true)
    (placedFindings, placedFailures) = (0, 0)
    for scope in isSpoiled.indices { isSpoiled[scope] = false }
  }

  /// Removes the noted failures.
  mutating func clearFailures() {
    failures.removeAll()
    placedFailures = 0
  }

  mutating func note(_ kind: Kind, _ scope: Int32, _ field: Int32) {
    let index = (firstFields[Int(scope)] + Int(field)) * Kind.allCases.count + kind.rawValue
    if findings[index].count == 0 {
      found.append(index)
      findings[index].offset = valueStart
    }
    findings[index].count += 1
  }

  /// Notes a failure; false if there are too many.
  mutating func note(_ failure: ModelStore.Failure, _ refusal: Refusal?) -> Bool {
    guard failures.count + 1 < Self.maximumFailures else { return false }
    failures.append(Failure(failure: failure, refusal: refusal, offset: valueStart))
    spoil(Int(failure.scope))
    return true
  }

  // MARK: Models that cannot be made

  mutating func spoil(_ scope: Int) { isSpoiled[scope] = true }

  mutating func restore(_ scope: Int) {
    if collects { isSpoiled[scope] = false }
  }

  func isSpoiled(_ scope: Int) -> Bool { collects && isSpoiled[scope] }

  // MARK: Places

  /// Some have no place yet.
  var hasUnplaced: Bool { placedFindings < found.count || placedFailures < failures.count }

  /// Gives those that have none their place.
  ///
  /// - Parameter end: the place of what is found missing, if that is another.
  mutating func place(at offset: Int, end: Int? = nil) {
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
