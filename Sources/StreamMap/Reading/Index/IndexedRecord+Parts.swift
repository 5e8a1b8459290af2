import CStructure

// The values of a record that are read by other walkers. They use the index of the record.
//
// SAFETY: the walker of the record sets its address for the time of its walk. The text is compared by its address.
extension IndexedRecord {
  /// Returns a value of the record as a record of its own. Returns nil if the text is not in this record.
  ///
  /// - Parameter value: the text of a value that is known to be valid.
  @inline(__always)
  func part(_ value: Span<UInt8>) -> IndexedRecord? {
    unsafe value.withUnsafeBufferPointer { value in
      guard let first = value.baseAddress, unsafe first >= text + start, unsafe first < text + end else {
        return nil
      }
      let offset = unsafe first - text
      return unsafe IndexedRecord(
        text: text, structure: structure, readable: readable, start: offset, end: offset + value.count,
        isDoubtful: false)
    }
  }

  /// Returns the value of the first member of an object with the name of an index. Returns nil if there is none, and
  /// before a name with a backslash.
  ///
  /// - Precondition: the record is valid, and begins with the object.
  func member(_ names: JoinedTexts, _ index: Int) -> IndexedRecord? {
    guard unsafe end - start > 2 && text[start] == ASCII.openBrace else { return nil }
    let structure = unsafe Structure(structure, streammap_kernel_best().pointee.skip, end: end)
    var offset = start + 1
    // The end of the object is read together with the byte after a value.
    while offset + 2 < end {
      let begin = unsafe MemberNames.nameStart(text, offset, end: end)
      guard begin != 0 else { return nil }
      let (close, hasBackslash) = structure.string(from: begin)
      guard !hasBackslash, close + 3 < end else { return nil }
      let value = unsafe MemberNames.valueStart(text, after: close, end: end)
      guard value != 0 else { return nil }
      offset = unsafe structure.next(after: text[value], value)
      guard offset <= end else { return nil }
      let found = unsafe Span(_unsafeStart: text + begin, count: close - begin)
      if names.equals(index, found) {
        return unsafe IndexedRecord(
          text: text, structure: self.structure, readable: readable, start: value, end: offset,
          isDoubtful: false)
      }
    }
    return nil
  }

  /// Returns the index of the first text that the record is as a string without a backslash. -1 if it is none.
  func string(in texts: JoinedTexts) -> Int {
    guard unsafe text[start] == ASCII.quote else { return -1 }
    let content = unsafe Span(_unsafeStart: text + (start + 1), count: end - start - 2)
    for index in 0..<texts.count where texts.equals(index, content) { return index }
    return -1
  }
}

extension CallContext.Reference {
  /// Returns a text as a part of the record that is being read, or nil if it is not in an indexed record.
  @inline(__always)
  func part(_ text: Span<UInt8>) -> IndexedRecord? {
    unsafe record?.assumingMemoryBound(to: IndexedRecord.self).pointee.part(text)
  }
}

/// Texts to compare with, end to end in one array. None is retained for a comparison.
struct JoinedTexts: Sendable {
  private var bytes: [UInt8] = []
  private var ranges: [Range<Int>] = []

  init(_ texts: [[UInt8]]) {
    for text in texts {
      ranges.append(bytes.count..<(bytes.count + text.count))
      bytes += text
    }
  }

  var count: Int { ranges.count }

  /// Whether a text is that of an index.
  @inline(__always)
  func equals(_ index: Int, _ text: Span<UInt8>) -> Bool {
    let range = ranges[index]
    return range.count == text.count && bytes.span.extracting(range).equals(text)
  }
}
