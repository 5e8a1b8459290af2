/// The number of timed runs of each contender.
///
/// A run is one pass over the corpus. Contenders run in rounds; a contender with fewer runs than there are rounds skips
/// some of them, so that its runs spread over the whole measurement.
struct Runs: Equatable {
  let rounds: Int

  /// Runs of a slow contender, at most `rounds`.
  let slow: Int

  /// What a run without `--runs` uses.
  static let standard = Runs(rounds: 9, slow: 3)

  init(rounds: Int, slow: Int) {
    self.rounds = rounds
    self.slow = slow
  }

  /// - Parameter requested: The value of `--runs`, which applies to every contender.
  init(requested: Int?) {
    self = requested.map { Runs(rounds: $0, slow: $0) } ?? .standard
  }

  /// Returns whether a contender runs in a round.
  ///
  /// - Parameter round: Counted from 0.
  func includes(_ contender: Contender, in round: Int) -> Bool {
    !contender.isSlow || round * slow % rounds < slow
  }

  /// Returns how speeds are computed, such as "median of 9 interleaved runs (3 of JSONDecoder)".
  ///
  /// - Parameter contenders: The names of the contenders that run.
  func text(for contenders: Set<String>) -> String {
    let all = rounds == 1 ? "1 run" : "median of \(rounds) interleaved runs"
    let fewer = Contender.slowNames.filter { contenders.contains($0) }
    return slow == rounds || fewer.isEmpty ? all : "\(all) (\(slow) of \(fewer.joined(separator: ", ")))"
  }
}
