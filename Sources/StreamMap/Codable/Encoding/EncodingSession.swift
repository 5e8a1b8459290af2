/// What encoding keeps from one value to the next: text, places, and what was learned of types.
///
/// Places are *lent* to a model as encoders and containers. Those that somebody still holds when the value is
/// written hold the session from then on, which is not used again.
///
/// SAFETY: pieces are allocated here and freed in `deinit`; the places that point at them are the session's, or
/// hold it. `@unchecked Sendable`: one thread at a time has the session, for it is handed on through a lock, and
/// what it lends is of the thread that encodes.
@safe final class EncodingSession: @unchecked Sendable {
  let options: EncodingOptions
  /// Of the text as it is first written: compact.
  let style: JSONStyle
  let main: TextPiece.Pointer
  /// The shape of what has no keys that are known.
  let noKeys = KeyShape(isOpen: true)
  /// Somebody holds what is the session's.
  var isShared = false
  /// Too many containers were open at a time.
  var isTooDeep = false

  /// For values whose text is wanted by itself.
  private lazy var inner = EncodingSession(options.compact)

  private var root: EncodingPlace?
  private var pieces = unsafe [TextPiece.Pointer]()
  private var pieceCount = 0
  private var lent: [EncodingPlace] = []
  private var spare: [EncodingPlace] = []
  private var shapes = TypeCache<KeyShape>()
  private var kinds = TypeCache<ValueKind>()
  private var assembled: [UInt8] = []
  private var layout: TextLayout

  init(_ options: EncodingOptions) {
    self.options = options
    style = JSONStyle(escapesSlashes: options.escapesSlashes)
    layout = TextLayout(isPretty: options.isPretty, isSorted: options.isSorted)
    unsafe main = .allocate(capacity: 1)
    unsafe main.initialize(to: TextPiece(style))
  }

  deinit {
    unsafe pieces.append(main)
    while let piece = unsafe pieces.popLast() {
      unsafe piece.deinitialize(count: 1)
      unsafe piece.deallocate()
    }
  }

  // MARK: Values

  /// Encodes a value, and shows its text.
  func encode<Value: Encodable, Result>(_ value: Value, _ body: (Span<UInt8>) throws -> Result) throws
    -> Result
  {
    try encode(value, { try $0.write(value, self.kind(of: Value.self)) }, body)
  }

  /// The text of a value by itself, compact, for a place in the text.
  func text<Value: Encodable>(of value: Value) throws -> [UInt8] {
    if inner.isShared { inner = EncodingSession(inner.options) }
    return try inner.encode(value) { text in
      var bytes: [UInt8] = []
      bytes.append(text)
      return bytes
    }
  }

  /// - Parameter write: writes the value at the root.
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

  /// Forgets the value, and looks at what was lent.
  private func clear() {
    root?.finish()
    recycle(from: 0)
    root?.settle()
    if !isKnownUniquelyReferenced(&root) {
      root?.giveAway()
      root = nil
    }
    unsafe main.pointee.clear()
    for index in 0..<pieceCount {
      unsafe closeAll(in: pieces[index])
      unsafe pieces[index].pointee.clear()
    }
    pieceCount = 0
    isTooDeep = false
  }

  // MARK: Pieces

  /// A piece for what comes out of turn.
  func takePiece() -> TextPiece.Pointer {
    if unsafe pieceCount == pieces.count {
      let piece = TextPiece.Pointer.allocate(capacity: 1)
      unsafe piece.initialize(to: TextPiece(style))
      unsafe pieces.append(piece)
    }
    pieceCount += 1
    return unsafe pieces[pieceCount - 1]
  }

  /// Closes what is open in a piece, and begins at an offset or behind it.
  func closeAll(in piece: TextPiece.Pointer, from offset: Int = 0) {
    while let top = unsafe piece.pointee.top, unsafe top.pointee.start >= offset {
      unsafe top.pointee.place._withUnsafeGuaranteedRef { $0.close() }
    }
  }

  /// Takes back that a piece replaces something; where that is.
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

  /// How many places are lent.
  var lentCount: Int { lent.count }

  /// A place that its user holds: a nested container, or an encoder of its own.
  func lend(below parent: EncodingPlace, _ step: EncodingPlace.Step) -> EncodingPlace {
    let place = spare.popLast() ?? EncodingPlace(self)
    place.parent = parent
    place.step = step
    place.depth = parent.depth + 1
    // Nobody would take it back.
    if parent.isGivenAway { place.giveAway() } else { lent.append(place) }
    return place
  }

  /// The place of a value that was lent, and may be in use.
  func lentPlace(for member: EncodingPlace.Member, below parent: EncodingPlace) -> EncodingPlace? {
    lent.first {
      unsafe $0.parent === parent && $0.origin?.piece == member.piece && $0.origin?.offset == member.offset
    }
  }

  /// Takes back what was lent since.
  func recycle(from mark: Int) {
    while lent.count > mark {
      var place = lent.removeLast()
      place.finish()
      place.settle()
      if isKnownUniquelyReferenced(&place) {
        spare.append(place)
      } else {
        place.giveAway()
      }
    }
  }

  // MARK: Types

  @inline(__always)
  func shape(of type: any CodingKey.Type) -> KeyShape {
    shapes.value(of: type) { KeyShape(isOpen: options.keyRule == .custom) }
  }

  @inline(__always)
  func kind(of type: any Encodable.Type) -> ValueKind {
    kinds.value(of: type) { ValueKind(type, options) }
  }
}
