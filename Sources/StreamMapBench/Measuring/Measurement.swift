/// The measurement of one contender on one workload.
struct Measurement: Equatable {
  let workload: String
  let contender: String
  let validation: String
  let bytes: Int
  let records: Int

  /// The checksum of every byte of every value; nil for a contender that maps nothing or whose values are unavailable.
  let checksum: UInt64?

  /// Allocations during one run; nil if not counted.
  var allocations: Int?

  /// Growth of the peak resident memory of the process, in bytes; nil if not measured.
  var peakMemory: Int?

  /// The seconds of each timed run, in order.
  let seconds: [Double]

  /// The name and version of the contender; nil for StreamMap and for the toolchain.
  var version: String?

  /// The reason why there is no checksum.
  var note: String?

  var median: Double { Self.median(of: seconds) }

  var megabytesPerSecond: Double { megabytesPerSecond(in: median) }

  /// The speeds of the slowest and of the fastest run.
  var range: (slowest: Double, fastest: Double) {
    (megabytesPerSecond(in: seconds.max() ?? 0), megabytesPerSecond(in: seconds.min() ?? 0))
  }

  var nanosecondsPerRecord: Double { median * 1e9 / Double(max(records, 1)) }

  var recordsPerSecond: Double { median > 0 ? Double(records) / median : 0 }

  var allocationsPerRecord: Double? { allocations.map { Double($0) / Double(max(records, 1)) } }

  private func megabytesPerSecond(in seconds: Double) -> Double {
    seconds > 0 ? Double(bytes) / seconds / 1e6 : 0
  }

  /// The middle value, or the mean of the two middle values; zero for no values.
  static func median(of values: [Double]) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
