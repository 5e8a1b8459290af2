/// Keeps one copy of each different text, as keys that stay valid after their records.
///
///     let hosts = TextInterner()
///     try withExtendedLifetime(hosts) {
///       var counts: [BorrowedText: Int] = [:]
///       try lines.forEach { (line: borrowing Line, _) in
///         unsafe counts[hosts.intern(line.host), default: 0] += 1
///       }
///       unsafe counts.forEach { unsafe print(String($0.key), $0.value) }
///     }
///
/// Memory is allocated for new texts only, so the work for a record allocates nothing if its texts are known. The copies
/// are valid as long as the interner. A variable may be released after its last use, so `withExtendedLifetime` holds the
/// interner while its copies are in use. In unoptimised code, a later use of a copy stops the program.
///
/// SAFETY: the arena is never reset, so the copies stay where they are until `deinit`.
@safe public final class TextInterner {
  private var texts: Set<BorrowedText> = unsafe []
  private var arena = TextArena()

  /// Creates an interner without texts.
  public init() {}

  deinit {
    arena.deallocate()
  }

  /// The number of different texts.
  public var count: Int { unsafe texts.count }

  /// Returns the copy of a text, and makes one if it is new.
  ///
  /// - Complexity: O(n) in the length of the text, on average.
  public func intern(_ text: BorrowedText) -> BorrowedText {
    if let index = unsafe texts.firstIndex(of: text) { return unsafe texts[index] }
    let bytes = unsafe text.utf8
    guard let start = bytes.baseAddress else { preconditionFailure("a text has an address") }
    let copy = unsafe BorrowedText(arena.copy(start, bytes.count), bytes.count, in: arena)
    unsafe texts.insert(copy)
    return unsafe copy
  }
}
