// Sizes on the command line: plain bytes, or with a decimal or binary unit.

enum ByteSize {
  private static let units: [(name: String, bytes: Int)] = [
    ("b", 1),
    ("kb", 1_000), ("mb", 1_000_000), ("gb", 1_000_000_000), ("tb", 1_000_000_000_000),
    ("kib", 1 << 10), ("mib", 1 << 20), ("gib", 1 << 30), ("tib", 1 << 40),
  ]

  /// Parses a size in bytes, such as `65536`, `64KiB` or `256MB`. Case is ignored.
  static func parse(_ text: String) throws(UsageError) -> Int {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count).lowercased()
    guard !digits.isEmpty else {
      throw UsageError(
        "'\(text)' is not a size: write a number of bytes, or a number with a unit, such as 64MiB or 256MB")
    }
    if ["k", "m", "g", "t"].contains(unit) {
      let letter = unit.uppercased()
      throw UsageError("'\(text)' is ambiguous: write \(digits)\(letter)B or \(digits)\(letter)iB")
    }
    guard let factor = unit.isEmpty ? 1 : units.first(where: { $0.name == unit })?.bytes else {
      throw UsageError(
        "'\(text)' has an unknown unit: write B, KB, MB, GB, TB (powers of 1000) or KiB, MiB, GiB, TiB"
      )
    }
    guard let number = Int(digits), case (let bytes, false) = number.multipliedReportingOverflow(by: factor)
    else {
      throw UsageError("'\(text)' is too large: a size is at most \(Int.max) bytes")
    }
    guard bytes > 0 else { throw UsageError("'\(text)' is too small: a size is at least 1 byte") }
    return bytes
  }

  /// Formats `bytes` for people, in powers of 1000 with three significant digits.
  static func describe(_ bytes: Int) -> String {
    var value = Double(bytes)
    var unit = "B"
    for next in ["kB", "MB", "GB", "TB", "PB", "EB"] where value >= 999.5 {
      value /= 1000
      unit = next
    }
    if unit == "B" { return "\(bytes) B" }
    let places = value < 9.995 ? 2 : value < 99.95 ? 1 : 0
    return "\(decimal(value, places: places)) \(unit)"
  }

  /// Formats a value that is not negative, rounded to `places` digits after the point.
  static func decimal(_ value: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((value * Double(scale)).rounded())
    if places == 0 { return "\(scaled)" }
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
  }
}
