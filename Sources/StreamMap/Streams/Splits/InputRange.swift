/// The lines of an input to read: those whose first byte is in a range.
///
///     lines.inputRange = .split(1, of: 4)
///
/// If several ranges cover the input without overlap, each line is in exactly one of them. Errors have byte offsets of
/// the whole input. They have no record and line numbers, because those are unknown in a range. Lines that are appended
/// to a file after it was opened are not read.
public enum InputRange: Sendable, Hashable {
  /// All lines.
  case all

  /// The lines that begin in a range of bytes. The range may end beyond the input.
  case range(Range<Int>)

  /// One of several equal splits, by its number, from 1.
  case split(Int, of: Int)

  /// Returns the range of bytes in which the lines begin.
  ///
  /// - Parameter count: the number of bytes of the input.
  package func range(of count: Int) -> Range<Int> {
    switch self {
    case .all: return 0..<count
    case .range(let range): return range.clamped(to: 0..<count)
    case .split(let number, of: let parts):
      precondition(
        parts > 0 && (1...parts).contains(number),
        "part \(number) of \(parts): the part must be between 1 and \(parts)")
      func border(_ part: Int) -> Int {
        // Full-width multiplication, because both numbers can be large.
        let (high, low) = count.multipliedFullWidth(by: part)
        return parts.dividingFullWidth((high, low)).quotient
      }
      return border(number - 1)..<border(number)
    }
  }

  static func rejection(of input: Input) -> MappingError {
    MappingError(
      .io, expected: "a part of \(input.name) cannot be read",
      found:
        "only lines of a regular file that is not compressed can be read in parts: decompress it, or read it whole"
    )
  }
}
