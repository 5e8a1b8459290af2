import StreamMap

/// The metadata of Arrow's messages, as FlatBuffers.
///
/// The numbers are those of Schema.fbs and Message.fbs in Arrow's repository.
enum ArrowMessage {
  static let version: Int16 = 4
  private static let schemaHeader: UInt8 = 1
  private static let batchHeader: UInt8 = 3

  /// Rounds a size up to a multiple of 8 bytes.
  static func padded(_ count: Int) -> Int { (count + 7) & ~7 }

  /// Returns the message of a schema.
  static func schema(_ columns: [Column]) -> [UInt8] {
    var builder = FlatBufferBuilder()
    let fields = columns.map { column in
      builder.field(column.name, column.type, isNullable: column.presence == .optional)
    }
    let list = builder.vector(fields)
    // The byte order is little-endian, which is the default.
    let schema = builder.table([nil, .reference(list)])
    return builder.message(schemaHeader, schema, body: 0)
  }

  /// The metadata of a record batch: the length of each column, and the place of each buffer in the body.
  struct Batch {
    private let rows: Int
    private var nodes: [(Int64, Int64)] = []
    private var buffers: [(Int64, Int64)] = []
    /// The size of the body.
    private(set) var end = 0

    init(rows: Int) { self.rows = rows }

    /// Adds the buffers of a column.
    mutating func add(_ column: borrowing ColumnView) {
      nodes.append((Int64(column.count), Int64(column.nullCount)))
      add(column.validity.count)
      if !column.type.isFixed { add(column.offsets.count * MemoryLayout<Int32>.stride) }
      switch column.type {
      case .list, .map: add(column.items)
      case .struct(let members):
        for index in members.indices { add(column.member(index)) }
      default: add(column.bytes.count)
      }
    }

    /// Adds the buffers of a column without rows. Some readers expect the first offset.
    mutating func addEmpty(_ type: ColumnType) {
      nodes.append((0, 0))
      add(0)
      if !type.isFixed { add(MemoryLayout<Int32>.stride) }
      switch type {
      case .list(let item): addEmpty(item)
      case .map(let value): addEmpty(.entry(value))
      case .struct(let members):
        for member in members { addEmpty(member.type) }
      default: add(0)
      }
    }

    private mutating func add(_ count: Int) {
      buffers.append((Int64(end), Int64(count)))
      end += ArrowMessage.padded(count)
    }

    /// Returns the message.
    ///
    /// - Parameter pair: a name and a value to add to the metadata.
    func metadata(adding pair: (name: String, value: String)? = nil) -> [UInt8] {
      var builder = FlatBufferBuilder()
      let buffers = builder.vector(buffers)
      let nodes = builder.vector(nodes)
      let batch = builder.table([.long(Int64(rows)), .reference(nodes), .reference(buffers)])
      return builder.message(batchHeader, batch, body: end, adding: pair)
    }
  }
}

extension FlatBufferBuilder {
  /// Writes a message around a header.
  fileprivate mutating func message(
    _ type: UInt8, _ header: Offset, body: Int, adding pair: (name: String, value: String)? = nil
  ) -> [UInt8] {
    var fields: [Field] = [.short(ArrowMessage.version), .byte(type), .reference(header), .long(Int64(body))]
    if let pair {
      let (name, value) = (string(pair.name), string(pair.value))
      let entry = table([.reference(name), .reference(value)])
      fields.append(.reference(vector([entry])))
    }
    return finish(table(fields))
  }

  /// Writes a field of a schema.
  fileprivate mutating func field(_ name: String, _ type: ColumnType, isNullable: Bool) -> Offset {
    // Readers expect the vector of children, even if it is empty.
    let children: [Offset] =
      switch type {
      case .list(let item): [field("item", item, isNullable: true)]
      case .map(let value): [field(ofEntries: value)]
      case .struct(let members): members.map { field($0.name, $0.type, isNullable: true) }
      default: []
      }
    let list = vector(children)
    let (number, table) = self.type(type)
    let name = string(name)
    return self.table([
      .reference(name), .byte(isNullable ? 1 : 0), .byte(number), .reference(table), nil, .reference(list),
    ])
  }

  /// Writes the field of a map's entries. Neither they nor their keys are null.
  private mutating func field(ofEntries value: ColumnType) -> Offset {
    let members = vector([
      field("key", .string, isNullable: false), field("value", value, isNullable: true),
    ])
    let (number, table) = type(.struct([]))
    let name = string("entries")
    return self.table([
      .reference(name), .byte(0), .byte(number), .reference(table), nil, .reference(members),
    ])
  }

  /// Writes a type. Returns its number in the union of types, and its table.
  private mutating func type(_ type: ColumnType) -> (number: UInt8, table: Offset) {
    switch type {
    case .bool: (ArrowType.bool, table([]))
    case .int64: (ArrowType.int, table([.int(64), .byte(1)]))
    case .uint64: (ArrowType.int, table([.int(64), .byte(0)]))
    // The precision is double.
    case .double: (ArrowType.floatingPoint, table([.short(2)]))
    case .string, .text, .json: (ArrowType.utf8, table([]))
    // The unit is the day.
    case .date: (ArrowType.date, table([.short(0)]))
    case .timestamp(let unit), .unix(_, as: let unit): (ArrowType.timestamp, time(unit, zone: "UTC"))
    case .datetime(let unit): (ArrowType.timestamp, time(unit, zone: nil))
    case .list: (ArrowType.list, table([]))
    case .struct: (ArrowType.structure, table([]))
    // The keys are not sorted.
    case .map: (ArrowType.map, table([]))
    }
  }

  private mutating func time(_ unit: ColumnType.TimeUnit, zone: String?) -> Offset {
    let zone = zone.map { Field.reference(string($0)) }
    let number: Int16 =
      switch unit {
      case .seconds: 0
      case .milliseconds: 1
      case .microseconds: 2
      case .nanoseconds: 3
      }
    return table([.short(number), zone])
  }
}

/// The numbers of the types in the union `Type` of Schema.fbs.
private enum ArrowType {
  static let int: UInt8 = 2
  static let floatingPoint: UInt8 = 3
  static let utf8: UInt8 = 5
  static let bool: UInt8 = 6
  static let date: UInt8 = 8
  static let timestamp: UInt8 = 10
  static let list: UInt8 = 12
  static let structure: UInt8 = 13
  static let map: UInt8 = 17
}
