import StreamMap

extension Contender {
  static let tweetColumns = columns(
    """
    id:int64, created_at:string, text:string, user.id:int64, user.screen_name:string, user.followers_count:int64, \
    user.verified:bool, retweet_count:int64, favorite_count:int64, lang:string
    """)

  static let logColumns = columns(
    """
    ts:string, level:string, service:string, host:string, trace_id:string, latency_ms:double, status:int64, \
    bytes:int64, path:string, ok:bool
    """)

  /// StreamMap into Arrow's columns, which have the values of the workload's model in its order.
  private static func columns(_ list: String) -> [Contender] {
    [
      Contender(name: "columns-mapped", validation: "mapped") { try read(list, .mapped, $0, &$1) },
      Contender(name: "columns-full", validation: "full") { try read(list, .full, $0, &$1) },
    ]
  }

  private static func read(
    _ list: String, _ validation: Validation, _ corpus: Corpus, _ checksum: inout Checksum
  ) throws {
    let columns = try ColumnMapping(list)
    var lines = JSONLines(bytes: corpus.bytes, as: columns)
    lines.options.validation = validation
    let start = checksum
    // The values of some rows are added column by column, while their checksums are in the cache.
    var rows = [start]
    try lines.forEachBatch { batch in
      var first = 0
      while first < batch.count {
        let range = first..<min(first + 1024, batch.count)
        rows.removeAll(keepingCapacity: true)
        rows.append(contentsOf: repeatElement(start, count: range.count))
        for column in columns.columns.indices { add(batch[column], range, to: &rows) }
        for var row in rows {
          row.endRecord()
          checksum.add(row)
        }
        first = range.upperBound
      }
    }
  }

  /// Adds values of a column to the checksums of their rows.
  private static func add(_ column: borrowing ColumnView, _ range: Range<Int>, to rows: inout [Checksum]) {
    switch column.type {
    case .int64:
      let values = column.values(as: Int64.self)
      for row in range { rows[row - range.lowerBound].add(Int(values[row])) }
    case .double:
      let values = column.values(as: Double.self)
      for row in range { rows[row - range.lowerBound].add(values[row]) }
    case .bool:
      for row in range { rows[row - range.lowerBound].add(column.bool(at: row) ?? false) }
    default:
      // SAFETY: the offsets of a text are in its column's bytes.
      unsafe column.bytes.withUnsafeBytes { bytes in
        for row in range {
          if column.isNull(row) {
            rows[row - range.lowerBound].addAbsent()
          } else {
            unsafe rows[row - range.lowerBound].add(UnsafeRawBufferPointer(rebasing: bytes[column.range(at: row)]))
          }
        }
      }
    }
  }
}
