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
