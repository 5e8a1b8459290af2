/// A place in the text where a value is encoded: the `Encoder` that a model sees, and the containers that the model
/// requests.
///
/// A place is *open* while it is on the stack of its piece of text. Text is appended to the place on top. Writing to an
/// open place that is not on top closes the places above it. Writing to a closed place continues in a separate piece,
/// which is finally inserted before the closing bracket. A nested container is also a place. So is a `superEncoder`,
/// whose value is an empty object if nothing is encoded.
///
/// Places are reused. A place has one child for its values, as long as nothing holds that child after a value. A child
/// that is still held is *given away*: it holds the session, and its later text is discarded.
///
/// Invariants: `isOpen` is true if and only if the place is on its piece's stack, and no other piece has it on its
/// stack. After closing, `end` is the offset after the closing bracket. Whatever holds a place also holds its session,
/// except a model that borrows the place while its value is encoded.
///
/// Stored properties are loaded and stored, and never changed in place, unless they are behind a pointer. Such an access
/// needs no exclusivity check.
///
/// SAFETY: `state` is allocated here and freed in `deinit`, when no stack contains it. `unownedSession` outlives the
/// place: the place holds it, or it holds the place.
@safe final class EncodingPlace {
  /// The state that every write needs. It has a stable address, so that an access needs no exclusivity check.
  @safe struct State {
    typealias Pointer = UnsafeMutablePointer<State>

    var piece: TextPiece.Pointer
    /// The keys of the object, the number of the key expected next, and a mask of the keys that the object has.
    var keys: KeyShape.Pointer
    var next = 0
    var seen: UInt64 = 0
    /// The number of elements of the array.
    var count = 0
    var form = Form.nothing
    var isOpen = false
    /// Whether the brackets are in this piece.
    var hasBrackets = true
    var start = 0
    var end = 0
    /// The next lower place on the stack.
    var below: Pointer?
    let place: Unmanaged<EncodingPlace>
  }

  /// The form of the written value.
  enum Form: UInt8 {
    case nothing, scalar, object, array
  }

  private let unownedSession: Unmanaged<EncodingSession>
  private var ownedSession: EncodingSession?
  let state: State.Pointer
  /// Nil for the root, and for a place that is not in use.
  var parent: EncodingPlace?
  /// Whether the value is complete, so that nothing can be added.
  var isFinished = false
  /// The reused place for values here.
  private var child: EncodingPlace?
  /// The next of the session's borrowed places, in use or not.
  var next: EncodingPlace?

  /// The parts of ``step``: the index, or the number of a key. -1 for another key.
  private var stepNumber = -1
  private var stepKeys: KeyShape.Pointer?
  private var stepKey: (any CodingKey)?
  /// Whether the paths of values here omit `step`, as in `JSONEncoder`: for a nested container, and for a dictionary
  /// that no key strategy converts.
  var omitsStep = false
  var depth = 0

  /// The names of the object, if its shape does not know them.
  var names: Names?
  /// The position where the value of a borrowed place begins.
  var origin: Member?
  /// Other encoders for the same member, if this one was requested while another was held.
  var rivals: Rivals?

  /// The step from a parent: the number of a key of a shape, another key, or an index.
  @safe enum Step {
    case none
    case number(Int, of: KeyShape.Pointer)
    case key(any CodingKey)
    case index(Int)
  }

  /// The position where the value of a member begins.
  @safe struct Member {
    var piece: TextPiece.Pointer
    var offset: Int
  }

  /// The names of an object, and the positions of their values.
  final class Names {
    var members: [String: Member] = [:]
    /// The encoders for members that more than one encoder was held for.
    var rivals: [String: Rivals] = [:]
  }

  var session: EncodingSession { unsafe unownedSession.takeUnretainedValue() }

  /// Calls a closure with the session, without holding it.
  @inline(__always)
  func withSession<Result>(_ body: (EncodingSession) throws -> Result) rethrows -> Result {
    unsafe try unownedSession._withUnsafeGuaranteedRef(body)
  }

