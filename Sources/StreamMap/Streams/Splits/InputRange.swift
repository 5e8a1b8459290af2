/// Which lines of an input are read: those whose first byte is in a part of it.
///
/// Every line is in exactly one of several parts that together are the whole. Errors of a part say byte offsets of the
/// whole input, and no numbers of records and lines, which are not known there. A file that has grown when its last part
/// has been read is an error of that part: it has lines that nobody reads.
public enum InputRange: Sendable, Hashable {
  /// All of them.
  case all

  /// Those that begin in a range of bytes; it may end beyond the input.
  case range(Range<Int>)

  /// The part with a number, from 1, of so many equal ones.
  case split(Int, of: Int)

  /// The bytes in which the lines begin.
  ///
  /// - Parameter count: the input's bytes.
  package func range(of count: Int) -> Range<Int> {
    switch self {
    case .all: return 0..<count
    case .range(let range): return range.clamped(to: 0..<count)
    case .split(let number, of: let parts):
      precondition(
        parts > 0 && (1...parts).contains(number),
        "part \(number) of \(parts): the part must be between 1 and \(parts)")
      func border(_ part: Int) -> Int {
        // In full width: counts are large, and so may be the parts.
        let (high, low) = count.multipliedFullWidth(by: part)
        return parts.dividingFullWidth((high, low)).quotient
      }
      return border(number - 1)..<border(number)
    }
  }

  static func refusal(of input: ByteInput) -> MappingError {
    MappingError(
      .io, expected: "a part of \(input.name) cannot be read",
      found:
        "only lines of a regular file that is not compressed can be read in parts: decompress it, or read it whole"
    )
  }
}
