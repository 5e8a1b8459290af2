/// The exact reader of JSON's grammar, a byte at a time, over any chunking.
///
/// yajl says *whether* a record is right, fast; the scanner says *where* it is
/// wrong, to the byte: the first byte at which the bytes so far begin no valid
/// record, for whatever reason (grammar, UTF-8, escapes, limits). It is cold for
/// whole records, which reach it only when something is wrong with them, and runs
/// ahead of yajl on input that arrives in pieces, where it also says up to which
/// byte the tokens are complete.
///
/// Parts: the state of the token being read, a stack of open containers, the raw
/// names of the members being read, end to end.
///
/// Invariants, between two calls of `scan`:
/// `0 ≤ tokenStart ≤ offset`; `containers.count ≤ limits.depth`;
/// `names.count` = the end of the innermost name that is kept.
/// After an error the state is that before the offending byte.
struct Scanner {
  let limits: Limits

  /// Bytes read so far, from the record's first.
  var offset = 0

  /// The offset of the first byte of the token being read.
  var tokenStart = 0

  var state: State

  /// The token being read is a member's name.
  var isName = false

  /// The code unit of the `\u` escape being read, or the first half of its pair.
  var codeUnit: UInt32 = 0

  /// The bounds of the next continuation byte, and how many more follow it.
  var continuation = Continuation()

  /// The number being read goes on beyond its limit.
  var isCut = false

  /// `true`, `false` or `null`, and how much of it has been read.
  var literal: [UInt8] = []
  var literalIndex = 0

  var containers: [Container] = []
  var names: [UInt8] = []
  /// Whether the scanner keeps names for the path. Otherwise the path is made from the whole record.
  let keepsNames: Bool

  init(limits: Limits, allowsByteOrderMark: Bool, keepsNames: Bool = true) {
    self.limits = limits.clamped
    self.keepsNames = keepsNames
    self.state = allowsByteOrderMark ? .start : .value
  }

  /// Takes another scanner's state over, into the memory this one has.
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

  /// What the next byte must continue.
  enum State: UInt8 {
    /// The very first byte: a byte order mark or a value.
    case start
    case byteOrderMark1, byteOrderMark2
    /// A value; the first element or `]`; the first name or `}`; a name; `:`;
    /// `,` or the closing bracket; white space at the end.
    case value, firstElement, firstName, name, colon, afterValue, end
    /// Within a string.
    case string, escape, hex1, hex2, hex3, hex4
    case lowBackslash, lowLetter, lowHex1, lowHex2, lowHex3, lowHex4
    case continuation
    /// Within a number: after its minus, a leading zero, integer digits, the dot,
    /// digits of the fraction, the `e`, its sign, its digits.
    case minus, zero, integer, dot, fraction, exponent, exponentSign, exponentDigits
    /// Within `true`, `false` or `null`.
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
    /// The index of the element being read or waited for, or completed last.
    var index = 0
    /// Where the name of the member being read begins in `names`.
    let nameStart: Int
    /// The offset of the name's opening quote in the record.
    var nameOffset = 0
    /// Whether a member's value, or an array's element, is being read or waited for.
    var isInChild: Bool
  }

  /// Why the bytes so far begin no valid record; the place is ``Scanner/offset``.
  struct Failure: Error {
    let kind: MappingError.Kind
    let expected: String
  }
}
