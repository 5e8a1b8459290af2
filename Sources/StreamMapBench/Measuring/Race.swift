// State: nothing between races; within one, each contender's numbers so far.

import CAllocationCounter

/// Lets contenders take turns over one corpus.
struct Race {
  let workload: String
  let corpus: Corpus
  let contenders: [Contender]
  let runs: Int
  let progress: ProgressLine

  /// A warm-up each, a run each under the allocation counter, then the timed runs, interleaved.
  func measure() throws -> [Measurement] {
    let warmUps = try outcomes("warm-up") { try $0.run(corpus, .everyByte) }
    var allocations: [Int] = []
    var peaks: [Int] = []
    let counted = try outcomes("counting") { contender in
      let peak = PeakMemory()
      allocation_counter_start()
      defer { allocation_counter_stop() }
      let outcome = try contender.run(corpus, .everyByte)
      allocation_counter_stop()
      allocations.append(Int(allocation_counter_allocations()))
      peaks.append(peak.growth())
      return outcome
    }
    for (warmUp, counted) in zip(warmUps, counted) where warmUp != counted {
      throw Disagreement(workload: workload, first: warmUp, second: counted)
    }
    var seconds = contenders.map { _ in [Double]() }
    for run in 1...runs {
      var index = 0
      _ = try outcomes("run \(run) of \(runs)") { contender in
        let start = ContinuousClock.now
        let outcome = try contender.run(corpus, .ends)
        let duration = (ContinuousClock.now - start).components
        seconds[index].append(Double(duration.seconds) + Double(duration.attoseconds) * 1e-18)
        index += 1
        return outcome
      }
    }
    return contenders.indices.map { index in
      Measurement(
        workload: workload, contender: contenders[index].name, validation: contenders[index].validation,
        bytes: warmUps[index].outcome.bytes ?? corpus.bytes.count, records: warmUps[index].outcome.records,
        checksum: warmUps[index].outcome.checksum, allocations: allocations[index],
        peakMemory: peaks[index], seconds: seconds[index])
    }
  }

  /// One outcome of each contender, all of which must agree.
  private func outcomes(
    _ stage: String, _ run: (Contender) throws -> Contender.Outcome
  ) throws -> [Result] {
    var results: [Result] = []
    for contender in contenders {
      progress.show("\(workload): \(stage), \(contender.name)")
      let result: Result
      do {
        result = Result(contender: contender.name, outcome: try run(contender))
      } catch {
        throw ContenderFailure(workload: workload, contender: contender.name, reason: error)
      }
      try Self.compare(result, with: results, corpus.count, in: workload)
      results.append(result)
    }
    return results
  }

  struct Result: Equatable {
    let contender: String
    let outcome: Contender.Outcome
  }

  /// - Parameter count: The records there are, which each contender must have gone over.
  static func compare(_ result: Result, with others: [Result], _ count: Int, in workload: String) throws {
    if result.outcome.records != count {
      let found = Result(contender: "the corpus", outcome: Contender.Outcome(records: count, checksum: nil))
      throw Disagreement(workload: workload, first: found, second: result)
    }
    // One that maps nothing has nothing to compare but its count.
    guard result.outcome.checksum != nil else { return }
    for other in others
    where other.outcome.checksum != nil && other.outcome.checksum != result.outcome.checksum {
      throw Disagreement(workload: workload, first: other, second: result)
    }
  }
}

/// Two contenders mapped different values, so that comparing their speed means nothing.
struct Disagreement: Error, CustomStringConvertible {
  let workload: String
  let first: Race.Result
  let second: Race.Result

  var description: String {
    "\(workload): contenders disagree: \(Self.text(first)), but \(Self.text(second))"
  }

  private static func text(_ result: Race.Result) -> String {
    let checksum = result.outcome.checksum.map { " with checksum \(hexadecimal($0))" } ?? ""
    return "\(result.contender) has \(result.outcome.records) records\(checksum)"
  }
}

/// A contender could not go over the corpus.
struct ContenderFailure: Error, CustomStringConvertible {
  let workload: String
  let contender: String
  let reason: any Error

  var description: String { "\(workload): \(contender) failed: \(reason)" }
}
