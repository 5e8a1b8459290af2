// State: what was checked so far, and what of it failed.

/// Runs checks one after the other and prints a line for each.
struct Checks {
  private(set) var failures = 0

  /// Compares what came out with what had to come out.
  mutating func expect<Value: Equatable>(_ name: String, _ value: Value, is expected: Value) {
    if value == expected {
      print("ok      \(name)")
    } else {
      failures += 1
      print("FAILED  \(name): \(value) instead of \(expected)")
    }
  }

  /// Runs a group of checks; an error that it throws is a failure.
  mutating func group(_ name: String, _ body: (inout Checks) throws -> Void) {
    do {
      try body(&self)
    } catch {
      failures += 1
      print("FAILED  \(name): threw \(error)")
    }
  }
}
