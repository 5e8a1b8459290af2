// Converts options of the program to those of the library.

import StreamMap

extension Engine {
  /// The library's engine.
  var library: StreamMap.Engine {
    switch self {
    case .auto: .automatic
    case .yajl: .yajl
    case .index: .index
    }
  }
}

extension Validation? {
  /// The library's validation. Full if the option is not given.
  var library: StreamMap.Validation { self == .mapped ? .mapped : .full }
}

extension Options {
  /// The library's options for reading records. Every command that reads records uses them.
  var reading: ReadingOptions {
    ReadingOptions(engine: engine.library, validation: validation.library, extensions: lenient)
  }
}

extension SyntaxExtensions {
  /// The extensions by the names that --lenient takes.
  private static let named: [(name: String, value: SyntaxExtensions)] = [
    ("nan", .nonFiniteNumbers), ("comments", .comments), ("trailing-commas", .trailingCommas),
    ("surrogates", .illFormedUnicode),
  ]

  /// Parses a list of names with commas.
  init(names list: String) throws(UsageError) {
    self = []
    for name in list.split(separator: ",", omittingEmptySubsequences: false) {
      let names = Self.named.map(\.name)
      guard let found = Self.named.first(where: { $0.name == name }) else {
        let meant = Suggestion.nearest(to: String(name), among: names).map { " (did you mean \($0)?)" } ?? ""
        throw UsageError("--lenient takes \(names.list), with commas between them, not '\(name)'\(meant)")
      }
      insert(found.value)
    }
  }
}
