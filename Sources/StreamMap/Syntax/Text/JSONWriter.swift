/// Writes JSON text, value after value, with all that stands between them.
///
///     var json = JSONWriter()
///     json.beginObject()
///     json.name("id")
///     json.integer(7)
///     json.endObject()
///     let bytes = json.take()
///
/// Strings get only the escapes that they must have; numbers the fewest digits that read back as the
/// same number. The caller says what is an object and what an array, and gives every member a name: the
/// writer puts in commas, line breaks and spaces, and does not check the order of calls.
///
/// JSON has no number that is infinite or none: such a one becomes `null`, and is counted in
/// ``nonFiniteCount``.
///
/// - Complexity: O(n) in the bytes that are written; their memory is taken again and again.
@safe public struct JSONWriter: ~Copyable {
  /// How the text is laid out, and what it has.
  public let style: JSONStyle

  /// How many numbers have been written as `null`.
  public internal(set) var nonFiniteCount = 0

  /// Where the first value stands that could not be written, and has `null` instead.
  var failureOffset: Int?
  /// Why; nil if it is a number that is infinite or none.
  var failure: (any Error)?

  /// What the call brings along.
  var callContext: CallContext?

  /// SAFETY: `capacity` bytes, of which `count` are written; owned, and freed by `deinit`.
  var bytes: UnsafeMutablePointer<UInt8>
  var capacity: Int
  /// How many bytes have been written.
  public internal(set) var count = 0
  /// Something stands before in the same container.
  var needsComma = false
  /// How many containers are open.
  var depth = 0

  /// A writer without text.
  ///
  /// - Parameter style: how the text is laid out.
  public init(_ style: JSONStyle = JSONStyle()) {
    self.style = style
    capacity = 256
    unsafe bytes = .allocate(capacity: capacity)
  }

  deinit {
    unsafe bytes.deallocate()
  }
}

/// How JSON text is written.
public struct JSONStyle: Sendable, Hashable {
  /// A line for each member and element, indented by two spaces for each level; otherwise no white space
  /// at all.
  public var isPretty: Bool

  /// The members of objects by their names' bytes; otherwise in the order of the mapping's fields, and those
  /// of a dictionary in any order.
  public var sortsNames: Bool

  /// A field that is nil is written, as `null`; otherwise it is left out, and so is an object in which
  /// nothing is left.
  public var writesNil: Bool

  /// Each `/` in a string has a backslash before it, for text that stands within HTML.
  public var escapesSlashes: Bool

  /// A style; compact, in the order of the fields, nil left out, slashes as they are, unless said otherwise.
  public init(
    isPretty: Bool = false, sortsNames: Bool = false, writesNil: Bool = false, escapesSlashes: Bool = false
  ) {
    self.isPretty = isPretty
    self.sortsNames = sortsNames
    self.writesNil = writesNil
    self.escapesSlashes = escapesSlashes
  }

  /// Two spaces a level, names in order: for people to read.
  public static let pretty = JSONStyle(isPretty: true, sortsNames: true)
}
