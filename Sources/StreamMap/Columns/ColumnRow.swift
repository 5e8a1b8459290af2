/// A record of a ``ColumnMapping`` before it is added to a batch.
///
/// It is the model type of ``JSONLines`` for columns. It has no public members. Read records with
/// ``JSONLines/forEachBatch(rows:bytes:workers:_:)``.
public struct ColumnRow: Sendable {
  let cells: ColumnCells
}

/// The values of one record, in the memory that the machine's typed stores write to.
///
/// A cell has a value only if the field's mark says so. Otherwise it may have the value of an earlier record.
///
/// SAFETY: `memory` holds a cell of each column's type, initialised and freed here. `marks` are those of the machine's
/// scope, which holds the row and outlives each use of it. One thread reads a record and adds it to a batch. The
/// accessors are called with the type of the column.
@safe final class ColumnCells: @unchecked Sendable {
  let layout: ColumnLayout
  /// The number of bytes that each row holds.
  let fixedBytes: Int
  let memory: UnsafeMutableRawPointer
  private var marks: UnsafeMutablePointer<ScopeState.Marks>?
  /// The compact text of the record's JSON values.
  var json: [UInt8] = []
  /// The values that are null because they do not fit their columns. Empty unless the mapping notes them.
  private(set) var mismatches: [ColumnMismatch] = []
  /// The columns whose first mismatch has been described.
  private var described: Set<Int> = []

  /// The number of bytes from one cell to the next. Each type fits.
  static let stride = max(unsafe MemoryLayout<BorrowedText>.stride, 16)

  /// The names of members that no column reads.
  typealias Unread = [String: Bool]

  /// The cell of these names, which follows those of the columns. Nil unless the mapping notes them.
  private let unread: UnsafeMutablePointer<Unread>?

  init(_ layout: ColumnLayout, notesUnread: Bool) {
    self.layout = layout
    fixedBytes = layout.fixedBytes
    unsafe memory = .allocate(byteCount: (layout.count + 1) * Self.stride, alignment: 16)
    unsafe unread =
      notesUnread
      ? (memory + layout.count * Self.stride).initializeMemory(as: Unread.self, repeating: [:], count: 1)
      : nil
    for (index, column) in layout.columns.enumerated() {
      unsafe Self.initialize(
        memory + index * Self.stride, to: Self.blank(of: column.type), isList: column.type.isList)
    }
  }

  deinit {
    for (index, column) in layout.columns.enumerated() {
      unsafe Self.deinitialize(
        memory + index * Self.stride, of: Self.blank(of: column.type), isList: column.type.isList)
    }
    unsafe unread?.deinitialize(count: 1)
    unsafe memory.deallocate()
  }

  /// Calls a closure with the name or path of each member that no column reads, and forgets them.
  func takeUnread(_ body: (String) -> Void) {
    guard let unread = unsafe unread, unsafe !unread.pointee.isEmpty else { return }
    for name in unsafe unread.pointee.keys { body(name) }
    unsafe unread.pointee.removeAll(keepingCapacity: true)
  }

  /// Takes the marks of stored values.
  func share(_ marks: UnsafeMutablePointer<ScopeState.Marks>) { unsafe self.marks = unsafe marks }

  /// The marks of a row that a machine has read.
  @inline(__always)
  private var readMarks: UnsafeMutablePointer<ScopeState.Marks> {
    guard let marks = unsafe marks else { preconditionFailure("no machine has read the row") }
    return unsafe marks
  }

  /// Returns whether the record has a value for a column. It may be `null`, or a mismatch.
  func isSeen(_ column: Int) -> Bool {
    unsafe readMarks[column >> 6].seen >> UInt64(column & 63) & 1 == 1
  }

  /// Returns a bit for each of 64 columns that is absent, and for each whose value is `null` or a mismatch.
  func missing(_ word: Int) -> (absent: UInt64, kept: UInt64) {
    let marks = unsafe readMarks[word]
    return (layout.masks[word].all & ~marks.seen, marks.seen & marks.kept)
  }

  /// Returns a bit for each of 64 columns that has a value.
  @inline(__always)
  func stored(_ word: Int) -> UInt64 {
    unsafe readMarks[word].seen & ~readMarks[word].kept
  }

  /// Returns the same, and keeps the machine from resetting cells. They are read only if they are marked.
  @inline(__always)
  func takeStored(_ word: Int) -> UInt64 {
    unsafe readMarks[word].dirty = 0
    return stored(word)
  }

