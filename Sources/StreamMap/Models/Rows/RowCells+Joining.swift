// The row that is joined: that of each element, or that of a record with constants or texts.
//
// SAFETY: the joined row has the cells of its layout, in which the targets of all copies are. A source is a cell of a row of
// its level's shape. The copies are used until the next record is read. A list of the elements themselves has as many rows
// as that of their members, because both are read from one path. The row of a text is held by the record's, and its cells by
// that. The text of a constant is in the arena of the row, which keeps it until the constant is set again.
extension RowCells {
  /// The joined row of this record.
  private var target: RowCells {
    if let joined { return joined }
    let target = RowCells(joining: layout)
    joined = target
    return target
  }

  /// The row with the columns' values of the record. Elements have rows of their own.
  @usableFromInline package var recordRow: RowCells { layout.joinsRecords ? joined ?? self : self }

  /// Copies the cells of the record, and those of the texts in it.
  func joinRecord() {
    guard let join = layout.join else { return }
    target.misfits = misfits
    target.copy(row, join.levels[0].copies)
    for text in join.texts {
      if let row = textRow(text.cell) {
        target.copy(row.recordRow.row, text.copies)
      } else {
        let isSeen: UInt64 = isSeen(text.cell) ? .max : 0
        for copy in text.copies { target.mark(copy, isSeen: isSeen, isKept: isSeen) }
      }
    }
  }

  /// Calls a closure with the row of each element that the filter keeps, or with that of a record with constants.
  ///
  /// - Parameters:
  ///   - isWhole: whether the closure is also called with the record, and with each element of an outer level, also if it
  ///     has no elements in it, unless there is a filter. Only the values of its own level are then new.
  ///   - joins: whether the rows are joined. If not, the closure reads their ``parts``, and can call ``join()``. Not with
  ///     `isWhole`.
  /// - Returns: the number of rows.
  @usableFromInline
  package func forEachElementRow(
    isWhole: Bool = false, joins: Bool = true, _ body: (RowCells) throws -> Void
  ) rethrows -> Int {
    guard let join = layout.join else { return 0 }
    let target = target
    if layout.joinsRecords {
      try body(target)
      return 1
    }
    precondition(joins || !isWhole, "the levels below a row that is shown alone have no parts")
    let parts = joins ? nil : target.parts
    if let parts {
      parts[level: 0] = row
      parts[level: join.levels.count] = target.row
    } else {
      joinRecord()
    }
    var (index, rows) = (0, 0)
    // The first level whose values were not passed to the closure.
    var new = 0
    func show(_ level: Int) throws {
      target.newLevel = level
      try body(target)
    }
    if isWhole, selection == nil {
      try show(0)
      new = 1
    }
    try target.forEachElement(of: row, 1, join, parts) { level, isRow, isElement in
      new = min(new, level)
      if isRow {
        defer { index += 1 }
        if let selection, !selection.kept[index] { return }
        rows += 1
      } else if !isWhole || selection != nil {
        return
      }
      if isWhole {
        for outer in new..<max(new, level) { try show(outer) }
        new = isElement ? level + 1 : max(new, level)
        // What has a row instead of elements has no new values.
        if !isElement { return }
      }
      try show(level)
    }
    return rows
  }

  /// Calls a closure with each element, and for each row that is there instead of elements.
  private func forEachElement(
    of outer: CellRow, _ number: Int, _ join: RowJoin, _ parts: RowParts?,
    _ body: (_ level: Int, _ isRow: Bool, _ isElement: Bool) throws -> Void
  ) rethrows {
    let level = join.levels[number]
    let isLast = number == join.levels.count - 1
    let hasIndex = isLast && !join.constants[RowConstant.index.rawValue].isEmpty
    let list = outer.has(level.cell) ? outer.value(level.cell, as: RowList.self) : nil
    guard let list, !list.rows.isEmpty else {
      guard layout.elements?.keepsEmpty == true else { return }
      for number in join.levels.indices[number...] {
        let level = join.levels[number]
        if let parts { parts.removeRow(level: number) } else { clear(level.copies) }
        for whole in level.wholes { clear(whole.copies) }
        if level.key >= 0 { unset(.key) }
      }
      unset(.index)
      if let parts { parts[level: join.levels.count] = row }
      return try body(number, true, false)
    }
    for index in 0..<list.rows.count {
      let element = unsafe list.table.pointee[list.rows.lowerBound + index]
      if let parts { parts[level: number] = element } else { copy(element, level.copies) }
      for whole in level.wholes {
        let wholes = outer.value(whole.cell, as: RowList.self)
        assert(wholes.rows.count == list.rows.count)
        unsafe copy(wholes.table.pointee[wholes.rows.lowerBound + index], whole.copies)
        // An element that is null has no marks.
        if !isSeen(whole.target) { mark(whole.target, isSeen: 1, isKept: 1) }
      }
      if level.key >= 0 { element.withText(.name, level.key) { set(.key, name: $0) } }
      if hasIndex { set(.index, index) }
      if let parts, hasIndex || level.key >= 0 { parts[level: join.levels.count] = row }
      try body(number, isLast, true)
      if !isLast { try forEachElement(of: element, number + 1, join, parts, body) }
    }
  }

