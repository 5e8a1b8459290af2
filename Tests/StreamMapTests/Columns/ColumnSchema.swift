@testable import StreamMap
@testable import StreamMapTables
@testable import TestSupport

/// Random columns, and the shape of the records that they are for.
struct ColumnSchema {
  /// What a record usually has at a place.
  indirect enum Shape {
    case value(ColumnType)
    case object([(name: String, shape: Shape)])
    case array(Shape)
    /// An object with any names.
    case dictionary(Shape)
  }

  let shape: Shape
  let columns: [(column: Column, path: PathInterpreter)]
  let mapping: ColumnMapping

  var description: String {
    columns.map { column, path in
      "Column(\"\(column.name)\", path: \"\(path.text)\", \(column.type), \(column.presence), \(column.mismatch))"
    }.joined(separator: "\n")
  }

  init(using random: inout SeededRandom) throws {
    shape = Self.shape(&random, depth: 0)
    var places: [Place] = []
    Self.append(shape, at: [], to: &places, &random)
    places.shuffle(using: &random)
    // Sometimes more columns than bits in a word.
    let count = random.chance(1, outOf: 12) ? 60 + random.below(100) : 1 + random.below(min(places.count, 16))
    let requires = random.pick([0, 0, 1, 4])
    var columns: [(column: Column, path: PathInterpreter)] = (0..<count).map { index in
      let (path, usual) = places[index % places.count]
      var type = random.chance(1, outOf: 30) ? random.pick(Self.types) : usual
      if random.chance(1, outOf: 30) { type = .list(type) }
      if path.contains(where: \.isWildcard) { type = .list(type) }
      let text = PathInterpreter(segments: path).text
      let name = random.chance(1, outOf: 6) ? "\(random.pick(DocumentGenerator.names))\(index)" : "c\(index)"
      let column = Column(
        name, path: text, type, random.chance(requires, outOf: 20) ? .required : .optional,
        mismatch: random.chance(1, outOf: 2) ? .null : .reject)
      return (column, PathInterpreter(segments: path))
    }
    // A value cannot be wanted as an object and as an array.
    while columns.count > 1, (try? ColumnMapping(columns.map(\.column))) == nil { columns.removeLast() }
    self.columns = columns
    mapping = try ColumnMapping(columns.map(\.column))
  }

  static let types: [ColumnType] =
    [.bool, .int64, .uint64, .double, .string, .text, .date, .json]
    + ColumnType.TimeUnit.allCases.flatMap { [.timestamp($0), .datetime($0)] }
    + [
      .unix(.seconds), .unix(.seconds, as: .nanoseconds), .unix(.milliseconds, as: .seconds),
      .unix(.nanoseconds, as: .microseconds),
    ]

  private static func shape(_ random: inout SeededRandom, depth: Int) -> Shape {
    let choice = depth == 0 ? 5 + random.below(20) : random.below(depth < 4 ? 14 : 5)
    switch choice {
    case ..<6: return .value(random.pick(types))
    case 6, 7: return .array(shape(&random, depth: depth + 1))
    case 8: return .dictionary(shape(&random, depth: depth + 1))
    default:
      let count = depth == 0 ? 3 + random.below(6) : 1 + random.below(4)
      let names = Set((0..<count).map { _ in Array(random.pick(DocumentGenerator.names).utf8) })
      return .object(
        names.sorted { $0.lexicographicallyPrecedes($1) }.map {
          (String(decoding: $0, as: UTF8.self), shape(&random, depth: depth + 1))
        })
    }
  }

  /// Returns a type for a whole value of a shape.
  private static func nestedType(of shape: Shape, _ random: inout SeededRandom) -> ColumnType {
    if random.chance(1, outOf: 20) { return random.pick(types) }
    switch shape {
    case .value(let type): return type
    case .array(let shape): return .list(nestedType(of: shape, &random))
    case .dictionary(let shape): return .map(nestedType(of: shape, &random))
    case .object(let all):
      var members = all.map { ColumnType.Member($0.name, nestedType(of: $0.shape, &random)) }
      members.shuffle(using: &random)
      if members.count > 1, random.chance(1, outOf: 2) { members.removeLast() }
      if random.chance(1, outOf: 6) { members.append(ColumnType.Member("never there", .map(.json))) }
      return .struct(members)
    }
  }

  // MARK: Paths

  private typealias Place = (path: [PathInterpreter.Segment], type: ColumnType)

  /// Adds the places of a shape that a column can read. Those below one array have the same wildcards.
  private static func append(
    _ shape: Shape, at path: [PathInterpreter.Segment], to places: inout [Place], _ random: inout SeededRandom
  ) {
    if random.chance(1, outOf: 10) { places.append((path, .json)) }
    if random.chance(1, outOf: 3) { places.append((path, nestedType(of: shape, &random))) }
    let count = places.count
    switch shape {
    case .value(let type): places.append((path, type))
    case .object(let members):
      for (name, shape) in members {
        append(shape, at: path + [.name(Array(name.utf8))], to: &places, &random)
      }
    case .array(let shape):
      if case .value(let type) = shape { places.append((path, .list(type))) }
      append(shape, at: path + [.everyElement], to: &places, &random)
      if random.chance(1, outOf: 4) {
        append(shape, at: path + [.index(random.below(3))], to: &places, &random)
      }
    case .dictionary(let shape):
      append(shape, at: path + [.everyMember], to: &places, &random)
      if random.chance(1, outOf: 4) {
        append(
          shape, at: path + [.name(Array(random.pick(DocumentGenerator.names).utf8))], to: &places, &random)
      }
    }
    if places.count == count { places.append((path, .json)) }
  }
}

