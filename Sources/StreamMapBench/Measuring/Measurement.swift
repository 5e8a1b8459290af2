/// What was found out about one contender on one workload.
struct Measurement: Equatable {
  let workload: String
  let contender: String
  let validation: String
  let bytes: Int
  let records: Int

  /// Over every byte of every value; nil for a contender that maps nothing, or whose values cannot be had.
  let checksum: UInt64?

  /// Calls for memory during one run; nil where nobody counted.
  var allocations: Int?

  /// Growth of the process's peak resident memory, in bytes; nil where nobody looked.
  var peakMemory: Int?

  /// Seconds of each timed run, in the order they were run.
  let seconds: [Double]

  /// The contender's own name and version; nil for one that comes with StreamMap or with the toolchain.
  var version: String?

  /// Why there is no checksum.
  var note: String?

  var median: Double { Self.median(of: seconds) }

  var megabytesPerSecond: Double { megabytesPerSecond(in: median) }

  /// The speed of the slowest and of the fastest run.
  var range: (slowest: Double, fastest: Double) {
    (megabytesPerSecond(in: seconds.max() ?? 0), megabytesPerSecond(in: seconds.min() ?? 0))
  }

  var nanosecondsPerRecord: Double { median * 1e9 / Double(max(records, 1)) }

  var recordsPerSecond: Double { median > 0 ? Double(records) / median : 0 }

  var allocationsPerRecord: Double? { allocations.map { Double($0) / Double(max(records, 1)) } }

  private func megabytesPerSecond(in seconds: Double) -> Double {
    seconds > 0 ? Double(bytes) / seconds / 1e6 : 0
  }

  /// The middle one, or the mean of the middle two; zero of none.
  static func median(of values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
