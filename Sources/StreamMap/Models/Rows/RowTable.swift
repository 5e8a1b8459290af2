/// The elements of all lists that one cell has in a record, in a row of cells for each element.
///
/// The machine stores the values of an element as those of a nested model, whose instance is an open row. When the
/// element ends, the row is copied to the table. A list in an element has its rows in a table of its own, which the lists
/// of all elements share.
///
/// SAFETY: `rows` has `count` rows, and is freed by `deallocate`, which the owner calls once. A row is bits. Only in
/// unoptimised code, a text also refers to an object that lives as long as the texts.
@usableFromInline @safe package struct RowTable {
  /// The number of rows.
  @usableFromInline package private(set) var count = 0
  @usableFromInline package private(set) var rows = AlignedBytes()
  /// The first row of the list that is being read.
  private var open = 0
  /// The names of an object's members, end to end. Empty for the elements of arrays.
  @usableFromInline package private(set) var names = AlignedBytes()
  @usableFromInline package let layout: CellLayout

  init(_ layout: CellLayout) { self.layout = layout }

  func deallocate() {
    rows.deallocate()
    names.deallocate()
  }

  /// The layout of a row: the marks of its cells in pairs of words, and then the cells.
  @usableFromInline package struct CellLayout: Sendable {
    /// The number of pairs of words.
    @usableFromInline package let words: Int
    /// The number of bytes of a row.
    @usableFromInline package let size: Int

    init(cells: Int) {
      words = max((cells + 63) / 64, 1)
      size = words * 16 + cells * RowCells.stride
    }

    /// The offset of a cell.
    @inlinable @inline(__always)
    package func offset(of cell: Int) -> Int { words &* 16 &+ cell &* RowCells.stride }
  }

  /// Returns the row of an element.
  @inlinable package subscript(index: Int) -> CellRow {
    let start = unsafe UnsafeRawPointer(rows.start + index &* layout.size)
    return unsafe CellRow(
      cells: start + layout.offset(of: 0), marks: start, markStride: 16, names: UnsafeRawPointer(names.start))
  }

  /// Returns whether an element has a value for a cell. It may be null.
  @inlinable package func isSeen(_ index: Int, _ cell: Int) -> Bool {
    marks(index, cell).seen >> UInt64(cell & 63) & 1 == 1
  }

  @inlinable package func marks(_ index: Int, _ cell: Int) -> (seen: UInt64, kept: UInt64) {
    let word = index &* layout.size / 8 &+ (cell &>> 6) &* 2
    return (rows[word, as: UInt64.self], rows[word &+ 1, as: UInt64.self])
  }

  /// Returns the address of an element's value. Returns nil for a null.
  @inlinable package func address(_ index: Int, _ cell: Int) -> UnsafeRawPointer? {
    let marks = marks(index, cell)
    guard (marks.seen & ~marks.kept) >> UInt64(cell & 63) & 1 == 1 else { return nil }
    return unsafe UnsafeRawPointer(rows.start + offset(index, cell))
  }

  @inlinable @inline(__always)
  func offset(_ index: Int, _ cell: Int) -> Int { index &* layout.size &+ layout.offset(of: cell) }
}

// SAFETY: an instance is that of an open row of the table's shape. The cells of `shape.tables` are initialised, except in
// the row of a null, which is zeros.
extension RowTable {
  /// Adds a copy of an open row, with its marks.
  @inline(__always)
  fileprivate mutating func append(open instance: UnsafeMutableRawPointer, _ shape: RowShape) {
    let marks = unsafe instance.load(as: UnsafeMutablePointer<FieldMarks>.self)
    let first = rows.count &>> 3
    unsafe rows.append(blocks: instance + RowShape.header, layout.size)
    rows[first, as: UInt64.self] = unsafe marks[0].seen
    rows[first &+ 1, as: UInt64.self] = unsafe marks[0].kept
    // The machine then resets no cells. They are read only if they are marked.
    unsafe marks[0].dirty = 0
    count &+= 1
    if _slowPath(!shape.isPlain) { unsafe completeRow(instance, marks, first, shape) }
  }

