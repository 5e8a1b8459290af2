import Synchronization

/// The closures called with every error of the library before it is thrown. The initial one prints the error. `[]`
/// disables logging.
///
/// A stream with several workers calls the loggers on their threads.
@preconcurrency public var loggers: [@Sendable (any Error) -> Void] {
  get { storedLoggers.withLock { $0 } }
  set { storedLoggers.withLock { $0 = newValue } }
}

private let storedLoggers = Mutex<[@Sendable (any Error) -> Void]>([{ print($0) }])

/// Passes an error to all loggers.
///
/// - Returns: the same error instance, because errors are compared by identity.
func logError(_ error: any Error) -> any Error {
  for logger in loggers { logger(error) }
  return error
}
