// Shows PATHS on a terminal, with a caret below the byte of an error.

enum PathPicture {
  /// The number of terminal columns for the text.
  static let width = HelpText.width - 4

  /// Returns the text on one line and the caret on the next. A long text is shortened around the position.
  ///
  /// - Parameter position: the byte offset of the caret.
  static func lines(of text: String, at position: Int) -> [String] {
    let bytes = Array(text.utf8)
    let position = min(position, bytes.count)
    // Errors are reported at the first byte of a character, so no character is cut in two.
    let before = cells(String(decoding: bytes[..<position], as: UTF8.self))
    let after = cells(String(decoding: bytes[position...], as: UTF8.self))
    let room = max(width - sum(after), width / 2)
    let shownBefore = sum(before) <= room ? before[...] : fitting(before.reversed(), room - 1).reversed()[...]
    let isCut = shownBefore.count < before.count
    let left = (isCut ? "…" : "") + shownBefore.map(\.text).joined()
    let gap = sum(Array(shownBefore)) + (isCut ? 1 : 0)
    let rest = width - gap
    let shownAfter = sum(after) <= rest ? after : fitting(after, rest - 1)
    let right = shownAfter.map(\.text).joined() + (shownAfter.count < after.count ? "…" : "")
    return ["  \(left)\(right)", "  \(String(repeating: " ", count: gap))^"]
  }

  /// A character as shown, and its width in terminal columns.
  private typealias Cell = (text: String, width: Int)

  private static func cells(_ text: String) -> [Cell] {
    text.map { character in
      let shown = Diagnostics.printable(String(character))
      return (shown, shown.unicodeScalars.allSatisfy(\.isASCII) ? shown.count : character.isWide ? 2 : 1)
    }
  }

  private static func sum(_ cells: [Cell]) -> Int { cells.reduce(0) { $0 + $1.width } }

  /// Returns the first cells that fit.
  private static func fitting(_ cells: [Cell], _ room: Int) -> [Cell] {
    var left = room
    return Array(
      cells.prefix { cell in
        left -= cell.width
        return left >= 0
      })
  }
}

extension Character {
  /// Whether the character takes two terminal columns: the wide and fullwidth blocks of Unicode's East Asian Width, and
  /// emoji.
  fileprivate var isWide: Bool {
    guard let first = unicodeScalars.first?.value else { return false }
    let blocks: [ClosedRange<UInt32>] = [
      0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
    return blocks.contains { $0.contains(first) }
  }
}
