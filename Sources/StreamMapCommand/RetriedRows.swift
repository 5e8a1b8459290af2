// What `retry` writes for a good record: a row of text, or a row of a record batch.

import StreamMap

struct RetriedRows<Root>: Sendable {
  let mapping: Mapping<Root>
  /// The writer of rows of text. Nil for record batches.
  let text: RowWriter?
  /// The names of the columns.
  let names: [String]
  /// The columns that are counted, without counts.
  let survey: Survey
  /// Adds the row of a record.
  let add: @Sendable (inout RunPart, borrowing Root) -> Void
  /// Takes no notice of a record.
  let pass: @Sendable (borrowing Root) -> Void
  /// Gives a row the name of the member whose value is the record.
  let takeKey: @Sendable (borrowing Root, String?) -> Void
}

extension RetriedRows<ProjectedRow> {
  /// Creates the rows of PATHS.
  init(_ columns: Columns) throws(UsageError) {
    let rows = columns.rows
    do {
      mapping = try columns.projection.mapping()
    } catch {
      throw UsageError(error.description)
    }
    text = rows
    names = columns.projection.names
    survey = Survey()
    add = { part, row in part.add { rows.write(row, into: &$0) } }
    pass = { _ in }
    takeKey = { row, key in row.take(key: key.map { Array($0.utf8) }) }
  }
}

extension RetriedRows<ColumnRow> {
  /// Creates the rows of columns with types.
  init(_ columns: ColumnMapping, _ options: Options) throws(UsageError) {
    let rows = options.format.rows.map { RowWriter(columns, format: $0, null: options.null) }
    mapping = try columns.mapping(options)
    text = rows
    names = columns.columns.map(\.name)
    let counts = options.countsColumns
    survey = counts ? Survey(columns) : Survey()
    add = { part, row in
      if counts { part.survey.note(row, of: nil) }
      if let rows { part.add { rows.write(row, into: &$0) } } else { part.add(row) }
    }
    // A row keeps what it noted until it is asked.
    pass = { row in row.forEachMissing { _ in } }
    takeKey = { _, _ in }
  }
}
