@testable import TestSupport

/// The received part of a document: cut where possible, and closed. It is independent of the library: a stack of
/// brackets, and the offset up to which everything is complete.
struct PartialReference {
  /// How much of a member's value is shown before it is complete.
  enum Showing {
    /// All received text.
    case all
    /// Complete elements.
    case elements
    /// Nothing.
    case nothing
  }

  /// By member name at any depth. Other members show all text.
  let showing: [String: Showing]

  /// The closed document, or nil before its first value.
  private(set) var closed: [UInt8]?
  /// The names of the outermost members that are complete.
  private(set) var complete: Set<String> = []
  /// Whether the document ends in a partly shown string.
  private(set) var hasOpenText = false

  private var stack: [UInt8] = []
  /// For each open object, the last name read.
  private var names: [String] = []
  private var safe = 0
  private var closers: [UInt8] = []
  /// The depth below which nothing is shown, and at which no open string is shown.
  private var limits: [(depth: Int, beyond: Int)] = []

  init(_ bytes: ArraySlice<UInt8>, showing: [String: Showing] = [:]) {
    self.showing = showing
    let bytes = Array(bytes)
    var index = 0
    var isName = false
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        stack.append(byte)
        if byte == UInt8(ascii: "{") { names.append("") }
        isName = byte == UInt8(ascii: "{")
        index += 1
        markSafe(index)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if stack.removeLast() == UInt8(ascii: "{") { names.removeLast() }
        index += 1
        endValue(index)
      case UInt8(ascii: ","):
        isName = stack.last == UInt8(ascii: "{")
        index += 1
      case UInt8(ascii: ":"):
        isName = false
        begin()
        index += 1
      case UInt8(ascii: "\""):
        let (end, whole) = Self.string(bytes, index)
        guard let end else {
          if !isName && !isHidden {
            hasOpenText = whole > index + 1
            close(Array(bytes[..<whole]) + [byte], stack)
          } else {
            closeSafely(bytes)
          }
          return
        }
        if isName {
          names[names.count - 1] = String(decoding: bytes[(index + 1)..<(end - 1)], as: UTF8.self)
        } else {
          endValue(end)
        }
        index = end
      case 0x20, 0x09, 0x0A, 0x0D:
        index += 1
      default:
        var end = index
        while end < bytes.count, !",]} \n\r\t".utf8.contains(bytes[end]) { end += 1 }
        let isWord = ["true", "false", "null"].contains(String(decoding: bytes[index..<end], as: UTF8.self))
        guard end < bytes.count || isWord else {
          closeSafely(bytes)
          return
        }
        index = end
        endValue(end)
      }
    }
    closeSafely(bytes)
  }

  private var isHidden: Bool { limits.contains { stack.count >= $0.depth } }

  private mutating func begin() {
    switch showing[names.last ?? ""] ?? .all {
    case .all: break
    case .elements: limits.append((stack.count, stack.count + 1))
    case .nothing: limits.append((stack.count, stack.count))
    }
  }

  private mutating func endValue(_ index: Int) {
    if stack.last == UInt8(ascii: "{") {
      limits.removeAll { $0.depth == stack.count }
      if stack.count == 1 { complete.insert(names[0]) }
    }
    markSafe(index)
  }

  private mutating func markSafe(_ index: Int) {
    if limits.contains(where: { stack.count > $0.beyond }) { return }
    safe = index
    closers = stack
  }

  private mutating func closeSafely(_ bytes: [UInt8]) {
    if safe > 0 { close(Array(bytes[..<safe]), closers) }
  }

  private mutating func close(_ bytes: [UInt8], _ open: [UInt8]) {
    closed = bytes + open.reversed().map { $0 == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]") }
  }

  /// Where a string ends, and up to where it is complete.
  private static func string(_ bytes: [UInt8], _ start: Int) -> (end: Int?, whole: Int) {
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") { return (index + 1, index) }
      var count = 1
      if bytes[index] == UInt8(ascii: "\\") {
        guard index + 1 < bytes.count else { break }
        count = bytes[index + 1] == UInt8(ascii: "u") ? 6 : 2
        if count == 6, index + 6 <= bytes.count,
          let unit = UInt16(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16),
          UTF16.isLeadSurrogate(unit)
        {
          count = 12
        }
      } else if bytes[index] >= 0xC0 {
        count = bytes[index] >= 0xF0 ? 4 : bytes[index] >= 0xE0 ? 3 : 2
      }
      guard index + count <= bytes.count else { break }
      index += count
    }
    return (nil, index)
  }
}
