// Parses --range and --split.

import StreamMap

enum InputRangeText {
  /// Parses `START:END`. Either can be omitted.
  static func range(_ text: String) throws(UsageError) -> InputRange {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw UsageError("--range takes START:END, such as 0:1GiB or 1GiB:, not '\(text)'")
    }
    let start = try offset(parts[0]) ?? 0
    let end = try offset(parts[1]) ?? .max
    guard start <= end else { throw UsageError("--range \(text): START is greater than END") }
    return .range(start..<end)
  }

  private static func offset(_ text: Substring) throws(UsageError) -> Int? {
    if text.isEmpty { return nil }
    return text == "0" ? 0 : try ByteSize.parse(String(text))
  }

  /// Parses `I/N`, with I from 1 to N.
  static func split(_ text: String) throws(UsageError) -> InputRange {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count > 0,
      (1...count).contains(number)
    else { throw UsageError("--split takes I/N with I from 1 to N, such as 2/8, not '\(text)'") }
    return .split(number, of: count)
  }
}
