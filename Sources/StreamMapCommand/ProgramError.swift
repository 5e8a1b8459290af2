// The ways in which a run can fail.

/// The exit statuses, as `--help` and the manual list them.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case badData = 1
  case usage = 2
  case failure = 3

  var meaning: String {
    switch self {
    case .success: "all is well; also when the reader of the output has gone away"
    case .badData: "bad data, also when the bad records were skipped"
    case .usage: "the command line is wrong; nothing was read or written"
    case .failure: "reading or writing failed, or another run writes the same files"
    }
  }

  /// Returns the more severe of two statuses.
  func worst(_ other: ExitStatus) -> ExitStatus {
    rawValue >= other.rawValue ? self : other
  }
}

/// An error in the command line: status 2.
struct UsageError: Error, Hashable {
  var message: String
  /// The lines shown below the message: the argument with a caret.
  var picture: [String]

  init(_ message: String, picture: [String] = []) {
    self.message = message
    self.picture = picture
  }
}

/// A file that cannot be opened, read or written: status 3. The exception is an output whose reader has closed it: the
/// run then ends without a message.
struct FileFailure: Error, Hashable {
  let message: String

  /// Creates a failure. `reason` is the system's message, such as `No such file or directory`.
  init(name: String, reason: String) {
    message = "\(name): \(reason)"
  }

  init(name: String, code: SystemCode) {
    self.init(name: name, reason: code.description)
  }
}

/// A signal that ended the run in an orderly way.
struct Interrupted: Error {
  let signal: Int32
  /// A hint about what can be done next.
  var hint: String?
}

/// The output is a pipe whose reader has closed it.
struct OutputClosed: Error {}
