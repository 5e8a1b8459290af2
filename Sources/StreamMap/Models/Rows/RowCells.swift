/// The values of one record, in the memory that the machine's typed stores write to.
///
/// A cell has a value only if the field's mark says so. Otherwise it may have the value of an earlier record.
///
/// SAFETY: `memory` holds the cells of the layout's shape, and `copiedMarks` a word for each 64 cells. Both are
/// initialised and freed here. `machineMarks` are those of the machine's scope, which holds the row. One thread reads a
/// record into the row. A row that is kept has copies of its texts in `texts`, and is not reused while something else
/// refers to it, so that any thread can read it. Any other row is used only until the next record. The row that
/// is joined has copies of other rows' bits, which these own; its `copiedMarks` are its own marks. The accessors are called
/// with the type of the cell. Accesses to `machineMarks` do not overlap: only the machine sets them, between two records. A
/// check of that for each value would cost 5 % of the time of a row.
@usableFromInline @safe package final class RowCells: @unchecked Sendable {
  @usableFromInline package let layout: RowLayout
  @usableFromInline package let memory: UnsafeMutableRawPointer
  @usableFromInline @exclusivity(unchecked) package private(set) var machineMarks:
    UnsafeMutablePointer<FieldMarks>?
  /// A copy of the marks of the record that was read last. Nil unless rows are kept.
  @usableFromInline package let copiedMarks: UnsafeMutablePointer<FieldMarks>?
  /// The texts of a row that is kept.
  private var texts = TextArena.ofRow
  /// The values that are null because they do not fit their columns. Empty unless the mapping notes them.
  private(set) var mismatches: [ColumnRow.Mismatch] = []

  /// The number of bytes from one cell to the next, a multiple of sixteen. Each type fits.
  @inlinable package static var stride: Int { max(unsafe MemoryLayout<BorrowedText>.stride, 16) }

  /// Whether it is a record whose row, or whose elements' rows, are joined.
  @usableFromInline package let hasElements: Bool
  /// Whether it is such a row.
  private let isJoined: Bool
  /// Whether it is a record with columns in the texts of strings.
  private let hasTexts: Bool
  /// That row. Made for the first record.
  var joined: RowCells?
  /// The rows that it is joined from. Nil unless it is such a row, and its values can be read in them. Used only in the
  /// closure of `forEachElementRow(joins: false)`.
  @usableFromInline package let parts: RowParts?
  /// The level whose values are new in the row of an element.
  var newLevel = 0
  /// For each ``RowConstant``, its text, because they are set at different times. Empty unless the row is joined.
  var constantTexts: [TextArena] = []
  /// The rows of elements that a filter keeps. Nil if it keeps all.
  private(set) var selection: RowSelection?
  /// The columns with a value that is null because it does not fit, as often as there are such values. Those that are
  /// parts of a value are not among them.
  var misfits: [Int: Int] = [:]

  /// The shapes of the machine's scopes.
  private lazy var scopes: [RowShape] = {
    var scopes: [RowShape] = []
    layout.shape.forEachScope { scopes.append($0) }
    return scopes
  }()

  /// The names of members that no column reads.
  typealias Unread = [String: Bool]

  /// The cell of these names, which follows those of the columns. Nil unless the mapping notes them.
  private let unread: UnsafeMutablePointer<Unread>?

  init(_ layout: RowLayout, notesUnread: Bool) {
    self.layout = layout
    unsafe memory = .allocate(byteCount: (layout.shape.count + 1) * Self.stride, alignment: 16)
    let words = layout.shape.words
    unsafe copiedMarks = layout.keepsRows ? .allocate(capacity: words) : nil
    unsafe copiedMarks?.initialize(repeating: FieldMarks(), count: words)
    unsafe unread =
      notesUnread
      ? (memory + layout.shape.count * Self.stride).initializeMemory(
        as: Unread.self, repeating: [:], count: 1)
      : nil
    unsafe layout.shape.initialize(memory)
    isJoined = false
    hasTexts = layout.join?.texts.isEmpty == false
    hasElements = layout.join != nil
    parts = nil
  }

  /// Creates a row whose cells are copies of those of other rows.
  init(joining layout: RowLayout) {
    self.layout = layout
    let size = layout.cellCount * Self.stride
    let cells = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    unsafe cells.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let words = max(layout.words, 1)
    let marks = UnsafeMutablePointer<FieldMarks>.allocate(capacity: words)
    unsafe marks.initialize(repeating: FieldMarks(), count: words)
    unsafe (memory, copiedMarks, unread) = unsafe (cells, marks, nil)
    constantTexts = RowConstant.allCases.map { _ in TextArena.ofRow }
    isJoined = true
    hasTexts = false
    hasElements = false
    parts = layout.join.flatMap { join in
      let row = unsafe CellRow(cells: cells, marks: marks, markStride: MemoryLayout<FieldMarks>.stride)
      return join.references.map { RowParts($0, levels: join.levels.count, row) }
    }
  }

  deinit {
    // The cells of a joined row belong to the rows that they are copied from.
    if !isJoined { unsafe layout.shape.deinitialize(memory) }
    unsafe unread?.deinitialize(count: 1)
    unsafe memory.deallocate()
    unsafe copiedMarks?.deallocate()
    texts.deallocate()
    for arena in constantTexts { arena.deallocate() }
    parts?.deallocate()
  }

  // MARK: What the machine gives

  /// Takes the address of the marks of stored values.
  func share(_ marks: UnsafeMutablePointer<FieldMarks>) { unsafe machineMarks = unsafe marks }

  /// Copies the marks of the record that was read.
  func copyMarks() {
    guard let marks = unsafe machineMarks else { return }
    unsafe copiedMarks?.update(from: marks, count: layout.shape.words)
  }

  /// Stops the program unless the values are JSON text.
  @inlinable package func requireText() {
    precondition(layout.form != .typed, "the values of columns with types are in the batches of forEachBatch")
  }

  /// Returns the row for the next record of the same machine.
  func replacement() -> RowCells {
    let other = RowCells(layout, notesUnread: unsafe unread != nil)
    unsafe other.machineMarks = unsafe machineMarks
    other.selection = selection
    return other
  }

  /// Takes the record's texts, and gives back the memory of the last record's.
  func swapTexts(_ texts: inout TextArena) { swap(&self.texts, &texts) }

  /// Takes the values that do not fit.
  func take(_ replaced: [ReplacedValue]) {
    if mismatches.isEmpty, replaced.isEmpty, !hasTexts { return }
    mismatches.removeAll(keepingCapacity: true)
    misfits.removeAll(keepingCapacity: true)
    for value in replaced {
      let scope = scopes[value.scope]
      // The machine's fields are the cells, the unread members, and the other paths of cells.
      let other = value.field - scope.cells.count - (unsafe value.scope == 0 && unread != nil ? 1 : 0)
      let field = value.field < scope.cells.count ? value.field : scope.otherCells[other]
      let cell = scope.cells[field]
      // The column has the value of another path.
      if value.scope == 0, !cell.others.isEmpty, isStored(field) { continue }
      for column in cell.columns {
        mismatches.append(ColumnRow.Mismatch(column: column, text: value.text))
      }
      // Any other value is a part of a column's: an element of its list, or a member.
      let isOwn = field < scope.columnCells || cell.textLayout != nil
      for column in value.isElement ? cell.elementColumns : isOwn ? cell.columns : [] {
        misfits[column, default: 0] += 1
      }
    }
    for text in layout.join?.texts ?? [] {
      guard let row = textRow(text.cell) else { continue }
      for value in row.mismatches {
        mismatches.append(ColumnRow.Mismatch(column: text.columns[value.column], text: value.text))
      }
      for (column, count) in row.misfits { misfits[text.columns[column], default: 0] += count }
    }
  }

  /// Returns the row of the columns in the text of a string. Returns nil if the record has no such text.
  func textRow(_ cell: Int) -> RowCells? {
    guard isStored(cell) else { return nil }
    return unsafe (memory + cell * Self.stride).assumingMemoryBound(to: RowCells?.self).pointee
  }

  /// Returns whether a value is null because it does not fit, and forgets one such value of the column.
  func takeMisfit(_ column: Int) -> Bool {
    guard let count = misfits[column] else { return false }
    misfits[column] = count > 1 ? count - 1 : nil
    return true
  }

  /// Returns whether the value of a cell is new in the row: the rows of elements repeat those around them.
  func isNew(_ cell: Int) -> Bool { !isJoined || layout.join?.cellLevels[cell] == newLevel }

  func take(_ selection: RowSelection) { self.selection = selection }

  /// Calls a closure with the name or path of each member that no column reads, and forgets them.
  func takeUnread(_ body: (String) -> Void) {
    guard let unread = unsafe unread, unsafe !unread.pointee.isEmpty else { return }
    for name in unsafe unread.pointee.keys { body(name) }
    unsafe unread.pointee.removeAll(keepingCapacity: true)
  }

  // MARK: Marks

  /// The marks of a row that a machine has read.
  @inlinable @inline(__always)
  package var readMarks: UnsafeMutablePointer<FieldMarks> {
    guard let marks = unsafe copiedMarks ?? machineMarks else {
      preconditionFailure("no machine has read the row")
    }
    return unsafe marks
  }

  /// Returns a bit for each of 64 cells that the record does not have, and for each whose value was not stored.
  func missing(_ word: Int) -> (absent: UInt64, kept: UInt64) {
    let marks = unsafe readMarks[word]
    // A member of a struct is a part of its column.
    let cells = layout.cells(word)
    return (cells & ~marks.seen, cells & marks.seen & marks.kept)
  }

  /// Returns a bit for each of 64 cells that has a value.
  @inlinable @inline(__always)
  package func stored(_ word: Int) -> UInt64 {
    unsafe readMarks[word].seen & ~readMarks[word].kept
  }

  /// Returns the same, and keeps the machine from resetting cells. They are read only if they are marked.
  @inlinable @inline(__always)
  package func takeStored(_ word: Int) -> UInt64 {
    unsafe readMarks[word].dirty = 0
    return stored(word)
  }

  /// Returns whether the record has a value for a cell. It may be null.
  func isSeen(_ cell: Int) -> Bool { unsafe readMarks[cell >> 6].seen >> UInt64(cell & 63) & 1 == 1 }

  /// Returns whether a cell has a value.
  @inlinable @inline(__always)
  package func isStored(_ cell: Int) -> Bool { stored(cell &>> 6) &>> UInt64(cell & 63) & 1 == 1 }

  /// Calls a closure with the number of each bit of a word.
  @inlinable @inline(__always)
  package static func forEachBit(of word: UInt64, from first: Int, _ body: (Int) -> Void) {
    var rest = word
    while rest != 0 {
      body(first &+ rest.trailingZeroBitCount)
      rest &= rest &- 1
    }
  }

  // MARK: Values

  /// Returns a single value, as its type or as an integer of the same size.
  @inlinable @inline(__always)
  package func value<Value: BitwiseCopyable>(_ cell: Int, as: Value.Type) -> Value {
    unsafe memory.load(fromByteOffset: cell &* Self.stride, as: Value.self)
  }

  /// Passes a text to a closure.
  @inlinable @inline(__always)
  package func withText<Result>(_ cell: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    unsafe (memory + cell &* Self.stride).assumingMemoryBound(to: BorrowedText.self).pointee.withUTF8(body)
  }

  /// The row, for as long as the machine does not read another record.
  package var row: CellRow {
    unsafe CellRow(cells: memory, marks: readMarks, markStride: MemoryLayout<FieldMarks>.stride)
  }

  /// Returns the list of a group.
  @inlinable package func elements(_ cell: Int) -> RowList {
    unsafe (memory + cell * Self.stride).load(as: RowList.self)
  }

  @inlinable package func list<List>(_ cell: Int, of: List.Type) -> List {
    unsafe (memory + cell * Self.stride).assumingMemoryBound(to: List.self).pointee
  }
}

