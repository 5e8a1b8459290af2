/// Divides bytes into records that are values: concatenated, in a sequence, in an array or object, in Markdown, or a
/// single document.
///
/// `fill` and `append` add bytes to one window. `next` moves on to the next record, whose bytes stay in place until
/// bytes are added again. Reading may pause at any byte. A structural index over a few blocks at a time finds the end
/// of a value. The reader of the record validates it. A scanner reads the text around an array, and the framer itself
/// reads the text between values. Markdown is read byte by byte, because the text around its records is not JSON.
///
/// A record over the limit is cut to the limit and one byte. The rest of it is skipped without being kept.
///
/// All offsets are absolute. Invariants: the bytes before `position` have been read. The window has the bytes from
/// `position` on, and from `recordStart` on while a record is open and not skipped. The index, if it has begun, has
/// its origin at `origin ≤ indexed ≤ window.end`. `lines.offset` is at most the offset from which the next search
/// starts.
final class ValueFramer {
  let framing: Framing.Kind
  let limit: Int
  var window = ByteWindow()
  var lines = LineCount()
  var position = 0
  var phase: Phase

  /// The offset at which the open record begins.
  var recordStart = 0
  /// The number of open containers in the open record.
  var depth = 0
  /// Whether the open record was cut, and its rest is being skipped.
  var isPassingOver = false
  /// The current record.
  var record = Record()

  var index: StructuralIndex
  /// Whether the records are the values of an object's members. The scanner reads their names.
  let isOfMembers: Bool
  /// The raw name of the current member, with its escapes.
  var name: [UInt8] = []

  /// Whether the index can be borrowed by the reader of a record: it is over an array, and the record is valid in it.
  let lendsIndex: Bool
  var origin = 0
  var indexed = 0

  /// Reads the text around an array, and has its path.
  var envelope: Scanner
  /// Finds whole values that the scanner can skip. Created when first needed.
  var around: AroundIndex?
  /// The number of steps to the array that have been taken.
  var stepsTaken = 0

  /// What is known of Markdown at the position.
  var markdown = MarkdownState()

  /// Whether the input has no more bytes.
  var isComplete = false

  /// What is read next.
  enum Phase {
    /// The byte order mark.
    case mark
    /// The path to the array: a value on the path, or the rest of a container that has the path's next value.
    case way, wayInside
    /// The first element or the array's end; a value; a comma or the array's end.
    case firstElement, value, separator
    /// The name and colon of the next member, or the end of the object.
    case member
    /// The rest of a record: a container, a string, or other text that ends at the next delimiter; a text that ends
    /// at the next separator or with the input.
    case container, string, token, text
    /// The rest of a record in Markdown; the text around it.
    case entry, prose
    /// A record separator; a record after a separator.
    case unmarked, marked
    /// The text after the array.
    case rest
    /// The end. No more bytes are read.
    case ended
  }

  /// The location of a record.
  struct Record {
    /// The absolute offset of its first byte.
    var offset = 0
    /// Its length in bytes, up to the limit and one byte.
    var count = 0
    /// The number of the line in which it begins, and the offset of that line.
    var line = 1
    var lineStart = 0
    /// The flaw in the text before or after the record.
    var flaw: Flaw?
    /// Whether the index found no error in it.
    var isSound = false
  }

  /// An error around a record that may be valid by itself.
  enum Flaw {
    /// No record separator precedes it.
    case unmarked
    /// It may be incomplete.
    case unterminated
  }

  /// Creates a framer.
  ///
  /// - Parameters:
  ///   - framing: any framing but those of lines.
  ///   - options: of the index. Its limits are clamped.
  ///   - isBorrowed: whether the records' reader borrows the structure.
  init(_ framing: Framing, _ options: IndexOptions, isBorrowed: Bool) {
    self.framing = framing.kind
    limit = options.limits.record
    envelope = Scanner(limits: options.limits, allowsByteOrderMark: true)
    isOfMembers = if case .array(_, let isObject) = framing.kind { isObject } else { false }
    // The kernel recognizes elements by the commas between them. It cannot recognize other values.
    lendsIndex = if case .array = framing.kind { isBorrowed && !isOfMembers } else { false }
    var options = options
    options.validates = lendsIndex && options.validates
    index = options.index()
    phase =
      switch framing.kind {
      case .array: .way
      // Its reader skips the byte order mark.
      case .document: .text
      // Lines have a separate framer.
      case .concatenated, .sequence, .markdown, .lines, .embeddedLines, .serverSentEvents: .mark
      }
  }

  /// Creates a framer with the best kernel of this machine.
  ///
  /// - Parameter validates: whether the borrowed structure is validated. Nil if the records' reader does not borrow one.
  convenience init(_ framing: Framing, limits: Limits, validates: Bool?) {
    self.init(
      framing, IndexOptions(limits: limits, validates: validates == true), isBorrowed: validates != nil)
  }

  deinit {
    index.deallocate()
    around?.index.deallocate()
  }
}

/// Counts line feeds up to an offset of an input.
///
/// Invariant: `line` is the number of the line that contains the byte at `offset`, and `lineStart` is the offset at
/// which that line begins.
struct LineCount {
  private(set) var offset = 0
  private(set) var line = 1
  private(set) var lineStart = 0

  /// Counts the line feeds in the next bytes.
  mutating func advance(over bytes: Span<UInt8>) {
    let count = bytes.occurrences(of: ASCII.lineFeed)
    if count > 0 {
      var index = bytes.count - 1
      while bytes[index] != ASCII.lineFeed { index -= 1 }
      line += count
      lineStart = offset + index + 1
    }
    offset += bytes.count
  }
}
