import StreamMap
import StreamMapTables

/// The contents of a stream in Arrow's IPC format, read with no regard for who wrote it. It throws if the stream breaks
/// a rule of the format: sizes, alignment, padding, counts of nulls, offsets.
///
/// The format: https://arrow.apache.org/docs/format/Columnar.html. The numbers are those of Schema.fbs and Message.fbs.
struct ArrowStream {
  struct Field: Equatable {
    var name: String
    /// Columns of `json` and `text` are strings, and those of `unix` timestamps.
    var type: ColumnType
    var isNullable: Bool
  }

  private(set) var fields: [Field] = []
  /// The rows of each record batch.
  private(set) var batches: [[[ColumnValue]]] = []
  /// The metadata of the last message.
  private(set) var metadata: [String: String] = [:]

  struct Malformed: Error, CustomStringConvertible {
    var description: String
  }

  private static func check(_ condition: Bool, _ text: @autoclosure () -> String) throws {
    if !condition { throw Malformed(description: text()) }
  }

  init(_ bytes: [UInt8]) throws {
    var position = 0
    while true {
      try Self.check(position % 8 == 0 && position + 8 <= bytes.count, "no message at \(position)")
      let prefix = FlatBuffer(bytes: Array(bytes[position..<(position + 8)]))
      try Self.check(prefix.integer(at: 0) == UInt32.max, "no continuation at \(position)")
      let size = Int(try prefix.integer(at: 4, as: Int32.self))
      position += 8
      if size == 0 { break }
      try Self.check(size > 0 && size % 8 == 0, "metadata of \(size) bytes")
      try Self.check(position + size <= bytes.count, "metadata after the end")
      let message = try FlatBuffer(bytes: Array(bytes[position..<(position + size)])).root()
      position += size
      let bodySize = Int(try message.integer(3, as: Int64.self))
      try Self.check(bodySize >= 0 && bodySize % 8 == 0, "a body of \(bodySize) bytes")
      try Self.check(position + bodySize <= bytes.count, "a body after the end")
      try read(message, body: bytes[position..<(position + bodySize)])
      position += bodySize
    }
    try Self.check(position == bytes.count, "\(bytes.count - position) bytes after the end of the stream")
    try Self.check(!fields.isEmpty, "there is no schema")
  }

  private mutating func read(_ message: FlatBuffer.Table, body: ArraySlice<UInt8>) throws {
    try Self.check(message.integer(0) == 4 as Int16, "the version is not V5")
    let header = try message.table(2)
    switch try message.integer(1, as: UInt8.self) {
    case 1:
      try Self.check(fields.isEmpty && body.isEmpty, "a second schema, or one with a body")
      try Self.check(header.integer(0) == 0 as Int16, "not little-endian")
      fields = try header.tables(1).map(Self.field)
    case 3:
      try Self.check(!fields.isEmpty, "a batch before the schema")
      var reader = try BatchReader(header, Array(body))
      let count = Int(try header.integer(0, as: Int64.self))
      let columns = try fields.map { try reader.column($0.type, isNullable: $0.isNullable) }
      try Self.check(columns.allSatisfy { $0.count == count }, "a column has not \(count) rows")
      try reader.finish()
      batches.append((0..<count).map { row in columns.map { $0[row] } })
    case let type: throw Malformed(description: "a message of type \(type)")
    }
    metadata = [:]
    for pair in try message.tables(4) { metadata[try pair.string(0)] = try pair.string(1) }
  }

  private static func field(_ table: FlatBuffer.Table) throws -> Field {
    let type = try table.table(3)
    let children = try table.tables(5).map(field)
    let number = try table.integer(2, as: UInt8.self)
    let isSound =
      switch number {
      case 12, 17: children.count == 1
      case 13: !children.isEmpty
      default: children.isEmpty
      }
    try check(isSound, "\(children.count) children of type \(number)")
    let isNullable = try table.integer(1, as: UInt8.self) == 1
    return Field(
      name: try table.string(0), type: try self.type(number, type, children), isNullable: isNullable)
  }

  private static func type(
    _ number: UInt8, _ table: FlatBuffer.Table, _ children: [Field]
  ) throws -> ColumnType {
    switch number {
    case 2:
      try check(table.integer(0) == 64 as Int32, "an integer that has not 64 bits")
      return try table.integer(1, as: UInt8.self) == 1 ? .int64 : .uint64
    case 3:
      try check(table.integer(0) == 2 as Int16, "a float that has not 64 bits")
      return .double
    case 5: return .string
    case 6: return .bool
    case 8:
      try check(table.integer(0) == 0 as Int16, "a date in milliseconds")
      return .date
    case 10:
      let unit = Int(try table.integer(0, as: Int16.self))
      let zone = try? table.string(1)
      try check(zone ?? "UTC" == "UTC" && (0..<4).contains(unit), "a timestamp in unit \(unit)")
      let units: [ColumnType.TimeUnit] = [.seconds, .milliseconds, .microseconds, .nanoseconds]
      return zone == nil ? .datetime(units[unit]) : .timestamp(units[unit])
    case 12: return .list(children[0].type)
    case 13: return .struct(children.map { ColumnType.Member($0.name, $0.type) })
    case 17:
      guard case .struct(let members) = children[0].type, members.map(\.name) == ["key", "value"],
        members[0].type == .string, !children[0].isNullable, try table.integer(0, as: UInt8.self) == 0
      else { throw Malformed(description: "a map of \(children[0])") }
      return .map(members[1].type)
    default: throw Malformed(description: "type \(number)")
    }
  }

