// The exit statuses, and the errors that end a run.

import StreamMap

/// The exit statuses, as `--help` and the manual list them.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case badData = 1
  case usage = 2
  case failure = 3

  var meaning: String {
    switch self {
    case .success: "success, also if the reader of standard output closed it early"
    case .badData: "bad records, also if they were skipped"
    case .usage: "error in the command line; nothing was written"
    case .failure: "reading or writing failed, no memory, or another run uses the same files"
    }
  }

  /// Returns the more severe status.
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

/// A file that could not be opened, read or written: status 3. A closed output is `OutputClosed` instead.
struct FileFailure: Error, Hashable {
  let name: String
  /// The problem, such as `No such file or directory`.
  let reason: String
  /// Further lines of the message: what became of the outputs.
  var consequences: [String] = []

  init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }

  var message: String { "\(name): \(reason)" }

  /// Creates the failure of an input that the library could not read.
  init(name: String, _ error: MappingError) {
    let file = name == InputFile.standardInputName ? nil : name
    self.init(name: name, reason: error.inputHint?.message(for: file) ?? error.found)
  }

  init(name: String, code: SystemCode) {
    self.init(name: name, reason: code.description)
  }
}

/// A signal ended the run. Its output was written.
struct Interrupted: Error {
  let signal: Int32
  /// The next step for the user.
  var hint: String?
  /// Further lines of the message: what became of the outputs.
  var consequences: [String] = []
}

/// The reader of standard output closed it.
struct OutputClosed: Error {}
