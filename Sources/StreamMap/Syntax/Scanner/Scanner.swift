/// An exact parser of JSON's grammar that reads one byte at a time, in chunks of any size.
///
/// The structural index and yajl quickly decide *whether* a record is valid. The scanner finds *where* the error is:
/// the first byte at which the bytes so far cannot begin a valid record, because of grammar, UTF-8, escapes or limits.
/// Whole records reach the scanner only if they may be malformed. For input that arrives in pieces, it runs ahead of
/// yajl and also reports the offset up to which tokens are complete.
///
/// It consists of the state of the current token, a stack of open containers, and the raw names of the current
/// members, one after another.
///
/// Invariants between two calls of `scan`: `0 ≤ tokenStart ≤ offset`, `containers.count ≤ limits.depth`, and
/// `names.count` is the end of the innermost name that is kept. After an error, the state is that before the invalid
/// byte.
struct Scanner {
  let limits: Limits

  /// The number of bytes read since the beginning of the record.
  var offset = 0

  /// The offset of the first byte of the current token.
  var tokenStart = 0

  var state: State

  /// Whether the current token is a member's name.
  var isName = false

  /// The code unit of the current `\u` escape, or the first half of its pair.
  var codeUnit: UInt32 = 0

  /// The bounds of the next continuation byte, and the number of bytes after it.
  var continuation = Continuation()

  /// Whether the current number is over its limit.
  var isCut = false

  /// The current `true`, `false` or `null`, and the number of its bytes that have been read.
  var literal: [UInt8] = []
  var literalIndex = 0

  var containers: [Container] = []
  var names: [UInt8] = []
  /// Whether the scanner keeps names for the path. Otherwise the path is taken from the whole record.
  let keepsNames: Bool

  init(limits: Limits, allowsByteOrderMark: Bool, keepsNames: Bool = true) {
    self.limits = limits.clamped
    self.keepsNames = keepsNames
    self.state = allowsByteOrderMark ? .start : .value
  }

  /// Copies another scanner's state, and reuses the memory of this one.
  mutating func copy(_ other: Scanner) {
    offset = other.offset
    tokenStart = other.tokenStart
    state = other.state
    isName = other.isName
    codeUnit = other.codeUnit
    isCut = other.isCut
    continuation = other.continuation
    literal = other.literal
    literalIndex = other.literalIndex
    containers.removeAll(keepingCapacity: true)
    containers.append(contentsOf: other.containers)
    names.removeAll(keepingCapacity: true)
    names.append(contentsOf: other.names)
  }

  /// What the next byte must be part of.
  enum State: UInt8 {
    /// The first byte: of a byte order mark or a value.
    case start
    case byteOrderMark1, byteOrderMark2
    /// A value; the first element or `]`; the first name or `}`; a name; `:`; `,` or the closing bracket; white space
    /// at the end.
    case value, firstElement, firstName, name, colon, afterValue, end
    /// Inside a string.
    case string, escape, hex1, hex2, hex3, hex4
    case lowBackslash, lowLetter, lowHex1, lowHex2, lowHex3, lowHex4
    case continuation
    /// Inside a number: after its minus sign, after a leading zero, in the integer digits, after the dot, in the
    /// fraction, after the `e`, after the sign of the exponent, in the digits of the exponent.
    case minus, zero, integer, dot, fraction, exponent, exponentSign, exponentDigits
    /// Inside `true`, `false` or `null`.
    case literal
  }

  struct Continuation {
    var lower: UInt8 = 0x80
    var upper: UInt8 = 0xBF
    var more = 0
  }

  /// An open array or object.
  struct Container {
    let isArray: Bool
    /// The index of the current, next or last completed element.
    var index = 0
    /// The index in `names` at which the current member's name begins.
    let nameStart: Int
    /// The offset of the name's opening quote in the record.
    var nameOffset = 0
    /// Whether a member's value or an array's element is being read or comes next.
    var isInChild: Bool
  }

  /// The reason why the bytes so far cannot begin a valid record. The location is ``Scanner/offset``.
  struct Failure: Error {
    let kind: MappingError.Kind
    let expected: String
  }
}
