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

  /// The number of bytes from one cell to the next. Each type fits.
  static let stride = max(unsafe MemoryLayout<BorrowedText>.stride, 16)

  init(_ layout: ColumnLayout) {
    self.layout = layout
    fixedBytes = layout.fixedBytes
    unsafe memory = .allocate(byteCount: max(layout.count, 1) * Self.stride, alignment: 16)
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
    unsafe memory.deallocate()
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

  /// Returns the operations that make rows.
  static func operations(_ layout: ColumnLayout) -> InstanceOperations {
    let template: @Sendable () -> ColumnRow = { ColumnRow(cells: ColumnCells(layout)) }
    // SAFETY: each instance is a `ColumnRow` that the template made.
    var instance = unsafe InstanceOperations(template: template) { row in
      unsafe row.assumingMemoryBound(to: ColumnRow.self).pointee.cells.memory
    }
    // A row is never handed out, so it is never replaced.
    unsafe instance.renew = { _ in }
    unsafe instance.shareMarks = { row, marks in
      unsafe row.assumingMemoryBound(to: ColumnRow.self).pointee.cells.share(marks)
    }
    if layout.kinds.contains(.json) {
      unsafe instance.attach = { row, bytes in
        unsafe swap(&row.assumingMemoryBound(to: ColumnRow.self).pointee.cells.json, &bytes)
      }
    }
    return instance
  }
}
