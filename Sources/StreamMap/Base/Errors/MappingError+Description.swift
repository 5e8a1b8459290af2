#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension MappingError: CustomStringConvertible {
  /// One line with what was expected, what was found, and the path. It does not have the location in the file.
  public var message: String { message(naming: { "Limits.\($0)" }) }

  /// Returns the message with other names for the limits.
  ///
  /// - Parameter name: returns the name of a setting for a property of ``Limits``.
  package func message(naming name: (_ property: String) -> String) -> String {
    let path = shortPath
    switch kind.category {
    case .io: return "\(expected): \(found)"
    case .limit: return message(ofLimit: name)
    case .syntax, .truncated: return "expected \(expected), found \(found) (at \(path))"
    case .mapping:
      if kind == .missingField { return "\(path) is required, but its object ends without it" }
      if kind == .duplicateName { return "\(path) appears twice in one object" }
      if kind == .unknownName { return "\(path) is not known" }
      if kind == .decodingFailed { return "\(path): \(found)" }
      return "\(path): expected \(expected), found \(found)"
    }
  }

  /// Returns the message for an exceeded limit, with the limit's name and value. The value is parsed from ``expected``.
  private func message(ofLimit name: (String) -> String) -> String {
    let (problem, property) =
      switch kind {
      case .depthLimit: ("nested deeper than", "depth")
      case .stringLimit: ("string longer than", "string")
      case .nameLimit: ("name longer than", "name")
      case .numberLimit: ("number longer than", "number")
      default: ("record longer than", "record")
      }
    let words = expected.split(separator: " ")
    let isOfLimits = expected.hasPrefix("at most ") && !expected.contains(" for ")
    let bound =
      isOfLimits && words.count > 3
      ? "\(name(property)) (\(words[2]) \(words[2] == "1" ? words[3].dropLast() : words[3]))"
      : expected.trimmingPrefix("at most ").split(separator: " of nesting").joined()
    // The path at the end of a record is not useful.
    return "\(problem) \(bound)" + (kind == .recordLimit ? "" : " (at \(shortPath))")
  }

  /// The path. A long one is shortened in the middle.
  private var shortPath: String {
    let limit = kind == .depthLimit ? 40 : 200
    guard path.utf8.count > limit else { return path }
    let starts = segmentStarts
    if starts.count > 6 {
      let end = path[starts[starts.count - 3]...]
      let short = "\(path[..<starts[3]])…\(end.hasPrefix(".") ? end.dropFirst() : end)"
      if short.utf8.count <= 200 { return short }
    }
    return path.utf8.count <= 200 ? path : "\(path.prefix(90))…\(path.suffix(90))"
  }

  /// The index of each step in the path: its dot or bracket, and the start of the path for the first.
  private var segmentStarts: [String.Index] {
    var starts: [String.Index] = [path.startIndex]
    var isQuoted = false
    var isEscaped = false
    for (index, byte) in zip(path.utf8.indices, path.utf8) {
      if isEscaped {
        isEscaped = false
      } else if isQuoted {
        isEscaped = byte == ASCII.backslash
        if byte == ASCII.apostrophe { isQuoted = false }
      } else if byte == ASCII.apostrophe {
        isQuoted = true
      } else if byte == ASCII.dot || byte == ASCII.openBracket, index > path.startIndex {
        starts.append(index)
      }
    }
    return starts
  }

  /// The location, the message, the excerpt and the hint.
  public var description: String {
    var parts: [String] = []
    if let record { parts.append("record \(record)") }
    if let line { parts.append("line \(line)") }
    if let column { parts.append("column \(column)") }
    if let byteOffset { parts.append("byte \(byteOffset)") }
    let place = parts.isEmpty ? "" : parts.joined(separator: ", ") + ": "
    let context = excerpt.isEmpty ? "" : " near \(excerpt)"
    let more = others.isEmpty ? "" : " (and \(others.count) more)"
    // The message of an input that cannot be read has the hint.
    let advice = kind == .io ? "" : hint.map { "; \($0)" } ?? ""
    return "\(place)\(kind): \(message)\(context)\(more)\(advice)"
  }
}

extension MappingError: LocalizedError {
  /// The error's description.
  public var errorDescription: String? { description }
}
