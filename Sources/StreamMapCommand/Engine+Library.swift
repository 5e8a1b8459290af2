// Converts the values of options to the library's values.

import StreamMap

extension Engine {
  /// The library's value.
  var library: StreamMap.Engine {
    switch self {
    case .auto: .automatic
    case .yajl: .yajl
    case .index: .index
    }
  }
}

extension Validation? {
  /// The library's value. Full validation is the default.
  var library: StreamMap.Validation { self == .mapped ? .mapped : .full }
}

extension Options {
  /// The library's options for reading records. Every command that reads records uses them.
  var reading: ReadingOptions {
    ReadingOptions(engine: engine.library, validation: validation.library)
  }
}
