/// The largest window of zstd frames that are decompressed, and the remedy for a larger one.
struct ZstdWindow: Sendable {
  /// The binary logarithm of its size in bytes.
  let log: Int
  /// Returns the remedy for a frame that needs a window with this binary logarithm.
  let remedy: @Sendable (_ log: Int) -> String

  /// The logarithms for which libzstd decompresses: 1 KiB to 2 GiB.
  static let logs = 10...31

  /// - Parameter size: the size in bytes. The next power of two counts.
  init(_ size: Int, remedy: @escaping @Sendable (_ log: Int) -> String) {
    log = min(max(Self.log(UInt64(clamping: size)), Self.logs.lowerBound), Self.logs.upperBound)
    self.remedy = remedy
  }

  /// The binary logarithm of the smallest power of two that is at least `size`.
  private static func log(_ size: UInt64) -> Int {
    UInt64.bitWidth - (max(size, 1) - 1).leadingZeroBitCount
  }

  /// Returns the reason why a frame with a larger window is not decompressed, and the remedy.
  func rejection(of window: UInt64) -> String {
    let needed = Self.log(window)
    let problem =
      "a frame needs a window of \(Self.name(window)), and at most \(Self.name(1 << log)) are allowed"
    guard needed <= Self.logs.upperBound else {
      return "\(problem): libzstd takes at most 2 GiB, compress the text again with 'zstd --long=31'"
    }
    return "\(problem): \(remedy(needed))"
  }

  private static func name(_ size: UInt64) -> String {
    let units = [("GiB", 30), ("MiB", 20), ("KiB", 10)]
    let unit = units.first { size % (1 << $0.1) == 0 }
    return unit.map { "\(size >> $0.1) \($0.0)" } ?? "\(size) bytes"
  }
}