  /// Adds the rest of a row: more words of marks, its lists, and the mark of a struct.
  @inline(never)
  private mutating func completeRow(
    _ instance: UnsafeMutableRawPointer, _ marks: UnsafeMutablePointer<FieldMarks>, _ first: Int,
    _ shape: RowShape
  ) {
    let words = shape.words
    for word in 1..<layout.words {
      // The last cells are not the machine's, and can be the first of a word.
      let isMachines = word < words
      rows[first &+ 2 &* word, as: UInt64.self] = isMachines ? unsafe marks[word].seen : 0
      rows[first &+ 2 &* word &+ 1, as: UInt64.self] = isMachines ? unsafe marks[word].kept : 0
      if isMachines { unsafe marks[word].dirty = 0 }
    }
    for cell in shape.tables {
      let list = unsafe shape.list(cell, of: instance).pointee.closed()
      unsafe (rows.start + offset(count &- 1, cell)).storeBytes(of: list, as: RowList.self)
    }
    if shape.element >= 0 { mark(count &- 1, shape.element) }
  }

  /// Adds a row without values.
  fileprivate mutating func appendNull() {
    rows.append(zeros: layout.size)
    count &+= 1
  }

  /// Gives the last row the name of a member.
  fileprivate mutating func setName(_ name: Span<UInt8>, _ shape: RowShape) {
    let range = NameRange(offset: names.count, count: name.count)
    names.append(name)
    unsafe (rows.start + offset(count &- 1, shape.key)).storeBytes(of: range, as: NameRange.self)
    mark(count &- 1, shape.key)
  }

  /// Marks a cell as one with a value.
  private mutating func mark(_ index: Int, _ cell: Int) {
    let word = index &* layout.size / 8 &+ (cell &>> 6) &* 2
    rows[word, as: UInt64.self] |= 1 &<< UInt64(cell & 63)
  }

  /// Ends the list that is being read, and returns its rows.
  fileprivate mutating func close() -> Range<Int> {
    defer { open = count }
    return open..<count
  }

  /// Removes the rows of the list that is being read, and those of the lists in them.
  fileprivate mutating func clear(_ shape: RowShape) {
    if _slowPath(!shape.isPlain) { return cut(to: open, shape) }
    count = open
    rows.count = open &* layout.size
  }

  private mutating func cut(to index: Int, _ shape: RowShape) {
    guard index < count else { return }
    for cell in shape.tables {
      guard let inner = shape.cells[cell].table else { continue }
      for row in index..<count {
        let list = unsafe (rows.start + offset(row, cell)).load(as: RowList.self)
        guard list.isInitialized else { continue }
        // The lists of the next rows follow it.
        unsafe list.table.pointee.cut(to: list.rows.lowerBound, inner)
        break
      }
    }
    if shape.key >= 0 {
      names.count = unsafe (rows.start + offset(index, shape.key)).load(as: NameRange.self).offset
    }
    count = index
    open = min(open, index)
    rows.count = index &* layout.size
  }
}

/// The position of a member's name among the names of a table.
@usableFromInline struct NameRange: BitwiseCopyable {
  @usableFromInline var offset = 0
  @usableFromInline var count = 0
}

