// How a run ends other than well.

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

  /// The graver of the two.
  func worst(_ other: ExitStatus) -> ExitStatus {
    rawValue >= other.rawValue ? self : other
  }
}

/// The command line is wrong: status 2.
struct UsageError: Error, Hashable {
  var message: String
  /// The lines shown below the message: the argument with a caret.
  var picture: [String]

  init(_ message: String, picture: [String] = []) {
    self.message = message
    self.picture = picture
  }
}

/// A file could not be opened, read or written: status 3. The one exception is
/// an output that nobody reads any more: that ends the run quietly.
struct FileFailure: Error, Hashable {
  let message: String

  /// `reason` is the system's word for it: `No such file or directory`.
  init(name: String, reason: String) {
    message = "\(name): \(reason)"
  }

  init(name: String, code: SystemCode) {
    self.init(name: name, reason: code.description)
  }
}

/// A signal has ended the run, in order.
struct Interrupted: Error {
  let signal: Int32
  /// What can be done next.
  var hint: String?
}

/// The output is a pipe and its reader has closed it.
struct OutputClosed: Error {}