  /// Calls a closure with the column of each bit of a word.
  @inline(__always)
  static func forEachBit(of word: UInt64, from first: Int, _ body: (Int) -> Void) {
    var rest = word
    while rest != 0 {
      body(first &+ rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }

  /// Returns a value, as its type or as an integer of the same size.
  @inline(__always)
  func value<Value: BitwiseCopyable>(_ column: Int, as: Value.Type) -> Value {
    unsafe memory.load(fromByteOffset: column &* Self.stride, as: Value.self)
  }

  /// Passes a text to a closure.
  @inline(__always)
  func withText<Result>(_ column: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    unsafe (memory + column &* Self.stride).assumingMemoryBound(to: BorrowedText.self).pointee.withUTF8(body)
  }

  /// Returns the elements of a list. They are not texts.
  func items<Value: BitwiseCopyable>(_ column: Int, of: Value.Type) -> [Value?] {
    unsafe (memory + column * Self.stride).assumingMemoryBound(to: [Value?].self).pointee
  }

  /// Returns the number of elements of a list of texts.
  func textCount(_ column: Int) -> Int { unsafe texts(column).pointee.count }

  /// Passes an element of a list of texts to a closure. Returns nil for a null.
  func withText<Result>(_ column: Int, item: Int, _ body: (Span<UInt8>) -> Result) -> Result? {
    unsafe texts(column).pointee[item]?.withUTF8(body)
  }

  private func texts(_ column: Int) -> UnsafeMutablePointer<[BorrowedText?]> {
    unsafe (memory + column * Self.stride).assumingMemoryBound(to: [BorrowedText?].self)
  }
}

extension ColumnCells {
  /// Notes a value that does not fit, or forgets the record's if it is nil.
  func note(_ value: ReplacedValue?) {
    guard let value else {
      for mismatch in mismatches where mismatch.text != nil { described.remove(mismatch.column) }
      return mismatches.removeAll(keepingCapacity: true)
    }
    // Only a first mismatch is reported with its text.
    let isFirst = described.insert(value.field).inserted
    mismatches.append(
      ColumnMismatch(
        column: value.field, isElement: value.isElement,
        text: isFirst ? value.found : nil))
  }

  /// Empties the list of values that do not fit.
  func removeMismatches() { mismatches.removeAll(keepingCapacity: true) }
}

/// A value that is null because it does not fit its column.
package struct ColumnMismatch: Sendable {
  package let column: Int
  /// Whether it is an element of the column's list.
  package let isElement: Bool
  /// The value as messages show it. Nil if an earlier record that the same machine has read has a mismatch of this
  /// column.
  package let text: String?
}

// SAFETY: a cell is initialised once with a value of the column's type, or a list of them, and deinitialised as such.
extension ColumnCells {
  /// The value with which a cell begins.
  private static func blank(of type: ColumnType) -> any Hashable {
    switch type.item {
    case .bool: false
    case .int64, .timestamp, .list: 0
    case .uint64: 0 as UInt64
    case .double: 0.0
    case .string: unsafe BorrowedText() as any Hashable
    case .date: 0 as Int32
    case .json: ByteRange()
    }
  }

  private static func initialize<Value>(
    _ cell: UnsafeMutableRawPointer, to value: Value, isList: Bool
  ) {
    if isList {
      unsafe cell.initializeMemory(as: [Value?].self, to: [])
    } else {
      unsafe cell.initializeMemory(as: Value.self, to: value)
    }
  }

  private static func deinitialize<Value>(_ cell: UnsafeMutableRawPointer, of value: Value, isList: Bool) {
    if isList {
      unsafe cell.assumingMemoryBound(to: [Value?].self).deinitialize(count: 1)
    } else {
      unsafe cell.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }
  }
}

extension ColumnRow {
  /// Returns whether the record has a value for a column. It may be `null`.
  package func has(_ column: Int) -> Bool { cells.isSeen(column) }

  /// Why a column has no value.
  package enum Missing {
    /// The record has no value at its path.
    case absent(Int)
    /// The value is `null`.
    case null(Int)
    /// The value, or an element, does not fit. The mapping must note these.
    case mismatched(ColumnMismatch)
  }

  /// Calls a closure with the columns that have no value, and with the elements that do not fit.
  ///
  /// Only these columns are visited. The marks of the record, which the machine makes anyway, have a bit for each.
  package func forEachMissing(_ body: (Missing) -> Void) {
    for word in 0..<cells.layout.words {
      let missing = cells.missing(word)
      ColumnCells.forEachBit(of: missing.absent, from: word &<< 6) { body(.absent($0)) }
      ColumnCells.forEachBit(of: missing.kept, from: word &<< 6) { column in
        if !cells.mismatches.contains(where: { $0.column == column && !$0.isElement }) { body(.null(column)) }
      }
    }
    guard !cells.mismatches.isEmpty else { return }
    for mismatch in cells.mismatches { body(.mismatched(mismatch)) }
    cells.removeMismatches()
  }

  /// Calls a closure with the name or path of each member that no column reads. The mapping must note these.
  package func forEachUnread(_ body: (_ name: String) -> Void) { cells.takeUnread(body) }

  /// Returns the operations that make rows.
  static func operations(_ layout: ColumnLayout, noting notes: ColumnNotes) -> InstanceOperations {
    let template: @Sendable () -> ColumnRow = {
      ColumnRow(cells: ColumnCells(layout, notesUnread: notes.contains(.unreadMembers)))
    }
    // SAFETY: each instance is a `ColumnRow` that the template made.
    var instance = unsafe InstanceOperations(template: template) { row in
      unsafe row.assumingMemoryBound(to: ColumnRow.self).pointee.cells.memory
    }
    // A row is never handed out, so it is never replaced.
    unsafe instance.renew = { _ in }
    unsafe instance.shareMarks = { row, marks in
      unsafe row.assumingMemoryBound(to: ColumnRow.self).pointee.cells.share(marks)
    }
    if notes.contains(.mismatches) {
      unsafe instance.replace = { row, value in
        unsafe row.assumingMemoryBound(to: ColumnRow.self).pointee.cells.note(value)
      }
    }
    if layout.kinds.contains(.json) {
      unsafe instance.attach = { row, bytes in
        unsafe swap(&row.assumingMemoryBound(to: ColumnRow.self).pointee.cells.json, &bytes)
      }
    }
    return instance
  }
}