/// A row of cells: that of a record, or of an element.
///
/// SAFETY: the addresses are valid as long as the row is not changed. The accessors are called with the cells of the row's
/// layout, and with their types.
@usableFromInline @safe package struct CellRow {
  @usableFromInline let cells: UnsafeRawPointer
  /// For each 64 cells, a word with those that the record has, and a word with those whose value was not stored. There is at
  /// least one of these pairs.
  @usableFromInline let marks: UnsafeRawPointer
  /// The distance from one of these pairs to the next.
  @usableFromInline let markStride: Int
  /// A bit for each of the first 64 cells that has a value. Nearly every row has no others.
  @usableFromInline let stored: UInt64
  /// The names of members.
  @usableFromInline let names: UnsafeRawPointer?

  @inlinable @inline(__always)
  init(cells: UnsafeRawPointer, marks: UnsafeRawPointer, markStride: Int, names: UnsafeRawPointer? = nil) {
    unsafe self.cells = unsafe cells
    unsafe self.marks = unsafe marks
    self.markStride = markStride
    stored = unsafe Self.stored(marks)
    unsafe self.names = unsafe names
  }

  @inlinable @inline(__always)
  static func stored(_ marks: UnsafeRawPointer) -> UInt64 {
    unsafe marks.load(as: UInt64.self) & ~marks.load(fromByteOffset: 8, as: UInt64.self)
  }

  /// Returns whether a cell has a value that is not null.
  @inlinable @inline(__always)
  package func has(_ cell: Int) -> Bool {
    let stored = unsafe cell < 64 ? stored : Self.stored(marks + (cell &>> 6) &* markStride)
    return stored &>> UInt64(cell & 63) & 1 == 1
  }

  /// Returns a value of a size, or the position of a text.
  @inlinable @inline(__always)
  package func value<Value: BitwiseCopyable>(_ cell: Int, as: Value.Type = Value.self) -> Value {
    unsafe cells.load(fromByteOffset: cell &* RowCells.stride, as: Value.self)
  }

  /// Passes the text of a string, of JSON or of a name to a closure.
  @inlinable @inline(__always)
  package func withText<Result>(_ kind: CellKind, _ cell: Int, _ body: (Span<UInt8>) -> Result) -> Result {
    if kind == .name, let names = unsafe names {
      let range = value(cell, as: NameRange.self)
      return unsafe body(
        Span(_unsafeStart: (names + range.offset).assumingMemoryBound(to: UInt8.self), count: range.count))
    }
    let text = unsafe (cells + cell &* RowCells.stride).assumingMemoryBound(to: BorrowedText.self)
    return unsafe text.pointee.withUTF8(body)
  }

  /// The number of bytes of a text.
  @inlinable @inline(__always)
  package func textCount(_ cell: Int) -> Int { unsafe text(cell).count }

  /// Writes the JSON text of a value, for which there is room.
  @inlinable @inline(__always)
  package func write(_ cell: Int, to cursor: inout TextCursor) {
    let text = unsafe text(cell)
    unsafe cursor.put(text.start, text.count)
  }

  /// Writes a value as a field of separated values, for which there is room. Returns false, and writes nothing, if it is
  /// an array or an object, or a string that has an escape, may need quotes, or is empty.
  @inlinable @inline(__always)
  package func writeField(_ cell: Int, separator: UInt8, to cursor: inout TextCursor) -> Bool {
    let text = unsafe text(cell)
    let first = unsafe text.start.pointee
    if first == ASCII.quote {
      let count = unsafe text.count &- 2
      return unsafe count > 0 && cursor.put(text.start + 1, count, unlessItHas: separator)
    }
    guard first | 0x20 != ASCII.openBrace else { return false }
    unsafe cursor.put(text.start, text.count)
    return true
  }

  @inlinable @inline(__always)
  func text(_ cell: Int) -> BorrowedText {
    let text = unsafe (cells + cell &* RowCells.stride).assumingMemoryBound(to: BorrowedText.self).pointee
    #if DEBUG
      unsafe text.checkLifetime()
    #endif
    return unsafe text
  }

  /// Calls a closure with the row of each element of a list.
  package func forEachElement(_ cell: Int, _ body: (CellRow) -> Void) {
    let list = value(cell, as: RowList.self)
    for index in list.rows { unsafe body(list.table.pointee[index]) }
  }

  /// Returns the number of elements of a list.
  package func elementCount(_ cell: Int) -> Int { value(cell, as: RowList.self).rows.count }
}

/// A list in a cell: some rows of a table.
///
/// SAFETY: the table lives as long as the record's row or the open row that the cell was first initialised in.
@usableFromInline @safe package struct RowList: BitwiseCopyable {
  /// Nil only in the row of a null, which is zeros.
  private let address: UnsafeMutablePointer<RowTable>?
  private var start: UInt32 = 0
  private var length: UInt32 = 0

  /// Creates an empty list with a new table.
  fileprivate init(_ layout: RowTable.CellLayout) {
    unsafe address = .allocate(capacity: 1)
    unsafe address?.initialize(to: RowTable(layout))
  }

  fileprivate func deallocate() {
    unsafe address?.pointee.deallocate()
    unsafe address?.deallocate()
  }

  fileprivate var isInitialized: Bool { unsafe address != nil }

  @usableFromInline package var table: UnsafeMutablePointer<RowTable> {
    guard let address = unsafe address else { preconditionFailure("a null has no list") }
    return unsafe address
  }

  /// The rows of the table.
  @usableFromInline package var rows: Range<Int> { Int(start)..<(Int(start) + Int(length)) }

  /// Returns whether some element has a value for a cell. It may be null.
  func hasSeen(_ cell: Int) -> Bool { rows.contains { unsafe table.pointee.isSeen($0, cell) } }

  // MARK: The machine
  //
  // The list is that of the record or of an open row. So its rows are the last ones of the table.

  /// Removes the rows, and those of the lists in them.
  fileprivate mutating func clear(_ shape: RowShape) {
    unsafe table.pointee.clear(shape)
    length = 0
  }

  /// Adds the row of an element, or one without values for a null.
  @inline(__always)
  fileprivate mutating func append(open instance: UnsafeMutableRawPointer?, _ shape: RowShape) {
    // A table of that many rows has more than 64 GiB.
    precondition(length < Int32.max, "a record has too many elements")
    length &+= 1
    if let instance = unsafe instance {
      unsafe table.pointee.append(open: instance, shape)
    } else {
      unsafe table.pointee.appendNull()
    }
  }

  /// Gives the last row the name of a member.
  fileprivate func setName(_ name: Span<UInt8>, _ shape: RowShape) {
    unsafe table.pointee.setName(name, shape)
  }

  /// Returns the list of an open row for its copy. The next element has another one.
  fileprivate mutating func closed() -> RowList {
    var list = self
    let rows = unsafe table.pointee.close()
    (list.start, list.length) = (UInt32(rows.lowerBound), UInt32(rows.count))
    length = 0
    return list
  }
}

