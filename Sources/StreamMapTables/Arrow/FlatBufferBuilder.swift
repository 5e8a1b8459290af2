/// Writes a FlatBuffers message from its end to its beginning, so that each part can refer to those written before.
///
/// The format: https://flatbuffers.dev/internals. An offset counts bytes from the end of the message.
struct FlatBufferBuilder {
  /// The bytes in reverse order.
  private var reversed: [UInt8] = []

  typealias Offset = Int

  /// The value of a table's field.
  enum Field {
    case byte(UInt8)
    case short(Int16)
    case int(Int32)
    case long(Int64)
    case reference(Offset)
  }

  /// Adds zeros, so that the position is a multiple of `size` once `more` bytes have been written.
  private mutating func align(_ size: Int, before more: Int = 0) {
    while (reversed.count + more) % size != 0 { reversed.append(0) }
  }

  private mutating func put<Value: FixedWidthInteger>(_ value: Value) {
    align(Value.bitWidth / 8)
    for shift in stride(from: Value.bitWidth - 8, through: 0, by: -8) {
      reversed.append(UInt8(truncatingIfNeeded: value >> Value(shift)))
    }
  }

  private mutating func put(reference target: Offset) {
    align(4)
    put(UInt32(reversed.count + 4 - target))
  }

  /// Writes a string.
  mutating func string(_ text: String) -> Offset {
    let bytes = Array(text.utf8)
    align(4, before: bytes.count + 1)
    reversed.append(0)
    reversed += bytes.reversed()
    put(UInt32(bytes.count))
    return reversed.count
  }

  /// Writes a vector of references.
  mutating func vector(_ targets: [Offset]) -> Offset {
    for target in targets.reversed() { put(reference: target) }
    put(UInt32(targets.count))
    return reversed.count
  }

  /// Writes a vector of structs with two 64-bit fields.
  mutating func vector(_ pairs: [(Int64, Int64)]) -> Offset {
    // The elements are aligned to 8 bytes, and the count before them to 4.
    align(8)
    for (first, second) in pairs.reversed() {
      put(second)
      put(first)
    }
    put(UInt32(pairs.count))
    return reversed.count
  }

  /// Writes a table.
  ///
  /// - Parameter fields: the fields by their numbers in the schema. Nil for one that is absent.
  mutating func table(_ fields: [Field?]) -> Offset {
    align(8)
    let end = reversed.count
    var positions = [Int?](repeating: nil, count: fields.count)
    for (number, field) in fields.enumerated() {
      switch field {
      case nil: continue
      case .byte(let value): put(value)
      case .short(let value): put(value)
      case .int(let value): put(value)
      case .long(let value): put(value)
      case .reference(let target): put(reference: target)
      }
      positions[number] = reversed.count
    }
    // The table of positions comes directly before the table.
    let headerSize = 4 + 2 * fields.count
    align(4)
    put(Int32(headerSize))
    let start = reversed.count
    for position in positions.reversed() { put(UInt16(position.map { start - $0 } ?? 0)) }
    put(UInt16(start - end))
    put(UInt16(headerSize))
    return start
  }

  /// Ends the message with the reference to its root table. The size is a multiple of 8 bytes.
  mutating func finish(_ root: Offset) -> [UInt8] {
    align(8, before: 4)
    put(reference: root)
    return reversed.reversed()
  }
}