// Lists: of the elements of an array, or of a cell of each row of a group. Values that have others in them are read from
// their rows.
//
// SAFETY: as for the class. The cells of a group have the types of its columns.
extension RowCells {
  /// Returns the number of elements of a column's list.
  @inlinable package func itemCount(_ column: Int) -> Int {
    let position = layout.positions[column]
    guard position.item < 0 else { return elements(position.cell).rows.count }
    switch position.kind {
    case .flag: return list(position.cell, of: [Bool?].self).count
    case .half: return list(position.cell, of: [Int32?].self).count
    case .int: return list(position.cell, of: [Int?].self).count
    case .unsigned: return list(position.cell, of: [UInt64?].self).count
    case .double: return list(position.cell, of: [Double?].self).count
    case .text: return unsafe list(position.cell, of: [BorrowedText?].self).count
    case .name, .object, .table: preconditionFailure("a list of nested values is a group")
    }
  }

  /// Calls a closure with each element of a column's list, or nil for a null. The elements are not texts.
  @inlinable @inline(__always)
  package func forEachItem<Value: BitwiseCopyable>(_ column: Int, of: Value.Type, _ body: (Value?) -> Void) {
    let position = layout.positions[column]
    guard position.item >= 0 else {
      for item in list(position.cell, of: [Value?].self) { body(item) }
      return
    }
    let elements = elements(position.cell)
    let table = unsafe elements.table.pointee
    for index in elements.rows { unsafe body(table.address(index, position.item)?.load(as: Value.self)) }
  }

