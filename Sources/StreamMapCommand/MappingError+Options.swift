// Describes errors of records with the names of the program's options.

import StreamMap

extension MappingError {
  /// The message, which names the option that sets an exceeded limit.
  var commandMessage: String {
    message(naming: { property in
      switch property {
      case "depth": "--max-depth"
      // The same option limits strings.
      case "record", "string": "--max-record"
      default: "the limit"
      }
    })
  }
}
