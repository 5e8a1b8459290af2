/// Reads a FlatBuffers message, and throws if a part is unaligned or out of bounds.
///
/// The format: https://flatbuffers.dev/internals.
struct FlatBuffer {
  let bytes: [UInt8]

  struct Malformed: Error, CustomStringConvertible {
    var description: String
  }

  func root() throws -> Table { try Table(self, at: target(at: 0)) }

  func integer<Value: FixedWidthInteger>(at position: Int, as _: Value.Type = Value.self) throws -> Value {
    let size = Value.bitWidth / 8
    guard position >= 0, position + size <= bytes.count, position % size == 0 else {
      throw Malformed(description: "\(Value.self) at \(position) of \(bytes.count) bytes of metadata")
    }
    return bytes[position..<(position + size)].reversed().reduce(0) {
      $0 << 8 | Value(truncatingIfNeeded: $1)
    }
  }

  /// Returns the position to which the reference at a position leads.
  fileprivate func target(at position: Int) throws -> Int {
    position + Int(try integer(at: position, as: UInt32.self))
  }

  /// A table, whose fields are given by their numbers in the schema.
  struct Table {
    private let buffer: FlatBuffer
    private let position: Int

    fileprivate init(_ buffer: FlatBuffer, at position: Int) throws {
      self.buffer = buffer
      self.position = position
    }

    /// Returns the position of a field. Returns nil if it is absent.
    private func position(of field: Int) throws -> Int? {
      let positions = position - Int(try buffer.integer(at: position, as: Int32.self))
      let size = Int(try buffer.integer(at: positions, as: UInt16.self))
      let tableSize = Int(try buffer.integer(at: positions + 2, as: UInt16.self))
      guard 4 + 2 * field < size else { return nil }
      let offset = Int(try buffer.integer(at: positions + 4 + 2 * field, as: UInt16.self))
      guard offset < tableSize else { throw Malformed(description: "field \(field) is outside its table") }
      return offset == 0 ? nil : position + offset
    }

    /// Returns an integer, which is 0 if it is absent.
    func integer<Value: FixedWidthInteger>(_ field: Int, as _: Value.Type = Value.self) throws -> Value {
      try position(of: field).map { try buffer.integer(at: $0) } ?? 0
    }

    func table(_ field: Int) throws -> Table {
      guard let position = try position(of: field) else {
        throw Malformed(description: "there is no table in field \(field)")
      }
      return try Table(buffer, at: buffer.target(at: position))
    }

    func string(_ field: Int) throws -> String {
      guard let (start, count) = try vector(field), start + count < buffer.bytes.count,
        buffer.bytes[start + count] == 0,
        let text = String(validating: buffer.bytes[start..<(start + count)], as: UTF8.self)
      else { throw Malformed(description: "there is no string in field \(field)") }
      return text
    }

    /// Returns the tables of a vector of references. It is empty if it is absent.
    func tables(_ field: Int) throws -> [Table] {
      guard let (start, count) = try vector(field) else { return [] }
      return try (0..<count).map { try Table(buffer, at: buffer.target(at: start + 4 * $0)) }
    }

    /// Returns the structs of a vector, which have two 64-bit fields.
    func pairs(_ field: Int) throws -> [(Int, Int)] {
      guard let (start, count) = try vector(field) else {
        throw Malformed(description: "there is no vector in field \(field)")
      }
      return try (0..<count).map {
        (
          Int(try buffer.integer(at: start + 16 * $0, as: Int64.self)),
          Int(try buffer.integer(at: start + 16 * $0 + 8, as: Int64.self))
        )
      }
    }

    private func vector(_ field: Int) throws -> (start: Int, count: Int)? {
      guard let position = try position(of: field) else { return nil }
      let start = try buffer.target(at: position)
      return (start + 4, Int(try buffer.integer(at: start, as: UInt32.self)))
    }
  }
}
