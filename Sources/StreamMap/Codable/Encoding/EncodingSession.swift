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

/// A stretch of JSON text, and what is put into it in the end.
///
/// A model is written into one piece, from front to back. What comes out of turn (a container that is written to
/// when something stands behind it, or a name that stands in its object already) goes to a piece of its own,
/// and an edit says where that belongs. So nothing that was written is ever moved, and the time is that of the
/// text, in whatever order it comes.
///
/// SAFETY: pieces are allocated and freed by the session, which outlives what points at them.
@safe struct TextPiece: ~Copyable {
  typealias Pointer = UnsafeMutablePointer<TextPiece>

  var json: JSONWriter
  /// The innermost container that is open in it.
  var top: EncodingPlace.State.Pointer?
  var edits: [Edit] = []

  /// So many bytes from an offset on are those of another piece instead.
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

  /// Appends the text, with what was put into it.
  ///
  /// What was put into something that was replaced later is gone with it.
  ///
  /// - Complexity: O(n log n) in the edits, O(n) in the bytes.
  static func append(_ piece: Pointer, to output: inout [UInt8]) {
    // Without recursion: each value of a name that is encoded again and again is put into the one before.
    var open = unsafe [Remainder(piece)]
    while let last = open.indices.last {
      let next = unsafe open[last].append(to: &output)
      if let next = unsafe next { unsafe open.append(Remainder(next)) } else { open.removeLast() }
    }
  }

  /// What of a piece is to be appended yet.
  @safe private struct Remainder {
    let piece: Pointer
    /// The last comes first.
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

    /// Appends what stands before the next edit, and is that edit's piece; nil at the end.
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