  /// Joins a row that ``forEachElementRow(isWhole:joins:_:)`` has not joined. Called in its closure only.
  package func join() {
    guard let parts, let join = layout.join else { return }
    for (number, level) in join.levels.enumerated() {
      if parts.hasRow(level: number) { copy(parts[level: number], level.copies) } else { clear(level.copies) }
    }
  }

  @inline(__always)
  private func copy(_ source: CellRow, _ copies: [RowJoin.Copy]) {
    for copy in copies {
      unsafe Memory.copyBlocks(
        source.cells + copy.source &* Self.stride, copy.count &* Self.stride,
        to: memory + copy.target &* Self.stride)
      let marks = unsafe source.marks + (copy.source &>> 6) &* source.markStride
      let first = UInt64(truncatingIfNeeded: copy.source & 63)
      unsafe mark(
        copy, isSeen: marks.load(as: UInt64.self) &>> first,
        isKept: marks.load(fromByteOffset: 8, as: UInt64.self) &>> first)
    }
  }

  /// Sets the marks of the cells of a copy, whose bits begin with the first one's.
  @inline(__always)
  private func mark(_ copy: RowJoin.Copy, isSeen: UInt64, isKept: UInt64) {
    let (first, mask) = (UInt64(truncatingIfNeeded: copy.target & 63), copy.mask)
    let marks = unsafe readMarks + (copy.target &>> 6)
    let others = ~(mask &<< first)
    unsafe marks.pointee.seen = marks.pointee.seen & others | (isSeen & mask) &<< first
    unsafe marks.pointee.kept = marks.pointee.kept & others | (isKept & mask) &<< first
  }

  private func mark(_ cell: Int, isSeen: UInt64, isKept: UInt64) {
    mark(RowJoin.Copy(source: 0, target: cell), isSeen: isSeen, isKept: isKept)
  }

  private func clear(_ copies: [RowJoin.Copy]) {
    for copy in copies { mark(copy, isSeen: 0, isKept: 0) }
  }
}

// Constants. An untyped row has their JSON text.
extension RowCells {
  /// Sets the columns that are the record key.
  ///
  /// - Parameter key: the raw key with its escapes. Nil if the record has none.
  func take(key: [UInt8]?) {
    guard layout.hasRecordKeys else { return }
    guard let key else { return target.unset(.key) }
    if layout.form == .typed {
      var name: [UInt8] = []
      Unescaping.append(key.span, to: &name)
      target.set(.key, name.span)
    } else {
      target.set(.key, ([ASCII.quote] + key + [ASCII.quote]).span)
    }
  }

  func take(file: String, offset: Int) {
    guard hasElements else { return }
    target.set(.file, name: Array(file.utf8).span)
    target.set(.offset, offset)
  }

  /// Sets a constant that is a name.
  private func set(_ constant: RowConstant, name: Span<UInt8>) {
    guard layout.form != .typed else { return set(constant, name) }
    var json = JSONWriter()
    json.quoted(name)
    set(constant, json.take().span)
  }

  private func set(_ constant: RowConstant, _ number: Int) {
    guard let cells = layout.join?.constants[constant.rawValue], !cells.isEmpty else { return }
    if layout.form != .typed { return set(constant, Array(String(number).utf8).span) }
    for cell in cells {
      unsafe (memory + cell &* Self.stride).storeBytes(of: number, as: Int.self)
      mark(cell, isSeen: 1, isKept: 0)
    }
  }

  private func set(_ constant: RowConstant, _ bytes: Span<UInt8>) {
    guard let cells = layout.join?.constants[constant.rawValue], !cells.isEmpty else { return }
    let text = unsafe copy(bytes, to: &constantTexts[constant.rawValue])
    for cell in cells {
      // The bits alone, as those of all cells of the row.
      let address = unsafe memory + cell &* Self.stride
      unsafe withUnsafeBytes(of: text) {
        unsafe UnsafeMutableRawBufferPointer(start: address, count: $0.count).copyMemory(from: $0)
      }
      mark(cell, isSeen: 1, isKept: 0)
    }
  }

  private func unset(_ constant: RowConstant) {
    for cell in layout.join?.constants[constant.rawValue] ?? [] { mark(cell, isSeen: 0, isKept: 0) }
  }

  /// Returns a copy of a text, which is the only one in the arena.
  private func copy(_ bytes: Span<UInt8>, to arena: inout TextArena) -> BorrowedText {
    arena.reset()
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return unsafe BorrowedText() }
      return unsafe BorrowedText(
        arena.copy(start, bytes.count, followedBy: TextCursor.slack), bytes.count, in: arena)
    }
  }
}
