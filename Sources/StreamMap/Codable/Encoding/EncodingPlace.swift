/// A place in the text where a value is encoded: the `Encoder` that a model sees, and the container that it asks
/// for.
///
/// A place is *open* while it is on the stack of its piece of text: what is written goes to the one on top. Who
/// writes and is on the stack, but not on top, has those above it closed; who writes and is closed goes on in a
/// piece of its own, which is put in before its closing bracket in the end. A nested container is a place too,
/// and so is a `superEncoder`, whose value is an empty object if none comes.
///
/// Places are used again: below one is that for its values, as long as nobody holds it after a value. What
/// somebody still holds then is *given away*: it holds the session, and writes to a piece that is thrown away.
///
/// Invariants: `isOpen` is that the place is on its piece's stack, and no other piece has it on its own; `end` is
/// behind the closing bracket once it is closed. Whoever holds a place holds its session, but for a model to which
/// it is lent and whose value has not ended.
///
/// SAFETY: `state` is allocated here and freed in `deinit`, when no stack has it. `unownedSession` outlives the
/// place: it holds it, or it is held by it.
@safe final class EncodingPlace {
  /// What every write needs; at an address of its own, so that nothing is checked for an access.
  @safe struct State {
    typealias Pointer = UnsafeMutablePointer<State>

    var piece: TextPiece.Pointer
    /// The keys of the object, the number of the one that is expected next, and which of them it has.
    var keys: KeyShape.Pointer
    var next = 0
    var seen: UInt64 = 0
    /// The elements of the array.
    var count = 0
    var form = Form.nothing
    var isOpen = false
    /// The brackets are in this piece.
    var hasBrackets = true
    var start = 0
    var end = 0
    /// The place under it on the stack.
    var below: Pointer?
    let place: Unmanaged<EncodingPlace>
  }

  /// What has been written.
  enum Form: UInt8 {
    case nothing, scalar, object, array
  }

  private unowned(unsafe) let unownedSession: EncodingSession
  private var ownedSession: EncodingSession?
  let state: State.Pointer
  /// Nil for the root, and for what is not in use.
  var parent: EncodingPlace?
  /// Whether its value is complete, and nothing can be added.
  var isFinished = false
  /// The place of the values here.
  private var child: EncodingPlace?

  /// What leads here from the parent: a number of its keys, a key, or an index.
  var step = Step.none
  var depth = 0

  /// The object's names, where its shape does not know them.
  var names: [String: Member]?
  /// Where the value begins, of a place that is lent.
  var origin: Member?

  enum Step {
    case none
    case number(Int)
    case key(any CodingKey)
    case index(Int)
  }

  /// Where the value of a member begins.
  @safe struct Member {
    var piece: TextPiece.Pointer
    var offset: Int
  }

  var session: EncodingSession { unsafe unownedSession }

  init(_ session: EncodingSession) {
    unsafe unownedSession = session
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: State(piece: session.main, keys: session.noKeys.table, place: Unmanaged.passUnretained(self)))
  }

  deinit {
    // The session is there as yet: of what it holds itself, nobody holds what is below.
    if child != nil && !isKnownUniquelyReferenced(&child) { child?.giveAway() }
    child = nil
    leaveStack()
    unsafe state.deallocate()
  }

  // MARK: Use

  /// Begins a value at the end of a piece.
  @inline(__always)
  func begin(in piece: TextPiece.Pointer, below: State.Pointer?) {
    // It may be, if somebody kept it, wrote to it after its value, and let go of it.
    leaveStack()
    unsafe state.pointee.piece = unsafe piece
    unsafe state.pointee.keys = unsafe session.noKeys.table
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

  /// Ends the value, and all that is open in it.
  @inline(__always)
  func finish() {
    leaveStack()
    isFinished = true
    parent = nil
  }

  /// Closes the place, and those above it, if it is open.
  @inline(__always)
  private func leaveStack() {
    guard unsafe state.pointee.isOpen else { return }
    if unsafe state.pointee.piece.pointee.top != state { closeAbove() }
    close()
  }

  /// Closes those that are open above this one.
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

  /// Whether somebody may hold the place longer than its value is encoded.
  var isGivenAway: Bool { ownedSession != nil }

  /// Has the place hold the session, for somebody who holds the place.
  func giveAway() {
    ownedSession = session
    session.isShared = true
  }

  /// The place for a value here, if nobody holds it; a new one otherwise.
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

  /// Gives away what somebody holds of the places below.
  func settle() {
    if child == nil { return }
    if isKnownUniquelyReferenced(&child) {
      child?.settle()
    } else {
      child?.giveAway()
      child = nil
    }
  }

  /// The keys that lead here.
  var codingPath: [any CodingKey] {
    guard let parent else { return [] }
    return parent.codingPath + (parent.key(step).map { [$0] } ?? [])
  }

  /// The key of a step from here.
  func key(_ step: Step) -> (any CodingKey)? {
    switch step {
    case .none: nil
    case .number(let number):
      unsafe state.pointee.keys.pointee.shape._withUnsafeGuaranteedRef { $0.keys[number] }
    case .key(let key): key
    case .index(let index): PathKey(index: index)
    }
  }
}
