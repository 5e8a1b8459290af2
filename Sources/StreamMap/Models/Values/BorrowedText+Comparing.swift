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
