extension MappingError: CustomStringConvertible {
  /// One line that says what was expected and found, and at which path; without
  /// the place in the file.
  public var message: String {
    let path = shortPath
    switch kind.category {
    case .io: return "\(expected): \(found)"
    case .syntax, .truncated, .limit: return "expected \(expected), found \(found) (at \(path))"
    case .mapping:
      if kind == .missing { return "\(path) is required, but its object ends without it" }
      if kind == .duplicateName { return "\(path) stands twice in one object" }
      if kind == .unknownName { return "\(path) is not known" }
      if kind == .refused { return "\(path): \(found)" }
      return "\(path): expected \(expected), found \(found)"
    }
  }

  /// The path, cut in the middle where it is too long to be read.
  private var shortPath: String {
    path.utf8.count <= 200 ? path : "\(path.prefix(90))…\(path.suffix(90))"
  }

  /// The place, the message, the bytes around and the hint.
  public var description: String {
    var parts: [String] = []
    if let record { parts.append("record \(record)") }
    if let line { parts.append("line \(line)") }
    if let column { parts.append("column \(column)") }
    if let byteOffset { parts.append("byte \(byteOffset)") }
    let place = parts.isEmpty ? "" : parts.joined(separator: ", ") + ": "
    let context = excerpt.isEmpty ? "" : " near \(excerpt)"
    let more = others.isEmpty ? "" : " (and \(others.count) more)"
    let advice = hint.map { "; \($0)" } ?? ""
    return "\(place)\(kind): \(message)\(context)\(more)\(advice)"
  }
}
