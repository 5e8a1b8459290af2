/// Rewrites valid JSON Lines with the members of objects in another order.
enum Shuffling {
  /// Shuffles the members of each object, in each record anew. The values and all other bytes stay the same.
  static func shuffled(_ text: [UInt8], _ seed: UInt64) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    var out: [UInt8] = []
    out.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      write(text, &index, &out, &random)
      out.append(UInt8(ascii: "\n"))
      index += 1
    }
    return out
  }

  /// Writes the value at an index, and moves the index past it.
  private static func write(
    _ text: [UInt8], _ index: inout Int, _ out: inout [UInt8], _ random: inout SplitMix64
  ) {
    switch text[index] {
    case UInt8(ascii: "{"):
      let members = parts(text, &index)
      out.append(UInt8(ascii: "{"))
      for (number, member) in shuffled(members.indices, &random).enumerated() {
        if number > 0 { out.append(UInt8(ascii: ",")) }
        var value = members[member].lowerBound
        _ = string(text, &value)
        // The name, and the colon after it.
        out += text[members[member].lowerBound...value]
        value += 1
        write(text, &value, &out, &random)
      }
      out.append(UInt8(ascii: "}"))
    case UInt8(ascii: "["):
      let elements = parts(text, &index)
      out.append(UInt8(ascii: "["))
      for (number, element) in elements.enumerated() {
        if number > 0 { out.append(UInt8(ascii: ",")) }
        var value = element.lowerBound
        write(text, &value, &out, &random)
      }
      out.append(UInt8(ascii: "]"))
    default:
      out += text[scalar(text, &index)]
    }
  }

  static func shuffled(_ indices: Range<Int>, _ random: inout SplitMix64) -> [Int] {
    var order = Array(indices)
    for index in order.indices.reversed() { order.swapAt(index, random.below(index + 1)) }
    return order
  }

  /// Returns the ranges of the members or elements of the compact container at an index, and moves the index past it.
  static func parts(_ text: [UInt8], _ index: inout Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    index += 1
    var start = index
    var depth = 0
    while true {
      switch text[index] {
      case UInt8(ascii: "\""):
        _ = string(text, &index)
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 {
          if index > start { parts.append(start..<index) }
          index += 1
          return parts
        }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        parts.append(start..<index)
        start = index + 1
      default: break
      }
      index += 1
    }
  }

  private static func scalar(_ text: [UInt8], _ index: inout Int) -> Range<Int> {
    if text[index] == UInt8(ascii: "\"") { return string(text, &index) }
    let start = index
    while !Array(",]}\n".utf8).contains(text[index]) { index += 1 }
    return start..<index
  }

  private static func string(_ text: [UInt8], _ index: inout Int) -> Range<Int> {
    let start = index
    index += 1
    while text[index] != UInt8(ascii: "\"") { index += text[index] == UInt8(ascii: "\\") ? 2 : 1 }
    index += 1
    return start..<index
  }
}

/// Rewrites flat JSON Lines as if several producers had written them. Each has an order of members and white space of its
/// own, and leaves out the members that are null.
enum Producers {
  private struct Producer {
    let order: [Int]
    let (beforeComma, afterComma, beforeColon, afterColon): (String, String, String, String)
    let hasNulls: Bool
    /// An optional member that no model wants.
    let other: String
  }

  static let count = 8

  static func mixed(_ text: [UInt8], members: Int, _ seed: UInt64) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    let spaces = ["", "", " ", "  "]
    let others = ["pod", "region", "build", "attempt", "zone", "tenant", "sdk", "thread"]
    let producers = (0..<count).map { number in
      Producer(
        order: Shuffling.shuffled(0..<members, &random), beforeComma: random.below(8) == 0 ? " " : "",
        afterComma: random.pick(spaces), beforeColon: random.below(8) == 0 ? " " : "",
        afterColon: random.pick(spaces), hasNulls: random.below(2) == 0, other: others[number])
    }
    var out: [UInt8] = []
    out.reserveCapacity(text.count + text.count / 4)
    var index = 0
    while index < text.count {
      let parts = Shuffling.parts(text, &index)
      write(text, parts, random.pick(producers), &out, &random)
      index += 1
    }
    return out
  }

  private static func write(
    _ text: [UInt8], _ parts: [Range<Int>], _ producer: Producer, _ out: inout [UInt8],
    _ random: inout SplitMix64
  ) {
    var isFirst = true
    func begin(_ name: ArraySlice<UInt8>) {
      if !isFirst { out += Array("\(producer.beforeComma),\(producer.afterComma)".utf8) }
      isFirst = false
      out += name
      out += Array("\(producer.beforeColon):\(producer.afterColon)".utf8)
    }
    let place = random.below(parts.count * 2)
    out.append(UInt8(ascii: "{"))
    for (number, member) in producer.order.enumerated() {
      if number == place {
        begin(Array("\"\(producer.other)\"".utf8)[...])
        out += Array("\(random.below(1_000))".utf8)
      }
      let part = text[parts[member]]
      let colon = part.dropFirst().firstIndex(of: UInt8(ascii: "\"")).map { $0 + 1 } ?? part.endIndex
      let value = part[(colon + 1)...]
      if !producer.hasNulls, value.elementsEqual("null".utf8) { continue }
      begin(part[..<colon])
      out += value
    }
    out += Array("}\n".utf8)
  }
}
