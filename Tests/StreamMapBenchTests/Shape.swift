// State: the counts over all records added so far.

/// The shape of records: their length, their members and the order of these.
struct Shape {
  private(set) var records = 0
  private(set) var bytes = 0
  private(set) var otherBytes = 0

  /// For each path, the number of records whose member has a value. Null and `[]` are not counted.
  private(set) var present: [String: Int] = [:]

  /// "a b" at a path: an object there has a member `a` anywhere before a member `b`.
  private(set) var order: Set<String> = []

  /// Like `order`, for adjacent members only.
  private(set) var neighbours: Set<String> = []

  private var here: Set<String> = []

  init(_ records: some Sequence<[UInt8]>) {
    for record in records {
      self.records += 1
      bytes += record.count
      otherBytes += record.count { $0 > 127 }
      here = []
      var position = 0
      _ = value(record, &position, "$")
      for path in here { present[path, default: 0] += 1 }
    }
  }

  var meanLength: Double { Double(bytes) / Double(records) }

  var nonASCIIShare: Double { Double(otherBytes) / Double(bytes) }

  func share(_ path: String) -> Double { Double(present[path] ?? 0) / Double(records) }

  /// Walks over a value of compact JSON, and returns whether it is non-empty.
  private mutating func value(_ text: [UInt8], _ position: inout Int, _ path: String) -> Bool {
    switch text[position] {
    case UInt8(ascii: "{"):
      object(text, &position, path)
      return true
    case UInt8(ascii: "["):
      var isEmpty = true
      position += 1
      while text[position] != UInt8(ascii: "]") {
        isEmpty = false
        if text[position] == UInt8(ascii: ",") { position += 1 }
        _ = value(text, &position, path + "[]")
      }
      position += 1
      return !isEmpty
    case UInt8(ascii: "\""):
      _ = string(text, &position)
      return true
    default:
      let isNull = text[position] == UInt8(ascii: "n")
      while !Array(",}]".utf8).contains(text[position]) { position += 1 }
      return !isNull
    }
  }

  private mutating func object(_ text: [UInt8], _ position: inout Int, _ path: String) {
    var names: [String] = []
    position += 1
    while text[position] != UInt8(ascii: "}") {
      if text[position] == UInt8(ascii: ",") { position += 1 }
      let name = string(text, &position)
      position += 1
      let member = path + "." + name
      if value(text, &position, member) { here.insert(member) }
      for earlier in names { order.insert("\(path): \(earlier) \(name)") }
      if let last = names.last { neighbours.insert("\(path): \(last) \(name)") }
      names.append(name)
    }
    position += 1
  }

  private func string(_ text: [UInt8], _ position: inout Int) -> String {
    position += 1
    let start = position
    while text[position] != UInt8(ascii: "\"") {
      position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    defer { position += 1 }
    return String(decoding: text[start..<position], as: UTF8.self)
  }
}
