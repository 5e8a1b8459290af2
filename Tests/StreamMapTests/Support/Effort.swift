import Foundation

/// The amount of work for the time available.
enum Effort {
  /// Debug mode.
  case quick
  case usual
  /// A run with many random documents uses the highest effort everywhere.
  case thorough

  static let now: Effort = {
    if let asked { return asked > 100_000 ? .thorough : .usual }
    return isDebug ? .quick : .usual
  }()

  /// The number of random documents of a run: `STREAMMAP_DOCUMENTS`, or a number for the effort.
  static let documents = asked ?? (isDebug ? 10_000 : 60_000)

  private static let asked = ProcessInfo.processInfo.environment["STREAMMAP_DOCUMENTS"].flatMap { Int($0) }

  private static var isDebug: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// Returns one of three values by the effort.
  static func pick<Value>(_ quick: Value, _ usual: Value, _ thorough: Value) -> Value {
    switch now {
    case .quick: quick
    case .usual: usual
    case .thorough: thorough
    }
  }
}
