/// A generator of the records of one workload. No two records are equal.
protocol RecordGenerator: SendableMetatype {
  init(seed: UInt64)

  /// Appends one JSON object, without a line ending.
  mutating func append(to out: inout LineWriter)
}

extension RecordGenerator {
  /// Returns JSON Lines of at least `size` bytes, exceeded by less than one record.
  static func lines(size: Int, seed: UInt64) -> [UInt8] {
    var generator = Self(seed: seed)
    var out = LineWriter(capacity: size + 32 << 10)
    while out.count < size {
      generator.append(to: &out)
      out.byte(UInt8(ascii: "\n"))
    }
    return out.bytes
  }
}
