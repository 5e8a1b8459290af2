/// One record's values under a ``Projection``.
///
/// `forEach` and the push parser reuse the row while it is uniquely referenced. A row that is retained does not
/// change.
///
/// SAFETY: `cells` holds, for each column, an optional range, or an optional list of them as `kinds` says, initialised
/// here and written by the machine's typed stores alone; it is allocated and freed here.
@safe public final class ProjectedRow {
  let cells: UnsafeMutableRawPointer
  var bytes: [UInt8] = []
  private let kinds: [Bool]
  /// The columns whose value is the record key.
  private let keyColumns: [Int]

  /// The number of bytes from one cell to the next. Either kind of cell fits.
  static let stride = max(MemoryLayout<ByteRange?>.stride, MemoryLayout<[ByteRange]?>.stride)

  init(kinds: [Bool], keyColumns: [Int] = []) {
    self.kinds = kinds
    self.keyColumns = keyColumns
    unsafe cells = .allocate(byteCount: max(kinds.count, 1) * Self.stride, alignment: 16)
    for (index, isMultiple) in kinds.enumerated() {
      let cell = unsafe cells + index * Self.stride
      if isMultiple {
        unsafe cell.initializeMemory(as: [ByteRange]?.self, to: nil)
      } else {
        unsafe cell.initializeMemory(as: ByteRange?.self, to: nil)
      }
    }
  }

  deinit {
    for (index, isMultiple) in kinds.enumerated() where isMultiple {
      unsafe (cells + index * Self.stride).assumingMemoryBound(to: [ByteRange]?.self).deinitialize(count: 1)
    }
    unsafe cells.deallocate()
  }

  /// Sets the columns whose value is the record key.
  ///
  /// - Parameter key: the raw key with its escapes. Nil if the record has none.
  package func take(key: [UInt8]?) {
    guard !keyColumns.isEmpty else { return }
    var range: ByteRange?
    if let key {
      range = ByteRange(offset: bytes.count, count: key.count + 2)
      bytes.append(ASCII.quote)
      bytes += key
      bytes.append(ASCII.quote)
    }
    for column in keyColumns {
      unsafe (cells + column * Self.stride).assumingMemoryBound(to: ByteRange?.self).pointee = range
    }
  }

  /// Returns whether a record has a value for a column, which may be `null`. For a path that ends with a wildcard, the
  /// container is enough. For a path that continues after a wildcard, at least one value must match.
  package func has(_ column: Int, endsWithWildcard: Bool) -> Bool {
    let cell = unsafe cells + column * Self.stride
    guard kinds[column] else { return unsafe cell.assumingMemoryBound(to: ByteRange?.self).pointee != nil }
    guard let ranges = unsafe cell.assumingMemoryBound(to: [ByteRange]?.self).pointee else { return false }
    return endsWithWildcard || !ranges.isEmpty
  }

  /// Calls a closure with the JSON text of each value of a column, in order.
  ///
  /// - Returns: false if the value, or the container of a list, is absent or `null`.
  @discardableResult
  public func forEachValue(_ column: Int, _ body: (Span<UInt8>) -> Void) -> Bool {
    if isNull(column) { return false }
    let cell = unsafe cells + column * Self.stride
    if kinds[column] {
      guard let ranges = unsafe cell.assumingMemoryBound(to: [ByteRange]?.self).pointee else { return false }
      for range in ranges { show(range, to: body) }
    } else {
      guard let range = unsafe cell.assumingMemoryBound(to: ByteRange?.self).pointee else { return false }
      show(range, to: body)
    }
    return true
  }

  /// Returns whether the value of a column is `null` and not absent. It is false for a column with a wildcard.
  package func isNull(_ column: Int) -> Bool {
    guard !kinds[column] else { return false }
    let range = unsafe (cells + column * Self.stride).assumingMemoryBound(to: ByteRange?.self).pointee
    // No other JSON text begins with this letter.
    guard let range, range.count == 4 else { return false }
    return bytes[range.offset] == UInt8(ascii: "n")
  }

  private func show(_ range: ByteRange, to body: (Span<UInt8>) -> Void) {
    let bytes = bytes
    body(bytes.span.extracting(range.offset..<(range.offset + range.count)))
  }
}

extension ProjectedRow {
  /// Returns the operations that make rows. The cells have the given kinds and the stride above.
  static func operations(kinds: [Bool], keyColumns: [Int]) -> InstanceOperations {
    let template: @Sendable () -> ProjectedRow = { ProjectedRow(kinds: kinds, keyColumns: keyColumns) }
    // SAFETY: each instance is a `ProjectedRow` that the template made.
    var instance = unsafe InstanceOperations(template: template) { row in
      unsafe row.assumingMemoryBound(to: ProjectedRow.self).pointee.cells
    }
    unsafe instance.attach = { row, bytes in
      unsafe swap(&row.assumingMemoryBound(to: ProjectedRow.self).pointee.bytes, &bytes)
    }
    if !keyColumns.isEmpty {
      unsafe instance.takeKey = { row, key in
        unsafe row.assumingMemoryBound(to: ProjectedRow.self).pointee.take(key: key)
      }
    }
    return instance
  }
}
