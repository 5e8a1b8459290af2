// State: the number of checks so far, and the failures.

/// Runs checks in sequence, and prints a line for each.
struct Checks {
  private(set) var failures = 0

  /// Compares a result with the expected result.
  mutating func expect<Value: Equatable>(_ name: String, _ value: Value, is expected: Value) {
    if value == expected {
      print("ok      \(name)")
    } else {
      failures += 1
      print("FAILED  \(name): \(value) instead of \(expected)")
    }
  }

  /// Runs a group of checks. An error that it throws is a failure.
  mutating func group(_ name: String, _ body: (inout Checks) throws -> Void) {
    do {
      try body(&self)
    } catch {
      failures += 1
      print("FAILED  \(name): threw \(error)")
    }
  }
}
