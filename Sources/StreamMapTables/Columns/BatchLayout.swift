import StreamMap

/// How a batch stores the columns of rows.
///
/// The values of a row are added cell by cell. So the columns with cells of their own come first, in the order of their
/// cells, and then those of the groups.
struct BatchLayout: Sendable {
  let rows: RowLayout
  /// The columns in the order in which they are stored.
  let order: [Int]
  /// The position of each column in the order.
  let storages: [Int]
  /// For each group, the positions of its columns in the order.
  private let groups: [Range<Int>]
  /// Which cells are stored alike, for each 64 cells.
  let masks: [CellMasks]
  /// The number of bytes that each row holds, without texts and elements.
  let fixedBytes: Int
  /// The number of bytes that a batch counts for the presence of a row's values.
  let presenceBytes: Int

  init(_ rows: RowLayout) {
    self.rows = rows
    var order = rows.singles
    groups = rows.groups.map { group in
      let start = order.count
      order += group.columns
      return start..<order.count
    }
    self.order = order
    var storages = [Int](repeating: 0, count: rows.columns.count)
    for (storage, column) in order.enumerated() { storages[column] = storage }
    self.storages = storages
    masks = (0..<rows.words).map { word in
      var masks = CellMasks()
      for cell in (word * 64)..<max(min(word * 64 + 64, rows.count), word * 64) {
        let position = cell < rows.singles.count ? rows.positions[rows.singles[cell]] : nil
        masks.insert(cell & 63, position?.isList == false ? position?.kind : nil)
      }
      return masks
    }
    let presence = (rows.columns.count + 63) / 64 * MemoryLayout<UInt64>.size
    presenceBytes = presence
    fixedBytes = zip(rows.positions, rows.nodes).reduce(presence) { bytes, column in
      bytes + (column.0.isList ? CellKind.offsetSize : column.1?.fixedBytes ?? 0)
    }
  }

  /// The number of 64-bit words with a bit for each cell.
  var words: Int { masks.count }

  /// Returns the positions in the order of a cell's columns.
  @inline(__always)
  func storages(of cell: Int) -> Range<Int> {
    cell < rows.singles.count ? cell..<(cell + 1) : groups[cell - rows.singles.count]
  }
}

/// For up to 64 cells, a bit for each whose values are added to a batch in the same way. So a row's values are added
/// kind by kind, with one loop for each.
struct CellMasks: Sendable {
  /// Single values by their sizes.
  private(set) var bytes8: UInt64 = 0, bytes4: UInt64 = 0, byte: UInt64 = 0
  /// Texts.
  private(set) var text: UInt64 = 0
  /// Lists, groups, JSON values, structs and maps, each in its own way.
  private(set) var other: UInt64 = 0

  /// All cells.
  var all: UInt64 { bytes8 | bytes4 | byte | text | other }

  /// Adds a cell of single values of a kind, or of lists.
  fileprivate mutating func insert(_ cell: Int, _ kind: CellKind?) {
    let bit: UInt64 = 1 << UInt64(cell)
    switch kind {
    case .int, .unsigned, .double: bytes8 |= bit
    case .half: bytes4 |= bit
    case .flag: byte |= bit
    case .text: text |= bit
    case .name, .object, .table, nil: other |= bit
    }
  }
}

// The buffers of a column.
extension CellKind {
  /// The size of an offset.
  static var offsetSize: Int { 4 }

  /// The number of bytes of each value in a batch, or of the offset of a text or a list.
  var width: Int {
    switch self {
    case .flag: 1
    case .half: 4
    case .int, .unsigned, .double: 8
    case .text, .name, .table: Self.offsetSize
    case .object: 0
    }
  }

  var isText: Bool { self == .text || self == .name }
}

extension CellNode {
  /// The number of bytes that each value has in a batch, without texts and elements. A member of a struct has a byte for
  /// its validity.
  var fixedBytes: Int { kind == .object ? children.reduce(0) { $0 + 1 + $1.fixedBytes } : kind.width }
}