// What the machine knows of rows.
//
// SAFETY: an instance is a header and a row, whose cells are initialised for the shape. The address of a field is that of
// a cell with a list of the shape's rows.
extension RowShape {
  private typealias Address = UnsafeMutableRawPointer

  /// The number of bytes before an open row. They hold the address of the scope's marks.
  fileprivate static var header: Int { 16 }

  /// Returns a list in an open row.
  fileprivate func list(_ cell: Int, of instance: UnsafeMutableRawPointer) -> UnsafeMutablePointer<RowList> {
    unsafe (instance + Self.header + layout.offset(of: cell)).assumingMemoryBound(to: RowList.self)
  }

  /// Initialises the cell of a list of such rows.
  func initialize(list cell: UnsafeMutableRawPointer) {
    unsafe cell.initializeMemory(as: RowList.self, to: RowList(layout))
  }

  static func deinitialize(list cell: UnsafeMutableRawPointer) {
    unsafe cell.assumingMemoryBound(to: RowList.self).pointee.deallocate()
  }

  /// The operations of open rows.
  var operations: InstanceOperations {
    let size = Self.header + layout.size
    let first = Self.header + layout.offset(of: 0)
    var operations = unsafe InstanceOperations(
      allocate: {
        let instance = Address.allocate(byteCount: size, alignment: 16)
        unsafe instance.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        unsafe initialize(instance + first)
        return unsafe instance
      },
      deallocate: { instance in
        unsafe deinitialize(instance + first)
        unsafe instance.deallocate()
      },
      base: { unsafe $0 + first }, typeName: "a row")
    unsafe operations.shareMarks = {
      unsafe $0.storeBytes(of: $1, as: UnsafeMutablePointer<FieldMarks>.self)
    }
    return operations
  }

  /// The storage of a list of such rows.
  var storage: _FieldStorage {
    @Sendable func list(_ cell: Address) -> UnsafeMutablePointer<RowList> {
      unsafe cell.assumingMemoryBound(to: RowList.self)
    }
    let clear: @Sendable (Address) -> Void = { unsafe list($0).pointee.clear(self) }
    let witness = unsafe FieldWitness(
      commit: { cell, instance, _ in unsafe list(cell).pointee.append(open: instance, self) },
      gather: { member, cell, name, _ in
        unsafe list(cell).pointee.append(open: Address(bitPattern: member.load(as: UInt.self)), self)
        unsafe list(cell).pointee.setName(name, self)
        return nil
      },
      putNil: { cell, _ in unsafe clear(cell) },
      appendNil: { cell, _ in unsafe list(cell).pointee.append(open: nil, self) },
      clear: { cell, _ in unsafe clear(cell) }, reset: { cell, _, _ in unsafe clear(cell) },
      expectation: "an element")
    guard key >= 0 else { return _FieldStorage(.custom, .arrayOfOptionals, witness) }
    return _FieldStorage(.custom, .array, witness, gathering: MemberRows())
  }
}

/// The members of an object, which become rows.
///
/// SAFETY: a cell has the address of a member's open row, or 0 for a null.
@safe private struct MemberRows: CollectionBuilding {
  let isKeyed = true
  let rejectsNames = false
  let cell = FieldCell(taken: { 0 as UInt })
  let element = unsafe _FieldStorage(
    .custom, .plain, isOptional: true,
    FieldWitness(
      commit: { cell, instance, _ in
        unsafe cell.storeBytes(of: UInt(bitPattern: instance), as: UInt.self)
      },
      putNil: { cell, _ in unsafe cell.storeBytes(of: 0, as: UInt.self) },
      clear: { _, _ in }, reset: { _, _, _ in }, expectation: "an element"))
}
