// Errors of records in the words of the command line.

import StreamMap

extension MappingError {
  /// The message, in which a limit has the name of the option that sets it.
  var commandMessage: String {
    message(naming: { property in
      switch property {
      case "depth": "--max-depth"
      // Strings are bounded by the same option.
      case "record", "string": "--max-record"
      default: "the limit"
      }
    })
  }
}
