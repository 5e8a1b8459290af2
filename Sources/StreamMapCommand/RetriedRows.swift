// What `retry` writes for a good record: a row of text, or a row of a record batch.

import StreamMap
import StreamMapTables

struct RetriedRows: Sendable {
  let mapping: Mapping<ColumnRow>
  /// The writer of rows of text. Nil for record batches.
  let text: RowWriter?
  /// The names of the columns.
  let names: [String]
  /// The columns that are counted, without counts.
  let survey: Survey
  /// Adds the row of a record.
  let add: @Sendable (inout RunPart, borrowing ColumnRow) -> Void
}

extension RetriedRows {
  /// Creates the rows of PATHS.
  init(_ columns: Columns) throws(UsageError) {
    let rows = columns.rows
    do {
      mapping = try columns.projection.mapping(keepsRows: false)
    } catch {
      throw UsageError(error.description)
    }
    text = rows
    names = columns.projection.names
    survey = Survey()
    add = { part, row in part.add { rows.writeRows(of: row, into: &$0) } }
  }

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
      if let rows { part.add { rows.writeRows(of: row, into: &$0) } } else { part.add(row) }
    }
  }
}
