/// What encoding keeps from one value to the next: text, places, and what was learned of types.
///
/// A model *borrows* places as encoders and containers. Places that are still held after the value was written hold the
/// session from then on, and the session is not reused.
///
/// SAFETY: pieces are allocated here and freed in `deinit`. The places that point at them belong to the session, or
/// hold it. `@unchecked Sendable`: one thread at a time has the session, because it is passed on through a lock, and
/// borrowed places belong to the thread that encodes.
@safe final class EncodingSession: Session, @unchecked Sendable {
  private(set) var options: EncodingOptions
  /// The settings that `options` are.
  private var snapshot: Snapshot<EncodingOptions>
  /// The style of the text as it is first written: compact.
  let style: JSONStyle
  let main: TextPiece.Pointer
  /// The shape of objects whose keys are not known.
  let noKeys = KeyShape(isOpen: true)
  /// Whether something outside holds a part of the session.
  var isShared = false
  /// Whether too many containers were open at a time.
  var isTooDeep = false

  /// A session for values whose text is needed separately.
  private var inner: EncodingSession?

  /// The place of the whole value. The borrowed places follow it, linked by `next`: those in use, up to `lastBorrowed`, and
  /// then those to be reused.
  private var root: EncodingPlace?
  private(set) var lastBorrowed: EncodingPlace.State.Pointer?
  private var placeCount = 0
  private var pieces = unsafe [TextPiece.Pointer]()
  private var pieceCount = 0
  private let shapes = TypeCache<KeyShape>()
  private let kinds = TypeCache<ValueKind>()
  private var assembled: [UInt8] = []
  private var layout: TextLayout
  /// Whether it has used buffers other than the main piece, or more places than a kept session may have.
  private var mayBeLarge = false

  init(_ snapshot: Snapshot<EncodingOptions>) {
    self.snapshot = snapshot
    options = snapshot.options
    style = JSONStyle(escapesSlashes: options.escapesSlashes)
    layout = TextLayout(isPretty: options.isPretty, isSorted: options.isSorted)
    unsafe main = .allocate(capacity: 1)
    unsafe main.initialize(to: TextPiece(style))
  }

  deinit {
    // Not recursive, because there may be many places.
    while let next = root?.next { root = next }
    unsafe pieces.append(main)
    while let piece = unsafe pieces.popLast() {
      unsafe piece.deinitialize(count: 1)
      unsafe piece.deallocate()
    }
  }

  /// Replaces the settings for one value. The session must be of their pool.
  @inline(__always)
  func set(_ snapshot: Snapshot<EncodingOptions>) {
    if self.snapshot !== snapshot { replace(snapshot) }
  }

  @inline(never)
  private func replace(_ snapshot: Snapshot<EncodingOptions>) {
    self.snapshot = snapshot
    options = snapshot.options
    layout = TextLayout(isPretty: options.isPretty, isSorted: options.isSorted)
    inner?.set(Snapshot(options.compact))
  }

  // MARK: Values

  /// Encodes a value, and calls `body` with its text.
  func encode<Value: Encodable, Result>(_ value: Value, _ body: (Span<UInt8>) throws -> Result) throws
    -> Result
  {
    try encode(value, { try $0.write(value, self.kind(of: Value.self)) }, body)
  }

  /// Returns the compact text of a value, encoded separately.
  func text<Value: Encodable>(of value: Value) throws -> [UInt8] {
    let inner = vacantInner()
    return try inner.encode(value) { text in
      var bytes: [UInt8] = []
      bytes.append(text)
      return bytes
    }
  }

  private func vacantInner() -> EncodingSession {
    if let inner, !inner.isShared { return inner }
    let new = EncodingSession(inner?.snapshot ?? Snapshot(options.compact))
    inner = new
    mayBeLarge = true
    return new
  }

  /// - Parameter write: a closure that writes the value at the root.
  func encode<Value, Result>(
    _ value: Value, _ write: (EncodingPlace) throws -> Void, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    defer { clear() }
    try writeRoot(value, write)
    for index in 0..<pieceCount { unsafe closeAll(in: pieces[index]) }
    if isTooDeep { throw failure(value, "Unable to encode the given top-level value to JSON.") }
    return try showText(body)
  }

  private func writeRoot<Value>(_ value: Value, _ write: (EncodingPlace) throws -> Void) throws {
    let root = vacantRoot()
    unsafe lastBorrowed = unsafe root.state
    unsafe root.begin(in: main, below: nil)
    try write(root)
    let isEmpty = unsafe root.state.pointee.form == .nothing
    root.finish()
    if isEmpty { throw failure(value, "Top-level \(Value.self) did not encode any values.") }
  }

