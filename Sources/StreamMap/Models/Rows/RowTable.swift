/// The values of a group: a row of cells for each element of an array.
///
/// The machine stores the values of an element as those of a nested model, whose instance is an open row. When the
/// element ends, the row is copied to the table.
///
/// SAFETY: `rows` has `count` rows, and is freed by `deallocate`, which the owner calls once. A row is bits. Only in
/// unoptimised code, a text also refers to an object that lives as long as the machine.
@usableFromInline @safe package struct RowTable {
  /// The number of rows.
  @usableFromInline package private(set) var count = 0
  @usableFromInline package private(set) var rows = AlignedBytes()
  @usableFromInline package let layout: CellLayout

  init(_ layout: CellLayout) { self.layout = layout }

  func deallocate() { rows.deallocate() }

  /// The layout of a row: the marks of its cells in pairs of words, and then the cells.
  @usableFromInline package struct CellLayout: Sendable {
    @usableFromInline package let cells: Int

    @inlinable package var words: Int { max((cells + 63) / 64, 1) }

    /// The number of bytes of a row.
    @inlinable @inline(__always)
    package var size: Int { offset(of: cells) }

    /// The offset of a cell.
    @inlinable @inline(__always)
    package func offset(of cell: Int) -> Int { words &* 16 &+ cell &* RowCells.stride }
  }

  mutating func removeAll() {
    count = 0
    rows.removeAll()
  }

  /// Returns whether an element has a value for a cell. It may be null.
  @inlinable package func isSeen(_ index: Int, _ cell: Int) -> Bool {
    marks(index, cell).seen >> UInt64(cell & 63) & 1 == 1
  }

  /// Returns whether some element has a value for a cell. It may be null.
  func hasSeen(_ cell: Int) -> Bool { (0..<count).contains { isSeen($0, cell) } }

  @inlinable package func marks(_ index: Int, _ cell: Int) -> (seen: UInt64, kept: UInt64) {
    let word = index &* layout.size / 8 &+ (cell &>> 6) &* 2
    return (rows[word, as: UInt64.self], rows[word &+ 1, as: UInt64.self])
  }

  /// Returns the address of an element's value. Returns nil for a null.
  @inlinable package func address(_ index: Int, _ cell: Int) -> UnsafeRawPointer? {
    let marks = marks(index, cell)
    guard (marks.seen & ~marks.kept) >> UInt64(cell & 63) & 1 == 1 else { return nil }
    return unsafe UnsafeRawPointer(rows.start + (index &* layout.size &+ layout.offset(of: cell)))
  }

  /// Adds a row without values.
  private mutating func appendNull() {
    count &+= 1
    rows.append(zeros: layout.size)
  }

  // MARK: The machine

  private typealias Address = UnsafeMutableRawPointer
  private typealias Marks = UnsafeMutablePointer<FieldMarks>

  /// The number of bytes before an open row. They hold the address of the scope's marks.
  private static let header = 16

  /// Adds a copy of an open row, with its marks.
  private mutating func append(open instance: Address) {
    let marks = unsafe instance.load(as: Marks.self)
    let first = rows.count / 8
    unsafe rows.append(
      Span(_unsafeStart: (instance + Self.header).assumingMemoryBound(to: UInt8.self), count: layout.size))
    for word in 0..<layout.words {
      rows[first &+ 2 &* word, as: UInt64.self] = unsafe marks[word].seen
      rows[first &+ 2 &* word &+ 1, as: UInt64.self] = unsafe marks[word].kept
      // The machine then resets no cells. They are read only if they are marked.
      unsafe marks[word].dirty = 0
    }
    count &+= 1
  }

  /// Returns the operations of open rows with cells of these types.
  static func operations(_ layout: CellLayout, _ types: [ColumnType]) -> InstanceOperations {
    // SAFETY: an instance is a header and a row, whose cells are initialised with their types.
    @Sendable func forEachCell(of instance: Address, _ body: (Address, ColumnType) -> Void) {
      for (cell, type) in types.enumerated() {
        unsafe body(instance + header + layout.offset(of: cell), type)
      }
    }
    var operations = unsafe InstanceOperations(
      allocate: {
        let size = header + layout.size
        let instance = Address.allocate(byteCount: size, alignment: 16)
        unsafe instance.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        unsafe forEachCell(of: instance, RowCells.initialize)
        return unsafe instance
      },
      deallocate: { instance in
        unsafe forEachCell(of: instance, RowCells.deinitialize)
        unsafe instance.deallocate()
      },
      base: { unsafe $0 + header }, typeName: "a row")
    unsafe operations.shareMarks = { unsafe $0.storeBytes(of: $1, as: Marks.self) }
    return operations
  }

  /// Returns the witness of a cell that has the address of a table.
  static func witness() -> FieldWitness {
    // SAFETY: the address is that of such a cell, and the instance that of an open row of the table.
    @Sendable func table(_ address: Address) -> UnsafeMutablePointer<RowTable> {
      unsafe address.load(as: UnsafeMutablePointer<RowTable>.self)
    }
    return unsafe FieldWitness(
      commit: { address, instance, _ in unsafe table(address).pointee.append(open: instance) },
      putNil: { address, _ in unsafe table(address).pointee.removeAll() },
      appendNil: { address, _ in unsafe table(address).pointee.appendNull() },
      clear: { address, _ in unsafe table(address).pointee.removeAll() },
      reset: { address, _, _ in unsafe table(address).pointee.removeAll() },
      expectation: "an element")
  }
}
