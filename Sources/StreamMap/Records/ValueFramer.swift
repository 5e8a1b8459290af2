import CStructure

/// Cuts bytes into records that are values: concatenated, in a sequence, in an array or object, or a single document.
///
/// `fill` and `append` add bytes to one window; `next` goes on to the next record, which stays where it is until bytes
/// are added again. It may pause at any byte. A structural index, a few blocks at a time, finds where a value ends;
/// whether it is one at all, its reader says. A scanner reads what stands around an array, the framer itself what stands
/// between values.
///
/// A record longer than the limit is handed out cut, one byte more than the limit, and the rest of it is
/// passed over without being kept.
///
/// All offsets are absolute. Invariants: the bytes before `position` have been looked at; the window holds those
/// from `recordStart` on while a record is open and not passed over, and those from `position` on;
/// the index, if it has begun, has its origin at `origin ≤ indexed ≤ window.end`; `lines.offset` is not beyond what is
/// looked for next.
///
/// SAFETY: the index is made and freed here, and its searches lie within what it has indexed.
@safe final class ValueFramer {
  let framing: Framing
  let limit: Int
  var window = ByteWindow()
  var lines = LineCount()
  var position = 0
  var phase: Phase

  /// Where the record begins that is open.
  var recordStart = 0
  /// How many containers are open in it, which is one.
  var depth = 0
  /// It was handed out cut, and goes on.
  var isPassingOver = false
  /// The record that was handed out last.
  var record = Record()

  var index: StructuralIndex
  /// Whether the records are the values of an object's members. The scanner reads their names.
  let isOfMembers: Bool
  /// The raw name of the current member, with its escapes.
  var name: [UInt8] = []

  /// The index is of the array, and its reader wants no other for a record that is sound in it.
  let lendsIndex: Bool
  var origin = 0
  var indexed = 0

  /// Reads what stands around an array, and knows the path there.
  var envelope: Scanner
  /// Finds whole values for it to pass over; made when it is first asked for.
  var around: AroundIndex?
  /// How many of the steps to the array have been taken.
  var stepsTaken = 0

  /// Nothing follows the bytes that are there.
  var isComplete = false

  /// What comes next.
  enum Phase {
    /// The byte order mark.
    case mark
    /// The way to the array: a value on it; more of the container that has the next one on it.
    case way, wayInside
    /// The first element or the array's end; a value; a comma or the array's end.
    case firstElement, value, separator
    /// The name and colon of the next member, or the end of the object.
    case member
    /// More of a record: a container, a string, anything else; what ends at the next separator or with the input.
    case container, string, token, text
    /// A record separator; a record behind one.
    case unmarked, marked
    /// What follows the array.
    case rest
    /// Nothing more, whatever there is.
    case ended
  }

  /// Where a record is.
  struct Record {
    /// The absolute offset of its first byte.
    var offset = 0
    /// Its length in bytes, as far as it is handed out.
    var count = 0
    /// The line in which it begins, and where that begins.
    var line = 1
    var lineStart = 0
    /// What stands before or behind it is not what should.
    var flaw: Flaw?
    /// The index has found nothing wrong with it.
    var isSound = false
  }

  /// What is wrong with a record that may look good by itself.
  enum Flaw {
    /// No record separator stands before it.
    case unmarked
    /// Nothing says that it goes no further.
    case unterminated
  }

  /// - Parameters:
  ///   - framing: not `lines`.
  ///   - limits: clamped ones.
  ///   - kernel: finds the values.
  ///   - validates: the records' reader takes their structure from an index that validates, or from one that does
  ///     not; nil if it has an index of its own, or none.
  init(_ framing: Framing, limits: Limits, kernel: streammap_kernel, validates: Bool?) {
    self.framing = framing
    limit = limits.record
    envelope = Scanner(limits: limits, allowsByteOrderMark: true)
    isOfMembers = if case .array(let path) = framing { path.isObject } else { false }
    // By the commas between them, the kernel takes elements for what they are; other values it cannot.
    lendsIndex = if case .array = framing { validates != nil && !isOfMembers } else { false }
    index = unsafe StructuralIndex(kernel, limits: limits, validates: lendsIndex && validates == true)
    phase =
      switch framing {
      case .array: .way
      // Its reader passes over the byte order mark.
      case .document: .text
      // Lines have a framer of their own.
      case .concatenated, .sequence, .lines: .mark
      }
  }

  /// With the best kernel of this machine.
  convenience init(_ framing: Framing, limits: Limits, validates: Bool?) {
    unsafe self.init(framing, limits: limits, kernel: streammap_kernel_best().pointee, validates: validates)
  }

  deinit {
    index.deallocate()
    around?.index.deallocate()
  }
}
