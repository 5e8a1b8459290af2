// SAFETY: a part is within its text, and is valid as long. It begins at the text's start or after a separator, and ends
// at the text's end or before a separator. A separator is an ASCII byte, so the part is well-formed UTF-8.

extension BorrowedText {
  /// Returns the parts of the text between separators, each a view. Nothing is allocated.
  ///
  ///     let depth = unsafe line.path.split(separator: "/").reduce(0) { count, _ in count + 1 }
  ///
  /// - Parameters:
  ///   - separator: an ASCII character.
  ///   - omittingEmptySubsequences: whether empty parts are omitted, as by default in `Collection.split`.
  /// - Complexity: O(1). Iterating is O(n) in the length of the text.
  public func split(separator: Unicode.Scalar, omittingEmptySubsequences: Bool = true) -> Parts {
    precondition(separator.isASCII, "a separator is an ASCII character")
    let byte = UInt8(truncatingIfNeeded: separator.value)
    return unsafe Parts(self, byte, omittingEmptySubsequences)
  }

  /// The parts of a text between separators, made one at a time.
  @unsafe public struct Parts: @unsafe Sequence, @unsafe IteratorProtocol {
    private let text: BorrowedText
    private let separator: UInt8
    private let omitsEmpty: Bool
    /// The start of the next part. Beyond the count after the last one.
    private var place = 0

    fileprivate init(_ text: BorrowedText, _ separator: UInt8, _ omitsEmpty: Bool) {
      unsafe self.text = unsafe text
      unsafe self.separator = separator
      unsafe self.omitsEmpty = omitsEmpty
    }

    /// Returns the next part, or nil after the last one.
    public mutating func next() -> BorrowedText? {
      let bytes = unsafe text.utf8
      while unsafe place <= bytes.count {
        let start = unsafe place
        let end = unsafe bytes[start...].firstIndex(of: separator) ?? bytes.count
        unsafe place = end + 1
        if unsafe start < end || !omitsEmpty { return unsafe BorrowedText(text, start..<end) }
      }
      return nil
    }
  }
}

// SAFETY: only bytes of the texts are read, during the call.

extension BorrowedText: @unsafe Comparable {
  /// Returns whether the bytes of the first text precede those of the second in lexicographical order. This is the order
  /// of the Unicode scalars.
  public static func < (left: BorrowedText, right: BorrowedText) -> Bool {
    unsafe left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// Returns whether the text begins with the bytes of another.
  public func hasPrefix(_ prefix: BorrowedText) -> Bool {
    unsafe utf8.starts(with: prefix.utf8)
  }

  /// Returns whether the text ends with the bytes of another.
  public func hasSuffix(_ suffix: BorrowedText) -> Bool {
    unsafe suffix.count <= count && utf8.suffix(suffix.count).elementsEqual(suffix.utf8)
  }
}