  /// Calls a closure with each element of a list of texts or of JSON text, or nil for a null.
  @inlinable package func forEachTextItem(_ column: Int, _ body: (Span<UInt8>?) -> Void) {
    let position = layout.positions[column]
    func show(_ text: BorrowedText?) {
      guard let text = unsafe text else { return body(nil) }
      unsafe text.withUTF8 { body($0) }
    }
    guard position.item >= 0 else {
      unsafe list(position.cell, of: [BorrowedText?].self).forEach(show)
      return
    }
    let elements = elements(position.cell)
    let table = unsafe elements.table.pointee
    for index in elements.rows {
      unsafe show(table.address(index, position.item)?.assumingMemoryBound(to: BorrowedText.self).pointee)
    }
  }

  /// Calls a closure with the JSON text of each value of a column whose values are JSON text. Returns false if the value,
  /// or the container of a list, is absent or null.
  ///
  /// - Parameter presentOnly: whether elements without the value are left out of a list.
  @inlinable @inline(__always)
  package func forEachText(_ column: Int, presentOnly: Bool = false, _ body: (Span<UInt8>) -> Void) -> Bool {
    let position = layout.positions[column]
    if position.isList {
      guard isStored(position.cell) else { return false }
      var index = 0
      forEachTextItem(column) { text in
        if let text {
          body(text)
        } else if !presentOnly || position.item < 0 || isSeen(position, element: index) {
          body(Self.null.span)
        }
        index &+= 1
      }
      return true
    }
    guard isStored(position.cell) else { return false }
    withText(position.cell, body)
    return true
  }

