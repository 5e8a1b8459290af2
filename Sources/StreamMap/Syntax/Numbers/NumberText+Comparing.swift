// Exact comparison of numbers by their text.
extension NumberText {
  /// Returns the sign of the difference of two numbers of any length. Returns nil if one is not a number.
  ///
  /// - Complexity: O(n) in the length of the texts.
  static func order(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int? {
    guard let first = Parts(left), let second = Parts(right) else { return nil }
    let (sign, otherSign) = (first.sign(left), second.sign(right))
    guard sign == otherSign, sign != 0 else { return (sign - otherSign).signum() }
    return sign * first.magnitudeOrder(left, second, right)
  }
}

extension NumberText.Parts {
  /// Returns the index of the first digit that is not zero, or nil for zero.
  private func firstDigit(_ text: Span<UInt8>) -> Int? {
    var index = start
    while index < end, text[index] == ASCII.zero || text[index] == ASCII.dot { index += 1 }
    return index < end ? index : nil
  }

  fileprivate func sign(_ text: Span<UInt8>) -> Int {
    firstDigit(text) == nil ? 0 : isNegative ? -1 : 1
  }

  /// Returns the sign of the difference of the magnitudes. Neither is zero.
  fileprivate func magnitudeOrder(_ text: Span<UInt8>, _ other: Self, _ otherText: Span<UInt8>) -> Int {
    guard var index = firstDigit(text), var otherIndex = other.firstDigit(otherText) else { return 0 }
    let scales = (scale(of: index), other.scale(of: otherIndex))
    if scales.0 != scales.1 { return scales.0 < scales.1 ? -1 : 1 }
    while index < end || otherIndex < other.end {
      let digit = next(text, &index)
      let otherDigit = other.next(otherText, &otherIndex)
      if digit != otherDigit { return digit < otherDigit ? -1 : 1 }
    }
    return 0
  }

  /// Returns the power of ten of the digit at an index.
  private func scale(of index: Int) -> Int {
    let point = start + whole
    return (index < point ? point - index - 1 : point - index) + exponent
  }

  /// Returns the next digit, which is zero after the last one.
  private func next(_ text: Span<UInt8>, _ index: inout Int) -> UInt8 {
    if index < end, text[index] == ASCII.dot { index += 1 }
    guard index < end else { return ASCII.zero }
    defer { index += 1 }
    return text[index]
  }
}
