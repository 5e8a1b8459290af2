/// A part of the text of an encoded value, and the encoders that are open in it.
///
/// A value is written to one text, from front to back. Three things are written to a text of their own, which is
/// inserted when all is written: the rest of a container to which something is added after later text, the value of a
/// `superEncoder`, and what is inserted in these. So text is not moved, and the time is linear in the text, in whatever
/// order it comes. Only a value that something is inserted in is moved, if a container continues it later.
///
/// SAFETY: an open encoder is closed before anything releases it. It is the root, or one of the children of its parent,
/// which ends them before it ends itself.
@safe final class EncodedText {
  @exclusivity(unchecked) private var writer: JSONWriter
  /// The innermost open encoder. Only that one can write.
  private var top: Unmanaged<ValueEncoder>?
  @exclusivity(unchecked) private var insertions: [Insertion] = []
  /// Whether nothing is inserted in the text.
  private(set) var isComplete = true

  private struct Insertion {
    let offset: Int
    /// The number of bytes that the text replaces.
    let length: Int
    let text: EncodedText
    /// Whether the text is the rest of a container. It begins with the opening bracket of that.
    let isRest: Bool
  }

  init(_ style: JSONStyle) {
    unsafe writer = JSONWriter(style)
    unsafe top = nil
  }

  /// SAFETY: what writes a value to the writer calls no code of a model, so no access is inside another.
  var json: JSONWriter {
    @inline(__always) _read { yield unsafe writer }
    @inline(__always) _modify { yield unsafe &writer }
  }

  /// Whether it is the rest of a container to which nothing was added.
  private var isEmpty: Bool { isComplete && json.count == 1 }

  func clear() {
    json.clear()
    if isComplete { return }
    unsafe insertions.removeAll()
    isComplete = true
  }

  // MARK: Open encoders

  @inline(__always)
  func isInnermost(_ encoder: ValueEncoder) -> Bool {
    unsafe top?.toOpaque() == Unmanaged.passUnretained(encoder).toOpaque()
  }

  /// Makes an encoder the innermost one. Returns the one around it.
  @inline(__always)
  func push(_ encoder: ValueEncoder) -> Unmanaged<ValueEncoder>? {
    let outer = unsafe top
    unsafe top = Unmanaged.passUnretained(encoder)
    return unsafe outer
  }

  /// Removes the innermost encoder, which was closed.
  @inline(__always)
  func pop(to outer: Unmanaged<ValueEncoder>?) { unsafe top = unsafe outer }

  /// Closes the encoders that are inside an open one.
  func closeAll(inside encoder: ValueEncoder) {
    while !isInnermost(encoder), let inner = unsafe top {
      unsafe inner._withUnsafeGuaranteedRef { $0.close() }
    }
  }

  // MARK: Insertions

  /// Inserts the rest of a container before its bracket, which ends at an offset.
  func insert(rest: EncodedText, before end: Int) {
    insert(Insertion(offset: end - 1, length: 0, text: rest, isRest: true))
  }

  /// Inserts the text of a value in the place of another, or of none.
  func insert(value: EncodedText, inPlaceOf range: Range<Int>) {
    insert(Insertion(offset: range.lowerBound, length: range.count, text: value, isRest: false))
  }

  private func insert(_ insertion: Insertion) {
    isComplete = false
    unsafe insertions.append(insertion)
  }

  /// A position to which the text can return.
  struct Mark {
    fileprivate let json: JSONWriter.Mark
    fileprivate let insertions: Int
  }

  var mark: Mark { Mark(json: json.mark, insertions: isComplete ? 0 : unsafe insertions.count) }

  /// Removes the text after a mark, and what was inserted in it.
  func rewind(to mark: Mark) {
    json.rewind(to: mark.json)
    if isComplete { return }
    // Insertions before the mark may have been moved.
    let first = unsafe min(mark.insertions, insertions.count)
    let later = unsafe insertions[first...]
    if !later.isEmpty {
      unsafe insertions.replaceSubrange(first..., with: later.filter { $0.offset < json.count })
    }
    isComplete = unsafe insertions.isEmpty
  }

  /// Appends the text with what is inserted in it.
  ///
  /// - Complexity: O(n log n) in the insertions, O(n) in the bytes.
  func append(to output: inout [UInt8], from start: Int = 0) {
    let insertions = unsafe insertions
    append(start..<json.count, with: Array(insertions.indices), to: &output)
  }

  private func append(_ range: Range<Int>, with indices: [Int], to output: inout [UInt8]) {
    var place = range.lowerBound
    let insertions = unsafe insertions
    // What was inserted first at an offset comes first.
    for index in indices.sorted(by: { (insertions[$0].offset, $0) < (insertions[$1].offset, $1) }) {
      let insertion = insertions[index]
      // A container that is written after its value was moved is no longer in the text.
      if insertion.offset < place || insertion.isRest && insertion.text.isEmpty { continue }
      json.withText { output.append($0.extracting(place..<insertion.offset)) }
      place = insertion.offset + insertion.length
      if insertion.isRest {
        let isFirst = output.last == ASCII.openBrace || output.last == ASCII.openBracket
        if !isFirst { output.append(ASCII.comma) }
        insertion.text.append(to: &output, from: 1)
      } else {
        insertion.text.append(to: &output)
      }
    }
    json.withText { output.append($0.extracting(place..<range.upperBound)) }
  }

  /// Moves a value, if something is inserted in it, to a text of its own, with what is inserted. Returns that text.
  func move(_ range: Range<Int>, to text: @autoclosure () -> EncodedText) -> EncodedText? {
    let inside = unsafe insertions.indices.filter { unsafe range.contains(insertions[$0].offset) }
    if inside.isEmpty { return nil }
    let own = text()
    var bytes: [UInt8] = []
    append(range, with: inside, to: &bytes)
    own.json.raw(bytes.span)
    for index in inside.reversed() { unsafe insertions.remove(at: index) }
    insert(value: own, inPlaceOf: range)
    return own
  }
}
