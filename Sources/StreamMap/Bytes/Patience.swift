/// How long what has been read of a source is held back, for more to be handed out at once: until the source pauses, and
/// for a while at most, however it goes on.
struct FlushPolicy {
  private var end: ContinuousClock.Instant?

  /// A writer that is busy may take so many milliseconds to go on.
  private static var pause: Int { 1 }
  private static var longest: Duration { .milliseconds(20) }

  /// Whether nothing is held back any longer. Asked for the first time when there is something.
  mutating func isOver(_ source: ByteSource) -> Bool {
    let now = ContinuousClock.now
    let end = end ?? now + Self.longest
    self.end = end
    return now >= end || !source.isReady(within: Self.pause)
  }
}
