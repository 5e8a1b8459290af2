import StreamMap

/// Rows of a ``ColumnMapping``, column by column, in the memory layout of Apache Arrow.
///
///     try lines.forEachBatch { batch in
///       let ids = batch.int64("id")              // a Span<Int64>
///       let author = batch["author"]             // a ColumnView
///       for row in 0..<batch.count where !author.isNull(row) { … ids[row], author.string(at: row) … }
///     }
///
/// A batch is valid inside the closure that gets it. Its memory is used again for the next batch.
public struct ColumnBatch: ~Copyable {
  let builder: BatchBuilder

  /// - Parameter builder: a builder whose bitmaps are made.
  init(_ builder: BatchBuilder) { self.builder = builder }

  /// The number of rows.
  public var count: Int { builder.rows }

  /// The columns of the mapping, in order.
  public var columns: [Column] { builder.layout.rows.columns }

  /// Returns a column by its index.
  public subscript(column: Int) -> ColumnView {
    @_lifetime(borrow self)
    get {
      precondition(builder.layout.rows.columns.indices.contains(column), "there is no column \(column)")
      return ColumnView(builder, column)
    }
  }

  /// Returns a column by its name.
  ///
  /// - Precondition: the mapping has a column of this name.
  /// - Complexity: O(n) in the number of columns.
  public subscript(name: String) -> ColumnView {
    @_lifetime(borrow self)
    get { self[index(of: name)] }
  }

  /// Returns the values of a column of the type `int64` or `timestamp`. The value of a null is 0.
  @_lifetime(borrow self)
  public func int64(_ name: String) -> Span<Int64> {
    self[name].values(as: Int64.self)
  }

  /// Returns the values of a column of the type `uint64`. The value of a null is 0.
  @_lifetime(borrow self)
  public func uint64(_ name: String) -> Span<UInt64> {
    self[name].values(as: UInt64.self)
  }

  /// Returns the values of a column of the type `double`. The value of a null is 0.
  @_lifetime(borrow self)
  public func double(_ name: String) -> Span<Double> {
    self[name].values(as: Double.self)
  }

  private func index(of name: String) -> Int {
    guard let index = builder.layout.rows.columns.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) })
    else {
      preconditionFailure("there is no column '\(name)'")
    }
    return index
  }
}