  /// Returns whether an element of a group has a value for a column. It may be null.
  @usableFromInline
  package func isSeen(_ position: RowLayout.Position, element index: Int) -> Bool {
    let elements = elements(position.cell)
    return unsafe elements.table.pointee.isSeen(elements.rows.lowerBound + index, position.item)
  }

  @usableFromInline package static let null = Array("null".utf8)
}

// SAFETY: the cells of a row follow one another. A cell is initialised once for its content, and deinitialised as such.
extension RowShape {
  /// Initialises the cells of a row.
  func initialize(_ row: UnsafeMutableRawPointer) {
    for index in cells.indices {
      let (content, address) = unsafe (cells[index].content, row + index * RowCells.stride)
      func initialize<Value>(_ value: Value) {
        if case .array = content {
          unsafe address.initializeMemory(as: [Value?].self, to: [])
        } else {
          unsafe address.initializeMemory(as: Value.self, to: value)
        }
      }
      switch content {
      case .single(let type), .array(let type): initialize(Self.blank(of: type))
      case .object: break
      case .table(let shape): unsafe shape.initialize(list: address)
      case .text: initialize(RowCells?.none)
      }
    }
  }

  func deinitialize(_ row: UnsafeMutableRawPointer) {
    for index in cells.indices {
      let (content, address) = unsafe (cells[index].content, row + index * RowCells.stride)
      func deinitialize<Value>(_: Value) {
        if case .array = content {
          unsafe address.assumingMemoryBound(to: [Value?].self).deinitialize(count: 1)
        } else {
          unsafe address.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
        }
      }
      switch content {
      case .single(let type), .array(let type): deinitialize(Self.blank(of: type))
      case .object: break
      case .table: unsafe Self.deinitialize(list: address)
      case .text: deinitialize(RowCells?.none)
      }
    }
  }

  /// The value with which a cell begins.
  static func blank(of type: ColumnType) -> any Hashable {
    switch type {
    case .bool: false
    case .int64, .timestamp, .datetime, .unix: 0
    case .uint64: 0 as UInt64
    case .double: 0.0
    case .string, .text, .json: unsafe BorrowedText() as any Hashable
    case .date: 0 as Int32
    case .list, .struct, .map: preconditionFailure("a nested type is a table or has members")
    }
  }
}