  private func failure(_ value: Any, _ description: String) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: description))
  }

  private func showText<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    let isPlain = !options.isPretty && !options.isSorted
    if unsafe main.pointee.edits.isEmpty && isPlain { return unsafe try main.pointee.json.withText(body) }
    mayBeLarge = true
    assembled.removeAll(keepingCapacity: true)
    unsafe TextPiece.append(main, to: &assembled)
    let text = assembled
    if isPlain { return try body(text.span) }
    let laid = layout.lay(text.span)
    return try body(laid.span)
  }

  private func vacantRoot() -> EncodingPlace {
    if let root { return root }
    let new = EncodingPlace(self)
    root = new
    return new
  }

  /// Discards the value, and recycles the borrowed places.
  private func clear() {
    if let root {
      root.finish()
      unsafe recycle(after: root.state)
      root.settle()
    }
    if !isKnownUniquelyReferenced(&root), let kept = root {
      kept.giveAway()
      let new = EncodingPlace(self)
      new.next = kept.next
      kept.next = nil
      root = new
      unsafe lastBorrowed = unsafe new.state
    }
    unsafe main.pointee.clear()
    for index in 0..<pieceCount {
      unsafe closeAll(in: pieces[index])
      unsafe pieces[index].pointee.clear()
    }
    pieceCount = 0
    isTooDeep = false
  }

  var bufferSize: Int {
    guard mayBeLarge else { return unsafe main.pointee.json.capacity }
    // Text out of order has a piece for each interruption.
    if unsafe pieces.count + placeCount > Self.maximumCount { return .max }
    let separate = unsafe pieces.reduce(0) { unsafe $0 + $1.pointee.json.capacity }
    return unsafe main.pointee.json.capacity + separate + assembled.capacity + layout.bufferSize
      + (inner?.bufferSize ?? 0)
  }

  /// The maximum number of pieces and places of a session that is kept.
  private static let maximumCount = 4096

  // MARK: Pieces

  /// Returns a piece for text that is written out of order.
  func takePiece() -> TextPiece.Pointer {
    mayBeLarge = true
    if unsafe pieceCount == pieces.count {
      let piece = TextPiece.Pointer.allocate(capacity: 1)
      unsafe piece.initialize(to: TextPiece(style))
      unsafe pieces.append(piece)
    }
    pieceCount += 1
    return unsafe pieces[pieceCount - 1]
  }

  /// Closes the open places of a piece that begin at `offset` or after it.
  func closeAll(in piece: TextPiece.Pointer, from offset: Int = 0) {
    while let top = unsafe piece.pointee.top, unsafe top.pointee.start >= offset {
      unsafe top.pointee.place._withUnsafeGuaranteedRef { $0.close() }
    }
  }

  /// Removes the edit that inserts a piece. Returns the position of that edit.
  func withdraw(_ piece: TextPiece.Pointer) -> EncodingPlace.Member? {
    for index in -1..<pieceCount {
      let owner = unsafe index < 0 ? main : pieces[index]
      if let edit = unsafe owner.pointee.edits.lastIndex(where: { unsafe $0.piece == piece }) {
        return unsafe EncodingPlace.Member(piece: owner, offset: owner.pointee.edits.remove(at: edit).offset)
      }
    }
    return nil
  }

  // MARK: Places

  /// Returns a place that the caller may keep: a nested container or a separate encoder.
  @inline(__always)
  func lend(below parent: EncodingPlace, isNested: Bool) -> EncodingPlace {
    let place = parent.isGivenAway ? givenAwayPlace() : nextPlace()
    place.parent = parent
    place.omitsStep = isNested
    place.depth = parent.depth &+ 1
    return place
  }

  /// Places below a place that was given away are never recycled.
  @inline(never)
  private func givenAwayPlace() -> EncodingPlace {
    let place = EncodingPlace(self)
    place.giveAway()
    return place
  }

  @inline(__always)
  private func nextPlace() -> EncodingPlace {
    guard let last = unsafe lastBorrowed?.pointee.place else { return givenAwayPlace() }
    let place = unsafe last._withUnsafeGuaranteedRef { $0.next ?? newPlace(after: $0) }
    unsafe lastBorrowed = unsafe place.state
    return place
  }

  @inline(never)
  private func newPlace(after last: EncodingPlace) -> EncodingPlace {
    let place = EncodingPlace(self)
    last.next = place
    placeCount += 1
    if placeCount > Self.maximumCount { mayBeLarge = true }
    return place
  }

  /// Returns the borrowed place of a value, which may be in use.
  func borrowedPlace(for member: EncodingPlace.Member, below parent: EncodingPlace) -> EncodingPlace? {
    var place = root
    while let this = place, unsafe this.state != lastBorrowed {
      place = this.next
      if let next = place, next.parent === parent, let origin = next.origin,
        unsafe origin.piece == member.piece && origin.offset == member.offset
      {
        return next
      }
    }
    return nil
  }

  /// Returns a place that is never recycled.
  func lendOwned(below parent: EncodingPlace) -> EncodingPlace {
    let place = givenAwayPlace()
    place.parent = parent
    place.depth = parent.depth &+ 1
    return place
  }

  /// Whether a model holds a borrowed place, or one below it. Finishes the places after it that nothing holds, because
  /// they hold those above them.
  func isHeld(_ place: EncodingPlace.State.Pointer) -> Bool {
    var before = unsafe [EncodingPlace.State.Pointer]()
    var last = root
    while let this = last, unsafe this.state != lastBorrowed {
      unsafe before.append(this.state)
      last = this.next
    }
    last = nil
    while let this = unsafe before.popLast() {
      let isFound = unsafe this.pointee.place._withUnsafeGuaranteedRef { unsafe $0.next?.state == place }
      let isVacant = unsafe this.pointee.place._withUnsafeGuaranteedRef { $0.isNextVacant }
      if isFound { return !isVacant }
      if isVacant { unsafe this.pointee.place._withUnsafeGuaranteedRef { $0.next?.finish() } }
    }
    return false
  }

  /// Recycles the places that were borrowed after `mark`.
  func recycle(after mark: EncodingPlace.State.Pointer?) {
    guard let mark = unsafe mark, let end = unsafe lastBorrowed, unsafe mark != end else { return }
    unsafe lastBorrowed = unsafe mark
    // A place holds its parent until it is finished.
    var last = unsafe mark
    while unsafe last != end {
      unsafe last = unsafe last.pointee.place._withUnsafeGuaranteedRef { unsafe $0.finishNext(until: end) }
    }
    unsafe last = unsafe mark
    while unsafe last != end {
      unsafe last = unsafe last.pointee.place._withUnsafeGuaranteedRef { place in
        place.next?.settle()
        return unsafe place.isNextVacant ? place.next?.state ?? end : removeNext(of: place, end)
      }
    }
  }

  /// Removes a place that is still held, so that it is not reused.
  ///
  /// - Returns: the place from which to go on, or `end` if the removed place is that.
  @inline(never)
  private func removeNext(
    of place: EncodingPlace, _ end: EncodingPlace.State.Pointer
  ) -> EncodingPlace.State.Pointer {
    guard let kept = place.next else { return unsafe end }
    kept.giveAway()
    place.next = kept.next
    kept.next = nil
    placeCount -= 1
    return unsafe kept.state == end ? end : place.state
  }

  // MARK: Types

  @inline(__always)
  func shape<Key: CodingKey>(of type: Key.Type) -> KeyShape {
    shapes.value(of: type) {
      KeyShape(isOpen: options.keyRule == .custom, ContainerMaker<Key, KeyedWriting<Key>>())
    }
  }

  @inline(__always)
  func kind(of type: any Encodable.Type) -> ValueKind {
    kinds.value(of: type) { ValueKind(type, options) }
  }
}

