/// The model of workload `probing`: any JSON. A value is decoded by trying one type after another.
enum AnyJSON: Codable, Checksummed {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([AnyJSON])
  case object([String: AnyJSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([AnyJSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: AnyJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }

  func add(to checksum: inout Checksum) throws {
    switch self {
    case .null: checksum.addAbsent()
    case .bool(let value): checksum.add(value)
    case .integer(let value): checksum.add(value)
    case .number(let value): checksum.add(value)
    case .string(let value): checksum.add(value)
    case .array(let values): try values.add(to: &checksum)
    case .object(let members):
      checksum.add(members.count)
      try checksum.add(unordered: members) { member, checksum in
        checksum.add(member.key)
        try member.value.add(to: &checksum)
      }
    }
  }
}
