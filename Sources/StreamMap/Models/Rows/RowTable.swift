/// The values of a group: a row of cells for each element of an array.
///
/// The machine stores the values of an element as those of a nested model, whose instance is an open row. When the
/// element ends, the row is copied to the table.
///
/// SAFETY: `memory` has room for `capacity` rows, of which `count` are initialised. It is allocated and freed here. A row
/// is bits. Only in unoptimised code, a text also refers to an object that lives as long as the machine.
@safe final class RowTable {
  /// The number of rows.
  private(set) var count = 0
  private var capacity = 0
  private var memory: UnsafeMutableRawPointer
  private let layout: CellLayout

  init(_ layout: CellLayout) {
    self.layout = layout
    unsafe memory = .allocate(byteCount: 0, alignment: 16)
  }

  deinit { unsafe memory.deallocate() }

  /// The layout of a row: the marks of its cells in pairs of words, and then the cells.
  struct CellLayout: Sendable {
    let cells: Int

    var words: Int { max((cells + 63) / 64, 1) }

    /// The number of bytes of a row.
    @inline(__always)
    var size: Int { offset(of: cells) }

    /// The offset of a cell.
    @inline(__always)
    func offset(of cell: Int) -> Int { words &* 16 &+ cell &* RowCells.stride }
  }

  func removeAll() { count = 0 }

  /// Returns whether an element has a value for a cell. It may be null.
  func isSeen(_ index: Int, _ cell: Int) -> Bool { marks(index, cell).seen >> UInt64(cell & 63) & 1 == 1 }

  /// Returns whether some element has a value for a cell. It may be null.
  func hasSeen(_ cell: Int) -> Bool { (0..<count).contains { isSeen($0, cell) } }

  private func marks(_ index: Int, _ cell: Int) -> (seen: UInt64, kept: UInt64) {
    let start = unsafe row(index) + (cell &>> 6) * 16
    return unsafe (start.load(as: UInt64.self), start.load(fromByteOffset: 8, as: UInt64.self))
  }

  /// Returns the address of an element's value. Returns nil for a null.
  func address(_ index: Int, _ cell: Int) -> UnsafeRawPointer? {
    let marks = marks(index, cell)
    guard (marks.seen & ~marks.kept) >> UInt64(cell & 63) & 1 == 1 else { return nil }
    return unsafe UnsafeRawPointer(row(index) + layout.offset(of: cell))
  }

  private func row(_ index: Int) -> UnsafeMutableRawPointer { unsafe memory + index &* layout.size }

  /// Returns the address of a new row.
  private func addRow() -> UnsafeMutableRawPointer {
    if count == capacity { grow() }
    defer { count &+= 1 }
    return unsafe row(count)
  }

  @inline(never)
  private func grow() {
    capacity = max(capacity * 2, 8)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity * layout.size, alignment: 16)
    unsafe larger.copyMemory(from: memory, byteCount: count * layout.size)
    unsafe memory.deallocate()
    unsafe memory = unsafe larger
  }

  /// Adds a row without values.
  private func appendNull() {
    unsafe addRow().initializeMemory(as: UInt8.self, repeating: 0, count: layout.size)
  }

  // MARK: The machine

  private typealias Address = UnsafeMutableRawPointer
  private typealias Marks = UnsafeMutablePointer<ScopeState.Marks>

  /// The bytes before an open row. They have the address of the marks of the machine's scope.
  private static let header = 16

  /// Adds a copy of an open row, with its marks.
  private func append(open instance: Address) {
    let marks = unsafe instance.load(as: Marks.self)
    let row = unsafe addRow()
    unsafe row.copyMemory(from: instance + Self.header, byteCount: layout.size)
    for word in 0..<layout.words {
      unsafe (row + word * 16).storeBytes(of: marks[word].seen, as: UInt64.self)
      unsafe (row + word * 16).storeBytes(of: marks[word].kept, toByteOffset: 8, as: UInt64.self)
      // The machine then resets no cells. They are read only if they are marked.
      unsafe marks[word].dirty = 0
    }
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

  /// Returns the witness of a cell that holds a table.
  static func witness() -> FieldWitness {
    // SAFETY: the address is that of a cell with a table, and the instance that of an open row of its layout.
    @Sendable func table(_ address: Address, _ body: (RowTable) -> Void) {
      unsafe body(address.assumingMemoryBound(to: RowTable.self).pointee)
    }
    return unsafe FieldWitness(
      commit: { address, instance, _ in unsafe table(address) { unsafe $0.append(open: instance) } },
      putNil: { address, _ in unsafe table(address) { $0.removeAll() } },
      appendNil: { address, _ in unsafe table(address) { $0.appendNull() } },
      clear: { address, _ in unsafe table(address) { $0.removeAll() } },
      reset: { address, _, _ in unsafe table(address) { $0.removeAll() } },
      expectation: "a value")
  }
}