/// A piece of JSON text, and the edits to insert into it at the end.
///
/// A model is written into one piece, from front to back. Text that comes out of order goes to a separate piece: a
/// container that is written to after later text, or a name that the object already has. An edit stores where that
/// piece belongs. So written text is never moved, and the time is linear in the text, in whatever order it comes.
///
/// SAFETY: the session allocates and frees pieces, and outlives what points at them.
@safe struct TextPiece: ~Copyable {
  typealias Pointer = UnsafeMutablePointer<TextPiece>

  var json: JSONWriter
  /// The innermost open container in the piece.
  var top: EncodingPlace.State.Pointer?
  var edits: [Edit] = []

  /// A replacement of `length` bytes at `offset` by another piece.
  @safe struct Edit {
    let offset: Int
    let length: Int
    let piece: Pointer
  }

  init(_ style: JSONStyle) {
    json = JSONWriter(style)
    unsafe top = nil
  }

  mutating func clear() {
    json.clear()
    unsafe top = nil
    if !edits.isEmpty { edits.removeAll() }
  }

  /// Appends the text with its edits.
  ///
  /// Edits inside text that was replaced later are dropped.
  ///
  /// - Complexity: O(n log n) in the edits, O(n) in the bytes.
  static func append(_ piece: Pointer, to output: inout [UInt8]) {
    // Not recursive: if a name is encoded repeatedly, each value is an edit in the one before.
    var open = unsafe [Remainder(piece)]
    while let last = open.indices.last {
      let next = unsafe open[last].append(to: &output)
      if let next = unsafe next { unsafe open.append(Remainder(next)) } else { open.removeLast() }
    }
  }

  /// The part of a piece that is not appended yet.
  @safe private struct Remainder {
    let piece: Pointer
    /// The edits in reverse order.
    var edits: [Edit]
    var place = 0

    init(_ piece: Pointer) {
      unsafe self.piece = unsafe piece
      let all = unsafe piece.pointee.edits
      edits = all.indices.sorted { left, right in
        let (first, second) = (all[left], all[right])
        if first.offset != second.offset { return first.offset > second.offset }
        if first.length != second.length { return first.length < second.length }
        return left < right
      }.map { all[$0] }
    }

    /// Appends the text before the next edit, and returns that edit's piece. Returns nil at the end.
    mutating func append(to output: inout [UInt8]) -> Pointer? {
      while let edit = edits.popLast() {
        if edit.offset < place { continue }
        unsafe piece.pointee.json.withText { output.append($0.extracting(place..<edit.offset)) }
        place = edit.offset + edit.length
        return unsafe edit.piece
      }
      unsafe piece.pointee.json.withText { output.append($0.extracting(place...)) }
      return nil
    }
  }
}
