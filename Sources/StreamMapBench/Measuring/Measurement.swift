/// What was found out about one contender on one workload.
struct Measurement {
  let workload: String
  let contender: String
  let validation: String
  let bytes: Int
  let records: Int

  /// Over every byte of every value; nil for a contender that maps nothing.
  let checksum: UInt64?
  let allocations: Int

  /// Growth of the process's peak resident memory, in bytes.
  let peakMemory: Int

  /// Seconds of each timed run, in the order they were run.
  let seconds: [Double]

  var median: Double { Self.median(of: seconds) }

  var megabytesPerSecond: Double { Double(bytes) / median / 1e6 }

  var nanosecondsPerRecord: Double { median * 1e9 / Double(max(records, 1)) }

  var allocationsPerRecord: Double { Double(allocations) / Double(max(records, 1)) }

  /// The middle one, or the mean of the middle two; zero of none.
  static func median(of values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