  // MARK: Batches

  /// Takes the columns of a record batch from its body, in order.
  private struct BatchReader {
    private let body: [UInt8]
    private var nodes: ArraySlice<(Int, Int)>
    private var buffers: ArraySlice<(Int, Int)>
    /// The end of the last buffer in the body.
    private var end = 0

    init(_ header: FlatBuffer.Table, _ body: [UInt8]) throws {
      self.body = body
      nodes = try header.pairs(1)[...]
      buffers = try header.pairs(2)[...]
    }

    mutating func column(_ type: ColumnType, isNullable: Bool) throws -> [ColumnValue] {
      guard let (count, nullCount) = nodes.popFirst() else { throw Malformed(description: "too few columns") }
      try check(count >= 0 && (0...count).contains(nullCount), "\(nullCount) nulls of \(count)")
      try check(isNullable || nullCount == 0, "nulls in a column that has none")
      let validity = try buffer()
      // Without nulls, there need not be a bitmap.
      try check(
        validity.count == (count + 7) / 8 || validity.isEmpty && nullCount == 0, "validity is cut off")
      let isValid = (0..<count).map { validity.isEmpty || Self.bit($0, of: validity) }
      try check(isValid.count { !$0 } == nullCount, "not \(nullCount) nulls")
      let values = try values(type, count, isValid)
      return zip(values, isValid).map { $1 ? $0 : .null }
    }

    private mutating func values(
      _ type: ColumnType, _ count: Int, _ isValid: [Bool]
    ) throws -> [ColumnValue] {
      switch type {
      case .list(let item):
        let ranges = try ranges(count, isValid)
        let items = try column(item, isNullable: true)
        try check(items.count == ranges.last?.upperBound ?? 0, "elements that are in no list")
        return ranges.map { .list(Array(items[$0])) }
      case .map(let value):
        let ranges = try ranges(count, isValid)
        let entries = try column(
          .struct([ColumnType.Member("key", .string), ColumnType.Member("value", value)]), isNullable: false)
        try check(entries.count == ranges.last?.upperBound ?? 0, "entries that are in no map")
        let areKeyed = entries.allSatisfy {
          if case .members(let pair) = $0 { pair[0] != .null } else { false }
        }
        try check(areKeyed, "an entry without a key")
        return ranges.map { .list(Array(entries[$0])) }
      case .struct(let types):
        let members = try types.map { try column($0.type, isNullable: true) }
        try check(members.allSatisfy { $0.count == count }, "a member has not \(count) values")
        return (0..<count).map { row in .members(members.map { $0[row] }) }
      case .string, .text, .json:
        let ranges = try ranges(count, isValid)
        let bytes = try buffer()
        try check(bytes.count == ranges.last?.upperBound ?? 0, "bytes that are in no string")
        try check(String(validating: bytes, as: UTF8.self) != nil, "a string is no UTF-8")
        return ranges.map { .text(Array(bytes[$0])) }
      case .bool:
        let bits = try buffer()
        try check(bits.count == (count + 7) / 8, "bits are cut off")
        return (0..<count).map { .bool(Self.bit($0, of: bits)) }
      case .int64, .timestamp, .datetime, .unix: return try integers(count).map(ColumnValue.int)
      case .date: return try integers(count, as: Int32.self).map { .int(Int64($0)) }
      case .uint64: return try integers(count).map(ColumnValue.unsigned)
      case .double: return try integers(count).map(ColumnValue.double)
      }
    }

    /// Takes offsets, and returns the ranges between them. They begin with 0 and never fall.
    private mutating func ranges(_ count: Int, _ isValid: [Bool]) throws -> [Range<Int>] {
      let offsets = try integers(count + 1, as: Int32.self)
      try check(offsets[0] == 0, "the first offset is \(offsets[0])")
      return try (0..<count).map { index in
        let (start, end) = (offsets[index], offsets[index + 1])
        try check(start <= end, "an offset falls from \(start) to \(end)")
        try check(isValid[index] || start == end, "a null has contents")
        return Int(start)..<Int(end)
      }
    }

    private mutating func integers<Value: FixedWidthInteger>(
      _ count: Int, as _: Value.Type = Value.self
    ) throws -> [Value] {
      let size = Value.bitWidth / 8
      let bytes = FlatBuffer(bytes: try buffer())
      try check(bytes.bytes.count == count * size, "\(bytes.bytes.count) bytes of \(count) values")
      return try (0..<count).map { try bytes.integer(at: $0 * size) }
    }

    private static func bit(_ index: Int, of bytes: [UInt8]) -> Bool {
      bytes[index / 8] >> UInt8(index % 8) & 1 == 1
    }

    /// Takes the next buffer. It begins at a multiple of 8 bytes, after zeros.
    private mutating func buffer() throws -> [UInt8] {
      guard let (start, count) = buffers.popFirst() else { throw Malformed(description: "too few buffers") }
      try check(start % 8 == 0 && (end..<(end + 8)).contains(start) && count >= 0, "a buffer at \(start)")
      try check(start + count <= body.count, "a buffer after the end of the body")
      try check(body[end..<start].allSatisfy { $0 == 0 }, "padding that is not zero")
      end = start + count
      return Array(body[start..<end])
    }

    func finish() throws {
      try check(nodes.isEmpty && buffers.isEmpty, "too many columns or buffers")
      try check(body.count < end + 8 && body[end...].allSatisfy { $0 == 0 }, "bytes after the last buffer")
    }
  }
}