/// Random lines for a schema. Most records fit it. Others lack values or have them in another form, in the ways that
/// producers do, and a few are malformed.
struct ColumnRecords {
  private var generator: DocumentGenerator
  /// How many of a thousand values are absent, null, of another kind, or written twice.
  private let absent, null, wrong, twice: Int

  init(seed: UInt64) {
    generator = DocumentGenerator(
      seed: seed, options: .init(maximumDepth: 2, maximumCount: 3, allowsLineBreaks: false))
    absent = generator.random.pick([0, 50, 300])
    null = generator.random.pick([0, 0, 20, 200])
    wrong = generator.random.pick([0, 0, 3, 30])
    twice = generator.random.pick([0, 0, 30, 200])
  }

  mutating func text(_ schema: ColumnSchema, records: Int) -> [UInt8] {
    var text: [UInt8] = []
    let malformed = generator.random.pick([0, 0, 20, 200])
    for _ in 0..<records {
      var record: [UInt8] = []
      append(schema.shape, to: &record)
      text += happens(malformed) ? generator.mutated(record) : record
      text += Array(generator.random.pick(["\n", "\n", "\n", "\n", "\r\n", "\n\n", " \n"]).utf8)
    }
    if records > 0, generator.random.chance(1, outOf: 3) { text.removeLast() }
    return text
  }

  private mutating func happens(_ rate: Int) -> Bool { generator.random.below(1_000) < rate }

  private mutating func append(_ shape: ColumnSchema.Shape, to bytes: inout [UInt8]) {
    if happens(wrong) { return bytes += generator.document() }
    if happens(null) { return bytes += Array("null".utf8) }
    switch shape {
    case .value(let type): append(valueOf: type, to: &bytes)
    case .array(let shape):
      appendList(generator.random.below(5), "[", "]", to: &bytes) { $0.append(shape, to: &$1) }
    case .dictionary(let shape):
      appendList(generator.random.below(4), "{", "}", to: &bytes) { records, bytes in
        records.append(records.generator.random.pick(DocumentGenerator.names), shape, to: &bytes)
      }
    case .object(var members):
      members.removeAll { _ in happens(absent) }
      members += members.filter { _ in happens(twice) }
      if generator.random.chance(1, outOf: 4) { members.append(("unknown", .value(.json))) }
      if generator.random.chance(1, outOf: 3) { members.shuffle(using: &generator.random) }
      var rest = members[...]
      appendList(members.count, "{", "}", to: &bytes) { records, bytes in
        let (name, shape) = rest.removeFirst()
        records.append(name, shape, to: &bytes)
      }
    }
  }

  private mutating func append(_ name: String, _ shape: ColumnSchema.Shape, to bytes: inout [UInt8]) {
    generator.appendQuoted(name, to: &bytes)
    generator.appendSpace(to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    generator.appendSpace(to: &bytes)
    append(shape, to: &bytes)
  }

  private mutating func appendList(
    _ count: Int, _ opener: Unicode.Scalar, _ closer: Unicode.Scalar, to bytes: inout [UInt8],
    _ item: (inout Self, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: opener))
    generator.appendSpace(to: &bytes)
    for index in 0..<count {
      if index > 0 { generator.appendComma(to: &bytes) }
      item(&self, &bytes)
    }
    generator.appendSpace(to: &bytes)
    bytes.append(UInt8(ascii: closer))
  }

  // MARK: Values

  private mutating func append(valueOf type: ColumnType, to bytes: inout [UInt8]) {
    switch type {
    case .bool: bytes += Array(generator.random.pick(["true", "false"]).utf8)
    case .int64: bytes += Array((pickOdd(Self.integers) ?? "\(Int64(truncatingIfNeeded: word()))").utf8)
    case .uint64: bytes += Array((pickOdd(Self.integers) ?? "\(word())").utf8)
    case .double: bytes += Array((pickOdd(Self.doubles) ?? "\(Double(word()) / 4 - 1_000)").utf8)
    case .string: generator.appendString(to: &bytes)
    case .date: generator.appendQuoted(date(in: 0..<10_000), to: &bytes)
    case .timestamp(.nanoseconds): generator.appendQuoted(date(in: 1678..<2262) + time(), to: &bytes)
    case .timestamp: generator.appendQuoted(date(in: 1..<9999) + time(), to: &bytes)
    case .datetime(let unit):
      let years = unit == .nanoseconds ? 1678..<2262 : 1..<9999
      generator.appendQuoted(date(in: years) + time(zones: [happens(wrong) ? "Z" : ""]), to: &bytes)
    case .unix(let unit, as: let stored):
      let number = unixTime(unit, stored)
      if generator.random.chance(1, outOf: 3) {
        generator.appendQuoted(
          happens(wrong) ? generator.random.pick(["", " 1", "+1", "01", "1."]) : number, to: &bytes)
      } else {
        bytes += Array(number.utf8)
      }
    case .text:
      switch generator.random.below(4) {
      case 0: append(valueOf: .bool, to: &bytes)
      case 1: append(valueOf: .double, to: &bytes)
      case 2: bytes += Array(generator.random.pick(["0", "-0.0", "1E+5", "12345678901234567890123"]).utf8)
      default: generator.appendString(to: &bytes)
      }
    case .json, .list, .struct, .map: bytes += generator.document()
    }
  }

