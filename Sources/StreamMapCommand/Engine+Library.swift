// What the library calls what the options name.

import StreamMap

extension Engine {
  /// What the library calls it.
  var library: StreamMap.Engine {
    switch self {
    case .auto: .automatic
    case .yajl: .yajl
    case .index: .index
    }
  }
}

extension Validation? {
  /// What the library calls it; everything is checked if nothing was said.
  var library: StreamMap.Validation { self == .mapped ? .mapped : .full }
}

extension Options {
  /// The library's options for reading records. Every command that reads records uses them.
  var reading: ReadingOptions {
    ReadingOptions(engine: engine.library, validation: validation.library)
  }
}
