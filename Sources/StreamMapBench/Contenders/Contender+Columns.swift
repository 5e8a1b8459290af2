import StreamMap
import StreamMapTables

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
    var lines = JSONLines(.bytes(corpus.bytes), as: columns)
    lines.options.validation = validation
    let start = checksum
    var rows: [Checksum] = []
    try lines.forEachBatch(rows: 4_096) { batch in
      rows.removeAll(keepingCapacity: true)
      rows.append(contentsOf: repeatElement(start, count: batch.count))
      for column in columns.columns.indices { add(batch[column], to: &rows) }
      for var row in rows {
        row.endRecord()
        checksum.add(row)
      }
    }
  }

  /// Adds the values of a column to the checksums of their rows.
  private static func add(_ column: borrowing ColumnView, to rows: inout [Checksum]) {
    switch column.type {
    case .int64:
      let values = column.values(as: Int64.self)
      for row in rows.indices { rows[row].add(Int(values[row])) }
    case .double:
      let values = column.values(as: Double.self)
      for row in rows.indices { rows[row].add(values[row]) }
    case .bool:
      let bits = column.bytes
      for row in rows.indices { rows[row].add(bits[row / 8] >> UInt8(row % 8) & 1 == 1) }
    default:
      let (offsets, validity) = (column.offsets, column.validity)
      // SAFETY: the offsets of a text are in its column's bytes.
      unsafe column.bytes.withUnsafeBytes { bytes in
        var start = 0
        for row in rows.indices {
          let end = Int(offsets[row + 1])
          var sum = rows[row]
          if !validity.isEmpty && validity[row / 8] >> UInt8(row % 8) & 1 == 0 {
            sum.addAbsent()
          } else {
            unsafe sum.add(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
          }
          rows[row] = sum
          start = end
        }
      }
    }
  }
}