  /// A random number with as many leading zeros as the shift, in binary.
  private mutating func word() -> UInt64 { generator.random.next() >> UInt64(generator.random.below(64)) }

  /// Returns one of the texts, mostly one that fits, or nil.
  private mutating func pickOdd(_ texts: (fitting: [String], unfit: [String])) -> String? {
    if happens(wrong) { return generator.random.pick(texts.unfit) }
    return generator.random.chance(1, outOf: 4) ? generator.random.pick(texts.fitting) : nil
  }

  private static let integers = (
    fitting: [
      "0", "-0", "-0.0", "0e999", "1.0", "1e3", "10E-1", "1200e-2", "0.5e+1", "9007199254740993",
      "9223372036854775807", "92233720368547758.07e2",
    ],
    unfit: [
      "-1", "-9223372036854775808", "9223372036854775808", "-9223372036854775809", "18446744073709551615",
      "18446744073709551616", "1.5", "1e-1", "1e400", "1e-400", "123456789012345678901234567890",
    ]
  )

  private static let doubles = (
    fitting: [
      "0", "-0", "-0.0", "1e308", "1.7976931348623157e308", "5e-324", "1e-400", "-2.5E+3", "0.1",
      "123456789012345678901234567890", "9007199254740993", "2.2250738585072011e-308", "1e23",
    ],
    unfit: ["1e309", "-1e999", "1.7976931348623159e308"]
  )

  private mutating func date(in years: Range<Int>) -> String {
    if happens(wrong) {
      let unfit = ["2025-2-03", "2025-03-01 ", "2023-02-29", "2025-00-01", "2025-13-01"]
      return generator.random.pick(unfit + ["0000-01-01", "9999-12-31", "1677-09-21", "2262-04-11"])
    }
    var year = generator.random.pick([1970, 1969, 2000, 1900, 2024])
    if generator.random.chance(1, outOf: 2) { year = Int.random(in: years, using: &generator.random) }
    let date = [year, 1 + generator.random.below(12), 1 + below(28)]
    return zip(date, [4, 2, 2]).map(Self.padded).joined(separator: "-")
  }

  /// Returns a number of units since 1970, with or without a fraction and an exponent.
  private mutating func unixTime(_ unit: ColumnType.TimeUnit, _ stored: ColumnType.TimeUnit) -> String {
    if let odd = pickOdd(Self.times) { return odd }
    let limit = stored == .nanoseconds ? 9_000_000_000 : 60_000_000_000
    var number = "\(Int.random(in: -limit...limit, using: &generator.random))"
    number += (0..<unit.digits).map { _ in "\(generator.random.below(10))" }.joined()
    if generator.random.chance(1, outOf: 2) {
      number += "." + (0...generator.random.below(12)).map { _ in "\(generator.random.below(10))" }.joined()
    }
    return generator.random.chance(1, outOf: 8)
      ? number + generator.random.pick(["e0", "E-3", "e-12", "e+0"]) : number
  }

  private static let times = (
    fitting: [
      "0", "-0", "-0.0", "0.5", "-0.5", "-1", "-1e-30", "1e-400", "-1e-400", "1.5e3", "-0.0000000001",
    ],
    unfit: [
      "253402300800", "-62167219201", "1e30", "-1e400", "9223372036854775807", "9223372036854775808",
      "-9223372036854775809", "123456789012345678901234567890",
    ]
  )

  private mutating func time(
    zones: [String] = ["Z", "Z", "z", "+00:00", "-00:00", "+05:30", "-11:45", "+23:59", "-23:59"]
  ) -> String {
    var text = generator.random.pick(["T", "T", "t", " "])
    text += [below(24), below(60), below(60)].map { Self.padded($0, 2) }.joined(separator: ":")
    if generator.random.chance(1, outOf: 2) {
      text += "." + (0...generator.random.below(12)).map { _ in "\(generator.random.below(10))" }.joined()
    }
    if happens(wrong) { return text + generator.random.pick(["", "+0100", "+01", "+24:00", "-01:60", "ZZ"]) }
    return text + generator.random.pick(zones)
  }

  /// Returns a number below the bound, or a little above it.
  private mutating func below(_ bound: Int) -> Int {
    generator.random.below(happens(wrong) ? bound + 4 : bound)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    "0".times(width - "\(number)".utf8.count) + "\(number)"
  }
}
