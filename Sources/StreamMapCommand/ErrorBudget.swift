// The number of bad records that a run may skip: --max-errors.

enum ErrorBudget: Sendable, Hashable {
  case count(Int)
  /// A percentage of all records. Checked from the thousandth record on, and at the end.
  case percent(Double)

  static let firstLook = 1_000

  /// `100`, `0`, `2%` or `0.5%`.
  static func parse(_ text: String) throws(UsageError) -> ErrorBudget {
    if text.hasSuffix("%") {
      if let share = Double(text.dropLast()), (0...100).contains(share) { return .percent(share) }
    } else if let count = Int(text), count >= 0 {
      return .count(count)
    }
    throw UsageError("--max-errors takes a number from 0, or a percentage such as 2%, not '\(text)'")
  }

  /// Returns whether this number of bad records exceeds the budget.
  func isExceeded(bad: Int, of records: Int, isLast: Bool = false) -> Bool {
    switch self {
    case .count(let count): bad > count
    case .percent(let share):
      (isLast || records >= Self.firstLook) && Double(bad) * 100 > share * Double(records)
    }
  }

  /// Returns the number of further bad records that exceed the budget. Nil if it depends on the number of records.
  func limit(after bad: Int) -> Int? {
    switch self {
    case .count(let count): max(count - bad, 0) + 1
    case .percent: nil
    }
  }

  var description: String {
    switch self {
    case .count(let count): "\(count)"
    case .percent(let share): share == share.rounded() ? "\(Int(share))%" : "\(share)%"
    }
  }
}