  init(_ session: EncodingSession) {
    unsafe unownedSession = Unmanaged.passUnretained(session)
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: State(piece: session.main, keys: session.noKeys.table, place: Unmanaged.passUnretained(self)))
  }

  deinit {
    // The session still exists here: nothing holds a child of a place that the session itself holds.
    if child != nil && !isKnownUniquelyReferenced(&child) { child?.giveAway() }
    child = nil
    leaveStack()
    if let rivals { rivals.release(self) }
    unsafe state.deallocate()
  }

  // MARK: Use

  /// Begins a value at the end of a piece.
  @inline(__always)
  func begin(in piece: TextPiece.Pointer, below: State.Pointer?) {
    // The place may still be on a stack, if it was kept, written to after its value, and released.
    leaveStack()
    unsafe state.pointee.piece = unsafe piece
    unsafe state.pointee.keys = unsafe withSession { unsafe $0.noKeys.table }
    unsafe state.pointee.seen = 0
    unsafe state.pointee.count = 0
    unsafe state.pointee.form = .nothing
    unsafe state.pointee.isOpen = true
    unsafe state.pointee.hasBrackets = true
    unsafe state.pointee.start = piece.pointee.json.count
    unsafe state.pointee.below = unsafe below
    unsafe piece.pointee.top = unsafe state
    if isFinished { isFinished = false }
    if names != nil { names = nil }
  }

  /// Ends the value and everything that is open in it.
  @inline(__always)
  func finish() {
    leaveStack()
    isFinished = true
    parent = nil
  }

  /// Closes the place and those above it, if it is open.
  @inline(__always)
  private func leaveStack() {
    guard unsafe state.pointee.isOpen else { return }
    if unsafe state.pointee.piece.pointee.top != state { closeAbove() }
    close()
  }

  /// Closes the open places above this one.
  func closeAbove() {
    while let top = unsafe state.pointee.piece.pointee.top, unsafe top != state {
      unsafe top.pointee.place._withUnsafeGuaranteedRef { $0.close() }
    }
  }

  /// Closes the place, which is on top.
  @inline(__always)
  func close() {
    let piece = unsafe state.pointee.piece
    switch unsafe (state.pointee.form, state.pointee.hasBrackets) {
    case (.nothing, _):
      unsafe piece.pointee.json.beginObject()
      unsafe piece.pointee.json.endObject()
    case (.object, true): unsafe piece.pointee.json.endObject()
    case (.array, true): unsafe piece.pointee.json.endArray()
    default: break
    }
    unsafe state.pointee.end = piece.pointee.json.count
    unsafe state.pointee.isOpen = false
    unsafe piece.pointee.top = unsafe state.pointee.below
  }

  /// Whether the place may be held longer than its value is encoded.
  var isGivenAway: Bool { ownedSession != nil }

  /// Makes the place hold the session, because the place is still held.
  func giveAway() {
    ownedSession = session
    session.isShared = true
  }

  /// Returns the place for a value here if nothing else holds it, or a new one.
  @inline(__always)
  func vacantChild() -> EncodingPlace {
    if child != nil && isKnownUniquelyReferenced(&child), let child { return child }
    return newChild()
  }

  @inline(never)
  private func newChild() -> EncodingPlace {
    child?.giveAway()
    let new = EncodingPlace(session)
    child = new
    return new
  }

  /// Finishes the next borrowed place. Returns its state.
  func finishNext(until end: State.Pointer) -> State.Pointer {
    guard let next else { return unsafe end }
    next.finish()
    return unsafe next.state
  }

  /// Whether nothing else holds the next borrowed place.
  var isNextVacant: Bool { isKnownUniquelyReferenced(&next) }

  /// Gives away the places below that are still held.
  func settle() {
    if child == nil { return }
    if isKnownUniquelyReferenced(&child) {
      child?.settle()
    } else {
      child?.giveAway()
      child = nil
    }
  }

  /// The step from the parent. Storing a number needs no exclusivity check, as storing a key does.
  var step: Step {
    @inline(__always) get {
      if let keys = unsafe stepKeys { return unsafe .number(stepNumber, of: keys) }
      return stepNumber >= 0 ? .index(stepNumber) : stepKey.map(Step.key) ?? .none
    }
    @inline(__always) set {
      if stepNumber < 0 { stepKey = nil }
      unsafe stepKeys = nil
      switch newValue {
      case .none: stepNumber = -1
      case .number(let number, let keys):
        stepNumber = number
        unsafe stepKeys = unsafe keys
      case .index(let index): stepNumber = index
      case .key(let key):
        stepNumber = -1
        stepKey = key
      }
    }
  }

  /// The keys that lead to the container or encoder here.
  var codingPath: [any CodingKey] {
    guard let parent else { return [] }
    return (omitsStep ? parent.codingPath : parent.valuePath) + parent.keys(step)
  }

  /// The path to which the path of a value here adds its own key.
  var valuePath: [any CodingKey] {
    guard let parent else { return [] }
    return omitsStep ? parent.valuePath : parent.valuePath + parent.keys(step)
  }

  /// Returns the key of a step from here, or nothing.
  func keys(_ step: Step) -> [any CodingKey] { key(step).map { [$0] } ?? [] }

  private func key(_ step: Step) -> (any CodingKey)? {
    switch step {
    case .none: nil
    case .number(let number, let keys):
      unsafe keys.pointee.shape._withUnsafeGuaranteedRef { $0.keys[number] }
    case .key(let key): key
    case .index(let index): PathKey(index: index)
    }
  }
}
