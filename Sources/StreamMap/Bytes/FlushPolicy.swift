/// Decides how long bytes of a source are held back to be passed on together: until the source pauses, up to a
/// maximum time.
struct FlushPolicy {
  private var end: ContinuousClock.Instant?

  /// The time that a busy writer may take to continue, in milliseconds.
  private static var pause: Int { 1 }
  private static var longest: Duration { .milliseconds(20) }

  /// Whether to flush now. First called when there are bytes to flush.
  mutating func isOver(_ source: ByteSource) -> Bool {
    let now = ContinuousClock.now
    let end = end ?? now + Self.longest
    self.end = end
    return now >= end || !source.isReady(within: Self.pause)
  }
}
