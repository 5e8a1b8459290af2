import Synchronization

/// Every error of the library goes through all of these before it is thrown. At first there is one, which prints
/// it; with `[]` nothing is told.
///
/// Records are mapped on several threads if a stream is asked to, and so loggers are called on them.
@preconcurrency public var loggers: [@Sendable (any Error) -> Void] {
  get { storedLoggers.withLock { $0 } }
  set { storedLoggers.withLock { $0 = newValue } }
}

private let storedLoggers = Mutex<[@Sendable (any Error) -> Void]>([{ print($0) }])

/// Tells all loggers of an error.
///
/// - Returns: that very error, which is known by its identity.
func logError(_ error: any Error) -> any Error {
  for logger in loggers { logger(error) }
  return error
}
