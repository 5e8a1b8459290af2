import StreamMap

/// The bitmaps of a finished batch: the validity of rows, of elements and of members, and the bits of flags.
///
/// A bitmap has a bit for each value, the first value in the lowest bit of the first byte, as in Arrow. It is followed
/// by zeros up to a multiple of 64 bytes.
struct ColumnBitmaps {
  /// The bitmaps, each from an offset that `add` returned.
  private(set) var memory = AlignedBytes()
  /// The bitmaps of each column.
  private(set) var columns: [Bitmaps] = []

  /// The bitmaps of some values, by their offsets in the memory.
  struct Bitmaps {
    /// Which values are valid. Nil if none is null.
    var validity: Int?
    var nullCount = 0
    /// The values of flags.
    var flags: Int?
    /// Those of a list's elements, or of a struct's members.
    var children: [Bitmaps] = []
  }

  func deallocate() { memory.deallocate() }

  /// Makes the bitmaps of a batch.
  mutating func make(of builder: BatchBuilder) {
    memory.removeAll()
    columns = [Bitmaps](repeating: Bitmaps(), count: builder.layout.rows.columns.count)
    for word in 0..<builder.layout.words { addValidity(of: builder, word) }
    for index in columns.indices {
      let (flags, children) = contents(of: builder.storage(index))
      (columns[index].flags, columns[index].children) = (flags, children)
    }
  }

  /// Adds the bits of flags, and the bitmaps of elements or members.
  private mutating func contents(of storage: ColumnStorage) -> (flags: Int?, children: [Bitmaps]) {
    let children = storage.children.map { child in
      let (offset, ones) = pack(child.presence)
      let nullCount = child.count - ones
      let (flags, children) = contents(of: child)
      return Bitmaps(
        validity: nullCount == 0 ? nil : offset, nullCount: nullCount, flags: flags, children: children)
    }
    return (storage.kind == .flag ? pack(storage.values.fixed).offset : nil, children)
  }

  /// Adds an empty bitmap. Returns its offset.
  private mutating func add(bits: Int) -> Int {
    let offset = memory.count
    memory.append(zeros: (bits + 511) / 512 * 64)
    return offset
  }

  /// Adds the validity bitmaps of up to 64 cells, whose bits are in one word of each row.
  private mutating func addValidity(of builder: BatchBuilder, _ word: Int) {
    let words = builder.layout.words
    let rows = builder.rows
    let presence = builder.presence
    var common = UInt64.max
    for row in 0..<rows { common &= presence[row &* words &+ word, as: UInt64.self] }
    let first = word * 64
    // The cells of members have no column.
    let last = max(first, min(first + 64, builder.layout.rows.count))
    let nullable = (first..<last).filter { common >> UInt64($0 - first) & 1 == 0 }
    for byte in 0..<8 {
      let group = nullable.filter { ($0 - first) / 8 == byte }
      if group.isEmpty { continue }
      let offsets = group.map { _ in add(bits: rows) }
      let shift = UInt64(byte * 8)
      for start in stride(from: 0, to: rows, by: 8) {
        var block: UInt64 = 0
        for row in start..<min(start + 8, rows) {
          let bits = presence[row &* words &+ word, as: UInt64.self] &>> shift & 0xFF
          block |= bits &<< UInt64(row &* 8)
        }
        block = block.transposed
        for (cell, offset) in zip(group, offsets) {
          memory[offset + start / 8, as: UInt8.self] = UInt8(
            truncatingIfNeeded: block &>> UInt64(cell &* 8))
        }
      }
      for (cell, offset) in zip(group, offsets) {
        let nullCount = rows - ones(from: offset, bits: rows)
        for column in builder.layout.rows.columns(of: cell) {
          columns[column].validity = offset
          columns[column].nullCount = nullCount
        }
      }
    }
  }

  /// Returns the number of ones in a bitmap.
  private func ones(from offset: Int, bits: Int) -> Int {
    (0..<(bits + 63) / 64).reduce(0) { $0 + memory[offset / 8 + $1, as: UInt64.self].nonzeroBitCount }
  }

  /// Adds a bitmap with a bit for each byte, which is 0 or 1. Returns its offset and the number of ones.
  private mutating func pack(_ bytes: AlignedBytes) -> (offset: Int, ones: Int) {
    let offset = add(bits: bytes.count)
    var ones = 0
    for start in stride(from: 0, to: bytes.count, by: 8) {
      var word: UInt64 = 0
      if start + 8 <= bytes.count {
        word = UInt64(littleEndian: bytes[start / 8, as: UInt64.self])
      } else {
        for index in start..<bytes.count {
          word |= UInt64(bytes[index, as: UInt8.self]) << UInt64(8 * (index - start))
        }
      }
      // The product has the sum of all bytes, each moved to its own bit, in its highest byte.
      let bits = UInt8(truncatingIfNeeded: (word &* 0x0102_0408_1020_4080) >> 56)
      memory[offset + start / 8, as: UInt8.self] = bits
      ones += bits.nonzeroBitCount
    }
    return (offset, ones)
  }
}

extension UInt64 {
  /// Eight bytes of eight bits with rows and columns exchanged: bits first, then blocks of 2 by 2 and of 4 by 4 (Henry
  /// S. Warren, "Hacker's Delight", 7-3).
  fileprivate var transposed: UInt64 {
    var block = self
    block.exchange(0x00AA_00AA_00AA_00AA, 7)
    block.exchange(0x0000_CCCC_0000_CCCC, 14)
    block.exchange(0x0000_0000_F0F0_F0F0, 28)
    return block
  }

  /// Exchanges the bits of a mask with those at a distance above them.
  private mutating func exchange(_ mask: UInt64, _ distance: UInt64) {
    let different = (self ^ self &>> distance) & mask
    self ^= different ^ different &<< distance
  }
}
