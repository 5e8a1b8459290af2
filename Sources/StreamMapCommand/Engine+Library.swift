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
    ReadingOptions(engine: engine.library, validation: validation.library)
  }
}
